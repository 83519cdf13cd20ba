/** Accounts, sessions and login attempts in the database. */
import { accountRoleSchema } from '@sandglass/contracts';
import type { LoginAttempt } from '@sandglass/domain';
import type { Database } from '../database/database.ts';
import type { Identity } from '../http/access.ts';

export interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly passwordHash: string;
  readonly enabled: boolean;
  readonly lastLoginAt: Date | null;
  readonly lastLoginFrom: string | null;
}

export interface NewSession {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string;
}

/** Attempts to log in are kept this long, far beyond what the throttle looks at. */
const attemptsKeptDays = 14;

export class SessionRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async accountByName(username: string): Promise<AccountRow | null> {
    const account = await this.#database.prisma.account.findUnique({
      where: { username },
      include: { team: { select: { name: true } } },
    });
    return account === null ? null : { ...account, teamName: account.team?.name ?? null };
  }

  /** Failed and successful attempts since `since`, of the account name and of the address. */
  async attempts(
    username: string,
    address: string,
    since: Date,
  ): Promise<{ account: LoginAttempt[]; address: LoginAttempt[] }> {
    const select = { username: true, at: true, success: true } as const;
    const [account, from] = await Promise.all([
      this.#database.prisma.loginAttempt.findMany({ where: { username, at: { gte: since } }, select }),
      this.#database.prisma.loginAttempt.findMany({ where: { address, at: { gte: since } }, select }),
    ]);
    const attempt = (row: { username: string; at: Date; success: boolean }): LoginAttempt => ({
      username: row.username,
      atMs: row.at.getTime(),
      success: row.success,
    });
    return { account: account.map(attempt), address: from.map(attempt) };
  }

  /** Every attempt since `since`, for the report of locks. */
  async allAttempts(since: Date): Promise<{ address: string; attempt: LoginAttempt }[]> {
    const rows = await this.#database.prisma.loginAttempt.findMany({ where: { at: { gte: since } } });
    return rows.map((row) => ({
      address: row.address,
      attempt: { username: row.username, atMs: row.at.getTime(), success: row.success },
    }));
  }

  async recordAttempt(username: string, address: string, success: boolean, at: Date): Promise<void> {
    await this.#database.prisma.loginAttempt.create({ data: { username, address, success, at } });
    // Somebody who guesses makes many rows: each one takes a few of those with it that nobody asks for any more.
    await this.#database.query(
      `DELETE FROM login_attempt WHERE id IN (SELECT id FROM login_attempt
         WHERE at < now() - $1 * interval '1 day' ORDER BY at LIMIT 20 FOR UPDATE SKIP LOCKED)`,
      [attemptsKeptDays],
    );
  }

  async namesThatExist(usernames: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database.prisma.account.findMany({
      where: { username: { in: [...usernames] } },
      select: { username: true },
    });
    return new Set(rows.map((row) => row.username));
  }

  /** Makes the session and notes the login on the account, keeping the one before for its owner. */
  async createSession(session: NewSession, at: Date): Promise<void> {
    await this.#database.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO session (token_hash, account_id, created_at, expires_at, address, user_agent, previous_login_at, previous_login_from)
         SELECT $1, id, $3, $4, $5, $6, last_login_at, last_login_from FROM account WHERE id = $2`,
        [session.tokenHash, session.accountId, at, session.expiresAt, session.address, session.userAgent],
      );
      await sql.query('UPDATE account SET last_login_at = $2, last_login_from = $3 WHERE id = $1', [
        session.accountId,
        at,
        session.address,
      ]);
      await sql.query('DELETE FROM session WHERE expires_at < now()');
    });
  }

  async deleteSession(tokenHash: string): Promise<void> {
    await this.#database.query('DELETE FROM session WHERE token_hash = $1', [tokenHash]);
    await this.#database.query(`SELECT pg_notify('sandglass_session', $1)`, [tokenHash]);
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
      include: { account: { include: { team: { select: { name: true } } } } },
    });
    if (session === null || !session.account.enabled || session.expiresAt.getTime() < Date.now()) return null;
    return {
      accountId: session.accountId,
      username: session.account.username,
      displayName: session.account.displayName,
      role: accountRoleSchema.parse(session.account.role),
      teamId: session.account.teamId,
      teamName: session.account.team?.name ?? null,
      session: {
        tokenHash,
        expiresAtMs: session.expiresAt.getTime(),
        previousLoginAt: session.previousLoginAt?.toISOString() ?? null,
        previousLoginFrom: session.previousLoginFrom,
      },
    };
  }
}
