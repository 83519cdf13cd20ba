/** A person changes their own password, with the one that they have. */
import type { ChangePasswordRequest } from '@sandglass/contracts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { takeLock } from '../platform/database/advisory-locks.ts';
import type { Database } from '../platform/database/database.ts';
import { notify } from '../platform/database/notifications.ts';
import { ApiError, fieldErrors } from '../platform/errors/api-error.ts';
import type { Identity } from '../platform/http/access.ts';
import { changeOwnPassword } from './account-register-repository.ts';
import type { LoginCheck } from './login-check.ts';
import type { LoginPlace } from './login-throttle-repository.ts';
import { hashPassword } from './passwords.ts';

export class OwnPassword {
  readonly #database: Database;
  readonly #loginCheck: LoginCheck;

  constructor(database: Database, loginCheck: LoginCheck) {
    this.#database = database;
    this.#loginCheck = loginCheck;
  }

  /**
   * The present password is asked for again, and counted as at a login: an open screen alone changes none.
   * @throws ApiError USERS_INVALID, LOGIN_WRONG, LOGIN_THROTTLED, LOGIN_LOCKED, LOGIN_BUSY
   */
  async change(
    identity: Identity,
    { current, password }: ChangePasswordRequest,
    place: LoginPlace,
    actor: Actor,
  ): Promise<void> {
    if (password === current)
      throw fieldErrors('USERS_INVALID', [{ path: 'password', message: 'must not be the present one' }]);
    const account = await this.#loginCheck.check(identity.username, current, place);
    if (account.id !== identity.accountId) throw new ApiError('LOGIN_WRONG');
    const hash = await hashPassword(password);
    await this.#database.transaction(async (sql) => {
      await takeLock(sql, 'people');
      const changed = await changeOwnPassword(sql, {
        id: account.id,
        before: account.passwordHash,
        hash,
        session: identity.session?.tokenHash ?? null,
      });
      if (!changed) throw new ApiError('LOGIN_WRONG');
      await notify(sql, 'sandglass_session');
      await recordAudit(sql, actor, 'account.password', account.username, {
        password: 'changed by its owner',
        mustChangePassword: [account.mustChangePassword, false],
      });
    });
  }
}
