import { beforeEach, expect, it } from 'vitest';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import { Database } from '../../platform/database/database.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { ClockSteps } from './clock-steps.ts';

let api: TestApi;
let database: Database;
let task: string;
/** What the process's monotonic clock is off: when it is stopped, the database's seems to have been set forward. */
let heldBackMs: number;
let steps: ClockSteps;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  database = new Database(environment.services.databaseUrl, () => {});
  environment.atEnd(() => database.close());
  await api.makeContest('main');
  // As long as somebody else sweeps, the api does not.
  await api.sql.query('BEGIN');
  await api.sql.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.sweep})`);
  environment.atEnd(async () => {
    await api.sql.query('ROLLBACK');
  });
});

beforeEach(async () => {
  const { body } = await api.submit('main', 'alpha');
  const rows = await database.query<{ id: string }>(
    'SELECT t.id FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE j.submission_id = $1',
    [body.id],
  );
  task = rows[0]?.id ?? '';
  heldBackMs = 0;
  steps = new ClockSteps(database, api.app.log, () => performance.now() - heldBackMs);
});

/** As the database knows the task, instants as seconds from now. */
async function known(): Promise<{
  state: string;
  lease: number | null;
  notBefore: number | null;
  patient: number | null;
}> {
  const seconds = (column: string): string => `round(extract(epoch FROM ${column} - now()))::int`;
  const [row] = await database.query<Awaited<ReturnType<typeof known>>>(
    `SELECT state, ${seconds('lease_until')} AS lease, ${seconds('not_before')} AS "notBefore",
       ${seconds('patient_until')} AS patient FROM judge_task WHERE id = $1`,
    [task],
  );
  if (row === undefined) throw new Error('the task is gone');
  return row;
}

/** The api enqueues the task at the same time: a row that it has locked waits for the next look. */
async function leaseAfterLook(): Promise<number | null> {
  await steps.look();
  return (await known()).lease;
}

async function set(columns: string): Promise<void> {
  await database.query(`UPDATE judge_task SET ${columns} WHERE id = $1`, [task]);
}

it('after the clock was set back by an hour, a dead host keeps its task no longer than a lease', async () => {
  await set(`state = 'claimed', lease_until = now() + interval '1 hour 12 seconds'`);
  await expect.poll(leaseAfterLook).toBeLessThanOrEqual(12);
});

it('what another transaction has locked meanwhile is set right by the next look', async () => {
  await set(`state = 'claimed', lease_until = now() + interval '1 hour 12 seconds'`);
  await api.sql.query('SAVEPOINT unlocked');
  await api.sql.query('SELECT 1 FROM judge_task WHERE id = $1 FOR UPDATE', [task]);
  await steps.look();
  expect((await known()).lease).toBeGreaterThan(3600);
  await api.sql.query('ROLLBACK TO SAVEPOINT unlocked');
  await steps.look();
  expect((await known()).lease).toBeLessThanOrEqual(12);
});

it('and what waits for its next try, or for a suitable host, is not kept for that hour', async () => {
  await set(`not_before = now() + interval '1 hour', patient_until = now() + interval '1 hour'`);
  // As in leaseAfterLook.
  await expect
    .poll(async () => {
      await steps.look();
      return known();
    })
    .toMatchObject({ state: 'due', notBefore: null, patient: null });
});

it('and a host that is gone does not look alive for that hour', async () => {
  await api.request('POST', '/api/admin/judgehosts', { as: 'admin', body: { name: 'gone' } });
  await database.query(`UPDATE judgehost SET last_seen_at = now() + interval '1 hour' WHERE name = 'gone'`);
  await steps.look();
  const rows = await database.query<{ ahead: boolean }>(
    `SELECT last_seen_at > now() AS ahead FROM judgehost WHERE name = 'gone'`,
  );
  expect(rows).toEqual([{ ahead: false }]);
});

it('after the clock was set forward by an hour, a live host keeps its task', async () => {
  await steps.look();
  // Granted before the step; by the clock as it is now it ran out.
  await set(`state = 'claimed', lease_until = clock_timestamp()`);
  heldBackMs = 3_600_000;
  await expect.poll(leaseAfterLook).toBeGreaterThan(5);
});

it('and is not said to have held it for too long', async () => {
  await steps.look();
  await set(`state = 'claimed', lease_until = clock_timestamp(), hold_until = clock_timestamp()`);
  heldBackMs = 3_600_000;
  await steps.look();
  const rows = await database.query<{ minutes: number }>(
    'SELECT round(extract(epoch FROM hold_until - now()) / 60)::int AS minutes FROM judge_task WHERE id = $1',
    [task],
  );
  expect(rows).toEqual([{ minutes: 10 }]);
});

it('a lease that had run out before that stays so', async () => {
  await set(`state = 'claimed', lease_until = now() - interval '1 minute'`);
  await steps.look();
  heldBackMs = 3_600_000;
  await steps.look();
  expect((await known()).lease).toBeLessThanOrEqual(-59);
});

it('as long as nobody sets the clock, leases run out and waits stay as they are', async () => {
  await steps.look();
  await set(`state = 'claimed', lease_until = clock_timestamp()`);
  await steps.look();
  expect((await known()).lease).toBeLessThanOrEqual(0);
  await set(`state = 'due', lease_until = NULL, not_before = now() + interval '77 seconds'`);
  await new ClockSteps(database, api.app.log).look();
  expect((await known()).notBefore).toBeGreaterThan(70);
});
