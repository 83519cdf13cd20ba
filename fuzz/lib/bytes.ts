/** Bytes as text that JSON can hold, and what strangers do to them. */
import * as fc from 'fast-check';

export function bytesOf(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(text, 'latin1');
}

/** Any bytes, as Latin-1 text. */
export function anyBytes(maxLength: number): fc.Arbitrary<string> {
  return fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes).toString('latin1'));
}

/** One change: at a place between 0 and 1 of the text, so many characters become others. */
export interface Change {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

export function changes(inserts: fc.Arbitrary<string>, maxLength = 6): fc.Arbitrary<Change[]> {
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  const remove = fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 300 }));
  return fc.array(fc.record({ at, remove, insert: inserts }), { maxLength });
}

export function changed(text: string, all: readonly Change[]): string {
  return all.reduce((now, { at, remove, insert }) => {
    const from = Math.floor(at * now.length);
    return now.slice(0, from) + insert + now.slice(from + remove);
  }, text);
}
