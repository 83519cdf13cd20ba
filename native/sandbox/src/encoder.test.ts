import { describe, expect, it } from 'vitest';
import { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';

function written(write: (e: Encoder) => void): Buffer {
  const e = new Encoder();
  e.reset();
  write(e);
  return Buffer.from(e.bytes.subarray(0, e.size));
}

describe('the byte format', () => {
  it('gives back what was written, of any size', () => {
    const long = 'ü'.repeat(50_000);
    const d = new Decoder(
      written((e) => {
        e.byte(255);
        e.u32(4_000_000_000);
        e.u64(2 ** 52 + 1);
        e.text('');
        e.text(long);
        e.block(new Uint8Array([1, 2, 3]));
      }),
    );
    expect(d.byte()).toBe(255);
    expect(d.u32()).toBe(4_000_000_000);
    expect(d.u64()).toBe(2 ** 52 + 1);
    expect(d.text()).toBe('');
    expect(d.text()).toBe(long);
    expect([...d.block()]).toEqual([1, 2, 3]);
  });

  it('writes a short text by its letters, for all letters', () => {
    for (const text of ['/box', 'é', 'a\u{1F600}b', 'x'.repeat(80), 'x'.repeat(81)]) {
      expect(new Decoder(written((e) => e.text(text))).text()).toBe(text);
    }
  });

  it('reads one message after the other from the same place, and nothing behind their end', () => {
    const place = Buffer.alloc(64, 0xff);
    const d = new Decoder(place);
    written((e) => e.u32(7)).copy(place);
    d.restart(4);
    expect(d.u32()).toBe(7);
    expect(() => d.byte()).toThrow(SandboxError);
    written((e) => e.block(new Uint8Array([1, 2]))).copy(place);
    d.restart(6);
    const block = d.block();
    place.fill(0);
    expect([...block]).toEqual([1, 2]);
  });

  it('writes numbers little-endian, and no limit as all ones', () => {
    expect(written((e) => e.u32(1)).toString('hex')).toBe('01000000');
    expect(written((e) => e.u32(-1)).toString('hex')).toBe('ffffffff');
    expect(written((e) => e.u64(Infinity)).toString('hex')).toBe('ffffffffffffffff');
  });

  it('reads all ones as unknown where unknown is possible', () => {
    expect(new Decoder(written((e) => e.u64(Infinity))).u64OrNull()).toBeNull();
    expect(new Decoder(written((e) => e.u64(0))).u64OrNull()).toBe(0);
  });

  it('refuses a block that is longer than the message', () => {
    expect(() => new Decoder(Buffer.from('10000000616263', 'hex')).block()).toThrow(SandboxError);
  });
});
