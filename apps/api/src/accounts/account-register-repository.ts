/** Accounts with what an administrator sees of them. */
import type { Sql } from '../platform/database/database.ts';

interface AccountListRow {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly role: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly enabled: boolean;
  readonly hasPassword: boolean;
  readonly mustChangePassword: boolean;
  readonly lastLoginAt: Date | null;
  readonly lastLoginFrom: string | null;
  readonly sessions: number;
  readonly addresses: string[];
  readonly boundAddress: string | null;
  readonly boundAt: Date | null;
}

export function listAccounts(sql: Sql): Promise<AccountListRow[]> {
  return sql.query<AccountListRow>(
    `SELECT a.id, a.username, a.display_name AS "displayName", a.role, a.team_id AS "teamId",
       coalesce(t.display_name, t.name) AS "teamName", a.enabled, a.password_hash <> '' AS "hasPassword",
       a.must_change_password AS "mustChangePassword",
       a.last_login_at AS "lastLoginAt", a.last_login_from AS "lastLoginFrom",
       a.addresses, a.bound_address AS "boundAddress", a.bound_at AS "boundAt",
       (SELECT count(*)::int FROM session s WHERE s.account_id = a.id AND s.expires_at > now()) AS sessions
     FROM account a LEFT JOIN team t ON t.id = a.team_id
     ORDER BY a.username COLLATE "C"`,
  );
}

interface LockedAccount {
  readonly username: string;
  readonly displayName: string;
  readonly role: string;
  readonly teamId: string | null;
  readonly enabled: boolean;
  readonly addresses: string[];
  readonly mustChangePassword: boolean;
}

export async function lockAccount(sql: Sql, id: string): Promise<LockedAccount | null> {
  const rows = await sql.query<LockedAccount>(
    `SELECT username, display_name AS "displayName", role, team_id AS "teamId", enabled, addresses,
       must_change_password AS "mustChangePassword"
     FROM account WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
}

export async function accountById(sql: Sql, id: string): Promise<string | null> {
  const rows = await sql.query<{ username: string }>('SELECT username FROM account WHERE id = $1', [id]);
  return rows[0]?.username ?? null;
}

export async function teamExists(sql: Sql, id: string): Promise<boolean> {
  return (await sql.query('SELECT 1 FROM team WHERE id = $1', [id])).length > 0;
}

/** @param account its hash null: the password stays */
export async function updateAccount(
  sql: Sql,
  account: {
    readonly id: string;
    readonly displayName: string;
    readonly role: string;
    readonly teamId: string | null;
    readonly enabled: boolean;
    readonly addresses: readonly string[];
    readonly mustChangePassword: boolean;
    readonly hash: string | null;
  },
): Promise<void> {
  await sql.query(
    `UPDATE account SET display_name = $2, role = $3, team_id = $4, enabled = $5,
       password_hash = coalesce($6, password_hash), addresses = $7::text[], must_change_password = $8
     WHERE id = $1`,
    [
      account.id,
      account.displayName,
      account.role,
      account.teamId,
      account.enabled,
      account.hash,
      account.addresses,
      account.mustChangePassword,
    ],
  );
}

interface SessionRow {
  readonly id: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly userAgent: string;
}

export function sessionsOf(sql: Sql, accountId: string): Promise<SessionRow[]> {
  return sql.query<SessionRow>(
    `SELECT token_hash AS id, created_at AS "createdAt", expires_at AS "expiresAt", address, user_agent AS "userAgent"
     FROM session WHERE account_id = $1 AND expires_at > now() ORDER BY created_at DESC`,
    [accountId],
  );
}

/** @returns how many there were */
export async function endSessions(sql: Sql, accountId: string): Promise<number> {
  return (await sql.query('DELETE FROM session WHERE account_id = $1 RETURNING 1 AS one', [accountId]))
    .length;
}

export async function endSession(sql: Sql, accountId: string, session: string): Promise<number> {
  return (
    await sql.query('DELETE FROM session WHERE account_id = $1 AND token_hash = $2 RETURNING 1 AS one', [
      accountId,
      session,
    ])
  ).length;
}

interface PrintedAccount {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly teamId: string | null;
  readonly teamName: string | null;
  readonly label: string | null;
  readonly affiliation: string | null;
  readonly location: string | null;
}

/** What a sheet for a team shows, in the order of the desks. */
export function printedAccounts(sql: Sql, ids: readonly string[]): Promise<PrintedAccount[]> {
  return sql.query<PrintedAccount>(
    `SELECT a.id, a.username, a.display_name AS "displayName", a.team_id AS "teamId",
       coalesce(t.display_name, t.name) AS "teamName", t.label, o.name AS affiliation, t.location
     FROM account a LEFT JOIN team t ON t.id = a.team_id LEFT JOIN organisation o ON o.id = t.organisation_id
     WHERE a.id = ANY($1::uuid[])
     ORDER BY t.location NULLS LAST, a.username COLLATE "C"`,
    [ids],
  );
}

/** Ends the sessions that the old passwords opened. */
export async function setPasswords(
  sql: Sql,
  passwords: readonly { readonly id: string; readonly hash: string }[],
  mustChange: boolean,
): Promise<void> {
  const ids = passwords.map(({ id }) => id);
  await sql.query(
    `UPDATE account SET password_hash = given.hash, must_change_password = $3
     FROM unnest($1::uuid[], $2::text[]) AS given(id, hash) WHERE account.id = given.id`,
    [ids, passwords.map(({ hash }) => hash), mustChange],
  );
  await sql.query('DELETE FROM session WHERE account_id = ANY($1::uuid[])', [ids]);
}

/** Unless somebody has set another one since. The sessions that the old one opened end, but the one that asks. */
export async function changeOwnPassword(
  sql: Sql,
  change: {
    readonly id: string;
    /** The hash of the password that was given. */
    readonly before: string;
    readonly hash: string;
    readonly session: string | null;
  },
): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE account SET password_hash = $3, must_change_password = false
     WHERE id = $1 AND password_hash = $2 AND enabled RETURNING 1 AS one`,
    [change.id, change.before, change.hash],
  );
  if (rows.length === 0) return false;
  await sql.query('DELETE FROM session WHERE account_id = $1 AND token_hash IS DISTINCT FROM $2', [
    change.id,
    change.session,
  ]);
  return true;
}
