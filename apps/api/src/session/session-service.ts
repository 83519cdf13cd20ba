/**
 * Logging in and knowing who asks: sessions by cookie, HTTP Basic for scripts, throttling
 * per account and per address by domain's rule (S22).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { accountRoleSchema, type LoginRequest } from '@sandglass/contracts';
import { accountPolicy, addressPolicy, stricter, throttle, type ThrottleDecision } from '@sandglass/domain';
import { sha256 } from '../database/sha256.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Identity } from '../http/access.ts';
import { checkPassword } from './passwords.ts';
import type { AccountRow, SessionRepository } from './session-repository.ts';

/** Sessions last a contest weekend. */
const sessionMs = 3 * 86_400_000;
/** A session is asked for on every request; the database is asked this often at most. Log-outs are told to every process at once. */
const rememberSessionMs = 30_000;
/** argon2 is slow on purpose; a script that sends its password with every request pays once per minute. */
const rememberBasicMs = 60_000;
const rememberedAtMost = 20_000;

interface Remembered<T> {
  readonly value: T;
  readonly untilMs: number;
}

export class SessionService {
  readonly #repository: SessionRepository;
  readonly #secret: string;
  readonly #sessions = new Map<string, Remembered<Identity | null>>();
  readonly #basic = new Map<string, Remembered<Identity>>();
  /** The last attempt under way of each name; never rejects. */
  readonly #verifying = new Map<string, Promise<void>>();
  /** Keys of the memory of verified passwords; made anew by every process. */
  readonly #memoryKey = randomBytes(32);

  constructor(repository: SessionRepository, secret: string) {
    this.#repository = repository;
    this.#secret = secret;
  }

  /** @returns the session's token, for the cookie. @throws ApiError LOGIN_WRONG, LOGIN_THROTTLED, LOGIN_LOCKED */
  async logIn(
    request: LoginRequest,
    from: { address: string; userAgent: string },
  ): Promise<{ token: string; expiresAt: Date; identity: Identity }> {
    const account = await this.#verify(request.username, request.password, from.address);
    const token = randomBytes(32).toString('base64url');
    const tokenHash = sha256(token);
    const now = new Date();
    const expiresAt = new Date(now.getTime() + sessionMs);
    await this.#repository.createSession(
      {
        tokenHash,
        accountId: account.id,
        expiresAt,
        address: from.address,
        userAgent: from.userAgent.slice(0, 300),
      },
      now,
    );
    const identity = await this.#repository.identityBySession(tokenHash);
    if (identity === null) throw new ApiError('LOGIN_WRONG');
    return { token, expiresAt, identity };
  }

  async logOut(identity: Identity): Promise<void> {
    if (identity.session === null) return;
    this.#sessions.delete(identity.session.tokenHash);
    await this.#repository.deleteSession(identity.session.tokenHash);
  }

  async identityOfToken(token: string): Promise<Identity | null> {
    const tokenHash = sha256(token);
    const now = Date.now();
    const known = this.#sessions.get(tokenHash);
    if (known !== undefined && known.untilMs > now) return known.value;
    const identity = await this.#repository.identityBySession(tokenHash);
    remember(this.#sessions, tokenHash, identity, now + rememberSessionMs);
    return identity;
  }

  async identityOfPassword(username: string, password: string, address: string): Promise<Identity> {
    const key = createHmac('sha256', this.#memoryKey)
      .update(JSON.stringify([username, password]))
      .digest('hex');
    const now = Date.now();
    const known = this.#basic.get(key);
    if (known !== undefined && known.untilMs > now) return known.value;
    const account = await this.#verify(username, password, address);
    const identity: Identity = {
      accountId: account.id,
      username: account.username,
      displayName: account.displayName,
      role: accountRoleSchema.parse(account.role),
      teamId: account.teamId,
      teamName: account.teamName,
      session: null,
    };
    remember(this.#basic, key, identity, now + rememberBasicMs);
    return identity;
  }

  /** Something about accounts or sessions changed, here or in another process. @param tokenHash null: anything */
  forget(tokenHash: string | null): void {
    if (tokenHash !== null) {
      this.#sessions.delete(tokenHash);
      return;
    }
    this.#sessions.clear();
    this.#basic.clear();
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

  /**
   * Attempts on one account follow one another: made side by side, each would be judged by a
   * history without the others, and a burst of guesses would be free.
   */
  #verify(username: string, password: string, address: string): Promise<AccountRow> {
    const before = this.#verifying.get(username) ?? Promise.resolve();
    const attempt = before.then(() => this.#attempt(username, password, address));
    const ended = attempt.then(nothing, nothing).finally(() => {
      if (this.#verifying.get(username) === ended) this.#verifying.delete(username);
    });
    this.#verifying.set(username, ended);
    return attempt;
  }

  async #attempt(username: string, password: string, address: string): Promise<AccountRow> {
    const now = new Date();
    const since = new Date(now.getTime() - Math.max(accountPolicy.windowMs, addressPolicy.windowMs));
    const history = await this.#repository.attempts(username, address, since);
    const ofAccount = throttle(history.account, now.getTime(), accountPolicy);
    const ofAddress = throttle(history.address, now.getTime(), addressPolicy);
    const decision = stricter(ofAccount, ofAddress);
    if (decision.kind !== 'allowed') throw refusal(decision, decision === ofAccount ? 'account' : 'address');

    const account = await this.#repository.accountByName(username);
    const right = await checkPassword(account?.passwordHash ?? null, password);
    const accepted = right && account !== null && account.enabled;
    await this.#repository.recordAttempt(username, address, accepted, now);
    if (!accepted) throw new ApiError('LOGIN_WRONG');
    return account;
  }
}

function refusal(decision: Exclude<ThrottleDecision, { kind: 'allowed' }>, what: string): ApiError {
  const until =
    decision.untilMs === null ? 'an administrator opens it' : new Date(decision.untilMs).toISOString();
  const seconds = decision.untilMs === null ? 600 : Math.ceil((decision.untilMs - Date.now()) / 1000);
  return new ApiError(
    decision.kind === 'locked' ? 'LOGIN_LOCKED' : 'LOGIN_THROTTLED',
    { failures: decision.failures, until, what },
    { headers: { 'retry-after': String(Math.max(1, seconds)) } },
  );
}

function nothing(): void {}

function remember<T>(memory: Map<string, Remembered<T>>, key: string, value: T, untilMs: number): void {
  if (memory.size >= rememberedAtMost) {
    const oldest = memory.keys().next().value;
    if (oldest !== undefined) memory.delete(oldest);
  }
  memory.set(key, { value, untilMs });
}
