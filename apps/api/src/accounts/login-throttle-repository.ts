/**
 * Domain's throttle rule on the database: an attempt is counted under row locks before the password is looked at, so
 * that a burst is bounded however many processes take part in it.
 */
import {
  bucketsOf,
  decide,
  withAttempt,
  withoutAttempt,
  type Familiarity,
  type LoginBucket,
  type LoginBucketKind,
  type LoginDecision,
  type LoginPolicy,
} from '@sandglass/domain';
import type { Database, Sql } from '../platform/database/database.ts';

/** Where an attempt comes from. */
export interface LoginOrigin {
  /** As `addressKey` says. */
  readonly address: string;
  /** Id of the browser; null: it has none, or it is no browser. */
  readonly browser: string | null;
}

/** Where it comes from exactly: what an account may be bound to. */
export interface LoginPlace extends LoginOrigin {
  /** In the one way of writing addresses; `address` is its network where it is an IPv6 one. */
  readonly ip: string;
}

export interface BucketKey {
  readonly kind: LoginBucketKind;
  readonly username: string;
  readonly origin: string;
}

interface BucketRow extends BucketKey {
  readonly failures: number;
  readonly level: number;
  readonly at: Date;
  readonly since: Date;
}

/** An attempt that may be made, and what it was counted in. */
export interface CountedAttempt {
  readonly keys: readonly BucketKey[];
}

/** Thrown inside the transaction, so that a refused attempt leaves nothing. */
export class AttemptRefused extends Error {
  override readonly name = 'AttemptRefused';
  readonly decision: Exclude<LoginDecision, { kind: 'allowed' }>;
  readonly kind: LoginBucketKind;

  constructor(decision: Exclude<LoginDecision, { kind: 'allowed' }>, kind: LoginBucketKind) {
    super('the attempt is refused');
    this.decision = decision;
    this.kind = kind;
  }
}

/** Buckets that nobody has filled for this long say nothing any more. */
const bucketsKeptHours = 2;
/** A place that was not used for so long is as any other. */
const knownForDays = 90;
/** How often a known place is noted again. */
const notedEveryHours = 1;
/** Places of one account. */
const maxKnown = 500;
/** Attempts to log in are kept this long. */
const attemptsKeptDays = 14;

export class LoginThrottleRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async familiarity(accountId: string | null, { address, browser }: LoginOrigin): Promise<Familiarity> {
    const hasBrowser = browser !== null;
    const rows = await this.#database.query<Omit<Familiarity, 'hasBrowser'>>(
      `SELECT coalesce(bool_or(kind = 'browser' AND account_id = $1), false) AS browser,
              coalesce(bool_or(kind = 'address' AND account_id = $1), false) AS address,
              coalesce(bool_or(kind = 'address'), false) AS site
       FROM (
         (SELECT account_id, kind FROM known_login
          WHERE account_id = $1 AND at > now() - $4 * interval '1 day'
            AND ((kind = 'address' AND origin = $2) OR (kind = 'browser' AND origin = $3)))
         UNION ALL
         (SELECT account_id, kind FROM known_login
          WHERE kind = 'address' AND origin = $2 AND at > now() - $4 * interval '1 day' LIMIT 1)
       ) AS known`,
      [accountId, address, browser, knownForDays],
    );
    return { ...(rows[0] ?? { browser: false, address: false, site: false }), hasBrowser };
  }

  /** Counts an attempt. @throws AttemptRefused, and then nothing is counted */
  async count(username: string, origin: LoginOrigin, known: Familiarity): Promise<CountedAttempt> {
    const keys = await this.#database.transaction(async (sql) => {
      const met: BucketKey[] = [];
      for (const { kind, policy } of bucketsOf(known)) {
        const key = keyOf(kind, username, origin);
        await countIn(sql, key, policy);
        met.push(key);
      }
      return met;
    });
    await this.#forgetOld();
    return { keys };
  }

  /** The password was right: what was counted is taken back, and the place is known from here on. */
  async succeeded(attempt: CountedAttempt, accountId: string, origin: LoginOrigin): Promise<void> {
    await this.#database.transaction(async (sql) => {
      for (const key of attempt.keys) await takeBack(sql, key);
      await note(sql, accountId, origin);
    });
  }

  /** The account was used from there: strangers' failures do not reach that place any more. */
  note(accountId: string, origin: LoginOrigin): Promise<void> {
    return this.#database.transaction((sql) => note(sql, accountId, origin));
  }

  /** For those who look later. */
  async record(username: string, address: string, success: boolean): Promise<void> {
    await this.#database.query('INSERT INTO login_attempt (username, address, success) VALUES ($1, $2, $3)', [
      username,
      address,
      success,
    ]);
    // Somebody who guesses makes many rows: each one takes a few of those with it that nobody asks for any more.
    await this.#database.query(
      `DELETE FROM login_attempt WHERE id IN (SELECT id FROM login_attempt
         WHERE at < now() - $1 * interval '1 day' ORDER BY at LIMIT 20 FOR UPDATE SKIP LOCKED)`,
      [attemptsKeptDays],
    );
  }

  async #forgetOld(): Promise<void> {
    await this.#database.query(
      `DELETE FROM login_bucket WHERE (kind, username, origin) IN (SELECT kind, username, origin FROM login_bucket
         WHERE at < now() - $1 * interval '1 hour' ORDER BY at LIMIT 20 FOR UPDATE SKIP LOCKED)`,
      [bucketsKeptHours],
    );
  }
}

function keyOf(kind: LoginBucketKind, username: string, { address, browser }: LoginOrigin): BucketKey {
  if (kind === 'address') return { kind, username: '', origin: address };
  if (kind === 'guest') return { kind, username: '', origin: browser ?? '' };
  if (kind === 'account') return { kind, username, origin: '' };
  return { kind, username, origin: kind === 'browser' ? (browser ?? '') : address };
}

/** The row is locked from here to the commit; all attempts lock theirs in the same order of kinds. */
async function countIn(sql: Sql, key: BucketKey, policy: LoginPolicy): Promise<void> {
  const { kind, username, origin } = key;
  // An empty bucket is written where there is none, for there would be nothing to lock.
  const rows = await sql.query<BucketRow & { now: Date }>(
    `INSERT INTO login_bucket (kind, username, origin, failures, level, at, since)
     VALUES ($1, $2, $3, 0, 0, clock_timestamp(), clock_timestamp())
     ON CONFLICT (kind, username, origin) DO UPDATE SET kind = excluded.kind
     RETURNING *, clock_timestamp() AS now`,
    [kind, username, origin],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('a statement that writes a row returned none');
  const bucket = row.failures === 0 ? null : bucketOf(row);
  const decision = decide(bucket, row.now.getTime(), policy);
  if (decision.kind !== 'allowed') throw new AttemptRefused(decision, kind);
  await write(sql, key, withAttempt(bucket, row.now.getTime(), policy));
}

async function note(sql: Sql, accountId: string, { address, browser }: LoginOrigin): Promise<void> {
  for (const [kind, origin] of Object.entries({ address, browser })) {
    if (origin === null) continue;
    await sql.query(
      `INSERT INTO known_login (account_id, kind, origin, at) VALUES ($1, $2, $3, now())
       ON CONFLICT (account_id, kind, origin) DO UPDATE SET at = excluded.at
       WHERE known_login.at < excluded.at - $4 * interval '1 hour'`,
      [accountId, kind, origin, notedEveryHours],
    );
  }
  await sql.query(
    `DELETE FROM known_login WHERE account_id = $1 AND (kind, origin) IN (
       SELECT kind, origin FROM known_login WHERE account_id = $1 ORDER BY at DESC OFFSET $2)`,
    [accountId, maxKnown],
  );
}

async function takeBack(sql: Sql, key: BucketKey): Promise<void> {
  const { kind, username, origin } = key;
  const where = [kind, username, origin];
  if (kind === 'pair' || kind === 'browser') {
    await sql.query('DELETE FROM login_bucket WHERE kind = $1 AND username = $2 AND origin = $3', where);
    return;
  }
  const [row] = await sql.query<BucketRow>(
    'SELECT * FROM login_bucket WHERE kind = $1 AND username = $2 AND origin = $3 FOR UPDATE',
    where,
  );
  if (row === undefined) return;
  const bucket = withoutAttempt(bucketOf(row));
  if (bucket.failures > 0) await write(sql, key, bucket);
  else await sql.query('DELETE FROM login_bucket WHERE kind = $1 AND username = $2 AND origin = $3', where);
}

async function write(sql: Sql, { kind, username, origin }: BucketKey, bucket: LoginBucket): Promise<void> {
  await sql.query(
    `UPDATE login_bucket SET failures = $4, level = $5, at = $6, since = $7
     WHERE kind = $1 AND username = $2 AND origin = $3`,
    [kind, username, origin, bucket.failures, bucket.level, new Date(bucket.atMs), new Date(bucket.sinceMs)],
  );
}

export function bucketOf({ failures, level, at, since }: BucketRow): LoginBucket {
  return { failures, level, atMs: at.getTime(), sinceMs: since.getTime() };
}
