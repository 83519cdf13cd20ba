import type { Alarm } from '@sandglass/contracts';
import { anAlarm } from '@sandglass/contracts/testing/alarm';
import { describe, expect, it } from 'vitest';
import { AlarmService } from './alarm-service.ts';

/** Of the api itself there is nothing to say. */
const quiet = { apiLag: null, apiRestarted: null, databaseAheadMs: null };
const raised = anAlarm({ rule: 'judging-errors', judgehost: null, text: 'One.' });

const words = (count: number): string =>
  `${String(count)} submissions have a judging error: their teams wait for the jury.`;

describe('the keeper of alarms', () => {
  it('never shows an alarm as it was before somebody took it on', async () => {
    const taken: Alarm = { ...raised, acknowledged: { at: raised.raisedAt, by: 'jury', note: '' } };
    let stored = raised;
    const errors = Promise.withResolvers<never[]>();
    const keeper = new AlarmService(
      {
        open: () => Promise.resolve([stored]),
        judgingErrors: () => errors.promise,
        raise: () => Promise.resolve(false),
        keep: () => Promise.resolve(),
        clear: () => Promise.resolve(false),
      },
      { info: () => {}, warn: () => {} },
    );
    const look = keeper.look([], { ...quiet, oldestWaitMs: 0, waiting: 0, hostsTaking: 0 }, 0);
    stored = taken;
    await keeper.renew();
    errors.resolve([]);
    await look;
    expect(keeper.open).toEqual([taken]);
  });

  it('clears in the end what another process raised, and what could not be cleared at first', async () => {
    let stored: Alarm[] = [];
    let broken = false;
    const keeper = new AlarmService(
      {
        open: () => Promise.resolve(stored),
        judgingErrors: () => Promise.resolve([]),
        raise: () => Promise.resolve(false),
        keep: () => Promise.resolve(),
        clear: () => {
          if (broken) return Promise.reject(new Error('the connection is lost'));
          stored = [];
          return Promise.resolve(true);
        },
      },
      { info: () => {}, warn: () => {} },
    );
    const system = { ...quiet, oldestWaitMs: 0, waiting: 0, hostsTaking: 0 };
    await keeper.look([], system, 0);
    // Another api process raises one and ends.
    stored = [raised];
    broken = true;
    await keeper.look([], system, 1000);
    expect(keeper.open).toEqual([raised]);
    broken = false;
    await keeper.look([], system, 2000);
    expect(keeper.open).toEqual([]);
  });

  it('writes an alarm though another one could not be written', async () => {
    const raised: string[] = [];
    const keeper = new AlarmService(
      {
        open: () => Promise.resolve([]),
        judgingErrors: () => Promise.resolve([{ contest: 'main', count: 7 }]),
        raise: ({ rule }) => {
          if (rule === 'queue-wait') return Promise.reject(new Error('the connection is lost'));
          raised.push(rule);
          return Promise.resolve(true);
        },
        keep: () => Promise.resolve(),
        clear: () => Promise.resolve(false),
      },
      { info: () => {}, warn: () => {} },
    );
    await keeper.look([], { ...quiet, oldestWaitMs: 90_000, waiting: 5, hostsTaking: 1 }, 0);
    expect(raised).toEqual(['judging-errors']);
  });

  it('writes side by side what is raised at once', async () => {
    const both = Promise.withResolvers<boolean>();
    let begun = 0;
    const keeper = new AlarmService(
      {
        open: () => Promise.resolve([]),
        judgingErrors: () => Promise.resolve([{ contest: 'main', count: 7 }]),
        raise: () => {
          begun += 1;
          // The first one ends only when the second one has begun as well.
          if (begun === 2) both.resolve(true);
          return both.promise;
        },
        keep: () => Promise.resolve(),
        clear: () => Promise.resolve(false),
      },
      { info: () => {}, warn: () => {} },
    );
    await keeper.look([], { ...quiet, oldestWaitMs: 90_000, waiting: 5, hostsTaking: 1 }, 0);
    expect(begun).toBe(2);
  });

  /** Judging errors, `errors(nowMs)` of them: a look a second for so many seconds. @returns when words were written, s */
  async function written(
    seconds: number,
    errors: (second: number) => number,
    severityBefore: Alarm['severity'] = 'critical',
  ): Promise<number[]> {
    const raisedMs = Date.parse(raised.raisedAt);
    let stored: Alarm = { ...raised, severity: severityBefore, text: words(2) };
    let second = 0;
    const all: number[] = [];
    const keeper = new AlarmService(
      {
        open: () => Promise.resolve([stored]),
        judgingErrors: () => Promise.resolve([{ contest: 'main', count: errors(second) }]),
        raise: () => Promise.resolve(false),
        keep: (_, { severity, text }, { text: worst }) => {
          stored = {
            ...stored,
            severity,
            text,
            worst,
            lastAt: new Date(raisedMs + second * 1000).toISOString(),
          };
          all.push(second);
          return Promise.resolve();
        },
        clear: () => Promise.resolve(false),
      },
      { info: () => {}, warn: () => {} },
    );
    for (; second <= seconds; second += 1)
      await keeper.look([], { ...quiet, oldestWaitMs: 0, waiting: 0, hostsTaking: 0 }, second * 1000);
    return all;
  }

  it('writes new figures of an alarm that lasts ever more seldom, once a minute in the end', async () => {
    expect(await written(240, (second) => 2 + (second % 3))).toEqual([5, 11, 23, 47, 95, 156, 217]);
  });

  it('writes other words after five seconds, however long it has lasted, and what is worse at once', async () => {
    expect(await written(125, (second) => (second < 120 ? 2 : 1))).toEqual([5, 11, 23, 47, 95, 120]);
    // By an api of before it was only a warning.
    expect(await written(3, () => 2, 'warning')).toEqual([0]);
  });

  it('writes the worst figure when the alarm is cleared, also when it lay between two writes', async () => {
    const errors = [2, 2, 9, 3, 0];
    let cleared: string | undefined;
    const keeper = new AlarmService(
      {
        open: () => Promise.resolve([{ ...raised, text: words(2), severity: 'critical' }]),
        judgingErrors: () => {
          const count = errors.shift() ?? 0;
          return Promise.resolve(count === 0 ? [] : [{ contest: 'main', count }]);
        },
        raise: () => Promise.resolve(false),
        keep: () => Promise.resolve(),
        clear: (_, worst) => {
          cleared = worst?.text;
          return Promise.resolve(true);
        },
      },
      { info: () => {}, warn: () => {} },
    );
    for (let second = 0; second < 5; second += 1)
      await keeper.look([], { ...quiet, oldestWaitMs: 0, waiting: 0, hostsTaking: 0 }, second * 1000);
    expect(cleared).toBe(words(9));
  });
});
