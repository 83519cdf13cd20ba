import { describe, expect, it } from 'vitest';
import type { HostObservation, SystemObservation } from './observation.ts';
import { AlarmWatch } from './watch.ts';

const system: SystemObservation = {
  oldestWaitMs: 0,
  waiting: 0,
  hostsTaking: 1,
  judgingErrors: [],
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
  unhealthy: null,
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
        .look([host('a', { load1: 9 }), host('b')], system, second * 1000)
        .map(({ rule, judgehost, change }) => [rule, judgehost, change.kind]);
    expect([0, 2, 4, 6].map(look)).toEqual([[], [], [['load', 'a', 'raise']], [['load', 'a', 'keep']]]);
  });

  it('goes on with alarms that were open before it began', () => {
    const watch = new AlarmWatch([{ rule: 'unhealthy', judgehost: 'a' }]);
    expect(watch.look([host('a', { unhealthy: { words: 'worse', timesBound: 2 } })], system, 0)).toEqual([
      {
        rule: 'unhealthy',
        judgehost: 'a',
        change: { kind: 'keep', severity: 'critical', text: 'worse', figure: 2, contests: [] },
      },
    ]);
    expect(watch.look([host('a')], system, 1000)).toEqual([
      { rule: 'unhealthy', judgehost: 'a', change: { kind: 'clear' } },
    ]);
  });

  it('clears an alarm that another watch raised and never cleared', () => {
    const watch = new AlarmWatch();
    watch.look([host('a')], system, 0);
    watch.adopt([{ rule: 'unhealthy', judgehost: 'a' }]);
    expect(watch.look([host('a')], system, 1000)).toEqual([
      { rule: 'unhealthy', judgehost: 'a', change: { kind: 'clear' } },
    ]);
    expect(watch.look([host('a')], system, 2000)).toEqual([]);
  });

  it('does not take old words of a silent host for news', () => {
    const watch = new AlarmWatch([{ rule: 'load', judgehost: 'a' }]);
    for (let second = 0; second < 60; second += 1) {
      const events = watch.look([host('a', { silentMs: 20_000 })], system, second * 1000);
      expect(events.map(({ rule }) => rule)).toEqual(['silent-host']);
    }
  });

  it('ends the alarms of a host that was switched off and has gone', () => {
    const watch = new AlarmWatch([{ rule: 'unhealthy', judgehost: 'a' }]);
    expect(
      watch.look(
        [host('a', { silentMs: 20_000, wanted: false, unhealthy: { words: 'worse', timesBound: 2 } })],
        system,
        0,
      ),
    ).toEqual([{ rule: 'unhealthy', judgehost: 'a', change: { kind: 'clear' } }]);
  });

  it('ends the alarms of a host that is no more', () => {
    const watch = new AlarmWatch([{ rule: 'load', judgehost: 'gone' }]);
    expect(watch.look([], system, 0)).toEqual([
      { rule: 'load', judgehost: 'gone', change: { kind: 'clear' } },
    ]);
    expect(watch.look([], system, 1000)).toEqual([]);
  });
});
