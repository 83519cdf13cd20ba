/**
 * Brings a database to the schema of this checkout, offline.
 *
 * Several api processes may start at once: an advisory lock lets one of them migrate
 * while the others wait and then find nothing left to do.
 */
import { Client } from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import type { Sql } from './database.ts';
import { connectionOptions } from './connection-options.ts';
import {
  migrationNames,
  prismaFolder,
  readMigrations,
  readSchema,
  writeMigration,
} from './migrations-folder.ts';
import { withSchemaEngine } from './schema-engine.ts';

const filters = { externalTables: [], externalEnums: [] };

/** Applies what is missing. @returns the names of the migrations applied now */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new Client(connectionOptions(databaseUrl, 'sandglass-migrate'));
  await lock.connect();
  try {
    await lock.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    const migrationsList = await readMigrations();
    const result = await withSchemaEngine(databaseUrl, await readSchema(), (engine) =>
      engine.applyMigrations({ migrationsList, filters }),
    );
    return result.appliedMigrationNames;
  } finally {
    await lock.end();
  }
}

/**
 * Writes a new migration: what the existing ones lack of schema.prisma.
 * @returns its path, or null when nothing differs
 */
export async function createMigration(databaseUrl: string, name: string): Promise<string | null> {
  const script = await schemaDifference(databaseUrl);
  if (script === '') return null;
  const stamp = new Date()
    .toISOString()
    .replaceAll(/[^0-9]/g, '')
    .slice(0, 14);
  return writeMigration(`${stamp}_${name.replaceAll(/[^a-z0-9]+/g, '_')}`, script);
}

/**
 * SQL that leads from what the migrations make to what schema.prisma says; '' when they
 * agree. The database is migrated and then serves as the state to start from, so that no
 * shadow database is needed.
 */
export async function schemaDifference(databaseUrl: string): Promise<string> {
  const schema = await readSchema();
  const first = (await migrationNames()).length === 0;
  if (!first) await migrate(databaseUrl);
  const difference = await withSchemaEngine(databaseUrl, schema, (engine) =>
    engine.diff({
      from: first ? { tag: 'empty' } : { tag: 'schemaDatasource', ...schema, configDir: prismaFolder },
      to: { tag: 'schemaDatamodel', ...schema },
      script: true,
      exitCode: true,
      filters,
    }),
  );
  return difference.exitCode === 0 ? '' : (difference.stdout ?? '').trim();
}

/** Names of migrations of this checkout that the database does not have yet. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const applied = await sql
    .query<{ name: string }>(
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
    )
    .catch(() => []);
  const known = new Set(applied.map((row) => row.name));
  return (await migrationNames()).filter((name) => !known.has(name));
}
