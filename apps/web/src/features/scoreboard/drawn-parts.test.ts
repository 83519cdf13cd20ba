import { describe, expect, it } from 'vitest';
import { type DrawnPart, drawnParts } from './drawn-parts.ts';

const drawn = (first: number, end: number, own: number) =>
  drawnParts({ first, end }, 10, own).map((part) => ('row' in part ? part.row : `${part.space} rows`));
const height = (parts: readonly DrawnPart[]) =>
  parts.reduce((sum, part) => sum + ('row' in part ? 1 : part.space), 0);

describe('what is drawn of a scoreboard', () => {
  it('is what is near the window, between empty space', () => {
    expect(drawn(3, 6, -1)).toEqual(['3 rows', 3, 4, 5, '4 rows']);
    expect(drawn(0, 10, 4)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('has the own row in its place, however far away that is', () => {
    expect(drawn(3, 6, 4)).toEqual(['3 rows', 3, 4, 5, '4 rows']);
    expect(drawn(3, 6, 0)).toEqual([0, '2 rows', 3, 4, 5, '4 rows']);
    expect(drawn(3, 6, 2)).toEqual(['2 rows', 2, 3, 4, 5, '4 rows']);
    expect(drawn(3, 6, 6)).toEqual(['3 rows', 3, 4, 5, 6, '3 rows']);
    expect(drawn(3, 6, 9)).toEqual(['3 rows', 3, 4, 5, '3 rows', 9]);
  });

  it('is as high as all rows together', () => {
    for (const own of [-1, 0, 2, 3, 5, 6, 9])
      expect(height(drawnParts({ first: 3, end: 6 }, 10, own))).toBe(10);
  });
});
