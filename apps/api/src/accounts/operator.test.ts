import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Operator } from './operator.ts';

const token = 'a'.repeat(64);
const operator = new Operator(createHash('sha256').update(token).digest('hex'));

function identify(
  { remote = '127.0.0.1', local = '127.0.0.1' } = {},
  headers: Record<string, string> = {},
): string | undefined {
  const request = {
    headers: { authorization: `Bearer ${token}`, ...headers },
    socket: { remoteAddress: remote, localAddress: local },
  };
  return operator.identify(request as never)?.role;
}

describe('the operator of this machine', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['::ffff:127.0.0.1', '::ffff:127.0.0.1'],
    ['10.0.0.1', '10.0.0.1'],
  ])('is known from %s', (remote, local) => {
    expect(identify({ remote, local })).toBe('admin');
  });

  it.each(['10.0.0.2', '1.127.0.0', '::ffff:10.0.0.2', 'fe80::1'])('is nobody from %s', (remote) => {
    expect(identify({ remote, local: '10.0.0.1' })).toBeUndefined();
  });

  it.each(['x-forwarded-for', 'forwarded', 'via'])('is nobody through a proxy that says %s', (name) => {
    expect(identify({}, { [name]: '127.0.0.1' })).toBeUndefined();
  });

  it.each(['', 'Bearer ', `Bearer ${'b'.repeat(64)}`, `Bearer ${token}a`, `Basic ${token}`])(
    'is nobody with "%s"',
    (authorization) => {
      expect(identify({}, { authorization })).toBeUndefined();
    },
  );

  it('does not exist where no token was made', () => {
    expect(
      new Operator(null).identify({
        headers: { authorization: 'Bearer ' },
        socket: { remoteAddress: '::1' },
      } as never),
    ).toBeNull();
  });
});
