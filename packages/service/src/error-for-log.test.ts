import { describe, expect, it } from 'vitest';
import { errorForLog } from './error-for-log.ts';

const serialize = errorForLog((error) => Object.assign({ type: error.name, message: error.message }, error));

describe('an error in the log', () => {
  it('says what is wrong, and not which values it is about', () => {
    const refused = Object.assign(new Error('duplicate key value violates unique constraint "account_key"'), {
      code: '23505',
      detail: 'Failing row contains (7, team, scrypt$secret).',
      where: 'unnamed portal with parameters: $1 = secret',
      internalQuery: 'SELECT secret',
      constraint: 'account_key',
      aggregateErrors: [{ message: 'NOAUTH', command: { name: 'acl', args: ['SETUSER', '>secret'] } }],
    });
    const text = JSON.stringify(serialize(refused));
    expect(text).not.toContain('secret');
    expect(JSON.parse(text)).toMatchObject({
      code: '23505',
      constraint: 'account_key',
      aggregateErrors: [{ command: { name: 'acl' } }],
    });
  });

  it('that names itself as its own cause has an end', () => {
    const error: Error & { self?: unknown } = new Error('a circle');
    error.self = error;
    expect(JSON.stringify(serialize(error))).toContain('a circle');
  });
});
