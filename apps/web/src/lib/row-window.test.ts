import { describe, expect, it } from 'vitest';
import { type Rows, nextRows, rowsAfterChange, rowsInView } from './row-window.ts';

const count = 1000;

/** Frame after frame until nothing is missing any more. */
function frames(drawn: Rows, view: Rows, down = true): Rows[] {
  const all: Rows[] = [];
  for (let now = drawn, next = nextRows(now, view, down, count); next !== now;) {
    all.push(next);
    now = next;
    next = nextRows(now, view, down, count);
  }
  return all;
}

describe('the rows in the window', () => {
  it('are those of which any part is in it', () => {
    expect(rowsInView(100, 900, 40, count)).toEqual({ first: 0, end: 20 });
    expect(rowsInView(-399, 900, 40, count)).toEqual({ first: 9, end: 33 });
  });

  it('are none where the list ends above the window or begins below it', () => {
    expect(rowsInView(-50_000, 900, 40, count)).toEqual({ first: count, end: count });
    expect(rowsInView(1000, 900, 40, count)).toEqual({ first: 0, end: 0 });
  });
});

describe('the rows that are drawn', () => {
  it('have those of the window at once, after any scrolling', () => {
    for (const first of [3, 20, 500, 979]) {
      const next = nextRows({ first: 0, end: 21 }, { first, end: first + 21 }, true, count);
      expect(next.first).toBeLessThanOrEqual(first);
      expect(next.end).toBeGreaterThanOrEqual(first + 21);
    }
  });

  it('grow by a few in a frame, first to where it is scrolled, and then stay', () => {
    const view = { first: 100, end: 121 };
    const down = frames(view, view);
    expect(down[0]).toEqual({ first: 100, end: 127 });
    expect(down.at(-1)).toEqual({ first: 92, end: 145 });
    expect(frames(view, view, false)[0]).toEqual({ first: 94, end: 121 });
    let before: Rows = view;
    for (const rows of down) {
      expect(before.first - rows.first + (rows.end - before.end)).toBeLessThanOrEqual(6);
      before = rows;
    }
  });

  it('add nothing beyond the window in a frame that had to fill it', () => {
    expect(nextRows({ first: 0, end: 21 }, { first: 11, end: 32 }, true, count)).toEqual({
      first: 0,
      end: 32,
    });
  });

  it('never are many more than the window, nor ones that are not there', () => {
    let drawn: Rows = { first: 0, end: 21 };
    for (let first = 0; first < count; first += 7) {
      const view = { first: Math.min(first, count - 21), end: Math.min(first + 21, count) };
      drawn = nextRows(drawn, view, true, count);
      expect(drawn.end - drawn.first).toBeLessThanOrEqual(21 + 24 + 8 + 12);
      expect(drawn.end).toBeLessThanOrEqual(count);
    }
  });

  it('leave what a shorter list has no more', () => {
    expect(nextRows({ first: 60, end: 120 }, { first: 0, end: 10 }, false, 10)).toEqual({
      first: 0,
      end: 10,
    });
    expect(nextRows({ first: 60, end: 120 }, { first: 79, end: 100 }, true, 100).end).toBe(100);
  });
});

describe('the rows of a list that has become another', () => {
  it('keep the last one where new ones came above it', () => {
    const drawn = { first: 60, end: 100 };
    expect(rowsAfterChange(drawn, 100, 101)).toEqual({ first: 60, end: 101 });
    expect(rowsAfterChange({ first: 0, end: 3 }, 3, 5)).toEqual({ first: 0, end: 5 });
  });

  it('are no more where the last was not among them, or a page came below', () => {
    expect(rowsAfterChange({ first: 20, end: 65 }, 100, 101)).toEqual({ first: 20, end: 65 });
    expect(rowsAfterChange({ first: 60, end: 100 }, 100, 200)).toEqual({ first: 60, end: 100 });
  });

  it('are those that are left where some went', () => {
    expect(rowsAfterChange({ first: 60, end: 100 }, 100, 70)).toEqual({ first: 60, end: 70 });
    expect(rowsAfterChange({ first: 60, end: 100 }, 100, 10)).toEqual({ first: 10, end: 10 });
  });
});
