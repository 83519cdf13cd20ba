import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { withTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { Database } from './database.ts';
import { Retention } from './retention.ts';

let environment: TestEnvironment;
let api: TestApi;
let database: Database;

withTestEnvironment(async (given) => {
  environment = given;
  ({ api } = environment);
  database = new Database(environment.services.databaseUrl, () => {});
  environment.atEnd(() => database.close());
});

beforeEach(async () => {
  await api.sql.query('DELETE FROM contest; DELETE FROM audit_log; DELETE FROM alarm');
});

const retention = (audit = 100): Retention =>
  new Retention({
    database,
    days: { audit, alarms: 50, health: 50 },
    registry: new Registry(),
    log: api.app.log,
  });

async function audit(daysAgo: number, rows = 1): Promise<void> {
  await api.sql.query(
    `INSERT INTO audit_log (at, action, target, details)
     SELECT now() - $1 * interval '1 day', 'test', 'x', '{}' FROM generate_series(1, $2)`,
    [daysAgo, rows],
  );
}

async function count(table: string): Promise<number> {
  const { rows } = await api.sql.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? -1;
}

async function contest(startedDaysAgo: number, endedDaysAgo: number): Promise<void> {
  await api.sql.query(
    `INSERT INTO contest (id, name, short_name, starts_at, ends_at)
     VALUES ('c', 'C', 'C', now() - $1 * interval '1 day', now() - $2 * interval '1 day')`,
    [startedDaysAgo, endedDaysAgo],
  );
}

describe('the audit log', () => {
  it('loses what is older than it should be, however much that is, and nothing else', async () => {
    await audit(101, 2500);
    await audit(99, 3);
    expect(await retention().tidy()).toMatchObject({ audit_log: 2500 });
    expect(await count('audit_log')).toBe(3);
  });

  it('is kept for ever where nobody wants it to go', async () => {
    await audit(10_000);
    expect(await retention(0).tidy()).toEqual({});
  });

  it('keeps all since a contest began that is not long over', async () => {
    await contest(300, 10);
    await audit(299);
    await audit(302);
    await retention().tidy();
    expect(await count('audit_log')).toBe(1);
  });

  it('does not for a contest that is', async () => {
    await contest(300, 40);
    await audit(299);
    await retention().tidy();
    expect(await count('audit_log')).toBe(0);
  });
});

it('an alarm goes a time after it is over, one that lasts never', async () => {
  await api.sql.query(
    `INSERT INTO alarm (id, rule, severity, text, raised_at, last_at, cleared_at)
     SELECT gen_random_uuid(), 'r', 'warning', 't', now() - interval '99 days', now(), cleared
     FROM (VALUES (now() - interval '51 days'), (now() - interval '49 days'), (NULL)) AS v(cleared)`,
  );
  expect(await retention().tidy()).toEqual({ alarm: 1 });
  expect(await count('alarm')).toBe(2);
});

it('a registration goes a time after the decision, one that waits never', async () => {
  await api.sql.query(`INSERT INTO team_group (id, name) VALUES ('g', 'G')`);
  await api.sql.query(
    `INSERT INTO registration (id, group_id, state, team_name, members, username, password_hash, ticket_hash, address,
       created_at, decided_at)
     SELECT gen_random_uuid(), 'g', 'rejected', 'T', '{}', 'u', '', days::text, '', now() - interval '400 days',
       CASE days WHEN 0 THEN null ELSE now() - days * interval '1 day' END
     FROM unnest(ARRAY[0, 170, 190, 300]) AS days`,
  );
  expect(await retention().tidy()).toMatchObject({ registration: 2 });
  expect(await count('registration')).toBe(2);
});

it('what a contest is made of is not touched', async () => {
  await contest(4000, 3990);
  await api.sql.query(
    `INSERT INTO contest_event (contest_id, seq, at, data) VALUES ('c', 1, now() - interval '4000 days', '{}')`,
  );
  await retention().tidy();
  expect([await count('contest'), await count('contest_event')]).toEqual([1, 1]);
});

it('what a killed api had been given to unpack is gone after the next start', async () => {
  const folder = join(environment.services.folder, 'again/imports');
  await mkdir(join(folder, 'sandglass-answers-x'), { recursive: true });
  await writeFile(join(folder, 'upload-1.zip'), 'a gigabyte');
  await environment.anotherApi('again');
  expect(existsSync(join(folder, 'upload-1.zip'))).toBe(false);
  expect(existsSync(join(folder, 'sandglass-answers-x'))).toBe(false);
});
