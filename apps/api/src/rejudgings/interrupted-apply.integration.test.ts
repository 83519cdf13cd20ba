/** The process that applies a rejudging is killed in the middle of it: another one goes on, and nothing happens twice. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@sandglass/local-services';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RejudgingDriver } from '../testing/rejudging-driver.ts';
import type { Services } from '../testing/services.ts';
import { withTestEnvironment } from '../testing/test-environment.ts';
import { adminPassword, password, type TestApi } from '../testing/test-api.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const patience = { timeout: 30_000 };

let services: Services;
/** The process that stays. */
let api: TestApi;
let driver: RejudgingDriver;
/** The one that will be killed. */
let victim: ChildProcess;
let victimUrl: string;
let watcher: Client;

withTestEnvironment(async (environment) => {
  ({ services } = environment);
  ({ api, driver } = await RejudgingDriver.at(environment));
});

beforeAll(async () => {
  const port = await freePort();
  victimUrl = `http://127.0.0.1:${port}`;
  victim = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: services.databaseUrl,
      REDIS_URL: services.redisUrl,
      PORT: String(port),
      SANDGLASS_DATA: join(services.folder, 'victim'),
      SANDGLASS_SECRET: 'a secret of a test',
      SANDGLASS_ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  });
  watcher = new Client({ connectionString: services.databaseUrl });
  await watcher.connect();
});

afterAll(async () => {
  victim?.kill('SIGKILL');
  await watcher?.end();
});

async function isReady(): Promise<boolean> {
  try {
    return (await fetch(`${victimUrl}/api/ready`)).ok;
  } catch {
    return false;
  }
}

async function waitsForLock(): Promise<boolean> {
  const { rowCount } = await watcher.query(
    `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM submission%FOR NO KEY UPDATE%'`,
  );
  return rowCount === 1;
}

describe('an apply whose process is killed in the middle', () => {
  it('is gone on with by another process in the name of who asked, and everything changes once', async () => {
    const ids = await driver.contestWith('killed', 'alpha WA', 'alpha WA', 'beta WA', 'beta WA');
    const { body } = await driver.create('killed', {});
    await driver.judgeAll(4, {});
    await driver.hasState(body.id, 'judged');

    await expect.poll(isReady, patience).toBe(true);

    // One of its submissions is held: the apply comes to a halt when it has locked some and changed none.
    await api.sql.query('BEGIN');
    await api.sql.query('SELECT 1 FROM submission WHERE id = $1 FOR UPDATE', [ids[2]]);
    const asked = fetch(`${victimUrl}/api/rejudgings/${body.id}/apply`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`jury:${password}`).toString('base64')}` },
    }).catch(() => null);
    await expect.poll(waitsForLock, patience).toBe(true);
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;
    expect(await asked).toBeNull();
    expect(await driver.verdicts(ids)).toEqual(['WA', 'WA', 'WA', 'WA']);
    await api.sql.query('ROLLBACK');

    await driver.hasState(body.id, 'applied');
    expect(await driver.read(body.id)).toMatchObject({ endedBy: 'jury' });
    expect(await driver.verdicts(ids)).toEqual(['AC', 'AC', 'AC', 'AC']);
    const valid = await api.sql.query<{ judgings: number }>(
      'SELECT count(*)::int AS judgings FROM judging WHERE submission_id = ANY($1::uuid[]) AND valid GROUP BY submission_id',
      [ids],
    );
    expect(valid.rows.map(({ judgings }) => judgings)).toEqual([1, 1, 1, 1]);
    const audit = await api.sql.query<{ actor: string; address: string | null }>(
      `SELECT actor, address FROM audit_log WHERE target = $1 AND action = 'rejudging.apply'`,
      [body.id],
    );
    expect(audit.rows).toEqual([{ actor: 'jury', address: '127.0.0.1' }]);
    const events = await api.sql.query(
      `SELECT 1 FROM contest_event e JOIN judging j ON j.id::text = e.data ->> 'judgingId'
       WHERE j.rejudging_id = $1 AND e.data -> 'valid' = 'true'`,
      [body.id],
    );
    expect(events.rowCount).toBe(4);
  });
});
