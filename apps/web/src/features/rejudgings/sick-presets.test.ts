import type { SickPeriod } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { sickPresets } from './sick-presets.ts';

const period = (minute: number, changes: Partial<SickPeriod> = {}): SickPeriod => ({
  judgehost: 'kiln',
  from: `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`,
  until: null,
  judgedUntil: null,
  reasons: [],
  submissions: 3,
  suspect: 0,
  ...changes,
});

describe('the presets of sick hosts', () => {
  it('say that nothing was judged on one only when that is known', () => {
    expect(sickPresets([], null).map(({ text }) => text)).toEqual(['Nothing was, as far as is known']);
    expect(sickPresets(undefined, null)[0]?.text).toBe('Asking when hosts were sick…');
    expect(sickPresets(undefined, new Error('no database'))[0]?.text).toMatch(/cannot be told: /);
  });

  it('are the latest periods, each taking what was judged until the host was next sick, and always the general one', () => {
    const until = '2026-01-01T10:30:00.000Z';
    const judgedUntil = '2026-01-01T10:50:00.000Z';
    const presets = sickPresets([period(50), period(10, { until, judgedUntil })], null);
    expect(presets.map(({ filters }) => filters)).toEqual([
      { sick: 'yes', host: 'kiln', judgedFrom: period(50).from },
      { sick: 'yes', host: 'kiln', judgedFrom: period(10).from, judgedUntil },
      { sick: 'yes' },
    ]);
    expect(presets[0]?.text).toMatch(/ – now, 3 submissions$/);
    expect(
      sickPresets(
        [9, 8, 7, 6, 5].map((minute) => period(minute)),
        null,
      ),
    ).toHaveLength(5);
  });
});
