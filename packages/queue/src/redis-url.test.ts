import { describe, expect, it } from 'vitest';
import { redactRedisUrl, redisOptions, withRedisUser } from './redis-url.ts';

describe('a Redis address', () => {
  it.each([
    ['redis://localhost', { host: 'localhost', port: 6379 }],
    ['redis://h:7000/3', { host: 'h', port: 7000, db: 3 }],
    ['redis://user:p%40ss@h', { host: 'h', port: 6379, username: 'user', password: 'p@ss' }],
    ['redis://:secret@[::1]:6380', { host: '::1', port: 6380, password: 'secret' }],
    ['rediss://h', { host: 'h', port: 6379, tls: { servername: 'h' } }],
    ['rediss://10.0.0.7:6380', { host: '10.0.0.7', port: 6380, tls: {} }],
    ['rediss://[fd00::7]', { host: 'fd00::7', port: 6379, tls: {} }],
    ['redis+unix:///run/redis.sock', { path: '/run/redis.sock' }],
    [
      'redis+unix:///run/my%20redis.sock?db=2&password=x',
      { path: '/run/my redis.sock', db: 2, password: 'x' },
    ],
    ['unix:///run/redis.sock', { path: '/run/redis.sock' }],
    ['/run/redis.sock', { path: '/run/redis.sock' }],
  ])('%s', (url, options) => {
    expect(redisOptions(url)).toEqual(options);
  });

  it.each([
    ['localhost', 'is not a URL'],
    ['http://localhost', 'not a scheme of Redis'],
    ['redis:///3', 'the host is missing'],
    ['redis://h/zero', 'the database "zero" is not a number'],
    ['redis+unix://run/redis.sock', 'three slashes'],
    ['unix:///', 'the path of the socket is missing'],
  ])('%s is refused with what would be right', (url, why) => {
    expect(() => redisOptions(url)).toThrow(why);
    expect(() => redisOptions(url)).toThrow('right would be redis://');
  });

  it('never shows its password', () => {
    expect(redactRedisUrl('redis://user:secret@h:1')).toBe('redis://…@h:1');
    expect(redactRedisUrl('unix:///s?password=secret&db=1')).toBe('unix:///s?password=…&db=1');
    expect(() => redisOptions('http://user:secret@h')).toThrow('http://…@h');
  });
});

describe('an address for another user', () => {
  it.each([
    ['redis://server:6379/2', { host: 'server', port: 6379, db: 2 }],
    ['redis://:secret@server', { host: 'server', port: 6379 }],
    ['rediss://old:secret@server', { host: 'server', port: 6379, tls: { servername: 'server' } }],
    ['redis+unix:///run/redis.sock?db=1&password=x', { path: '/run/redis.sock', db: 1 }],
    ['/run/redis.sock', { path: '/run/redis.sock' }],
  ])('%s', (url, rest) => {
    expect(redisOptions(withRedisUser(url, 'judge 1', 'a/b@c'))).toEqual({
      ...rest,
      username: 'judge 1',
      password: 'a/b@c',
    });
  });
});
