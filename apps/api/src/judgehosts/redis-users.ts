/**
 * The judgehosts' users in Redis: made with a host's credential, gone with it, and there again after Redis restarted. What
 * went wrong while Redis was away is put right when it is back, and looked for again and again: a user of a host that was
 * revoked, one with a former password, one that is missing.
 */
import {
  knownWorkerUsers,
  withRedisUser,
  workerAclRules,
  workerPassword,
  workerUserName,
} from '@sandglass/queue';
import type { Redis } from 'ioredis';
import { ApiError } from '../platform/errors/api-error.ts';
import type { Log } from '../platform/lib/log.ts';
import type { CredentialRepository } from './credential-repository.ts';

/** Between two tries to make the users that are missing. */
const againMs = 2000;
/** Between two comparisons of what Redis has with what it should have. */
const compareMs = 30_000;

export interface RedisUsersOptions {
  readonly redis: Redis;
  readonly credentials: Pick<CredentialRepository, 'redisHashes'>;
  /** Has Redis know what workers call; hosts may send no scripts. */
  readonly provideScripts: () => Promise<void>;
  /** What hosts receive, without their user. */
  readonly url: string;
  readonly prefix: string;
  /** Off: hosts get the address as it is; the operator of Redis manages its users. */
  readonly enabled: boolean;
  readonly log: Log;
}

export class RedisUsers {
  readonly #options: RedisUsersOptions;
  /** Why this Redis has no users, or ours may not make any: said once. Null: as far as is known it may. */
  #refused: string | null = null;
  /** Users of hosts that the database does not know: said once each. */
  readonly #strangers = new Set<string>();
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RedisUsersOptions) {
    this.#options = options;
  }

  /**
   * Makes every host's user whenever Redis is there again: Redis keeps none over its restarts. Redis may be back before
   * the database is, so what did not work is tried again until it has.
   */
  open(): void {
    if (!this.#options.enabled) return;
    this.#options.redis.on('ready', this.#onReady);
    this.#onReady();
  }

  close(): void {
    this.#closed = true;
    this.#options.redis.off('ready', this.#onReady);
    clearTimeout(this.#again);
  }

  /** Everybody's rules are those of this version then. */
  readonly #onReady = (): void => this.#go(true);

  #go(all: boolean): void {
    clearTimeout(this.#again);
    this.#compare(all).then(
      (failed) => this.#next(failed ? againMs : compareMs, failed && all),
      (error: unknown) => {
        this.#note(error, 'users of judgehosts in Redis are not compared yet');
        this.#next(againMs, all);
      },
    );
  }

  #next(waitMs: number, all: boolean): void {
    // Redis that is away reports so itself: its return is waited for.
    if (this.#closed || this.#options.redis.status !== 'ready') return;
    clearTimeout(this.#again);
    // One that may make no users is asked seldom: somebody may have given it the right.
    this.#again = setTimeout(() => this.#go(all), this.#refused === null ? waitMs : compareMs);
    this.#again.unref();
  }

  /**
   * The address that a host receives at its registration, with its own user. Never another's credential: where no user
   * can be made the host is refused.
   * @throws ApiError JUDGEHOST_QUEUE_CLOSED
   */
  async addressFor(host: { readonly id: string; readonly hash: string }, token: string): Promise<string> {
    const { url, enabled } = this.#options;
    if (!enabled) return url;
    await this.tryPut(host.id, host.hash);
    if (this.#refused !== null) throw new ApiError('JUDGEHOST_QUEUE_CLOSED', { reason: this.#refused });
    return withRedisUser(url, workerUserName(host.id), workerPassword(token));
  }

  /** A user with another password goes first, with its connections, which would stay open otherwise. */
  async put(id: string, passwordHash: string): Promise<void> {
    const known = await this.#passwordsOf(id);
    if (known !== null && !isOnly(known, passwordHash)) await this.#delete(id);
    await this.#set(id, passwordHash);
  }

  async #set(id: string, passwordHash: string): Promise<void> {
    const { redis, prefix, provideScripts } = this.#options;
    await provideScripts();
    await redis.call('ACL', 'SETUSER', workerUserName(id), ...workerAclRules(prefix, passwordHash));
    this.#refused = null;
  }

  /** SHA-256 of the passwords of a host's user; null: it has none. */
  async #passwordsOf(id: string): Promise<readonly string[] | null> {
    // Names and values in turn.
    const facts = (await this.#options.redis.call('ACL', 'GETUSER', workerUserName(id))) as unknown[] | null;
    return facts === null ? null : (facts[facts.indexOf('passwords') + 1] as string[]);
  }

  /** Makes a host's user, with this password alone, when Redis is there; when it is not it is made later. */
  async tryPut(id: string, passwordHash: string): Promise<void> {
    if (!this.#options.enabled) return;
    try {
      await this.put(id, passwordHash);
    } catch (error) {
      this.#note(error);
    }
  }

  /** Its connections are cut at once; when Redis is away, as soon as it is back. */
  async remove(id: string): Promise<void> {
    if (!this.#options.enabled) return;
    try {
      await this.#delete(id);
    } catch (error) {
      this.#note(error);
    }
  }

  async #delete(id: string): Promise<void> {
    await this.#options.redis.call('ACL', 'DELUSER', workerUserName(id));
  }

  /**
   * One that fails does not keep the others out. Redis is asked first: what was changed in the database since is then
   * done by the process that changed it, or at the next comparison.
   * @param all also those that are as they should be, whose rules may be an earlier version's
   * @returns whether one failed
   */
  async #compare(all: boolean): Promise<boolean> {
    const { redis, credentials, log } = this.#options;
    const known = new Map(
      knownWorkerUsers((await redis.call('ACL', 'LIST')) as string[]).map((user) => [user.id, user]),
    );
    const hosts = await credentials.redisHashes();
    const done = await Promise.allSettled(
      hosts.map(async ({ id, hash }) => {
        const passwords = known.get(id)?.passwordHashes;
        const isRight = hash !== null && isOnly(passwords ?? [], hash);
        if (passwords !== undefined && !isRight) {
          await this.#delete(id);
          log.warn({ judgehost: id, revoked: hash === null }, 'a user in Redis that was void was removed');
        }
        if (hash !== null && (all || !isRight)) await this.#set(id, hash);
      }),
    );
    const rows = new Set(hosts.map(({ id }) => id));
    for (const id of known.keys()) {
      // Perhaps of another installation on the same Redis.
      if (rows.has(id) || this.#strangers.has(id)) continue;
      this.#strangers.add(id);
      log.warn(
        { user: workerUserName(id) },
        'Redis has a user of a judgehost that the database does not know; if no other installation has it, remove it with ACL DELUSER',
      );
    }
    const failure = done.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') this.#note(failure.reason);
    return failure !== undefined;
  }

  #note(error: unknown, what = 'Redis is out of reach'): void {
    const reason = messageOf(error);
    // Away is not refused: the host's user is in the database, and is made when Redis is back.
    if (!/NOPERM|unknown command|unknown subcommand/i.test(reason)) {
      this.#options.log.warn({ reason }, what);
      return;
    }
    if (this.#refused === null)
      this.#options.log.error(
        { reason },
        'the api may make no users for judgehosts in Redis: hosts cannot register (docs/judgehosts.md#what-must-be-reachable)',
      );
    this.#refused = reason;
  }
}

function isOnly(passwordHashes: readonly string[], hash: string): boolean {
  return passwordHashes.length === 1 && passwordHashes[0] === hash;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
