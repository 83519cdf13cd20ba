/** Writes the little-endian byte format of core/wire.h into a buffer that is reused from message to message. */
export class Encoder {
  private buffer = Buffer.allocUnsafeSlow(16 * 1024);
  private at = 0;

  reset(): void {
    this.at = 0;
  }

  byte(value: number): void {
    this.room(1);
    this.at = this.buffer.writeUInt8(value, this.at);
  }

  word(value: number): void {
    this.room(4);
    this.at = this.buffer.writeUInt32LE(value >>> 0, this.at);
  }

  /** A non-negative integer up to 2^53; Infinity is the largest the format holds. */
  wide(value: number): void {
    this.room(8);
    if (value === Infinity) {
      this.buffer.writeUInt32LE(0xffffffff, this.at);
      this.buffer.writeUInt32LE(0xffffffff, this.at + 4);
    } else {
      this.buffer.writeUInt32LE(value % 0x1_0000_0000, this.at);
      this.buffer.writeUInt32LE(Math.floor(value / 0x1_0000_0000), this.at + 4);
    }
    this.at += 8;
  }

  text(value: string): void {
    const most = value.length * 3;
    this.room(4 + most);
    const size = this.buffer.write(value, this.at + 4, 'utf8');
    this.buffer.writeUInt32LE(size, this.at);
    this.at += 4 + size;
  }

  block(bytes: Uint8Array): void {
    this.room(4 + bytes.length);
    this.buffer.writeUInt32LE(bytes.length, this.at);
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
    this.buffer = larger;
  }
}

/** Reads the same format. Answers come from our own supervisor: a short message throws a RangeError. */
export class Decoder {
  private at = 0;
  private readonly buffer: Buffer;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  byte(): number {
    return this.buffer.readUInt8(this.at++);
  }

  word(): number {
    this.at += 4;
    return this.buffer.readUInt32LE(this.at - 4);
  }

  signedWord(): number {
    this.at += 4;
    return this.buffer.readInt32LE(this.at - 4);
  }

  wide(): number {
    const low = this.word();
    return this.word() * 0x1_0000_0000 + low;
  }

  /** The format's "unknown" is all ones. */
  wideOrNull(): number | null {
    const value = this.wide();
    return value >= 2 ** 63 ? null : value;
  }

  text(): string {
    return this.block().toString('utf8');
  }

  block(): Buffer {
    const size = this.word();
    this.at += size;
    if (this.at > this.buffer.length) throw new RangeError('The message is shorter than it says.');
    return this.buffer.subarray(this.at - size, this.at);
  }
}
