import { expect, it } from 'vitest';
import type { View } from './chart-view.ts';
import { gutter } from './chart-view.ts';
import type { Palette } from './timeline-colours.ts';
import { paintGround, rowHeight, rowTops } from './timeline-paint.ts';
import type { SlotRow } from './interval-store.ts';

const palette = { row: 'idle', wait: 'thread' } as Palette;
/** A pixel is a millisecond, from 1000 on. */
const view = { from: 1000, until: 1400, now: 1300, width: gutter + 400, shown: new Set() } as unknown as View;

function groundOf(away: readonly { from: number; until: number }[], online = true): unknown[] {
  const painted: unknown[] = [];
  const context = {
    fillStyle: '',
    globalAlpha: 1,
    fillRect(x: number, y: number, wide: number, high: number) {
      painted.push([this.fillStyle, x - gutter, y, wide, high, this.globalAlpha]);
    },
  };
  const place = { top: 10, height: 4 };
  paintGround(context as unknown as CanvasRenderingContext2D, { online, away }, place, view, palette);
  return painted;
}

it('an idle slot is a band up to now', () => {
  expect(groundOf([])).toEqual([['idle', 0, 10, 300, 4, 1]]);
});

it('a host that was not there yet, or is silent, leaves a thread and no band', () => {
  expect(
    groundOf(
      [
        { from: 0, until: 1100 },
        { from: 1200, until: Infinity },
      ],
      false,
    ),
  ).toEqual([
    ['idle', 100, 10, 100, 4, 0.35],
    ['thread', 0, 12, 100, 1, 1],
    ['thread', 200, 12, 100, 1, 1],
  ]);
});

it('what was before and after the time that is shown is nothing', () => {
  expect(
    groundOf([
      { from: 0, until: 900 },
      { from: 2000, until: Infinity },
    ]),
  ).toEqual([['idle', 0, 10, 300, 4, 1]]);
});

it('lines are as high as the room allows, and scroll when they would be too low to be read', () => {
  const rows = (count: number): SlotRow[] =>
    Array.from({ length: count }, (_, index) => ({ first: index % 20 === 0 }) as SlotRow);
  expect(rowHeight(rows(2), 500)).toBe(72);
  expect(rowHeight(rows(10), 400)).toBe(38);
  expect(rowHeight(rows(16), 300)).toBe(22);
  expect(rowHeight(rows(800), 500)).toBe(5);
  for (const count of [3, 8, 12]) {
    const height = rowHeight(rows(count), 400);
    expect(rowTops(rows(count), height).total).toBeLessThanOrEqual(400);
  }
});
