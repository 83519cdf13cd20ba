import { describe, expect, it } from 'vitest';
import type { HostObservation, HouseObservation } from './observation.ts';
import { AlarmWatch } from './watch.ts';

const house: HouseObservation = {
  oldestWaitMs: 0,
  waiting: 0,
  hostsOnline: 1,
  judgingErrors: 0,
  apiLag: null,
  apiRestarted: null,
  databaseAheadMs: null,
};
const host = (name: string, change: Partial<HostObservation> = {}): HostObservation => ({
  name,
  wanted: true,
  silentMs: 500,
  figuresAgeMs: 0,
  slots: 2,
  load1: 1,
  runnable: 1,
  blocked: [],
  gap: null,
  throttledShare: null,
  cpuDrift: null,
  wallDrift: null,
  skew: null,
  sick: null,
  untrusted: null,
  disk: null,
  broken: { slots: 0, why: null },
  loopLag: null,
  restarted: null,
  ...change,
});

describe('the watch over all alarms', () => {
  it('keeps hosts apart', () => {
    const watch = new AlarmWatch();
    const look = (second: number) =>
      watch
        .look([host('a', { load1: 9 }), host('b')], house, second * 1000)
        .map(({ rule, judgehost, change }) => [rule, judgehost, change.kind]);
    expect([0, 2, 4, 6].map(look)).toEqual([[], [], [['load', 'a', 'raise']], [['load', 'a', 'keep']]]);
  });

  it('goes on with alarms that were open before it began', () => {
    const watch = new AlarmWatch([{ rule: 'sick', judgehost: 'a' }]);
    expect(watch.look([host('a', { sick: 'worse' })], house, 0)).toEqual([
      { rule: 'sick', judgehost: 'a', change: { kind: 'keep', severity: 'critical', text: 'worse' } },
    ]);
    expect(watch.look([host('a')], house, 1000)).toEqual([
      { rule: 'sick', judgehost: 'a', change: { kind: 'clear' } },
    ]);
  });

  it('clears an alarm that another watch raised and never cleared', () => {
    const watch = new AlarmWatch();
    watch.look([host('a')], house, 0);
    watch.adopt([{ rule: 'sick', judgehost: 'a' }]);
    expect(watch.look([host('a')], house, 1000)).toEqual([
      { rule: 'sick', judgehost: 'a', change: { kind: 'clear' } },
    ]);
    expect(watch.look([host('a')], house, 2000)).toEqual([]);
  });

  it('does not take old words of a silent host for news', () => {
    const watch = new AlarmWatch([{ rule: 'load', judgehost: 'a' }]);
    for (let second = 0; second < 60; second += 1) {
      const events = watch.look([host('a', { silentMs: 20_000 })], house, second * 1000);
      expect(events.map(({ rule }) => rule)).toEqual(['silent-host']);
    }
  });

  it('ends the alarms of a host that was switched off and has gone', () => {
    const watch = new AlarmWatch([{ rule: 'sick', judgehost: 'a' }]);
    expect(watch.look([host('a', { silentMs: 20_000, wanted: false, sick: 'worse' })], house, 0)).toEqual([
      { rule: 'sick', judgehost: 'a', change: { kind: 'clear' } },
    ]);
  });

  it('ends the alarms of a host that is no more', () => {
    const watch = new AlarmWatch([{ rule: 'load', judgehost: 'gone' }]);
    expect(watch.look([], house, 0)).toEqual([
      { rule: 'load', judgehost: 'gone', change: { kind: 'clear' } },
    ]);
    expect(watch.look([], house, 1000)).toEqual([]);
  });
});
