import type { Alarm } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { AlarmKeeper } from './alarm-keeper.ts';

const ringing: Alarm = {
  id: 'alarm',
  rule: 'judging-errors',
  judgehost: null,
  severity: 'warning',
  text: 'One.',
  raisedAt: '2026-01-01T10:00:00.000Z',
  lastAt: '2026-01-01T10:00:00.000Z',
  clearedAt: null,
  acknowledged: null,
};

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
    const look = keeper.look([], { oldestWaitMs: 0, waiting: 0, hostsOnline: 0 }, 0);
    stored = taken;
    await keeper.renew();
    errors.resolve(0);
    await look;
    expect(keeper.open).toEqual([taken]);
  });
});
