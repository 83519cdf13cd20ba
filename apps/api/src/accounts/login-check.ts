/**
 * Whether a name and a password belong together. In this order, cheapest first: names that no account can have are
 * refused; identical attempts become one; addresses take turns; the attempt is counted, and refused where domain's rule
 * says so; the password is hashed.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { accountDefinitionSchema } from '@sandglass/contracts';
import { ApiError } from '../platform/errors/api-error.ts';
import { LoginQueue } from './login-queue.ts';
import {
  AttemptRefused,
  type LoginPlace,
  type LoginThrottleRepository,
} from './login-throttle-repository.ts';
import { mayEnter } from './login-addresses.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { AccountRow, SessionRepository } from './session-repository.ts';

const nameSchema = accountDefinitionSchema.shape.username;
const longestPassword = 256;

export class LoginCheck {
  readonly #accounts: SessionRepository;
  readonly #throttle: LoginThrottleRepository;
  readonly #queue = new LoginQueue();
  readonly #underWay = new Map<string, Promise<AccountRow>>();
  /** Of the keys of attempts; every process makes its own. */
  readonly #memoryKey = randomBytes(32);

  constructor(accounts: SessionRepository, throttle: LoginThrottleRepository) {
    this.#accounts = accounts;
    this.#throttle = throttle;
  }

  /** The same for the same attempt, and reveals nothing of the password. */
  keyOf(username: string, password: string, { address, browser, ip }: LoginPlace): string {
    return createHmac('sha256', this.#memoryKey)
      .update(JSON.stringify([username, password, address, browser, ip]))
      .digest('base64');
  }

  /** @throws ApiError LOGIN_WRONG, LOGIN_THROTTLED, LOGIN_LOCKED, LOGIN_BUSY */
  async check(username: string, password: string, origin: LoginPlace): Promise<AccountRow> {
    if (password === '' || password.length > longestPassword) throw new ApiError('LOGIN_WRONG');
    return this.#once(username, password, origin, (account) =>
      checkPassword(account?.passwordHash ?? null, password),
    );
  }

  /**
   * Whether the account may log in from there without a password. Counted like a password, and refused like a wrong one.
   * @throws ApiError LOGIN_WRONG, LOGIN_THROTTLED, LOGIN_LOCKED, LOGIN_BUSY
   */
  async checkAddress(username: string, origin: LoginPlace): Promise<AccountRow> {
    return this.#once(username, '', origin, async (account) => account !== null && mayEnter(account, origin));
  }

  async #once(
    username: string,
    password: string,
    origin: LoginPlace,
    prove: (account: AccountRow | null) => Promise<boolean>,
  ): Promise<AccountRow> {
    if (!nameSchema.safeParse(username).success) throw new ApiError('LOGIN_WRONG');
    // A script that begins with twenty requests at once makes one attempt, not twenty.
    const key = this.keyOf(username, password, origin);
    const same = this.#underWay.get(key);
    if (same !== undefined) return same;
    const attempt = this.#queue.run({ ...origin, username }, () => this.#attempt(username, origin, prove));
    this.#underWay.set(key, attempt);
    try {
      return await attempt;
    } finally {
      if (this.#underWay.get(key) === attempt) this.#underWay.delete(key);
    }
  }

  /** Accounts have changed: who asks from here on does not get the outcome of an attempt that has read them before. */
  forget(): void {
    this.#underWay.clear();
  }

  /**
   * The hash of a stranger's new password: in the queue of those who log in, so that neither takes the cores from the other.
   * @throws ApiError LOGIN_BUSY
   */
  hashInTurn(password: string, username: string, origin: LoginPlace): Promise<string> {
    return this.#queue.run({ ...origin, username }, () => hashPassword(password));
  }

  /** An account was used from there. */
  note(accountId: string, origin: LoginPlace): Promise<void> {
    return this.#throttle.note(accountId, origin);
  }

  async #attempt(
    username: string,
    origin: LoginPlace,
    prove: (account: AccountRow | null) => Promise<boolean>,
  ): Promise<AccountRow> {
    const account = await this.#accounts.accountByName(username);
    const known = await this.#throttle.familiarity(account?.id ?? null, origin);
    const counted = await this.#throttle.count(username, origin, known).catch((error: unknown) => {
      throw error instanceof AttemptRefused ? refusal(error) : error;
    });
    const right = await prove(account);
    const accepted = right && account !== null && account.enabled;
    if (accepted) await this.#throttle.succeeded(counted, account.id, origin);
    await this.#throttle.record(username, origin.address, accepted);
    if (!accepted) throw new ApiError('LOGIN_WRONG');
    return account;
  }
}

function refusal({ decision, kind }: AttemptRefused): ApiError {
  const { failures, untilMs } = decision;
  const seconds = Math.max(1, Math.ceil((untilMs - Date.now()) / 1000));
  const until = new Date(untilMs).toISOString();
  const what = {
    address: 'from this address',
    guest: 'with this browser',
    account: 'at this account',
    pair: 'at this account from this address',
    browser: 'at this account with this browser',
  }[kind];
  return new ApiError(
    decision.kind === 'locked' ? 'LOGIN_LOCKED' : 'LOGIN_THROTTLED',
    { failures, until, what },
    { headers: { 'retry-after': String(seconds) } },
  );
}
