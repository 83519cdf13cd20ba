import { expect, it } from 'vitest';
import { timelineSearchSchema, timeInAddress, timeOfAddress } from './timeline-search.ts';

const now = 1_700_000_000_000;

it.each([
  [600_000, null],
  [6_000, null],
  [600_000, now - 3_600_000],
  [74_520, now - 60_000],
])('every user of the address sees the same time: %d ms until %s', (windowMs, until) => {
  const address = timelineSearchSchema.parse(
    Object.fromEntries(
      Object.entries(timeInAddress(windowMs, until))
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, String(value)]),
    ),
  );
  expect(timeOfAddress(address, now)).toEqual({ windowMs, until });
});

it('the usual time that moves adds nothing to the address', () => {
  expect(timeInAddress(600_000, null)).toEqual({ minutes: undefined, until: undefined });
});

it('an address of a time to come shows now', () => {
  expect(timeOfAddress({ until: now + 1 }, now).until).toBeNull();
});
