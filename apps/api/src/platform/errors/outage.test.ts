import { describe, expect, it } from 'vitest';
import { Outage, partAway } from './outage.ts';

function failure(message: string, fields: object = {}): Error {
  return Object.assign(new Error(message), fields);
}

describe('what is away', () => {
  it.each([
    ['a refused connection', failure('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' })],
    ['a socket that is not there', failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
    ['a full disk of the database', failure('could not extend file', { code: '53100', severity: 'ERROR' })],
    ['an administrator’s shutdown', failure('terminating connection', { code: '57P01', severity: 'FATAL' })],
    ['a starting server', failure('the database system is starting up', { code: '57P03' })],
    ['a standby', failure('cannot execute INSERT in a read-only transaction', { code: '25006' })],
    ['a lock not had', failure('canceling statement due to lock timeout', { code: '55P03' })],
    ['a full pool', failure('timeout exceeded when trying to connect')],
    ['a lost connection', failure('Connection terminated unexpectedly')],
    ['a statement without an answer', failure('Query read timeout')],
    ['Prisma’s words', failure('Can’t reach database server', { code: 'P1001' })],
    [
      'a driver’s words in Prisma’s',
      Object.assign(failure('\nInvalid findMany()\nconnect ENOENT /run/.s.PGSQL.5432', { code: 'ENOENT' }), {
        name: 'PrismaClientKnownRequestError',
      }),
    ],
    ['several addresses', new AggregateError([failure('x', { code: 'ECONNREFUSED', syscall: 'connect' })])],
    ['a wrapped cause', new Error('query failed', { cause: failure('gone', { code: '57P02' }) })],
    ['what Prisma’s adapter makes of it', new Error('x', { cause: { kind: 'DatabaseNotReachable' } })],
    ['our own words', new Outage('database', 'too many wait')],
  ])('%s is the database', (_what, error) => expect(partAway(error)).toBe('database'));

  it.each([
    [
      'no connection',
      Object.assign(new Error('Reached the max retries'), { name: 'MaxRetriesPerRequestError' }),
    ],
    ['no answer', failure('Command timed out')],
    ['a Redis that reads its file', failure('LOADING Redis is loading the dataset in memory')],
    ['a Redis that cannot write', failure('MISCONF Redis is configured to save RDB snapshots')],
  ])('%s is the queue', (_what, error) => expect(partAway(error)).toBe('queue'));

  it('no room for a file is the disk', () => {
    expect(partAway(failure('no space left on device', { code: 'ENOSPC', syscall: 'write' }))).toBe('disk');
  });

  it.each([
    ['a mistake of ours', new TypeError('x is undefined')],
    ['a wrong statement', failure('syntax error', { code: '42601', severity: 'ERROR' })],
    ['a unique name taken', failure('duplicate key', { code: '23505' })],
    ['a file that is missing', failure('no such file', { code: 'ENOENT', syscall: 'open' })],
    ['a client that left', failure('aborted', { code: 'ECONNRESET' })],
    ['nothing at all', undefined],
  ])('%s is none of it', (_what, error) => expect(partAway(error)).toBeNull());

  it('an error that is its own cause ends the search', () => {
    const error = new Error('round and round');
    error.cause = error;
    expect(partAway(error)).toBeNull();
  });
});
