/** Logging in and knowing who asks: sessions by cookie, HTTP Basic for scripts. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  accountRoleSchema,
  type AccountRole,
  type AddressLoginRequest,
  type LoginRequest,
} from '@sandglass/contracts';
import { sha256 } from '../platform/lib/sha256.ts';
import { ApiError } from '../platform/errors/api-error.ts';
import type { Identity } from '../platform/http/access.ts';
import type { LoginCheck } from './login-check.ts';
import type { LoginPlace } from './login-throttle-repository.ts';
import type { AccountRow, SessionRepository } from './session-repository.ts';
import type { SignedCookies } from './signed-cookies.ts';

/** Sessions last a contest weekend. */
const sessionMs = 3 * 86_400_000;
/**
 * A session is asked for on every request; the database is asked this often at most. Every process is notified of a
 * log-out at once.
 */
const rememberSessionMs = 30_000;
/** argon2 is slow on purpose; a script that sends its password with every request pays once per minute. */
const rememberBasicMs = 60_000;
const maxRemembered = 20_000;

/** The browser that asks. `ip` is what the account's owner is shown. */
type Browser = LoginPlace & { readonly userAgent: string };

interface LoggedIn {
  /** For the cookie. */
  readonly token: string;
  /** The browser's id for its cookie, where it had none. */
  readonly newBrowser: string | null;
  readonly expiresAt: Date;
  readonly identity: Identity;
}

interface Remembered<T> {
  readonly value: T;
  readonly untilMs: number;
}

export class SessionService {
  readonly #repository: SessionRepository;
  readonly #loginCheck: LoginCheck;
  readonly #cookies: SignedCookies;
  readonly #secret: string;
  readonly #sessions = new Map<string, Remembered<Identity | null>>();
  readonly #basic = new Map<string, Remembered<Identity>>();
  /** How often: what was read before that is as old as what was forgotten, and is not remembered. */
  #forgotten = 0;

  constructor(parts: {
    repository: SessionRepository;
    loginCheck: LoginCheck;
    cookies: SignedCookies;
    secret: string;
  }) {
    this.#repository = parts.repository;
    this.#loginCheck = parts.loginCheck;
    this.#cookies = parts.cookies;
    this.#secret = parts.secret;
  }

  /**
   * @throws ApiError LOGIN_WRONG, LOGIN_THROTTLED, LOGIN_LOCKED, LOGIN_BUSY, LOGIN_BOUND
   */
  async logIn(request: LoginRequest, from: Browser): Promise<LoggedIn> {
    return this.#open(await this.#loginCheck.check(request.username, request.password, from), from, true);
  }

  /**
   * Without a password, from an address of the account.
   * @throws ApiError as {@link logIn}
   */
  async logInByAddress({ username }: AddressLoginRequest, from: Browser): Promise<LoggedIn> {
    return this.#open(await this.#loginCheck.checkAddress(username, from), from, false);
  }

  /**
   * Who somebody trusted says it is: a proxy, or an OpenID provider. Nothing is guessed, so nothing is counted.
   * @throws ApiError LOGIN_NOT_KNOWN, LOGIN_BOUND
   */
  async logInProven(username: string, roles: readonly AccountRole[], from: Browser): Promise<LoggedIn> {
    const account = await this.#repository.accountByName(username);
    const role = accountRoleSchema.safeParse(account?.role);
    if (account === null || !account.enabled || !role.success || !roles.includes(role.data))
      throw new ApiError('LOGIN_NOT_KNOWN', { username: username.slice(0, 64) });
    return this.#open(account, from, false);
  }

  /** Always with a new token: what a browser had before, or was given by somebody, becomes nobody's session. */
  async #open(account: AccountRow, from: Browser, byPassword: boolean): Promise<LoggedIn> {
    const newBrowser = from.browser === null ? this.#cookies.newBrowser() : null;
    if (newBrowser !== null) {
      const browser = this.#cookies.browserOf(newBrowser);
      await this.#loginCheck.note(account.id, { ...from, browser });
    }
    const token = this.#cookies.newSession(account.id);
    const tokenHash = sha256(token);
    const now = new Date();
    const expiresAt = new Date(now.getTime() + sessionMs);
    const ended = await this.#repository.createSession(
      {
        tokenHash,
        accountId: account.id,
        passwordHash: account.passwordHash,
        expiresAt,
        address: from.ip,
        userAgent: from.userAgent.slice(0, 300),
        byPassword,
      },
      now,
    );
    if (ended === null) throw new ApiError('LOGIN_WRONG');
    for (const one of ended) this.forget(one);
    const identity = await this.#repository.identityBySession(tokenHash);
    if (identity === null) throw new ApiError('LOGIN_WRONG');
    return { token, newBrowser, expiresAt, identity };
  }

  async logOut(identity: Identity): Promise<void> {
    if (identity.session === null) return;
    this.forget(identity.session.tokenHash);
    await this.#repository.deleteSession(identity.session.tokenHash);
  }

  async identityOfToken(token: string): Promise<Identity | null> {
    if (this.#cookies.accountOf(token) === null) return null;
    const tokenHash = sha256(token);
    const now = Date.now();
    const known = this.#sessions.get(tokenHash);
    if (known !== undefined && known.untilMs > now) return known.value;
    const forgotten = this.#forgotten;
    const identity = await this.#repository.identityBySession(tokenHash);
    if (forgotten === this.#forgotten) remember(this.#sessions, tokenHash, identity, now + rememberSessionMs);
    return identity;
  }

  async identityOfPassword(username: string, password: string, from: LoginPlace): Promise<Identity> {
    const known = this.rememberedPassword(username, password, from);
    if (known !== null) return known;
    const forgotten = this.#forgotten;
    const account = await this.#loginCheck.check(username, password, from);
    if (account.role === 'contestant') await this.#repository.bind(account.id, from.ip);
    const identity: Identity = {
      accountId: account.id,
      username: account.username,
      displayName: account.displayName,
      role: accountRoleSchema.parse(account.role),
      teamId: account.teamId,
      teamName: account.teamName,
      mustChangePassword: account.mustChangePassword,
      session: null,
    };
    const key = this.#loginCheck.keyOf(username, password, from);
    if (forgotten === this.#forgotten) remember(this.#basic, key, identity, Date.now() + rememberBasicMs);
    return identity;
  }

  /**
   * Whose password it was a moment ago, from the same place; null: not known. It holds for that place alone, so that
   * nobody elsewhere may guess without being counted.
   */
  rememberedPassword(username: string, password: string, from: LoginPlace): Identity | null {
    const known = this.#basic.get(this.#loginCheck.keyOf(username, password, from));
    return known !== undefined && known.untilMs > Date.now() ? known.value : null;
  }

  /** Something about accounts or sessions changed, here or in another process. @param tokenHash null: anything */
  forget(tokenHash: string | null): void {
    this.#forgotten += 1;
    if (tokenHash !== null) {
      this.#sessions.delete(tokenHash);
      return;
    }
    this.#sessions.clear();
    this.#basic.clear();
    this.#loginCheck.forget();
  }

  /** Those of the sessions that are over; what was remembered of any session is forgotten. */
  async ended(tokenHashes: readonly string[]): Promise<string[]> {
    this.forget(null);
    return this.#repository.endedOf(tokenHashes);
  }

  /** Bound to the session, so that nothing need be stored. */
  csrfToken(tokenHash: string): string {
    return createHmac('sha256', this.#secret).update(`csrf ${tokenHash}`).digest('base64url');
  }

  csrfTokenIsRight(tokenHash: string, given: string): boolean {
    const right = Buffer.from(this.csrfToken(tokenHash));
    const other = Buffer.from(given);
    return right.length === other.length && timingSafeEqual(right, other);
  }
}

function remember<T>(memory: Map<string, Remembered<T>>, key: string, value: T, untilMs: number): void {
  if (memory.size >= maxRemembered) {
    const oldest = memory.keys().next().value;
    if (oldest !== undefined) memory.delete(oldest);
  }
  memory.set(key, { value, untilMs });
}
