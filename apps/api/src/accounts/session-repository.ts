/** Accounts, sessions and login attempts in the database. */
import { accountRoleSchema } from '@sandglass/contracts';
import type { Database } from '../platform/database/database.ts';
import { notify } from '../platform/database/notifications.ts';
import { bindAddress } from './address-binding-repository.ts';
import type { Identity } from '../platform/http/access.ts';

export interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly passwordHash: string;
  readonly enabled: boolean;
  readonly mustChangePassword: boolean;
  readonly lastLoginAt: Date | null;
  readonly lastLoginFrom: string | null;
  readonly addresses: readonly string[];
}

export interface NewSession {
  readonly tokenHash: string;
  readonly accountId: string;
  /** Of the password that was given, or that the account had when it was let in without one. */
  readonly passwordHash: string;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string;
  /** False: by its address. */
  readonly byPassword: boolean;
}

/** Sessions of one account: one more login ends the oldest. Teams and juries share accounts. */
export const sessionsOfAccount = 50;

export class SessionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async accountByName(username: string): Promise<AccountRow | null> {
    const account = await this.#database.prisma.account.findUnique({
      where: { username },
      include: { team: { select: { name: true, displayName: true } } },
    });
    return account === null ? null : { ...account, teamName: teamNameOf(account.team) };
  }

  /**
   * Makes the session and notes the login on the account, keeping the one before for its owner.
   * @returns the account's oldest sessions, which ended for it; null: the account is disabled by now, or has another
   *   password, and there is no session
   * @throws ApiError LOGIN_BOUND
   */
  createSession(session: NewSession, at: Date): Promise<string[] | null> {
    return this.#database.transaction(async (sql) => {
      // Locks the account: two logins at once count each other's sessions.
      const accounts = await sql.query(
        'SELECT 1 FROM account WHERE id = $1 AND enabled AND password_hash = $2 FOR UPDATE',
        [session.accountId, session.passwordHash],
      );
      if (accounts.length === 0) return null;
      await bindAddress(sql, session.accountId, session.address);
      await sql.query(
        `INSERT INTO session (token_hash, account_id, created_at, expires_at, address, user_agent, by_password, previous_login_at, previous_login_from)
         SELECT $1, id, $3, $4, $5, $6, $7, last_login_at, last_login_from FROM account WHERE id = $2`,
        [
          session.tokenHash,
          session.accountId,
          at,
          session.expiresAt,
          session.address,
          session.userAgent,
          session.byPassword,
        ],
      );
      await sql.query('UPDATE account SET last_login_at = $2, last_login_from = $3 WHERE id = $1', [
        session.accountId,
        at,
        session.address,
      ]);
      await sql.query('DELETE FROM session WHERE expires_at < now()');
      const ended = await sql.query<{ tokenHash: string }>(
        `WITH ended AS (
           DELETE FROM session WHERE token_hash IN (
             SELECT token_hash FROM session WHERE account_id = $1 AND token_hash <> $2
             ORDER BY created_at DESC OFFSET $3)
           RETURNING token_hash)
         SELECT token_hash AS "tokenHash", pg_notify('sandglass_session', token_hash) FROM ended`,
        [session.accountId, session.tokenHash, sessionsOfAccount - 1],
      );
      return ended.map(({ tokenHash }) => tokenHash);
    });
  }

  /** For who proves who they are with every request. @throws ApiError LOGIN_BOUND */
  async bind(accountId: string, address: string): Promise<void> {
    await this.#database.transaction((sql) => bindAddress(sql, accountId, address));
  }

  async deleteSession(tokenHash: string): Promise<void> {
    await this.#database.prisma.session.deleteMany({ where: { tokenHash } });
    await notify(this.#database, 'sandglass_session', tokenHash);
  }

  /** Those of the sessions that are gone, expired, or of a disabled account. */
  async endedOf(tokenHashes: readonly string[]): Promise<string[]> {
    const alive = await this.#database.prisma.session.findMany({
      where: {
        tokenHash: { in: [...tokenHashes] },
        expiresAt: { gt: new Date() },
        account: { enabled: true },
      },
      select: { tokenHash: true },
    });
    const known = new Set(alive.map(({ tokenHash }) => tokenHash));
    return tokenHashes.filter((tokenHash) => !known.has(tokenHash));
  }

  async identityBySession(tokenHash: string): Promise<Identity | null> {
    const session = await this.#database.prisma.session.findUnique({
      where: { tokenHash },
      include: { account: { include: { team: { select: { name: true, displayName: true } } } } },
    });
    if (session === null || !session.account.enabled || session.expiresAt.getTime() < Date.now()) return null;
    return {
      accountId: session.accountId,
      username: session.account.username,
      displayName: session.account.displayName,
      role: accountRoleSchema.parse(session.account.role),
      teamId: session.account.teamId,
      teamName: teamNameOf(session.account.team),
      mustChangePassword: session.byPassword && session.account.mustChangePassword,
      session: {
        tokenHash,
        expiresAtMs: session.expiresAt.getTime(),
        previousLoginAt: session.previousLoginAt?.toISOString() ?? null,
        previousLoginFrom: session.previousLoginFrom,
      },
    };
  }
}

function teamNameOf(
  team: { readonly name: string; readonly displayName: string | null } | null,
): string | null {
  return team === null ? null : (team.displayName ?? team.name);
}
