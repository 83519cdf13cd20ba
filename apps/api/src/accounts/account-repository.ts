/** What a list of accounts changes, for the audit log. Passwords are set, and never logged. */
import type { createUsersRequestSchema } from '@sandglass/contracts';
import type { z } from 'zod';
import type { Sql } from '../platform/database/database.ts';

type Users = z.output<typeof createUsersRequestSchema>['users'];

const audited = ['displayName', 'role', 'teamId', 'enabled', 'mustChangePassword'] as const;

interface Account {
  readonly displayName: string;
  readonly role: string;
  readonly teamId: string | null;
  readonly enabled: boolean;
  readonly mustChangePassword: boolean;
}

export interface AccountChange {
  readonly username: string;
  readonly created: boolean;
  readonly password: 'set';
  /** What is not as it was: before and now. */
  readonly changed: Readonly<Record<string, readonly [before: unknown, now: unknown]>>;
}

/** Before they are written; the rows are locked. */
export async function accountChanges(sql: Sql, users: Users): Promise<AccountChange[]> {
  const rows = await sql.query<Account & { username: string }>(
    `SELECT username, display_name AS "displayName", role, team_id AS "teamId", enabled,
       must_change_password AS "mustChangePassword"
     FROM account WHERE username = ANY($1) ORDER BY username FOR UPDATE`,
    [users.map(({ username }) => username)],
  );
  const known = new Map(rows.map((row) => [row.username, row]));
  return users.map(({ username, displayName, role, teamId, mustChangePassword }) => {
    const before = known.get(username);
    const now: Account = {
      displayName: displayName ?? username,
      role,
      teamId,
      enabled: true,
      mustChangePassword,
    };
    const changed = audited
      .map((field) => [field, [before?.[field] ?? null, now[field]]] as const)
      .filter(([, [was, is]]) => was !== is);
    return {
      username,
      created: before === undefined,
      password: 'set',
      changed: Object.fromEntries(changed),
    };
  });
}
