import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fchownSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { ServiceError } from './errors.ts';
import { identify, ManagedProcess, stopProcess } from './managed-process.ts';
import { callersFolder, serviceUser, takeOverFolder, type OrdinaryUser } from './ordinary-user.ts';
import { rememberSecret } from './secret.ts';
import { socketFolder, socketForJudgehosts } from './socket-folder.ts';

const program = '/usr/bin/redis-server';

/** Where Redis listens beside its unix socket. */
export interface RedisListener {
  readonly host: string;
  readonly port: number;
}

export interface PrivateRedis {
  /** For REDIS_URL: the unix socket, with the password. */
  readonly url: string;
  readonly socket: string;
  /** Of the default user, which is the api's. Judgehosts come with users of their own, which the api makes. */
  readonly password: string;
  /** For judgehosts on this machine, without their user: the same socket where only they reach it. */
  readonly urlForJudgehosts: string;
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
  const user = serviceUser('database');
  const folder = join(options.dataFolder, 'redis');
  const sockets = socketFolder(options.dataFolder);
  const socket = join(sockets, 'redis.sock');
  const pidFile = join(folder, 'redis.pid');
  callersFolder(join(options.dataFolder, 'log'));
  await stopPredecessor(pidFile, socket);
  takeOverFolder(folder, user);

  const password = passwordIn(options.dataFolder);
  const child = await ManagedProcess.start({
    name: 'Redis',
    command: program,
    // The password is in a file of its own: the words of a command are seen by everybody.
    args: [passwordFile(folder, password, user)].concat(
      flags({
        ...(options.listen === undefined
          ? { port: '0' }
          : { port: String(options.listen.port), bind: options.listen.host, 'protected-mode': 'no' }),
        unixsocket: socket,
        // Their folders say who reaches it.
        unixsocketperm: '777',
        dir: folder,
        pidfile: pidFile,
        appendonly: options.durable === false ? 'no' : 'yes',
        save: '',
        // BullMQ must never lose a key to eviction.
        'maxmemory-policy': 'noeviction',
        // A judgehost that writes without end fills its share, not the machine: 100 000 waiting tasks are 60 MB.
        maxmemory: '512mb',
      }),
    ),
    logFile: join(options.dataFolder, 'log/redis.log'),
    user,
    diesWithStarter: options.diesWithStarter ?? false,
  });
  await child.waitUntil(() => answersPing(socket), 30_000);
  return {
    url: `redis+unix://${socket}?password=${password}`,
    socket,
    password,
    urlForJudgehosts: `redis+unix://${socketForJudgehosts(options.dataFolder, socket)}`,
    process: child,
    stop: () => child.stop(),
  };
}

/** The same at every start, so that an api that runs finds a Redis that was started again. */
function passwordIn(dataFolder: string): string {
  const secrets = join(dataFolder, 'secrets');
  callersFolder(secrets);
  return rememberSecret(join(secrets, 'redis-password'), () => randomBytes(24).toString('base64url'));
}

/** In a folder of Redis's user: one that put a link there would have root write to what it leads to. */
function passwordFile(folder: string, password: string, user: OrdinaryUser): string {
  const path = join(folder, 'redis.conf');
  rmSync(path, { force: true });
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `requirepass ${password}\n`);
    if (process.getuid?.() === 0) fchownSync(file, user.uid, user.gid);
  } finally {
    closeSync(file);
  }
  return path;
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
