/**
 * `REDIS_URL` as options of ioredis, which itself knows no address for a unix socket with
 * a database number.
 */
import { isIP } from 'node:net';
import { QueueError } from './errors.ts';

/** Where a Redis server is; fits the options of ioredis and of BullMQ. */
export interface RedisAddress {
  /** A unix socket, instead of host and port. */
  path?: string;
  host?: string;
  port?: number;
  username?: string;
  password?: string;
  db?: number;
  tls?: { servername?: string };
}

/**
 * Understood: `redis://[user:password@]host[:port][/db]`, `rediss://…` (TLS),
 * `redis+unix:///path[?db=N&password=…]`, `unix:///path`, and a bare absolute path.
 * @throws QueueError QUEUE_REDIS_URL_INVALID
 */
export function redisOptions(url: string): RedisAddress {
  if (url.startsWith('/')) return { path: url };
  const parsed = URL.parse(url);
  if (parsed === null) throw invalid(url, 'it is not a URL');
  switch (parsed.protocol) {
    case 'redis:':
      return tcpOptions(url, parsed);
    case 'rediss:':
      return tlsOptions(tcpOptions(url, parsed));
    case 'redis+unix:':
    case 'unix:':
      return socketOptions(url, parsed);
    default:
      throw invalid(url, `"${parsed.protocol}" is not a scheme of Redis`);
  }
}

/** The address without its password, fit for logs. */
export function redactRedisUrl(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//…@').replace(/([?&]password=)[^&]*/, '$1…');
}

/**
 * The same server as another user.
 * @throws QueueError QUEUE_REDIS_URL_INVALID
 */
export function withRedisUser(url: string, username: string, password: string): string {
  redisOptions(url);
  const parsed = new URL(url.startsWith('/') ? `redis+unix://${url}` : url);
  if (parsed.protocol === 'redis:' || parsed.protocol === 'rediss:') {
    parsed.username = encodeURIComponent(username);
    parsed.password = encodeURIComponent(password);
  } else {
    parsed.searchParams.set('username', username);
    parsed.searchParams.set('password', password);
  }
  return parsed.href;
}

function tcpOptions(url: string, parsed: URL): RedisAddress {
  if (parsed.hostname === '') throw invalid(url, 'the host is missing');
  const database = parsed.pathname.replace(/^\//, '');
  return {
    // A bracketed IPv6 address is a host only without its brackets.
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: parsed.port === '' ? 6379 : Number(parsed.port),
    ...credentials(decodeURIComponent(parsed.username), decodeURIComponent(parsed.password)),
    ...databaseOption(url, database),
  };
}

/**
 * A server receives the name it was called by; an address is no name (RFC 6066), its certificate is looked at all the
 * same.
 */
function tlsOptions(address: RedisAddress): RedisAddress {
  const { host = '' } = address;
  return { ...address, tls: isIP(host) === 0 ? { servername: host } : {} };
}

function socketOptions(url: string, parsed: URL): RedisAddress {
  if (parsed.hostname !== '') throw invalid(url, 'a socket needs three slashes and an absolute path');
  if (parsed.pathname.length < 2) throw invalid(url, 'the path of the socket is missing');
  return {
    path: decodeURIComponent(parsed.pathname),
    ...credentials(parsed.searchParams.get('username') ?? '', parsed.searchParams.get('password') ?? ''),
    ...databaseOption(url, parsed.searchParams.get('db') ?? ''),
  };
}

function credentials(username: string, password: string): RedisAddress {
  return { ...(username === '' ? {} : { username }), ...(password === '' ? {} : { password }) };
}

function databaseOption(url: string, text: string): RedisAddress {
  if (text === '') return {};
  if (!/^\d{1,4}$/.test(text)) throw invalid(url, `the database "${text}" is not a number`);
  return { db: Number(text) };
}

function invalid(url: string, why: string): QueueError {
  return new QueueError('QUEUE_REDIS_URL_INVALID', { url: redactRedisUrl(url), why });
}
