import { lowestPriority, queueEpoch, queuePriority, type QueueEpoch } from '@sandglass/domain';
import { openJudgeQueue, redisOptions, type JudgeQueue } from '@sandglass/queue';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { Database } from '../../platform/database/database.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { sharedEpoch } from './queue-epoch-repository.ts';

const day = 86_400_000;

let api: TestApi;
let other: TestApi;
let redis: Redis;
let queue: JudgeQueue;
let database: Database;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('main');
  other = await environment.anotherApi('other');
  redis = new Redis(redisOptions(environment.services.redisUrl));
  environment.atEnd(() => redis.disconnect());
  queue = openJudgeQueue(environment.services.redisUrl);
  environment.atEnd(() => queue.close());
  database = new Database(environment.services.databaseUrl, () => {});
  environment.atEnd(() => database.close());
});

/** As if the installation had been there for some days, and every process as long. */
async function putEpoch(epoch: QueueEpoch): Promise<void> {
  await api.sql.query(
    `UPDATE setting SET value = $1, updated_at = now() - interval '1 day' WHERE key = 'queue-epoch'`,
    [JSON.stringify(epoch)],
  );
}

async function present(): Promise<QueueEpoch> {
  const { rows } = await api.sql.query<{ value: QueueEpoch }>(
    `SELECT value FROM setting WHERE key = 'queue-epoch'`,
  );
  return rows[0]?.value ?? queueEpoch(0);
}

async function submitted(by: TestApi): Promise<{ id: string; deadlineMs: number }> {
  const { body } = await by.submit('main');
  const { rows } = await api.sql.query<{ id: string; deadlineMs: number }>(
    `SELECT t.id, t.deadline_ms::float8 AS "deadlineMs" FROM judge_task t JOIN judging j ON j.id = t.judging_id
     WHERE j.submission_id = $1`,
    [body.id],
  );
  const [task] = rows;
  if (task === undefined) throw new Error('the submission has no task');
  return task;
}

const priorityOf = async (taskId: string): Promise<number> =>
  Number(await redis.hget(`sandglass:judge:${taskId}`, 'priority'));

const soon = { timeout: 20_000, interval: 50 };

describe('the epoch priorities are counted from', () => {
  it('is renewed when half of it is over, once for all processes, though none is restarted', async () => {
    const old = queueEpoch(Date.now() - 3 * day, 10);
    await putEpoch(old);
    expect((await sharedEpoch(database)).epoch).toEqual(old);
    const later = Date.now() + 3 * day;
    const [one, two] = await Promise.all([sharedEpoch(database, later), sharedEpoch(database, later)]);
    expect(one?.epoch).toEqual(two?.epoch);
    expect(one).toMatchObject({ epoch: queueEpoch(later, 10), settled: false });
    await putEpoch(queueEpoch(Date.now(), 10));
  });

  it('moves with all that waits: what came before goes before, whichever process enqueued it', async () => {
    const before = await submitted(api);
    await expect.poll(() => priorityOf(before.id), soon).toBeGreaterThan(0);
    // Past its end: every deadline would have the lowest priority of all.
    const spent = queueEpoch(Date.now() - 11 * day, 10);
    await putEpoch(spent);
    await expect.poll(present, soon).not.toEqual(spent);
    const renewed = await present();
    const place = queuePriority(before.deadlineMs, renewed);
    await expect.poll(() => priorityOf(before.id), soon).toBe(place);

    // Both processes know it soon: everything that is enqueued from then on is behind.
    for (const process of [api, other]) {
      await expect
        .poll(async () => {
          const task = await submitted(process);
          await expect.poll(() => priorityOf(task.id), soon).toBeGreaterThan(0);
          return (await priorityOf(task.id)) - queuePriority(task.deadlineMs, renewed);
        }, soon)
        .toBe(0);
    }
  });

  it('that was renewed is settled some seconds later, and the queue filled once more: a process may have been slow', async () => {
    const renewed = queueEpoch(Date.now(), 10);
    await api.sql.query(`UPDATE setting SET value = $1, updated_at = now() WHERE key = 'queue-epoch'`, [
      JSON.stringify(renewed),
    ]);
    const mark = (): Promise<string | null> => redis.get('sandglass:filled');
    await expect.poll(mark, soon).toBe(`${String(renewed.startMs)}/${String(renewed.tickMs)} new`);
    const { id, deadlineMs } = await submitted(api);
    // As a process would that still counts from the former epoch.
    await expect.poll(() => priorityOf(id), soon).toBeGreaterThan(0);
    await queue.enqueueAgain([{ taskId: id, priority: lowestPriority - 1 }]);
    expect(await priorityOf(id)).toBe(lowestPriority - 1);
    await api.sql.query(`UPDATE setting SET updated_at = now() - interval '1 h' WHERE key = 'queue-epoch'`);
    await expect.poll(mark, soon).toBe(`${String(renewed.startMs)}/${String(renewed.tickMs)}`);
    await expect.poll(() => priorityOf(id), soon).toBe(queuePriority(deadlineMs, renewed));
  });
});
