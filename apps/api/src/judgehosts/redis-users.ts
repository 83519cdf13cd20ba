/** The judgehosts' users in Redis: made with a host's credential, gone with it, and there again after Redis restarted. */
import { workerAclRules, workerPassword, workerUserName, withRedisUser } from '@sandglass/queue';
import type { Redis } from 'ioredis';
import type { Log } from '../http/app-type.ts';
import type { JudgehostRepository } from './judgehost-repository.ts';

/** Between two tries to make the users that are missing. */
const againMs = 2000;

export interface RedisUsersOptions {
  readonly redis: Redis;
  readonly repository: Pick<JudgehostRepository, 'redisHashes'>;
  /** What hosts are told, without their user. */
  readonly url: string;
  readonly prefix: string;
  /** Off: hosts get the address as it is; whoever runs Redis sees to its users. */
  readonly enabled: boolean;
  readonly log: Log;
}

export class RedisUsers {
  readonly #options: RedisUsersOptions;
  /** This Redis has no users, or ours may not make any: said once. */
  #refused = false;
  #again: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RedisUsersOptions) {
    this.#options = options;
  }

  /**
   * Makes every host's user whenever Redis is there anew: it keeps none over its restarts. Redis may be back before the
   * database is, so what did not work is tried again until it has.
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

  readonly #onReady = (): void => {
    clearTimeout(this.#again);
    this.#makeAll().then(
      (failed) => failed && this.#tryAgain(),
      (error: unknown) => {
        this.#options.log.warn({ reason: messageOf(error) }, 'users of judgehosts in Redis are not made yet');
        this.#tryAgain();
      },
    );
  };

  #tryAgain(): void {
    // Redis that is away, or has no users, says so itself: its being there anew is waited for.
    if (this.#closed || this.#refused || this.#options.redis.status !== 'ready') return;
    clearTimeout(this.#again);
    this.#again = setTimeout(this.#onReady, againMs);
  }

  /** The address a host is told at its registration, with its own user where it has one. */
  async addressFor(host: { readonly id: string; readonly hash: string }, token: string): Promise<string> {
    const { url, enabled } = this.#options;
    if (!enabled) return url;
    await this.tryPut(host.id, host.hash);
    return this.#refused ? url : withRedisUser(url, workerUserName(host.id), workerPassword(token));
  }

  async put(id: string, passwordHash: string): Promise<void> {
    const { redis, prefix } = this.#options;
    await redis.call('ACL', 'SETUSER', workerUserName(id), ...workerAclRules(prefix, passwordHash));
    this.#refused = false;
  }

  /** Makes a user when Redis is there; when it is not it is made later. */
  async tryPut(id: string, passwordHash: string): Promise<void> {
    if (!this.#options.enabled) return;
    try {
      await this.put(id, passwordHash);
    } catch (error) {
      this.#tell(error);
    }
  }

  /** Its connections are cut at once. */
  async remove(id: string): Promise<void> {
    if (!this.#options.enabled) return;
    try {
      await this.#options.redis.call('ACL', 'DELUSER', workerUserName(id));
    } catch (error) {
      this.#tell(error);
    }
  }

  /** One that fails does not keep the others out. @returns whether one did */
  async #makeAll(): Promise<boolean> {
    const hosts = await this.#options.repository.redisHashes();
    const made = await Promise.allSettled(hosts.map(({ id, hash }) => this.put(id, hash)));
    const failure = made.find(({ status }) => status === 'rejected');
    if (failure?.status === 'rejected') this.#tell(failure.reason);
    return failure !== undefined;
  }

  #tell(error: unknown): void {
    const reason = messageOf(error);
    // Away is not refused: the host's user stands in the database, and is made when Redis is back.
    const refused = /NOPERM|unknown command|unknown subcommand/i.test(reason);
    if (refused && !this.#refused)
      this.#options.log.warn({ reason }, 'judgehosts share the api’s user in Redis: it cannot make others');
    else if (!refused) this.#options.log.warn({ reason }, 'Redis is out of reach');
    this.#refused = refused;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
