import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceText, parsePlannedTime, plannedInstant } from './planned-time.ts';

const startsAtMs = Date.parse('2026-11-28T09:00:00Z');
const hour = 3_600_000;
const times = {
  startsAtMs,
  endsAtMs: startsAtMs + 5 * hour,
  freezesAtMs: null,
  thawsAtMs: null,
  removed: [],
};
const at = (text: string): number | null => {
  const planned = parsePlannedTime(text);
  return planned === null ? null : plannedInstant(planned, times) - startsAtMs;
};

describe('a time as people write it', () => {
  it.each([
    ['start', 0],
    ['end', 5 * hour],
    ['+5:00:00', 5 * hour],
    ['+4:00', 4 * hour],
    ['-1:00', -hour],
    ['start - 0:30', -hour / 2],
    ['END-1:00:00', 4 * hour],
    ['end+0:15', 5 * hour + hour / 4],
    ['+0:00:00.5', 500],
    ['2026-11-28T10:00:00Z', hour],
    ['2026-11-28 10:00:00+01:00', 0],
  ])('%s', (text, expected) => expect(at(text)).toBe(expected));

  it.each([
    '',
    ' ',
    '5:00',
    '+5',
    '+5:60',
    '+5:00:61',
    'tomorrow',
    '1',
    '2026-11-28',
    '2026-13-28T09:00',
    '+',
  ])('"%s" is none', (text) => expect(parsePlannedTime(text)).toBeNull());

  it('does not count removed time', () => {
    const removed = [{ fromMs: startsAtMs + hour, untilMs: startsAtMs + 2 * hour }];
    const planned = parsePlannedTime('+4:00');
    if (planned === null) throw new Error('it is one');
    expect(plannedInstant(planned, { ...times, endsAtMs: startsAtMs + 6 * hour, removed })).toBe(
      startsAtMs + 5 * hour,
    );
  });

  it('reads what it writes', () => {
    assert(
      property(
        integer({ min: -100 * hour, max: 100 * hour }),
        constantFrom('start' as const, 'end' as const),
        (ms, from) => {
          const planned = parsePlannedTime(distanceText(startsAtMs + ms, from, times));
          if (planned === null) throw new Error('it is not read');
          expect(plannedInstant(planned, times)).toBe(startsAtMs + ms);
        },
      ),
    );
  });
});
