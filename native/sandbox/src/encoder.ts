import { unreadable } from './checks.ts';

/** Up to this length a loop is cheaper than a call into the runtime. */
const shortText = 80;
const keptBytes = 1 << 20;

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Writes the little-endian byte format of core/wire/wire.h into a buffer that is reused from message to message. */
export class Encoder {
  private buffer = Buffer.allocUnsafeSlow(16 * 1024);
  private view = viewOf(this.buffer);
  private at = 0;

  reset(): void {
    this.at = 0;
    // One large request must not be held for the life of a slot.
    if (this.buffer.length > keptBytes) this.replace(Buffer.allocUnsafeSlow(16 * 1024));
  }

  byte(value: number): void {
    this.room(1);
    this.view.setUint8(this.at, value);
    this.at += 1;
  }

  u32(value: number): void {
    this.room(4);
    this.view.setUint32(this.at, value, true);
    this.at += 4;
  }

  /** A non-negative integer up to 2^53; Infinity is the largest the format holds. */
  u64(value: number): void {
    this.room(8);
    if (value === Infinity) {
      this.view.setUint32(this.at, 0xffffffff, true);
      this.view.setUint32(this.at + 4, 0xffffffff, true);
    } else {
      // setUint32 keeps the lower 32 bits.
      this.view.setUint32(this.at, value, true);
      this.view.setUint32(this.at + 4, value / 0x1_0000_0000, true);
    }
    this.at += 8;
  }

  text(value: string): void {
    const most = value.length * 3;
    this.room(4 + most);
    const size = this.ascii(value) ? value.length : this.buffer.write(value, this.at + 4, 'utf8');
    this.view.setUint32(this.at, size, true);
    this.at += 4 + size;
  }

  /** Writes a short text of plain letters behind where its length goes; false when it is not one. */
  private ascii(value: string): boolean {
    if (value.length > shortText) return false;
    const { buffer } = this;
    const from = this.at + 4;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 127) return false;
      buffer[from + i] = code;
    }
    return true;
  }

  block(bytes: Uint8Array): void {
    this.room(4 + bytes.length);
    this.view.setUint32(this.at, bytes.length, true);
    this.buffer.set(bytes, this.at + 4);
    this.at += 4 + bytes.length;
  }

  get bytes(): Buffer {
    return this.buffer;
  }

  get size(): number {
    return this.at;
  }

  private room(more: number): void {
    if (this.at + more <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.at + more));
    this.buffer.copy(larger, 0, 0, this.at);
    this.replace(larger);
  }

  private replace(buffer: Buffer<ArrayBuffer>): void {
    this.buffer = buffer;
    this.view = viewOf(buffer);
  }
}

/** Reads the same format. For any bytes it gives a value or throws SandboxError UNREADABLE. */
export class Decoder {
  private at = 0;
  private end: number;
  private readonly buffer: Buffer;
  private readonly view: DataView;

  /** @param size of the message at the buffer's start; default: all of it */
  constructor(buffer: Buffer, size = buffer.length) {
    this.buffer = buffer;
    this.view = viewOf(buffer);
    this.end = Math.min(size, buffer.length);
  }

  /** From the buffer's start again: another message of `size` bytes lies there now. */
  restart(size: number): void {
    this.at = 0;
    this.end = Math.min(size, this.buffer.length);
  }

  byte(): number {
    return this.view.getUint8(this.take(1));
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  i32(): number {
    return this.view.getInt32(this.take(4), true);
  }

  u64(): number {
    const from = this.take(8);
    return this.view.getUint32(from + 4, true) * 0x1_0000_0000 + this.view.getUint32(from, true);
  }

  /** The format's "unknown" is all ones. */
  u64OrNull(): number | null {
    const value = this.u64();
    return value >= 2 ** 63 ? null : value;
  }

  text(): string {
    const size = this.u32();
    const from = this.take(size);
    return this.buffer.toString('utf8', from, from + size);
  }

  /** A copy: what lies in the buffer is overwritten by the next message. */
  block(): Buffer {
    const size = this.u32();
    const from = this.take(size);
    return size === 0 ? nothing : Buffer.from(this.buffer.subarray(from, from + size));
  }

  /** @throws SandboxError UNREADABLE when something is left that nobody has asked for */
  finish(): void {
    if (this.at !== this.end) throw unreadable('It is longer than it should be.');
  }

  private take(size: number): number {
    const from = this.at;
    this.at += size;
    if (this.at > this.end) throw unreadable('The message is shorter than it says.');
    return from;
  }
}

const nothing = Buffer.alloc(0);
