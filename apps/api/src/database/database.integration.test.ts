import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type Services } from '../testing/services.ts';
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
    const ask = (sql: string) => database.query<{ name: string }>(sql);
    expect(await pendingMigrations(ask)).toEqual([]);
    expect(await pendingMigrations(async () => [])).toEqual(await migrationNames());
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
