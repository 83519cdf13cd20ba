import { randomUUID } from 'node:crypto';
import type { JudgeTask } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { run, type FakeHost } from '../../testing/fake-host.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let other: FakeHost;

withTestEnvironment(async (environment) => {
  ({ api } = environment);
  await api.makeContest('finals');
  host = await environment.host('host');
  other = await environment.host('other');
  // Both are offered tasks by the test, never by the queue.
  await host.leave();
  await other.leave();
});

const all = ['AC', 'AC', 'AC', 'AC'] as const;

async function dueTask(): Promise<string> {
  const { body } = await api.submit('finals');
  const { rows } = await api.sql.query<{ id: string }>(
    'SELECT t.id FROM judge_task t JOIN judging j ON j.id = t.judging_id WHERE j.submission_id = $1',
    [body.id],
  );
  return rows[0]?.id ?? '';
}

async function claimed(): Promise<JudgeTask> {
  return (await host.claim(await dueTask())).body;
}

/** A lease that has ended may be taken back by a sweep at any moment: it has no rest then either. */
async function leaseOf(task: string): Promise<{ state: string; rest: number; token: number }> {
  const { rows } = await api.sql.query<{ state: string; rest: number; token: number }>(
    `SELECT state, coalesce(extract(epoch FROM lease_until - now())::float8, 0) AS rest, fencing_token AS token FROM judge_task WHERE id = $1`,
    [task],
  );
  return rows[0] ?? { state: 'gone', rest: 0, token: 0 };
}

describe('a lease', () => {
  it('keeps others out while it lives', async () => {
    const task = await claimed();
    const second = await host.claim(task.id);
    expect([second.status, second.body.code]).toEqual([409, 'JUDGE_TASK_NOT_DUE']);
    await host.finish(task, all);
  });

  it('that ran out gives the task to the next host, and refuses the late report of the first', async () => {
    const late = await claimed();
    await host.report(late, { runs: [run(0, 'WA')] });
    await api.tasks.expireLease(late.id);
    const { body: now } = await other.claim(late.id);
    expect(now).toMatchObject({ id: late.id, fencingToken: 2 });
    const refused = await host.finish(late, ['WA']);
    expect([refused.status, refused.body.code]).toEqual([409, 'JUDGE_TASK_LEASE_LOST']);
    await other.finish(now, all);
    expect(await api.detail(late.submissionId)).toMatchObject({ verdict: 'AC', testsDone: 4 });
    // Even after the verdict the old token counts for nothing.
    expect((await host.finish(late, ['WA'])).status).toBe(409);
    expect((await api.detail(late.submissionId)).verdict).toBe('AC');
  });

  it('is renewed by heartbeats that name the task, and the answer names the lost ones', async () => {
    const task = await claimed();
    const { id, fencingToken } = task;
    await api.sql.query(`UPDATE judge_task SET lease_until = now() + interval '1 s' WHERE id = $1`, [id]);
    expect((await host.heartbeat([{ taskId: id, fencingToken }])).body.lost).toEqual([]);
    expect((await leaseOf(id)).rest).toBeGreaterThan(5);
    expect((await host.heartbeat([{ taskId: id, fencingToken: 7 }])).body.lost).toEqual([id]);
    await host.finish(task, all);
  });

  it('is not waited for by heartbeats while a report or a cancellation has it', async () => {
    const task = await claimed();
    await api.sql.query('BEGIN');
    await api.sql.query('SELECT 1 FROM judge_task WHERE id = $1 FOR UPDATE', [task.id]);
    // Neither waits nor calls it lost.
    const running = [{ taskId: task.id, fencingToken: task.fencingToken }];
    expect((await host.heartbeat(running)).body.lost).toEqual([]);
    await api.sql.query('ROLLBACK');
    await host.finish(task, all);
  });
});

describe('a claim whose answer was lost', () => {
  it('gets the lease it began when it is made again, and loses no result', async () => {
    const nonce = randomUUID();
    const id = await dueTask();
    const first = await host.claim(id, nonce);
    expect(first.status).toBe(200);
    const again = await host.claim(id, nonce);
    expect(again.body).toEqual(first.body);
    await host.report(first.body, { runs: [] });
    expect((await host.compiled(first.body)).status).toBe(204);
    // A proxy may repeat it even later.
    expect((await host.claim(id, nonce)).body.fencingToken).toBe(first.body.fencingToken);
    expect((await host.finish(again.body, all)).status).toBe(204);
    const judged = await api.sql.query('SELECT count(*)::int AS runs FROM run WHERE task_id = $1', [id]);
    expect(judged.rows[0]).toEqual({ runs: 4 });
    expect((await host.claim(id, nonce)).status).toBe(409);
  });

  it('is no way to take what another claim, or another host, has', async () => {
    const nonce = randomUUID();
    const id = await dueTask();
    const first = await host.claim(id, nonce);
    for (const refused of [
      await host.claim(id, randomUUID()),
      await host.claim(id),
      await other.claim(id, nonce),
    ])
      expect(refused.status).toBe(409);
    await host.finish(first.body, all);
  });

  it('begins a new lease when the first one was lost in between', async () => {
    const nonce = randomUUID();
    const id = await dueTask();
    const first = await host.claim(id, nonce);
    await api.sql.query(`UPDATE judge_task SET state = 'due', lease_until = NULL WHERE id = $1`, [id]);
    const second = await host.claim(id, nonce);
    expect(second.body.fencingToken).toBe(first.body.fencingToken + 1);
    expect((await host.finish(first.body, all)).status).toBe(409);
    await host.finish(second.body, all);
  });
});

describe('a host that registers again', () => {
  it('keeps what it works on when it is the same process', async () => {
    const process = randomUUID();
    await host.register(undefined, process);
    const id = await dueTask();
    const { body: task } = await host.claim(id, randomUUID());
    expect((await host.register(undefined, process)).status).toBe(200);
    const lease = await leaseOf(id);
    expect(lease).toMatchObject({ state: 'claimed', token: task.fencingToken });
    expect(lease.rest).toBeGreaterThan(0);
    expect((await host.finish(task, all)).status).toBe(204);
  });

  it('has lost what it worked on when it is another process; what the former one still says is refused', async () => {
    await host.register(undefined, randomUUID());
    const id = await dueTask();
    const { body: task } = await host.claim(id, randomUUID());
    await host.register(undefined, randomUUID());
    expect((await leaseOf(id)).rest).toBeLessThanOrEqual(0);
    const elsewhere = await other.claim(id, randomUUID());
    expect(elsewhere.body.fencingToken).toBe(task.fencingToken + 1);
    expect((await host.finish(task, ['WA'])).status).toBe(409);
    expect((await other.finish(elsewhere.body, all)).status).toBe(204);
  });

  it('has lost it as well when it does not say who it is, as older software', async () => {
    await host.register();
    const { id } = await claimed();
    await host.register();
    expect((await leaseOf(id)).rest).toBeLessThanOrEqual(0);
    const again = await host.claim(id);
    expect(again.body.fencingToken).toBe(2);
    expect((await host.finish(again.body, all)).status).toBe(204);
  });
});
