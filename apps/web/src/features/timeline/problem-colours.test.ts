import { expect, it } from 'vitest';
import { problemColour } from './problem-colours.ts';

const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));

it.each(['light', 'dark'] as const)('as many problems as a contest has differ, %s', (scheme) => {
  const labels = [...letters, 'AA', 'sum', '13'];
  const colours = labels.map((label) => problemColour(label, labels, scheme));
  expect(new Set(colours).size).toBe(labels.length);
  // The thirteen of a large contest are far apart by hue alone.
  const hues = colours.slice(0, 13).map((colour) => Number(/([\d.]+)\)$/.exec(colour)?.[1]));
  for (const [place, hue] of hues.entries())
    for (const other of hues.slice(place + 1)) {
      const apart = Math.abs(hue - other);
      expect(Math.min(apart, 360 - apart)).toBeGreaterThanOrEqual(20);
    }
});

it('a letter has its colour regardless of what else is known', () => {
  expect(problemColour('C', [], 'light')).toBe(problemColour('C', ['sum', 'A', 'C'], 'light'));
});
