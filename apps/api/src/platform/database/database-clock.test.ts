import { afterEach, expect, it, vi } from 'vitest';
import type { Log } from '../lib/log.ts';
import { DatabaseClock } from './database-clock.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A process on a machine whose clock is off, with a database whose clock is right; and what it logged. */
async function clockOf(
  machineOffMs: number,
): Promise<{ clock: DatabaseClock; database: { offMs: number; isAway: boolean }; logged: unknown[] }> {
  const logged: unknown[] = [];
  const log = { warn: (about: unknown) => logged.push(about), error: (about: unknown) => logged.push(about) };
  const database = { offMs: -machineOffMs, isAway: false };
  const query = (): Promise<never[]> =>
    database.isAway
      ? Promise.reject(new Error('away'))
      : Promise.resolve([{ ms: Date.now() + database.offMs }] as never[]);
  const clock = new DatabaseClock({ query }, log as unknown as Log);
  await clock.open();
  return { clock, database, logged };
}

it('processes on machines with different clocks agree, and say which machine is wrong', async () => {
  const [one, other] = [await clockOf(0), await clockOf(90_000)];
  expect(Math.abs(one.clock.nowMs() - (other.clock.nowMs() + 90_000))).toBeLessThan(1000);
  expect([one.logged.length, other.logged.length]).toEqual([0, 1]);
  await Promise.all([one.clock.close(), other.clock.close()]);
});

it('somebody who sets the machine’s clock moves no contest', async () => {
  const { clock } = await clockOf(0);
  const before = clock.nowMs();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect(clock.nowMs() - before).toBeLessThan(60_000);
  expect(clock.aheadMs).toBeLessThan(-3_500_000);
  await clock.close();
});

it('after the machine was suspended an instant waits for a look, and one look serves all who wait', async () => {
  const { clock, logged } = await clockOf(0);
  const before = clock.nowMs();
  expect(clock.instant()).toBeTypeOf('number');
  // The machine's clock and the database's have gone on; the monotonic one was stopped.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const instants = await Promise.all([clock.instant(), clock.instant()]);
  for (const at of instants) expect(at - before).toBeGreaterThan(3_590_000);
  expect(clock.instant()).toBeTypeOf('number');
  expect(logged).toHaveLength(1);
  await clock.close();
});

it('an instant that may be wrong by hours is none while the database cannot be asked', async () => {
  const { clock, database } = await clockOf(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  database.isAway = true;
  await clock.trySettle();
  await expect(clock.instant()).rejects.toThrow('away');
  database.isAway = false;
  expect((await clock.instant()) - Date.now()).toBeLessThan(1000);
  await clock.close();
});

it('the database’s clock is followed when it is set, and the log says so', async () => {
  const { clock, database, logged } = await clockOf(0);
  const before = clock.nowMs();
  database.offMs = 3_600_000;
  await clock.look();
  expect(clock.nowMs() - before).toBeGreaterThan(3_590_000);
  expect(logged).toHaveLength(1);
  await clock.close();
});
