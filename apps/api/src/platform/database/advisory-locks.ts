/** The advisory locks of PostgreSQL that we take, so that no two uses share a number. */
import type { Sql } from './database.ts';

/** The numbers are arbitrary. */
export const advisoryLocks = {
  /** Of the connection that migrates. */
  migration: 7_262_453,
  /** One process sweeps at a time. */
  sweep: 7_262_454,
  /** Exclusive: files are removed; shared: files are about to be referred to. */
  files: 7_262_455,
  /** Exclusive: a wall-limit rule changes; shared: a judging begins under the rules as they are. */
  wallLimitRules: 7_262_456,
  /** Organisations, groups, teams, persons or their accounts change together. */
  people: 7_262_457,
} as const;

/** Where a lock is one of many, by a text: the hash's seed says what the text names. */
const seeds = { submitter: 7_262_455 } as const;

type LockName = keyof typeof advisoryLocks;

/** Waits for the lock, which lasts until the end of the transaction. */
export async function takeLock(sql: Sql, name: LockName): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks[name]]);
}

/** Waits until nobody has the lock exclusively; others may share it. */
export async function shareLock(sql: Sql, name: LockName): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock_shared($1)', [advisoryLocks[name]]);
}

/** @returns false when somebody else has the lock */
export async function tryLock(sql: Sql, name: LockName): Promise<boolean> {
  const rows = await sql.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
    advisoryLocks[name],
  ]);
  return rows[0]?.locked === true;
}

/** One transaction at a time for each text. */
export async function takeLockOf(sql: Sql, kind: keyof typeof seeds, text: string): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [text, seeds[kind]]);
}
