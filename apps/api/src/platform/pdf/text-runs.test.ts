import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textRuns } from './text-runs.ts';

const latin = (code: number): boolean => code < 0x250 || (code >= 0x300 && code < 0x370);
const arabic = (code: number): boolean => code >= 0x600 && code < 0x700;
const fonts = [latin, arabic];
const drawn = (text: string): string[] => textRuns(text, fonts).map((run) => run.text);

describe('a line of text', () => {
  it('is drawn word by word, each letter in a font that has it, a mark in that of its letter', () => {
    expect(textRuns('Team e\u0301 فريق', fonts)).toEqual([
      { text: 'Team', font: 0 },
      { text: ' ', font: 0 },
      { text: 'e\u0301', font: 0 },
      { text: ' ', font: 0 },
      { text: 'فريق', font: 1 },
    ]);
  });

  it('goes from right to left where its letters do, with brackets that open the right way', () => {
    expect(drawn('فريق (A)')).toEqual(['(', 'A', ')', ' ', 'فريق']);
    expect(drawn('واحد اثنان')).toEqual(['اثنان', ' ', 'واحد']);
    expect(drawn('Team واحد اثنان 7')).toEqual(['Team', ' ', '7', ' ', 'اثنان', ' ', 'واحد']);
  });

  it('loses no letter and gains none', () => {
    const sorted = (text: string): string => Array.from(text).toSorted().join('');
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', ' ', '-', 'ف', 'ر', '1', '東', '\u0301') }),
        (text) => {
          expect(sorted(drawn(text).join(''))).toBe(sorted(text));
        },
      ),
    );
  });
});
