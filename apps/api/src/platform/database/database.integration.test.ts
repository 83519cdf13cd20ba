import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Services } from '../../testing/services.ts';
import { isStatementTimeout, partAway } from '../errors/outage.ts';
import { requestPatience } from './connection-options.ts';
import { Database } from './database.ts';
import { migrate, pendingMigrations, schemaDifference } from './migrate.ts';
import { migrationNames } from './migrations-folder.ts';

let services: Services;
let database: Database;

beforeAll(async () => {
  services = await startServices();
  database = new Database(services.databaseUrl, () => {});
});

afterAll(async () => {
  await database?.close();
  await services?.[Symbol.asyncDispose]();
});

describe('the migrations', () => {
  it('make exactly what schema.prisma says', async () => {
    expect(await schemaDifference(services.databaseUrl)).toBe('');
  });

  it('are applied once, also by two processes at the same moment', async () => {
    await database.query('CREATE DATABASE another');
    const url = services.databaseUrl.replace('/sandglass?', '/another?');
    const applied = await Promise.all([migrate(url), migrate(url)]);
    expect(applied.flat()).toEqual(await migrationNames());
    expect(await migrate(url)).toEqual([]);
  });

  it('that are missing are named', async () => {
    expect(await pendingMigrations(database)).toEqual([]);
    expect(await pendingMigrations({ query: async () => [] })).toEqual(await migrationNames());
  });
});

it('PostgreSQL logs what takes long and what fails without the values it is about', async () => {
  const log = (): Promise<string> => readFile(join(services.folder, 'data/log/postgres.log'), 'utf8');
  await database.query('CREATE TABLE kept (name text NOT NULL, hash text UNIQUE)');
  await database.query('SELECT $1::text, pg_sleep(1.1)', ['a secret source']);
  const insert = 'INSERT INTO kept (name, hash) VALUES ($1, $2)';
  await database.query(insert, ['x', 'a secret hash']);
  await expect(database.query(insert, ['y', 'a secret hash'])).rejects.toThrow('duplicate key');
  await expect(database.query(insert, [null, 'another secret hash'])).rejects.toThrow('null value');
  await expect.poll(log).toMatch(/pg_sleep[^]*duplicate key[^]*null value/);
  expect(await log()).not.toMatch(/secret/);
  await database.query('DROP TABLE kept');
});

it('a statement that takes longer than it may is reported, for every caller', async () => {
  const seen: string[] = [];
  const impatient = new Database(services.databaseUrl, () => {}, {
    patience: { ...requestPatience, statementMs: 300 },
    onStatementTimeout: ({ message }) => seen.push(message),
  });
  try {
    const slow = 'SELECT pg_sleep(30)';
    await expect(impatient.query(slow)).rejects.toSatisfy(isStatementTimeout);
    await expect(impatient.transaction((sql) => sql.query(slow))).rejects.toSatisfy(isStatementTimeout);
    await expect(impatient.prisma.$queryRawUnsafe(slow)).rejects.toSatisfy(isStatementTimeout);
    await expect(impatient.query('SELECT 1/0')).rejects.not.toSatisfy(isStatementTimeout);
    expect(impatient.statementTimeouts).toBe(3);
    expect(seen).toEqual(Array(3).fill('canceling statement due to statement timeout'));
  } finally {
    await impatient.close();
  }
});

describe('a transaction', () => {
  it('is rolled back by what it throws, which is thrown on', async () => {
    const failing = database.transaction(async (sql) => {
      await sql.query(`INSERT INTO team (id, name) VALUES ('x', 'X')`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await database.query('SELECT 1 FROM team')).toEqual([]);
  });

  it('whose connection is cut between two statements fails, and the next one works', async () => {
    const failing = database.transaction(async (sql) => {
      const rows = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      return sql.query('SELECT 1');
    });
    await expect(failing).rejects.toThrow();
    expect(await database.transaction((sql) => sql.query('SELECT 1 AS one'))).toEqual([{ one: 1 }]);
  });
});

describe('the typed client of a transaction', () => {
  const team = { id: 'typed', name: 'Typed' };
  const teams = (sql: Pick<Database, 'query'>) => sql.query(`SELECT id FROM team WHERE id = 'typed'`);

  afterEach(async () => {
    await database.prisma.team.deleteMany({ where: { id: team.id } });
  });

  it('and its SQL see what the other has done, which nobody else does before the commit', async () => {
    await database.transaction(async (sql) => {
      await sql.query(`INSERT INTO team (id, name) VALUES ('typed', 'as SQL')`);
      const typed = await sql.typed();
      await typed.team.update({ where: { id: team.id }, data: { name: team.name } });
      expect(await sql.query(`SELECT name FROM team WHERE id = 'typed'`)).toEqual([{ name: team.name }]);
      expect(await teams(database)).toEqual([]);
      expect(await database.prisma.team.count()).toBe(0);
    });
    expect(await teams(database)).toEqual([{ id: 'typed' }]);
  });

  it('is rolled back by what the transaction throws, and by what it throws itself', async () => {
    const failing = database.transaction(async (sql) => {
      await (await sql.typed()).team.create({ data: team });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const twice = database.transaction(async (sql) => {
      await (await sql.typed()).team.create({ data: team });
      await (await sql.typed()).team.create({ data: team });
    });
    await expect(twice).rejects.toThrow('Unique constraint');
    expect(await teams(database)).toEqual([]);
  });

  it('needs no connection but the one, and leaves it as it was', async () => {
    const narrow = new Database(services.databaseUrl, () => {}, { connections: 1 });
    try {
      for (let round = 0; round < 3; round += 1)
        await narrow.transaction(async (sql) => {
          const typed = await sql.typed();
          // A relation is written by several statements, which Prisma wants to be one transaction.
          await typed.team.create({ data: { ...team, contests: { create: [] } } });
          await typed.team.delete({ where: { id: team.id } });
        });
      expect(narrow.load).toEqual({ total: 1, idle: 1, waiting: 0 });
      expect(await narrow.prisma.team.count()).toBe(0);
    } finally {
      await narrow.close();
    }
  });

  it('of two transactions at once is each its own', async () => {
    const met = Promise.withResolvers<void>();
    const seen = await Promise.all(
      ['one', 'two'].map((id, index) =>
        database.transaction(async (sql) => {
          const typed = await sql.typed();
          await typed.team.create({ data: { id, name: id } });
          if (index === 1) met.resolve();
          await met.promise;
          const found = await Promise.all(
            ['one', 'two'].map((other) => typed.team.findUnique({ where: { id: other } })),
          );
          await typed.team.delete({ where: { id } });
          return found.flatMap((row) => row?.id ?? []);
        }),
      ),
    );
    expect(seen).toEqual([['one'], ['two']]);
  });

  it('whose connection is cut fails, and the next one works', async () => {
    const failing = database.transaction(async (sql) => {
      const typed = await sql.typed();
      const rows = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      return typed.team.count();
    });
    await expect(failing).rejects.toSatisfy((error) => partAway(error) === 'database');
    expect(await database.transaction(async (sql) => (await sql.typed()).team.count())).toBe(0);
  });
});

it('a snapshot reads in all its statements what there was at the first, and writes nothing', async () => {
  const count = `SELECT count(*)::int AS teams FROM team`;
  const seen = await database.snapshot(async (sql) => {
    const first = await sql.query(count);
    await database.query(`INSERT INTO team (id, name) VALUES ('later', 'Later')`);
    return [first, await sql.query(count)];
  });
  expect(seen[1]).toEqual(seen[0]);
  expect(await database.query(count)).not.toEqual(seen[0]);
  const writing = database.snapshot((sql) => sql.query(`DELETE FROM team WHERE id = 'later'`));
  await expect(writing).rejects.toThrow('read-only transaction');
  await database.query(`DELETE FROM team WHERE id = 'later'`);
});
