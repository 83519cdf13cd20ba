/** The accounts that are there: who, what they may, when they were used, and where they are logged in. */
import { isDeepStrictEqual } from 'node:util';
import {
  accountRoleSchema,
  type Account,
  type AccountSession,
  type ChangeAccountRequest,
  type MakePasswordsAnswer,
  type makePasswordsRequestSchema,
} from '@sandglass/contracts';
import type { z } from 'zod';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { takeLock } from '../platform/database/advisory-locks.ts';
import type { Database, Sql } from '../platform/database/database.ts';
import { notify } from '../platform/database/notifications.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import type { Identity } from '../platform/http/access.ts';
import {
  accountById,
  endSession,
  endSessions,
  listAccounts,
  lockAccount,
  printedAccounts,
  sessionsOf,
  setPasswords,
  teamExists,
  updateAccount,
} from './account-register-repository.ts';
import { atOnce, hashedAtOnce } from '../platform/lib/at-once.ts';
import { hashPassword } from './passwords.ts';
import { readablePassword } from './readable-password.ts';

const changeable = ['displayName', 'role', 'teamId', 'enabled', 'addresses', 'mustChangePassword'] as const;
/** A new name is seen with the next page, and other addresses with the next login; rights and team end what the old ones opened. */
const endsNoSession: ReadonlySet<string> = new Set(['displayName', 'addresses']);

export class AccountRegister {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(): Promise<Account[]> {
    const rows = await listAccounts(this.#database);
    return rows.map((row) => ({
      ...row,
      role: accountRoleSchema.parse(row.role),
      lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
      boundAt: row.boundAt?.toISOString() ?? null,
    }));
  }

  /** @throws ApiError ACCOUNT_UNKNOWN, ACCOUNT_OWN, USERS_INVALID */
  async change(id: string, change: ChangeAccountRequest, identity: Identity, actor: Actor): Promise<void> {
    const { password, ...fields } = change;
    const hash = password === undefined ? null : await hashPassword(password);
    await this.#database.transaction(async (sql) => {
      await takeLock(sql, 'people');
      const before = await lockAccount(sql, id);
      if (before === null) throw new ApiError('ACCOUNT_UNKNOWN', { id });
      const after = {
        displayName: fields.displayName ?? before.displayName,
        role: fields.role ?? before.role,
        teamId: fields.teamId === undefined ? before.teamId : fields.teamId,
        enabled: fields.enabled ?? before.enabled,
        addresses: fields.addresses ?? before.addresses,
        mustChangePassword: fields.mustChangePassword ?? before.mustChangePassword,
      };
      if (id === identity.accountId && (!after.enabled || after.role !== before.role))
        throw new ApiError('ACCOUNT_OWN');
      if (after.role === 'contestant' && after.teamId === null)
        throw fieldErrors('USERS_INVALID', [
          { path: 'teamId', message: 'is needed: a contestant belongs to a team' },
        ]);
      if (after.addresses.length > 0 && (after.role === 'admin' || after.role === 'jury'))
        throw fieldErrors('USERS_INVALID', [
          { path: 'addresses', message: 'must be empty: jury and administrators log in with a password' },
        ]);
      if (after.teamId !== null && !(await teamExists(sql, after.teamId)))
        throw fieldErrors('USERS_INVALID', [
          { path: 'teamId', message: `there is no team "${after.teamId}"` },
        ]);
      const changed = changeable.filter((field) => !isDeepStrictEqual(before[field], after[field]));
      if (changed.length === 0 && hash === null) return;
      await updateAccount(sql, { id, ...after, hash });
      if (hash !== null || changed.some((field) => !endsNoSession.has(field))) await endSessions(sql, id);
      await notify(sql, 'sandglass_session');
      await recordAudit(sql, actor, 'account.change', before.username, {
        changed: Object.fromEntries(changed.map((field) => [field, [before[field], after[field]]])),
        ...(hash === null ? {} : { password: 'set' }),
      });
    });
  }

  /** @throws ApiError ACCOUNT_UNKNOWN */
  async sessions(id: string, own: string | null): Promise<AccountSession[]> {
    await this.#require(this.#database, id);
    const rows = await sessionsOf(this.#database, id);
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
      own: row.id === own,
    }));
  }

  /** @param session null: all of them. @throws ApiError ACCOUNT_UNKNOWN */
  async endSessions(id: string, session: string | null, actor: Actor): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const username = await this.#require(sql, id);
      const ended = session === null ? await endSessions(sql, id) : await endSession(sql, id, session);
      if (ended === 0) return;
      await notify(sql, 'sandglass_session', session ?? '');
      await recordAudit(sql, actor, 'account.end-sessions', username, { ended });
    });
  }

  /** Their sessions end. @throws ApiError ACCOUNT_UNKNOWN */
  async makePasswords(
    { accounts: ids, mustChange }: z.output<typeof makePasswordsRequestSchema>,
    actor: Actor,
  ): Promise<MakePasswordsAnswer['passwords']> {
    const wanted = [...new Set(ids)];
    const known = await printedAccounts(this.#database, wanted);
    const missing = wanted.find((id) => !known.some((account) => account.id === id));
    if (missing !== undefined) throw new ApiError('ACCOUNT_UNKNOWN', { id: missing });
    const made: { account: (typeof known)[number]; password: string; hash: string }[] = [];
    // Outside of the transaction: argon2 takes its time, and locks should not.
    await atOnce([...known.entries()], hashedAtOnce, async ([index, account]) => {
      const password = readablePassword();
      made[index] = { account, password, hash: await hashPassword(password) };
    });
    await this.#database.transaction(async (sql) => {
      await takeLock(sql, 'people');
      await setPasswords(
        sql,
        made.map(({ account, hash }) => ({ id: account.id, hash })),
        mustChange,
      );
      await notify(sql, 'sandglass_session');
      const usernames = known.map(({ username }) => username);
      const target = usernames.length === 1 ? (usernames[0] ?? '') : `${usernames.length} accounts`;
      await recordAudit(sql, actor, 'account.make-passwords', target, { usernames, mustChange });
    });
    return made.map(({ account: { username, displayName, ...account }, password }) => ({
      username,
      displayName,
      password,
      team:
        account.teamId === null || account.teamName === null
          ? null
          : {
              id: account.teamId,
              name: account.teamName,
              label: account.label,
              affiliation: account.affiliation,
              location: account.location,
            },
    }));
  }

  async #require(sql: Sql, id: string): Promise<string> {
    const username = await accountById(sql, id);
    if (username === null) throw new ApiError('ACCOUNT_UNKNOWN', { id });
    return username;
  }
}
