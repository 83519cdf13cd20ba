/** Whose logins are refused now, by the same rule that refuses them, and how to unlock them. */
import type { LoginLock } from '@sandglass/contracts';
import { bucketsOf, decide, type LoginBucketKind } from '@sandglass/domain';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Database } from '../platform/database/database.ts';
import { bucketOf } from './login-throttle-repository.ts';

interface Row {
  readonly kind: Exclude<LoginBucketKind, 'guest'>;
  readonly username: string;
  readonly origin: string;
  readonly failures: number;
  readonly level: number;
  readonly at: Date;
  readonly since: Date;
  readonly now: Date;
  readonly exists: boolean;
  readonly known: boolean;
  readonly site: boolean;
  readonly from: string[] | null;
}

/** The latest; somebody who guesses at thousands of names must not make the page endless. */
const maxListed = 500;
/** Most of those read are refused nothing. */
const maxRead = 20_000;
/** Addresses named of an account. */
const addressesNamed = 5;

export class LoginLockRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Those of the latest attempts first. A browser at no one's account waits for seconds, and there is nothing to unlock. */
  async list(): Promise<LoginLock[]> {
    const rows = await this.#database.query<Row>(
      `SELECT bucket.*, clock_timestamp() AS now, account.id IS NOT NULL AS exists,
         EXISTS (SELECT 1 FROM known_login WHERE account_id = account.id AND kind = 'address'
                   AND origin = bucket.origin) AS known,
         EXISTS (SELECT 1 FROM known_login WHERE kind = 'address' AND origin = bucket.origin) AS site,
         CASE WHEN bucket.kind = 'account' THEN (
           SELECT array_agg(origin ORDER BY failures DESC) FROM (
             SELECT origin, failures FROM login_bucket AS pair
             WHERE pair.username = bucket.username AND pair.kind = 'pair'
             ORDER BY failures DESC LIMIT $1) AS most) END AS from
       FROM login_bucket AS bucket LEFT JOIN account ON account.username = bucket.username
       WHERE bucket.failures > 0 AND bucket.kind <> 'guest' ORDER BY bucket.at DESC LIMIT $2`,
      [addressesNamed, maxRead],
    );
    return rows.flatMap((row) => lockOf(row) ?? []).slice(0, maxListed);
  }

  /**
   * Forgets failures: of a name, from all addresses; of an address, with all names; of both, of that name from that
   * address.
   * @returns how many counters there were
   */
  async unlock(
    { username, address }: { username?: string | undefined; address?: string | undefined },
    actor: Actor,
  ): Promise<number> {
    return this.#database.transaction(async (sql) => {
      const gone = await sql.query(
        `DELETE FROM login_bucket
         WHERE ($1::text IS NULL OR username = $1) AND ($2::text IS NULL OR origin = $2) RETURNING kind`,
        [username ?? null, address ?? null],
      );
      await recordAudit(sql, actor, 'login.open', username ?? address ?? '', {
        ...(username !== undefined && address !== undefined ? { address } : {}),
        opened: gone.length,
      });
      return gone.length;
    });
  }
}

function lockOf(row: Row): LoginLock | null {
  const { kind, username, origin } = row;
  const known = {
    hasBrowser: kind === 'browser',
    browser: kind === 'browser',
    address: kind === 'pair' && row.known,
    site: row.site,
  };
  const policy = bucketsOf(known).find((one) => one.kind === kind)?.policy;
  if (policy === undefined) return null;
  const decision = decide(bucketOf(row), row.now.getTime(), policy);
  if (decision.kind === 'allowed') return null;
  return {
    kind,
    state: decision.kind === 'locked' ? 'locked' : 'waiting',
    username: username === '' ? null : username,
    exists: username === '' ? null : row.exists,
    address: kind === 'address' || kind === 'pair' ? origin : null,
    failures: decision.failures,
    since: row.since.toISOString(),
    until: new Date(decision.untilMs).toISOString(),
    from: row.from ?? [],
  };
}
