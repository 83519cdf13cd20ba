import { clearedAlarm, systemRules, stepAlarm, type AlarmState } from '@sandglass/domain';
import { describe, expect, it } from 'vitest';
import { OwnProcess } from './own-process.ts';

const minute = 60_000;
const at = '2026-11-22T10:31:00.000Z';
const started = Date.parse(at) + 2_000;
const quiet = { p50Ms: 0, p99Ms: 5, maxMs: 20 };
const late = { p50Ms: 50, p99Ms: 800, maxMs: 1_500 };
const lagRule = systemRules.find(({ id }) => id === 'api-loop-lag');

describe('what an api process says of itself', () => {
  it('is that it was restarted, for ten minutes, and then for a while that it was not', () => {
    const own = new OwnProcess({ figures: quiet }, { at, why: 'SIGKILL' }, started, () => null);
    expect(own.observe(started).apiRestarted).toEqual({ at, why: 'SIGKILL', agoMs: 2_000 });
    expect(own.observe(started + 9 * minute).apiRestarted).toMatchObject({ why: 'SIGKILL' });
    expect(own.observe(started + 11 * minute).apiRestarted).toBe('none');
    expect(own.observe(started + 13 * minute).apiRestarted).toBeNull();
  });

  it('clears no alarm of another process of which it knows nothing', () => {
    const own = new OwnProcess({ figures: quiet }, null, started, () => 20);
    expect(own.observe(started + 5 * minute)).toEqual({
      apiLag: null,
      apiRestarted: null,
      databaseAheadMs: null,
    });
    expect(own.observe(started + 30 * minute)).toEqual({
      apiLag: null,
      apiRestarted: null,
      databaseAheadMs: null,
    });
  });

  it('is how far the database’s clock is ahead while it is, and for a while after', () => {
    let aheadMs = 0;
    const own = new OwnProcess({ figures: quiet }, null, started, () => aheadMs);
    const ahead = (minutes: number): number | null => own.observe(started + minutes * minute).databaseAheadMs;
    expect(ahead(5)).toBeNull();
    aheadMs = -3_600_000;
    expect(ahead(6)).toBe(-3_600_000);
    aheadMs = 3;
    expect([ahead(7), ahead(9)]).toEqual([3, null]);
  });

  it('is how late its loop is while it is, and until the alarm of it is over', () => {
    const source: { figures: typeof quiet | null } = { figures: quiet };
    const own = new OwnProcess(source, null, started, () => 20);
    let nowMs = started + 30 * minute;
    let state: AlarmState = clearedAlarm;
    const look = (): boolean => {
      const system = {
        oldestWaitMs: 0,
        waiting: 0,
        hostsTaking: 1,
        judgingErrors: [],
        ...own.observe(nowMs),
      };
      if (lagRule === undefined) throw new Error('there is no such rule');
      ({ state } = stepAlarm(state, lagRule.look(system), lagRule, nowMs));
      nowMs += 1000;
      return state.level > 0;
    };
    look();
    source.figures = late;
    expect(Array.from({ length: 6 }, look).at(-1)).toBe(true);
    source.figures = quiet;
    expect(Array.from({ length: 15 }, look).at(-1)).toBe(false);
  });
});
