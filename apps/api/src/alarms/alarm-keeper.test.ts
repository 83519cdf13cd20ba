import type { Alarm } from '@sandglass/contracts';
import { anAlarm } from '@sandglass/contracts/testing/alarm';
import { describe, expect, it } from 'vitest';
import { AlarmKeeper } from './alarm-keeper.ts';

/** Of the api itself there is nothing to say. */
const quiet = { apiLag: null, apiRestarted: null, databaseAheadMs: null };
const ringing = anAlarm({ rule: 'judging-errors', judgehost: null, text: 'One.' });

describe('the keeper of alarms', () => {
  it('never shows an alarm as it was before somebody took it on', async () => {
    const taken: Alarm = { ...ringing, acknowledged: { at: ringing.raisedAt, by: 'jury', note: '' } };
    let stored = ringing;
    const errors = Promise.withResolvers<number>();
    const keeper = new AlarmKeeper(
      {
        open: () => Promise.resolve([stored]),
        judgingErrors: () => errors.promise,
        raise: () => Promise.resolve(false),
        keep: () => Promise.resolve(),
        clear: () => Promise.resolve(false),
      },
      { info: () => {}, warn: () => {} },
    );
    const look = keeper.look([], { ...quiet, oldestWaitMs: 0, waiting: 0, hostsOnline: 0 }, 0);
    stored = taken;
    await keeper.renew();
    errors.resolve(0);
    await look;
    expect(keeper.open).toEqual([taken]);
  });

  it('clears in the end what another process raised, and what could not be cleared at first', async () => {
    let stored: Alarm[] = [];
    let broken = false;
    const keeper = new AlarmKeeper(
      {
        open: () => Promise.resolve(stored),
        judgingErrors: () => Promise.resolve(0),
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
    const house = { ...quiet, oldestWaitMs: 0, waiting: 0, hostsOnline: 0 };
    await keeper.look([], house, 0);
    // Another api process raises one and ends.
    stored = [ringing];
    broken = true;
    await keeper.look([], house, 1000);
    expect(keeper.open).toEqual([ringing]);
    broken = false;
    await keeper.look([], house, 2000);
    expect(keeper.open).toEqual([]);
  });

  it('writes an alarm though another one could not be written', async () => {
    const raised: string[] = [];
    const keeper = new AlarmKeeper(
      {
        open: () => Promise.resolve([]),
        judgingErrors: () => Promise.resolve(7),
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
    await keeper.look([], { ...quiet, oldestWaitMs: 90_000, waiting: 5, hostsOnline: 1 }, 0);
    expect(raised).toEqual(['judging-errors']);
  });

  it('writes side by side what rings at once', async () => {
    const both = Promise.withResolvers<boolean>();
    let begun = 0;
    const keeper = new AlarmKeeper(
      {
        open: () => Promise.resolve([]),
        judgingErrors: () => Promise.resolve(7),
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
    await keeper.look([], { ...quiet, oldestWaitMs: 90_000, waiting: 5, hostsOnline: 1 }, 0);
    expect(begun).toBe(2);
  });

  /** Judging errors, `errors(nowMs)` of them: a look a second for so many seconds. @returns when words were written, s */
  async function written(seconds: number, errors: (second: number) => number): Promise<number[]> {
    const raisedMs = Date.parse(ringing.raisedAt);
    let stored: Alarm = { ...ringing, text: '2 judgings failed by our own fault within ten minutes.' };
    let second = 0;
    const all: number[] = [];
    const keeper = new AlarmKeeper(
      {
        open: () => Promise.resolve([stored]),
        judgingErrors: () => Promise.resolve(errors(second)),
        raise: () => Promise.resolve(false),
        keep: (_, severity, text) => {
          stored = { ...stored, severity, text, lastAt: new Date(raisedMs + second * 1000).toISOString() };
          all.push(second);
          return Promise.resolve();
        },
        clear: () => Promise.resolve(false),
      },
      { info: () => {}, warn: () => {} },
    );
    for (; second <= seconds; second += 1)
      await keeper.look([], { ...quiet, oldestWaitMs: 0, waiting: 0, hostsOnline: 0 }, second * 1000);
    return all;
  }

  it('writes new figures of an alarm that lasts ever more seldom, once a minute in the end', async () => {
    expect(await written(240, (second) => 2 + (second % 3))).toEqual([5, 11, 23, 47, 95, 156, 217]);
  });

  it('writes other words after five seconds, however long it has lasted, and what is worse at once', async () => {
    expect(await written(125, (second) => (second < 120 ? 2 : 1))).toEqual([5, 11, 23, 47, 95, 120]);
    expect(await written(99, (second) => (second < 97 ? 2 : 9))).toEqual([5, 11, 23, 47, 95, 97]);
  });
});
