import { describe, expect, it } from 'vitest';
import { condition } from '../testing/fake-host.ts';
import { byOurClock, conditionByOurClock } from './host-clock.ts';

const noon = '2026-01-01T12:00:00.000Z';

describe('an instant by a host’s clock', () => {
  it('is set right by the measured skew', () => {
    expect(byOurClock(noon, { skewMs: 30_000, roundTripMs: 4 })).toBe('2026-01-01T11:59:30.000Z');
    expect(byOurClock(noon, { skewMs: -1500, roundTripMs: 4 })).toBe('2026-01-01T12:00:01.500Z');
  });

  it('stays where the clock is not known to be wrong', () => {
    expect(byOurClock(noon, null)).toBe(noon);
    expect(byOurClock(noon, { skewMs: 20, roundTripMs: 40 })).toBe(noon);
  });

  it('is corrected everywhere in a host’s condition', () => {
    const reported = condition({
      since: noon,
      clock: { skewMs: 60_000, roundTripMs: 1 },
      calibration: {
        runs: 1,
        baselineCpuUs: 1,
        cpuUs: 1,
        wallUs: 1,
        cpuDrift: 0,
        wallDrift: 0,
        lastAt: noon,
      },
      lastError: { at: noon, code: 'X', message: 'x' },
    });
    const right = '2026-01-01T11:59:00.000Z';
    expect(conditionByOurClock(reported)).toEqual({
      ...reported,
      since: right,
      calibration: { ...reported.calibration, lastAt: right },
      lastError: { ...reported.lastError, at: right },
    });
  });
});
