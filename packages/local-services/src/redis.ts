import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { ServiceError } from './errors.ts';
import { identify, ManagedProcess, stopProcess } from './managed-process.ts';
import { callersFolder, ordinaryUser, ownFolder, type OrdinaryUser } from './ordinary-user.ts';
import { rememberSecret } from './secret.ts';
import { socketFolder } from './socket-folder.ts';

const program = '/usr/bin/redis-server';

/**
 * Where Redis listens beside its unix socket. Then its default user has a password, in a file beside its data: judgehosts
 * come with users of their own, which the api makes.
 */
export interface RedisListener {
  readonly host: string;
  readonly port: number;
}

export interface PrivateRedis {
  /** For REDIS_URL: the unix socket, with the password where there is one. */
  readonly url: string;
  readonly socket: string;
  readonly process: ManagedProcess;
  stop(): Promise<void>;
}

/** Starts a Redis of our own in `<dataFolder>/redis`, append-only so that a restart keeps the queue. */
export async function startRedis(options: {
  readonly dataFolder: string;
  readonly durable?: boolean;
  readonly diesWithStarter?: boolean;
  readonly listen?: RedisListener;
}): Promise<PrivateRedis> {
  if (!existsSync(program)) {
    throw new ServiceError(
      'SERVICE_PROGRAM_MISSING',
      'Redis is not installed: apt-get install redis-server, or set REDIS_URL to a server of yours.',
    );
  }
  const user = ordinaryUser();
  const folder = join(options.dataFolder, 'redis');
  const sockets = socketFolder(options.dataFolder, user);
  const socket = join(sockets, 'redis.sock');
  const pidFile = join(folder, 'redis.pid');
  ownFolder(folder, user);
  callersFolder(join(options.dataFolder, 'log'));
  await stopPredecessor(pidFile, socket);

  const password = options.listen === undefined ? null : passwordIn(folder, user);
  const child = await ManagedProcess.start({
    name: 'Redis',
    command: program,
    // The password is in a file of its own: the words of a command are seen by everybody.
    args: (password === null ? [] : [join(folder, 'redis.conf')]).concat(
      flags({
        ...(options.listen === undefined
          ? { port: '0' }
          : { port: String(options.listen.port), bind: options.listen.host, 'protected-mode': 'no' }),
        unixsocket: socket,
        unixsocketperm: '700',
        dir: folder,
        pidfile: pidFile,
        appendonly: options.durable === false ? 'no' : 'yes',
        save: '',
        // BullMQ must never lose a key to eviction.
        'maxmemory-policy': 'noeviction',
      }),
    ),
    logFile: join(options.dataFolder, 'log/redis.log'),
    user,
    diesWithStarter: options.diesWithStarter ?? false,
  });
  await child.waitUntil(() => answersPing(socket), 30_000);
  const query = password === null ? '' : `?password=${password}`;
  return { url: `redis+unix://${socket}${query}`, socket, process: child, stop: () => child.stop() };
}

/** The same at every start, so that an api that runs finds a Redis that was started again. */
function passwordIn(folder: string, user: OrdinaryUser): string {
  const password = rememberSecret(
    join(folder, 'password'),
    () => randomBytes(24).toString('base64url'),
    user,
  );
  const file = join(folder, 'redis.conf');
  writeFileSync(file, `requirepass ${password}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(file, user.uid, user.gid);
  return password;
}

function flags(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}

function answersPing(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socket);
    connection.once('error', () => resolve(false));
    connection.once('data', (bytes) => {
      connection.destroy();
      // Who wants a password is there as well.
      resolve(/^(\+PONG|-NOAUTH)/.test(bytes.toString()));
    });
    connection.write('PING\r\n');
  });
}

async function stopPredecessor(pidFile: string, socket: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const found = identify(Number(readFileSync(pidFile, 'utf8').trim()));
  if (found === undefined) return;
  // The title redis-server gives itself names its socket.
  const command = readFileSync(`/proc/${found.pid}/cmdline`, 'utf8');
  if (command.includes('redis-server') && command.includes(socket)) await stopProcess(found);
}
