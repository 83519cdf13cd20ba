/**
 * The default output validator written for reading, not for speed: what the specification says,
 * clause by clause. The property tests hold the native one against it.
 */

export interface ReferenceFlags {
  caseSensitive: boolean;
  spaceChangeSensitive: boolean;
  absolute: number | null;
  relative: number | null;
}

const number = /^[+-]?(?:[0-9]*\.[0-9]+|[0-9]+\.|[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

function fold(token: string): string {
  return token.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function sameNumber(output: string, answer: string, flags: ReferenceFlags): boolean {
  // Not in the specification, and its only reading that makes sense: a copy of the answer is right.
  if (output === answer) return true;
  if (!number.test(output)) return false;
  const found = Number(output);
  const expected = Number(answer);
  if (found === expected) return true;
  if (!Number.isFinite(found) || !Number.isFinite(expected)) return false;
  const difference = Math.abs(found - expected);
  if (flags.absolute !== null && difference <= flags.absolute) return true;
  return flags.relative !== null && difference <= flags.relative * Math.abs(expected);
}

function sameToken(output: string, answer: string, flags: ReferenceFlags): boolean {
  const numeric = flags.absolute !== null || flags.relative !== null;
  if (numeric && number.test(answer)) return sameNumber(output, answer, flags);
  return flags.caseSensitive ? output === answer : fold(output) === fold(answer);
}

/** Bytes as Latin-1, so that every byte is one character. */
export function referenceAccepts(output: Buffer, answer: Buffer, flags: ReferenceFlags): boolean {
  const space = /([ \f\n\r\t\v]+)/;
  // With a capturing group split() returns tokens and white space in turn, beginning with a token.
  const found = output.toString('latin1').split(space);
  const expected = answer.toString('latin1').split(space);
  if (flags.spaceChangeSensitive) {
    if (found.length !== expected.length) return false;
    return found.every((part, index) => {
      const right = expected[index] ?? '';
      return index % 2 === 1 || part === '' || right === '' ? part === right : sameToken(part, right, flags);
    });
  }
  const tokens = (parts: string[]): string[] => parts.filter((part, index) => index % 2 === 0 && part !== '');
  const left = tokens(found);
  const right = tokens(expected);
  return (
    left.length === right.length && left.every((token, index) => sameToken(token, right[index] ?? '', flags))
  );
}
