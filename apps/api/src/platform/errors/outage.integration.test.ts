import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../testing/services.ts';
import { withTestEnvironment } from '../../testing/test-environment.ts';
import type { Answer, TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let services: Services;

withTestEnvironment(async (environment) => {
  ({ api, services } = environment);
  await api.makeContest('main');
});

/** PostgreSQL with all its backends: a server that is there and answers nothing, as behind a network that drops silently. */
async function signal(name: NodeJS.Signals): Promise<void> {
  const { pid } = services.postgres.process.identity;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  for (const id of [pid, ...children.trim().split(' ').map(Number)]) process.kill(id, name);
}

type Refused = Answer<{ code: string; detail: string }>;

function expectAway({ status, headers, body }: Refused): void {
  expect([status, body.code]).toEqual([503, 'SERVICE_AWAY']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  // What the driver says is for the log.
  expect(body.detail).not.toMatch(/sandglass@|\.sock|SQL|timeout/i);
}

const ready = async (): Promise<number> => (await api.get('/api/ready')).status;

describe('while PostgreSQL answers nothing', () => {
  it('a request is refused soon, and what was acknowledged is there afterwards', async () => {
    // Both accounts are known: what hangs is the work itself.
    await api.get('/api/contests/main/submissions', 'alpha');
    const key = randomUUID();
    await signal('SIGSTOP');
    try {
      const started = performance.now();
      const crowd = await Promise.all([
        // One team's line of submissions: their waits must not add up.
        ...Array.from({ length: 8 }, () => api.submit('main', 'alpha')),
        ...Array.from({ length: 60 }, () =>
          api.get<Refused['body']>('/api/contests/main/submissions', 'alpha'),
        ),
        api.submit('main', 'alpha', { idempotencyKey: key }) as Promise<Refused>,
        api.get<Refused['body']>('/api/contests/main/submissions', 'beta'),
        api.get<Refused['body']>('/api/contests/main/rejudgings', 'jury'),
      ]);
      // Not a measurement: without limits nothing of this ends.
      expect(performance.now() - started).toBeLessThan(20_000);
      for (const answer of crowd) expectAway(answer);
      expect(await ready()).toBe(503);
    } finally {
      await signal('SIGCONT');
    }
    await expect.poll(ready, { timeout: 20_000 }).toBe(200);
    const again = await api.submit('main', 'alpha', { idempotencyKey: key });
    expect([200, 201]).toContain(again.status);
  });
});

describe('while PostgreSQL is read-only', () => {
  it('a submission is refused with 503, and reading goes on', async () => {
    await api.sql.query('ALTER DATABASE sandglass SET default_transaction_read_only = on');
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'sandglass%' AND pid <> pg_backend_pid()`;
    try {
      await api.sql.query(kill);
      expectAway(await api.submit('main'));
      expect((await api.get('/api/contests/main/scoreboard')).status).toBe(200);
    } finally {
      await api.sql.query('SET default_transaction_read_only = off');
      await api.sql.query('ALTER DATABASE sandglass RESET default_transaction_read_only');
      await api.sql.query(kill);
    }
    await expect.poll(async () => (await api.submit('main')).status, { timeout: 20_000 }).toBe(201);
  });
});

describe('a lock that nobody gives back', () => {
  it('is waited for some seconds, then the request is refused', async () => {
    await api.sql.query('BEGIN');
    try {
      await api.sql.query('LOCK TABLE submission IN ACCESS EXCLUSIVE MODE');
      expectAway(await api.submit('main', 'beta'));
    } finally {
      await api.sql.query('ROLLBACK');
    }
    expect((await api.submit('main', 'beta')).status).toBe(201);
  });
});

describe('while PostgreSQL is not there at all', () => {
  it('requests are 503', async () => {
    const { pid } = services.postgres.process.identity;
    // The tests' own connection ends with it.
    api.sql.on('error', () => {});
    // "Immediate shutdown": as if it had crashed.
    process.kill(pid, 'SIGQUIT');
    await expect.poll(ready, { timeout: 10_000 }).toBe(503);
    expectAway(await api.get<Refused['body']>('/api/contests/main/submissions', 'alpha'));
    expectAway(await api.submit('main'));
  });
});
