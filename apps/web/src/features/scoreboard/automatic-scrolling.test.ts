import { describe, expect, it } from 'vitest';
import { nextTop } from './automatic-scrolling.ts';

describe('the full-screen scoreboard', () => {
  it('scrolls by whole rows, a screenful at a time, to the end and back to the top', () => {
    const showing = { inView: 100, end: 250, rowPx: 30 };
    const seen = [0];
    for (let step = 0; step < 6; step += 1) seen.push(nextTop({ ...showing, top: seen.at(-1) ?? 0 }));
    expect(seen).toEqual([0, 60, 120, 180, 240, 250, 0]);
  });

  it('stays where everything is in sight', () => {
    expect(nextTop({ top: 0, inView: 900, end: 0, rowPx: 30 })).toBe(0);
  });

  it('goes on in a window that is lower than two rows', () => {
    expect(nextTop({ top: 0, inView: 20, end: 250, rowPx: 30 })).toBe(30);
  });
});
