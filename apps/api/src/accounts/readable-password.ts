import { randomInt } from 'node:crypto';

const consonants = 'bdfgkmnprstvz';
const vowels = 'aeiou';
const digits = '23456789';

/**
 * A password that can be read aloud and typed from paper: three words of two syllables and two digits, such as
 * "kabo-rite-muna-47". 42 bits (6 × log2(65) + 2 × 3): a million guesses a second, which the throttle forbids, would take 36 days
 * on average.
 */
export function readablePassword(): string {
  const one = (letters: string): string => letters[randomInt(letters.length)] ?? '';
  const syllable = (): string => one(consonants) + one(vowels);
  const word = (): string => syllable() + syllable();
  return `${word()}-${word()}-${word()}-${one(digits)}${one(digits)}`;
}
