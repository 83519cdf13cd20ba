/** Logins that an address allows or forbids: who may log in from it without a password, and who is bound to another. */
import type { AddressOffer, BoundAccount } from '@sandglass/contracts';
import { recordAudit, type Actor } from '../audit/audit-log.ts';
import { takeLock } from '../platform/database/advisory-locks.ts';
import type { Database } from '../platform/database/database.ts';
import { notify } from '../platform/database/notifications.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import { boundAccounts, enterableAccounts, releaseAccounts } from './address-binding-repository.ts';
import { mayEnter } from './login-addresses.ts';

/** The address alone cannot distinguish more. */
const maxOffered = 10;
/** Login pages ask: a hall that comes in at once costs the database one query a second. */
const rememberMs = 1000;

export class AddressLogins {
  readonly #database: Database;
  #known: { readonly rows: ReturnType<typeof enterableAccounts>; readonly untilMs: number } | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param ip as the trusted proxies say */
  async offer(ip: string): Promise<AddressOffer> {
    const rows = (await this.#enterable()).filter((row) => mayEnter(row, { ip }));
    const [only, another] = rows;
    return {
      accounts: rows.slice(0, maxOffered).map(({ username, name }) => ({ username, name })),
      auto: only !== undefined && another === undefined && only.auto,
    };
  }

  async bound(): Promise<BoundAccount[]> {
    const rows = await boundAccounts(this.#database);
    return rows.flatMap(({ boundAddress, boundAt, ...row }) =>
      boundAddress === null || boundAt === null
        ? []
        : { ...row, boundAddress, boundAt: boundAt.toISOString() },
    );
  }

  /** @param username null: all of them. @returns how many were bound. @throws ApiError ACCOUNT_UNKNOWN */
  async release(username: string | null, actor: Actor): Promise<number> {
    return this.#database.transaction(async (sql) => {
      await takeLock(sql, 'people');
      if (username !== null && (await (await sql.typed()).account.count({ where: { username } })) === 0)
        throw new ApiError('ACCOUNT_UNKNOWN', { id: username });
      const released = await releaseAccounts(sql, username);
      if (released.length === 0) return 0;
      await notify(sql, 'sandglass_session');
      await recordAudit(sql, actor, 'account.release', username ?? `${released.length} accounts`, {
        boundAddress: Object.fromEntries(released.map((one) => [one.username, [one.boundAddress, null]])),
      });
      return released.length;
    });
  }

  #enterable(): ReturnType<typeof enterableAccounts> {
    const now = Date.now();
    if (this.#known === null || this.#known.untilMs <= now) {
      const rows = enterableAccounts(this.#database);
      this.#known = { rows, untilMs: now + rememberMs };
      // What failed is not remembered.
      rows.catch(() => (this.#known = null));
    }
    return this.#known.rows;
  }
}
