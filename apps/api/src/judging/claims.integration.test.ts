import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FakeHost } from '../testing/fake-host.ts';
import { withStand } from '../testing/stand.ts';
import type { TestApi } from '../testing/test-api.ts';

let api: TestApi;
let host: FakeHost;
let other: FakeHost;

withStand(async (stand) => {
  ({ api } = stand);
  await api.makeContest('finals');
  host = await stand.host('host');
  other = await stand.host('other');
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

async function leaseOf(task: string): Promise<{ state: string; rest: number; token: number }> {
  const { rows } = await api.sql.query<{ state: string; rest: number; token: number }>(
    `SELECT state, extract(epoch FROM lease_until - now())::float8 AS rest, fencing_token AS token FROM judge_task WHERE id = $1`,
    [task],
  );
  return rows[0] ?? { state: 'gone', rest: 0, token: 0 };
}

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
    expect((await host.finish(again.body, [...all])).status).toBe(204);
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
    await host.finish(first.body, [...all]);
  });

  it('begins a new lease when the first one was lost meanwhile', async () => {
    const nonce = randomUUID();
    const id = await dueTask();
    const first = await host.claim(id, nonce);
    await api.sql.query(`UPDATE judge_task SET state = 'due', lease_until = NULL WHERE id = $1`, [id]);
    const second = await host.claim(id, nonce);
    expect(second.body.fencingToken).toBe(first.body.fencingToken + 1);
    expect((await host.finish(first.body, [...all])).status).toBe(409);
    await host.finish(second.body, [...all]);
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
    expect((await host.finish(task, [...all])).status).toBe(204);
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
    expect((await other.finish(elsewhere.body, [...all])).status).toBe(204);
  });

  it('has lost it as well when it does not say who it is, as older software', async () => {
    await host.register();
    const id = await dueTask();
    await host.claim(id);
    await host.register();
    expect((await leaseOf(id)).rest).toBeLessThanOrEqual(0);
  });
});
