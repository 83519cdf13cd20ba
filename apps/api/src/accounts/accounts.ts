/** Accounts as the administrator makes them. */
import type { CreateUsersAnswer, createUsersRequestSchema, FieldError } from '@sandglass/contracts';
import type { z } from 'zod';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import { takeLock } from '../platform/database/advisory-locks.ts';
import type { Database } from '../platform/database/database.ts';
import type { Typed } from '../platform/database/joined-transaction.ts';
import { notify } from '../platform/database/notifications.ts';
import { fieldErrors } from '../platform/errors/api-error.ts';
import { repeatedValues } from '../platform/errors/repeated-values.ts';
import { atOnce, hashedAtOnce } from '../platform/lib/at-once.ts';
import { uuidV7 } from '../platform/lib/uuid-v7.ts';
import { accountChanges } from './account-repository.ts';
import { hashPassword } from './passwords.ts';

type Users = z.output<typeof createUsersRequestSchema>['users'];

export class Accounts {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws ApiError USERS_INVALID */
  async put(users: Users, actor: Actor): Promise<CreateUsersAnswer> {
    await check(this.#database.prisma, users);
    const result: CreateUsersAnswer = { created: 0, updated: 0, users: [] };
    // Outside of the transaction: argon2 takes its time, and locks should not.
    const hashed: { user: Users[number]; passwordHash: string }[] = [];
    await atOnce([...users.entries()], hashedAtOnce, async ([index, user]) => {
      hashed[index] = { user, passwordHash: await hashPassword(user.password) };
    });
    await this.#database.transaction(async (sql) => {
      await takeLock(sql, 'people');
      const typed = await sql.typed();
      // A team may have been removed since.
      await check(typed, users);
      const changes = await accountChanges(sql, users);
      for (const { user, passwordHash } of hashed) {
        const { username, role, teamId } = user;
        const data = {
          username,
          displayName: user.displayName ?? username,
          role,
          passwordHash,
          teamId,
          mustChangePassword: user.mustChangePassword,
        };
        const isNew = await insertAccount(typed, data);
        const { id } = await typed.account.update({
          where: { username },
          data: { ...data, enabled: true },
          select: { id: true },
        });
        result[isNew ? 'created' : 'updated'] += 1;
        // A new password ends what the old one opened.
        if (!isNew) await typed.session.deleteMany({ where: { accountId: id } });
        result.users.push({ id, username });
      }
      await notify(sql, 'sandglass_session');
      const target = users.length === 1 ? (users[0]?.username ?? '') : `${users.length} accounts`;
      await recordAudit(sql, actor, 'users.put', target, { accounts: changes });
    });
    return result;
  }

  /** The first account of an empty database. @returns whether it was made */
  async ensureAdmin(password: string): Promise<boolean> {
    if ((await this.#database.prisma.account.count()) > 0) return false;
    const passwordHash = await hashPassword(password);
    const admin = { username: 'admin', displayName: 'Administrator', role: 'admin', passwordHash };
    return insertAccount(this.#database.prisma, admin);
  }
}

/** @throws ApiError USERS_INVALID */
async function check(typed: Pick<Typed, 'team'>, users: Users): Promise<void> {
  const errors: FieldError[] = repeatedValues(
    users.map(({ username }) => username),
    (index) => `users[${index}].username`,
  );
  const rows = await typed.team.findMany({
    where: { id: { in: users.flatMap(({ teamId }) => teamId ?? []) } },
    select: { id: true },
  });
  const known = new Set(rows.map(({ id }) => id));
  for (const [index, { role, teamId }] of users.entries()) {
    const path = `users[${index}].teamId`;
    if (teamId !== null && !known.has(teamId))
      errors.push({ path, message: `there is no team "${teamId}"; teams come with their contest` });
    if (role === 'contestant' && teamId === null)
      errors.push({ path, message: 'is needed: a contestant belongs to a team' });
  }
  if (errors.length > 0) throw fieldErrors('USERS_INVALID', errors);
}

/** @returns false: somebody has that name */
async function insertAccount(
  typed: Typed,
  account: Omit<Prisma.AccountCreateManyInput, 'id'>,
): Promise<boolean> {
  const data = { id: uuidV7(), ...account };
  return (await typed.account.createMany({ data, skipDuplicates: true })).count > 0;
}
