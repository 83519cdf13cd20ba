/** One-time tokens with which hosts join by themselves. Only their hashes are kept. */
import { randomBytes } from 'node:crypto';
import type {
  CreateJudgehostAnswer,
  CreateRegistrationTokenAnswer,
  RegistrationToken,
} from '@sandglass/contracts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Database } from '../platform/database/database.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { storeToken } from './credential-repository.ts';

/** Used and expired ones are shown for a while, and then forgotten. */
const keptDays = 7;

/** Hexadecimal: it is a word of a command line (`judgehost join URL TOKEN`), and one that begins with a hyphen is an option. */
export function newToken(): string {
  return randomBytes(32).toString('hex');
}

export class RegistrationTokenRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async make(name: string | null, minutes: number, actor: Actor): Promise<CreateRegistrationTokenAnswer> {
    const token = newToken();
    const id = uuidV7();
    const expiresAt = new Date(Date.now() + minutes * 60_000);
    await this.#database.transaction(async (sql) => {
      await sql.query(`DELETE FROM registration_token WHERE expires_at < now() - $1 * interval '1 day'`, [
        keptDays,
      ]);
      await sql.query(
        'INSERT INTO registration_token (id, token_hash, name, created_by, expires_at) VALUES ($1, $2, $3, $4, $5)',
        [id, sha256(token), name, actor.username, expiresAt],
      );
      await recordAudit(sql, actor, 'registration-token.create', id, { name, minutes });
    });
    return { id, name, token, expiresAt: expiresAt.toISOString() };
  }

  async list(): Promise<RegistrationToken[]> {
    const rows = await this.#database.prisma.registrationToken.findMany({ orderBy: { id: 'desc' } });
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      createdBy: row.createdBy,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      usedAt: row.usedAt?.toISOString() ?? null,
      usedBy: row.usedBy,
    }));
  }

  /** @returns whether there was one that nobody had used */
  remove(id: string, actor: Actor): Promise<boolean> {
    return this.#database.transaction(async (sql) => {
      const rows = await sql.query(
        'DELETE FROM registration_token WHERE id = $1 AND used_at IS NULL RETURNING id',
        [id],
      );
      if (rows.length === 0) return false;
      await recordAudit(sql, actor, 'registration-token.delete', id);
      return true;
    });
  }

  /**
   * Trades a token for a host's own credential. A token that names a host may replace the credential of a host of that
   * name; one that does not may only bring new names, or those of hosts that were revoked.
   * @throws ApiError REGISTRATION_TOKEN_WRONG, JUDGEHOST_NAME_TAKEN
   */
  async redeem(token: string, name: string, address: string): Promise<CreateJudgehostAnswer> {
    return this.#database.transaction(async (sql) => {
      const used = await sql.query<{ id: string; name: string | null }>(
        `UPDATE registration_token SET used_at = now(), used_by = $2
         WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() AND (name IS NULL OR name = $2)
         RETURNING id, name`,
        [sha256(token), name],
      );
      const [found] = used;
      if (found === undefined) throw new ApiError('REGISTRATION_TOKEN_WRONG');
      if (found.name === null) {
        const taken = await sql.query('SELECT 1 FROM judgehost WHERE name = $1 AND revoked_at IS NULL', [
          name,
        ]);
        // The transaction goes back with it: the token can be used again under another name.
        if (taken.length > 0) throw new ApiError('JUDGEHOST_NAME_TAKEN', { judgehost: name });
      }
      const own = newToken();
      const { id } = await storeToken(sql, name, own);
      await recordAudit(sql, { username: null, address }, 'judgehost.join', name, { token: found.id });
      return { id, name, token: own };
    });
  }
}
