import { describe, expect, it } from 'vitest';
import { besideEachOther, rowLayout } from './use-row-layout.ts';

describe('a row of the scoreboard', () => {
  it('is one line of 30 px wherever the problems fit beside the name', () => {
    for (const [width, problems] of [
      [1380, 15],
      [1380, 26],
      [970, 11],
      [970, 15],
      [700, 3],
    ] as const)
      expect(rowLayout(width, 16, problems), `${width} px, ${problems} problems`).toEqual({
        stacked: false,
        rowPx: 30,
      });
  });

  it('has the problems below the name on a phone, at most six beside each other', () => {
    expect(rowLayout(390, 16, 3)).toEqual({ stacked: true, rowPx: 64 });
    expect(rowLayout(390, 16, 6)).toEqual({ stacked: true, rowPx: 64 });
    expect(rowLayout(390, 16, 11)).toEqual({ stacked: true, rowPx: 94 });
    expect([1, 8, 9, 11, 15, 17].map(besideEachOther)).toEqual([1, 4, 5, 6, 5, 6]);
  });

  it('grows with the letters', () => {
    expect(rowLayout(1380, 32, 3).rowPx).toBe(60);
  });
});
