import { expect, it } from 'vitest';
import type { View } from './chart-view.ts';
import { gutter } from './chart-view.ts';
import type { Palette } from './density-colours.ts';
import { paintGround } from './density-paint.ts';

const palette = { lane: 'idle', wait: 'thread' } as Palette;
/** A pixel is a millisecond, from 1000 on. */
const view = { from: 1000, until: 1400, now: 1300, width: gutter + 400 } as View;

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
