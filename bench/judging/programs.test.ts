import { describe, expect, it } from 'vitest';
import { fresh, mix, programIn } from './programs.ts';

describe('the mix of programs', () => {
  it('has as many of each language as its share says, at every length', () => {
    const count = (language: string, of: number): number =>
      mix(of).filter((program) => program.language === language).length;
    for (const [language, share] of [
      ['cpp', 0.62],
      ['java', 0.18],
      ['python3', 0.2],
    ] as const)
      for (const of of [5, 17, 50]) expect(Math.abs(count(language, of) - share * of)).toBeLessThan(1.01);
  });

  it('is never the same content twice', () => {
    const program = programIn('python3');
    expect(fresh(program)).not.toBe(fresh(program));
    expect(fresh(program)).toContain(program.text);
  });
});
