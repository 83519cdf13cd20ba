/** The tokens of judgehosts in the database, as hashes, and the passwords in Redis that follow from them. */
import { randomBytes } from 'node:crypto';
import { workerPasswordHash } from '@sandglass/queue';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { notify } from '../platform/database/notifications.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { JudgehostIdentity } from '../platform/http/access.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';

/** Makes a host, or gives one a new token; one that was revoked is on again. */
export async function storeToken(
  sql: Sql,
  name: string,
  token: string,
): Promise<{ id: string; created: boolean }> {
  const rows = await sql.query<{ id: string; created: boolean }>(
    `INSERT INTO judgehost (id, name, token_hash, redis_hash, token_made_at) VALUES ($1, $2, $3, $4, now())
     ON CONFLICT (name) DO UPDATE SET token_hash = excluded.token_hash, redis_hash = excluded.redis_hash,
       token_made_at = now(), revoked_at = NULL,
       enabled = judgehost.enabled OR judgehost.revoked_at IS NOT NULL,
       mode = CASE WHEN judgehost.revoked_at IS NULL THEN judgehost.mode ELSE 'on' END,
       mode_reason = CASE WHEN judgehost.revoked_at IS NULL THEN judgehost.mode_reason END
     RETURNING id, (xmax = 0) AS created`,
    [uuidV7(), name, sha256(token), workerPasswordHash(token)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the judgehost was not stored');
  await notify(sql, 'sandglass_judgehost');
  return row;
}

export class CredentialRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async byToken(token: string): Promise<JudgehostIdentity | null> {
    if (token === '') return null;
    return this.#database.prisma.judgehost.findUnique({
      where: { tokenHash: sha256(token) },
      select: { id: true, name: true },
    });
  }

  /** Makes a host or gives one a new token. @returns its id */
  putToken(name: string, token: string, actor: Actor): Promise<string> {
    return this.#database.transaction(async (sql) => {
      const { id, created } = await storeToken(sql, name, token);
      await recordAudit(sql, actor, created ? 'judgehost.create' : 'judgehost.rotate', name);
      return id;
    });
  }

  /**
   * A new token for a host that is not revoked.
   * @param details of its line in the audit log
   * @returns its name; null: there is no such host
   */
  rotateToken(id: string, token: string, actor: Actor, details: object = {}): Promise<string | null> {
    return this.#changeCredential(actor, 'judgehost.rotate', details, (sql) =>
      sql.query<{ name: string }>(
        `UPDATE judgehost SET token_hash = $2, redis_hash = $3, token_made_at = now()
       WHERE id = $1 AND revoked_at IS NULL RETURNING name`,
        [id, sha256(token), workerPasswordHash(token)],
      ),
    );
  }

  /** No token is its own any more. @returns its name; null: there is no such host, or it was revoked before */
  revoke(id: string, actor: Actor): Promise<string | null> {
    return this.#changeCredential(actor, 'judgehost.revoke', {}, (sql) =>
      sql.query<{ name: string }>(
        `UPDATE judgehost SET token_hash = $2, redis_hash = NULL, revoked_at = now(), enabled = false, mode = 'off',
         mode_reason = 'its credential was revoked', mode_by = $3, mode_at = now(), mode_serial = mode_serial + 1
       WHERE id = $1 AND revoked_at IS NULL RETURNING name`,
        [id, sha256(randomBytes(32).toString('hex')), actor.username],
      ),
    );
  }

  /**
   * Removes a host that never registered.
   * @returns its name; null: there is no such host
   * @throws ApiError JUDGEHOST_IN_USE: it has registered
   */
  remove(id: string, actor: Actor): Promise<string | null> {
    return this.#database.transaction(async (sql) => {
      // Locked: it may register at this moment.
      const [host] = await sql.query<{ name: string; seen: boolean }>(
        'SELECT name, (last_seen_at IS NOT NULL) AS seen FROM judgehost WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (host === undefined) return null;
      if (host.seen) throw new ApiError('JUDGEHOST_IN_USE', { judgehost: host.name });
      await sql.query('DELETE FROM judgehost WHERE id = $1', [id]);
      // Redis may be away, or another process may make the user again that it has just read of.
      await sql.query('INSERT INTO deleted_judgehost (id) VALUES ($1)', [id]);
      await notify(sql, 'sandglass_judgehost');
      await recordAudit(sql, actor, 'judgehost.delete', host.name);
      return host.name;
    });
  }

  /** Every host that there ever was, with the hash of its password in Redis; null: it must have no user there. */
  async redisHashes(): Promise<{ id: string; hash: string | null }[]> {
    return this.#database.query<{ id: string; hash: string | null }>(
      `SELECT id, CASE WHEN revoked_at IS NULL THEN redis_hash END AS hash FROM judgehost
       UNION ALL SELECT id, NULL FROM deleted_judgehost`,
    );
  }

  /** Of a host whose token was made before hosts had users in Redis. */
  async setRedisHash(id: string, hash: string): Promise<void> {
    await this.#database.query('UPDATE judgehost SET redis_hash = $2 WHERE id = $1', [id, hash]);
  }

  /** Other processes of the api remember tokens for a while: they hear of it when it is committed. */
  #changeCredential(
    actor: Actor,
    action: string,
    details: object,
    change: (sql: Sql) => Promise<{ name: string }[]>,
  ): Promise<string | null> {
    return this.#database.transaction(async (sql) => {
      const [changed] = await change(sql);
      if (changed === undefined) return null;
      await notify(sql, 'sandglass_judgehost');
      await recordAudit(sql, actor, action, changed.name, details);
      return changed.name;
    });
  }
}
