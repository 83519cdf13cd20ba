/** Accounts that their first login has bound to an address, who may log in from an address, and the release. */
import type { Sql } from '../platform/database/database.ts';
import { ApiError } from '../platform/errors/api-error.ts';

interface Binding {
  readonly boundAddress: string | null;
  readonly binds: boolean;
}

/**
 * A login that has proved who it is: the first one binds the account, where one of its groups asks for that. Sessions that are open
 * elsewhere end: they were the first no more than this one.
 * @throws ApiError LOGIN_BOUND
 */
export async function bindAddress(sql: Sql, accountId: string, address: string): Promise<void> {
  // The lock lets one of two first logins at once be the first.
  const [account] = await sql.query<Binding>(
    `SELECT bound_address AS "boundAddress", role = 'contestant' AND EXISTS (
       SELECT 1 FROM team_group_member JOIN team_group ON team_group.id = group_id
       WHERE team_group_member.team_id = account.team_id AND bind_address) AS binds
     FROM account WHERE id = $1 FOR NO KEY UPDATE OF account`,
    [accountId],
  );
  if (account === undefined || !account.binds || account.boundAddress === address) return;
  if (account.boundAddress !== null) throw new ApiError('LOGIN_BOUND');
  await sql.query('UPDATE account SET bound_address = $2, bound_at = now() WHERE id = $1', [
    accountId,
    address,
  ]);
  await sql.query(
    `WITH ended AS (DELETE FROM session WHERE account_id = $1 AND address <> $2 RETURNING token_hash)
     SELECT pg_notify('sandglass_session', token_hash) FROM ended`,
    [accountId, address],
  );
}

interface BoundRow {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly teamName: string | null;
  readonly boundAddress: string | null;
  readonly boundAt: Date | null;
}

export function boundAccounts(sql: Sql): Promise<BoundRow[]> {
  return sql.query<BoundRow>(
    `SELECT a.id, a.username, a.display_name AS "displayName", coalesce(t.display_name, t.name) AS "teamName",
       a.bound_address AS "boundAddress", a.bound_at AS "boundAt"
     FROM account a LEFT JOIN team t ON t.id = a.team_id
     WHERE a.bound_address IS NOT NULL
     ORDER BY a.bound_at DESC, a.username COLLATE "C"`,
  );
}

/** @param username null: all. @returns what they were bound to, in the order in which accounts are locked */
export function releaseAccounts(
  sql: Sql,
  username: string | null,
): Promise<{ username: string; boundAddress: string | null }[]> {
  return sql.query<{ username: string; boundAddress: string | null }>(
    `WITH bound AS (
       SELECT id, username, bound_address FROM account
       WHERE bound_address IS NOT NULL AND ($1::text IS NULL OR username = $1)
       ORDER BY username FOR UPDATE)
     UPDATE account SET bound_address = NULL, bound_at = NULL FROM bound WHERE account.id = bound.id
     RETURNING bound.username, bound.bound_address AS "boundAddress"`,
    [username],
  );
}

interface EnterableRow {
  readonly username: string;
  readonly name: string;
  readonly role: string;
  readonly addresses: string[];
  readonly auto: boolean;
}

/** All accounts that may log in from anywhere without a password: as many as there are desks. */
export function enterableAccounts(sql: Sql): Promise<EnterableRow[]> {
  return sql.query<EnterableRow>(
    `SELECT a.username, coalesce(t.display_name, t.name, a.display_name) AS name, a.role, a.addresses,
       EXISTS (SELECT 1 FROM team_group_member JOIN team_group ON team_group.id = group_id
         WHERE team_group_member.team_id = a.team_id AND auto_login) AS auto
     FROM account a LEFT JOIN team t ON t.id = a.team_id
     WHERE a.addresses <> '{}' AND a.enabled AND a.role NOT IN ('admin', 'jury')
     ORDER BY a.username COLLATE "C"`,
  );
}
