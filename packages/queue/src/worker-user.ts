/**
 * A user of its own in Redis for every judgehost, which reaches the judge queues' keys with what a worker needs and
 * nothing else: no other key, no pattern search, no other client, no configuration, no subscription, and no script of
 * its own, which could keep Redis busy for ever. BullMQ's scripts are there by their hashes: the api loads them
 * (`JudgeQueue.provideScripts`) before hosts can log in.
 *
 * The password follows from the host's token, so that nobody has to keep a second secret, and Redis and the database
 * know its SHA-256 only. Redis forgets its users when it starts; the api makes them again.
 */
import { createHash, createHmac } from 'node:crypto';
import { judgeQueueName } from './names.ts';

const userPrefix = 'sandglass-judgehost-';

/** @param id of the judgehost's row: names may be taken by another host later */
export function workerUserName(id: string): string {
  return `${userPrefix}${id}`;
}

export function workerPassword(token: string): string {
  return createHmac('sha256', token).update('sandglass queue worker').digest('base64url');
}

/** As `ACL SETUSER` takes it after `#`. */
export function workerPasswordHash(token: string): string {
  return createHash('sha256').update(workerPassword(token)).digest('hex');
}

/**
 * What BullMQ's scripts call, and what a worker waits with. Named one by one: among all that reads and writes there are
 * commands that a few megabytes keep busy for days (LCS).
 */
export const workerCommands: readonly string[] = [
  ['del', 'exists', 'persist', 'pexpire', 'pexpireat', 'pttl', 'rename', 'time', 'type', 'unlink'],
  ['get', 'set', 'incr', 'incrby'],
  ['hdel', 'hexists', 'hget', 'hgetall', 'hincrby', 'hlen', 'hmget', 'hmset', 'hset'],
  [
    'lindex',
    'llen',
    'lpop',
    'lpos',
    'lpush',
    'lrange',
    'lrem',
    'lset',
    'ltrim',
    'rpop',
    'rpoplpush',
    'rpush',
  ],
  ['sadd', 'scard', 'sismember', 'smembers', 'srem'],
  ['xadd', 'xdel', 'xlen', 'xrange', 'xread', 'xtrim'],
  ['zadd', 'zcard', 'zcount', 'zlexcount', 'zpopmin', 'zrange', 'zrangebylex', 'zrangebyscore', 'zrem'],
  ['zremrangebyrank', 'zremrangebyscore', 'zrevrange', 'zrevrangebyscore', 'zscore', 'bzpopmin'],
].flat();

/** Arguments of `ACL SETUSER` after the name. @param passwordHash SHA-256, 64 hexadecimal digits */
export function workerAclRules(prefix: string, passwordHash: string): string[] {
  return [
    // What an earlier version allowed is gone; connections that exist stay.
    'reset',
    'on',
    `#${passwordHash}`,
    `~${prefix}:${judgeQueueName}:*`,
    // Tasks of images wait in queues of their own.
    `~${prefix}:${judgeQueueName}-*`,
    '+@connection',
    '-@dangerous',
    // BullMQ's steps are scripts that the server has already; each call in them is checked again.
    '+evalsha',
    ...workerCommands.map((command) => `+${command}`),
    // BullMQ asks for the server's version.
    '+info',
  ];
}

/** A judgehost's user as Redis has it. */
export interface KnownWorkerUser {
  /** Of the judgehost's row. */
  readonly id: string;
  /** SHA-256 of its passwords; there is one unless somebody has added more. */
  readonly passwordHashes: readonly string[];
}

/** Those of judgehosts among the users that `ACL LIST` names. */
export function knownWorkerUsers(lines: readonly string[]): KnownWorkerUser[] {
  return lines.flatMap((line) => {
    const [, name = '', ...rules] = line.split(' ');
    if (!name.startsWith(userPrefix)) return [];
    const passwordHashes = rules.filter((rule) => rule.startsWith('#')).map((rule) => rule.slice(1));
    return [{ id: name.slice(userPrefix.length), passwordHashes }];
  });
}
