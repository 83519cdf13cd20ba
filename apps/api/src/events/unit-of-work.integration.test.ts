import type { ContestEventData } from '@sandglass/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/lib/log.ts';
import { startServices, type Services } from '../testing/services.ts';
import { Units } from './unit-of-work.ts';

let services: Services;
let database: Database;
let followed: string[];
let logged: string[];
let units: Units;

const change = (what: string): ContestEventData => ({ type: 'contest', change: what });

async function changes(contestId: string): Promise<string[]> {
  const rows = await database.query<{ data: { change: string } }>(
    'SELECT data FROM contest_event WHERE contest_id = $1 ORDER BY seq',
    [contestId],
  );
  return rows.map(({ data }) => data.change);
}

beforeAll(async () => {
  services = await startServices();
  database = new Database(services.databaseUrl, () => {});
});

afterAll(async () => {
  await database?.close();
  await services?.[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await database.query('DELETE FROM contest_event');
  await database.query('DELETE FROM contest');
  await database.query(
    `INSERT INTO contest (id, name, short_name, starts_at, ends_at)
     SELECT id, id, id, now(), now() + interval '1 hour' FROM unnest(ARRAY['a', 'b']) AS c(id)`,
  );
  followed = [];
  logged = [];
  units = new Units({
    database,
    onEvents: (contestId) => followed.push(`events of ${contestId}`),
    log: { error: (_: object, message: string) => logged.push(message) } as unknown as Log,
  });
});

it('appends events when the work is done, and does what follows after the commit', async () => {
  const result = await units.run(async (unit) => {
    unit.event('b', change('first'));
    unit.event('a', change('other'));
    unit.event('b', change('second'));
    unit.afterCommit(() => followed.push('effect'));
    await unit.query(`UPDATE contest SET name = 'renamed' WHERE id = 'a'`);
    expect(followed).toEqual([]);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await changes('a')).toEqual(['other']);
  expect(await changes('b')).toEqual(['first', 'second']);
  expect(followed).toEqual(['events of a', 'events of b', 'effect']);
});

it('leaves nothing of work that fails', async () => {
  const failing = units.run(async (unit) => {
    unit.event('a', change('never'));
    unit.afterCommit(() => followed.push('effect'));
    await unit.query(`UPDATE contest SET name = 'never' WHERE id = 'a'`);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await changes('a')).toEqual([]);
  expect(followed).toEqual([]);
  expect(await database.query(`SELECT 1 FROM contest WHERE name = 'never'`)).toEqual([]);
});

it('leaves nothing of an attempt that fails, and keeps the rest', async () => {
  await units.run(async (unit) => {
    unit.event('a', change('kept'));
    const attempt = unit.attempt(async () => {
      unit.event('a', change('dropped'));
      unit.afterCommit(() => followed.push('dropped'));
      await unit.query(`UPDATE contest SET name = 'dropped'`);
      await unit.query('SELECT 1 / 0');
    });
    await expect(attempt).rejects.toThrow('division by zero');
    await unit.attempt(async () => {
      unit.event('a', change('kept too'));
    });
    unit.afterCommit(() => followed.push('kept'));
  });
  expect(await changes('a')).toEqual(['kept', 'kept too']);
  expect(followed).toEqual(['events of a', 'kept']);
  expect(await database.query(`SELECT 1 FROM contest WHERE name = 'dropped'`)).toEqual([]);
});

it('takes the rows of contests in one order, so that two units never wait for each other in a circle', async () => {
  const both = (one: string, other: string): Promise<void> =>
    units.run(async (unit) => {
      unit.event(one, change('x'));
      await unit.query('SELECT 1');
      unit.event(other, change('y'));
    });
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? both('a', 'b') : both('b', 'a'))),
  );
  expect(await changes('a')).toHaveLength(40);
  expect(await changes('b')).toHaveLength(40);
});

it('is committed although what follows fails', async () => {
  const result = await units.run(async (unit) => {
    unit.event('a', change('kept'));
    unit.afterCommit(() => {
      throw new Error('too late');
    });
    unit.afterCommit(() => followed.push('next'));
    return 1;
  });
  expect(result).toBe(1);
  expect(await changes('a')).toEqual(['kept']);
  expect(followed).toEqual(['events of a', 'next']);
  expect(logged).toEqual(['what should follow a commit failed']);
});

it('is one transaction for SQL, the typed client and events, in parts that may fail as well', async () => {
  await units.run(async (unit) => {
    const typed = await unit.typed();
    await typed.contest.update({ where: { id: 'a' }, data: { name: 'typed' } });
    await unit.query(`UPDATE contest SET short_name = name WHERE id = 'a'`);
    const failing = unit.attempt(async () => {
      await typed.contest.update({ where: { id: 'a' }, data: { name: 'undone' } });
      unit.event('a', change('undone'));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    unit.event('a', change('typed'));
  });
  const rows = await database.query(`SELECT name, short_name FROM contest WHERE id = 'a'`);
  expect(rows).toEqual([{ name: 'typed', short_name: 'typed' }]);
  expect(await changes('a')).toEqual(['typed']);
});
