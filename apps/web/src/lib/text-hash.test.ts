import { describe, expect, it } from 'vitest';
import { textHash } from './text-hash.ts';

describe('the hash of a text', () => {
  it('differs for texts that differ little', () => {
    const texts = [
      '',
      'a',
      'b',
      'ab',
      'ba',
      'aab',
      'aba',
      'é',
      'e',
      '字',
      'x'.repeat(1000),
      `${'x'.repeat(999)}y`,
    ];
    for (let n = 0; n < 2000; n += 1) texts.push(`int main() { return ${n}; }`);
    expect(new Set(texts.map(textHash)).size).toBe(texts.length);
  });

  it('is the same for the same text', () => {
    expect(textHash('print(1)')).toBe(textHash('print(1)'));
  });
});
