import { expect, it } from 'vitest';
import { relativeTime, stateFile } from './clics-endpoints.ts';

it.each([
  [0, '0:00:00.000'],
  [1_200_000, '0:20:00.000'],
  [18_000_001, '5:00:00.001'],
  [-754_567, '-0:12:34.567'],
])('%d ms are %s in words of CLICS', (ms, text) => {
  expect(relativeTime(ms)).toBe(text);
});

const times = { startsAtMs: 1000, endsAtMs: 5000, freezesAtMs: 3000, thawsAtMs: null, finalizedAtMs: null };

it('a state has no instant that has not come', () => {
  expect(stateFile(times, 500)).toMatchObject({ started: null, frozen: null, ended: null });
  expect(stateFile(times, 4000)).toMatchObject({
    started: '1970-01-01T00:00:01.000Z',
    ended: null,
    thawed: null,
  });
});

it('nothing follows only once results are final and nothing is frozen', () => {
  expect(stateFile({ ...times, finalizedAtMs: 6000 }, 9000)).toMatchObject({ end_of_updates: null });
  expect(stateFile({ ...times, finalizedAtMs: 6000, thawsAtMs: 8000 }, 9000)).toMatchObject({
    end_of_updates: '1970-01-01T00:00:08.000Z',
  });
});
