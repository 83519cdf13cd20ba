/**
 * A user of its own in Redis for every judgehost, which reaches the judge queues' keys with what a worker needs and
 * nothing else: no other key, no pattern search, no other client, no configuration, no subscription.
 *
 * The password follows from the host's token, so that nobody has to keep a second secret, and Redis and the database
 * know its SHA-256 only. Redis forgets its users when it starts; the api makes them again.
 */
import { createHash, createHmac } from 'node:crypto';
import { judgeQueueName } from './names.ts';

/** @param id of the judgehost's row: names may be taken by another host later */
export function workerUserName(id: string): string {
  return `sandglass-judgehost-${id}`;
}

export function workerPassword(token: string): string {
  return createHmac('sha256', token).update('sandglass queue worker').digest('base64url');
}

/** As `ACL SETUSER` takes it after `#`. */
export function workerPasswordHash(token: string): string {
  return createHash('sha256').update(workerPassword(token)).digest('hex');
}

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
    ...['read', 'write', 'blocking', 'connection'].map((category) => `+@${category}`),
    // BullMQ's steps are scripts; each call in them is checked again.
    '+eval',
    '+evalsha',
    '-@dangerous',
    // Names of other keys are nobody's business.
    '-scan',
    '-randomkey',
    '-dbsize',
    // BullMQ asks for the server's version.
    '+info',
  ];
}
