import { expect, it } from 'vitest';
import { linesInSight } from './use-first-lines.ts';

it('as many lines come first as a window shows, and a few where it is low', () => {
  expect(linesInSight(900)).toBe(13);
  expect(linesInSight(1440)).toBe(21);
  expect(linesInSight(300)).toBe(8);
});
