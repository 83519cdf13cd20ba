import type { UnhealthyPeriod } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { unhealthyPresets } from './unhealthy-presets.ts';

const period = (minute: number, changes: Partial<UnhealthyPeriod> = {}): UnhealthyPeriod => ({
  judgehost: 'kiln',
  from: `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  until: null,
  judgedUntil: null,
  reasons: [],
  submissions: 3,
  suspect: 0,
  ...changes,
});

describe('the presets of unhealthy hosts', () => {
  it('say that nothing was judged on one only when that is known', () => {
    expect(unhealthyPresets([], null).map(({ text }) => text)).toEqual(['No such period is known']);
    expect(unhealthyPresets(undefined, null)[0]?.text).toBe('Loading the periods…');
    expect(unhealthyPresets(undefined, new Error('no database'))[0]?.text).toMatch(/cannot be loaded: /);
  });

  it('are the latest periods, each taking what was judged until the host was next unhealthy, and always the general one', () => {
    const until = '2026-01-01T10:30:00.000Z';
    const judgedUntil = '2026-01-01T10:50:00.000Z';
    const presets = unhealthyPresets([period(50), period(10, { until, judgedUntil })], null);
    expect(presets.map(({ filters }) => filters)).toEqual([
      { unhealthy: 'yes', host: 'kiln', judgedFrom: period(50).from },
      { unhealthy: 'yes', host: 'kiln', judgedFrom: period(10).from, judgedUntil },
      { unhealthy: 'yes' },
    ]);
    expect(presets[0]?.text).toMatch(/ – now, 3 submissions$/);
    expect(
      unhealthyPresets(
        [9, 8, 7, 6, 5].map((minute) => period(minute)),
        null,
      ),
    ).toHaveLength(5);
  });
});
