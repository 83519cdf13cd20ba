import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ServiceError } from './errors.ts';
import { identify, ManagedProcess, stopProcess } from './managed-process.ts';
import { callersFolder, ownFolder, serviceUser, takeOverFolder, type OrdinaryUser } from './ordinary-user.ts';
import { socketFolder } from './socket-folder.ts';

const run = promisify(execFile);
const debianRoot = '/usr/lib/postgresql';

export interface PrivatePostgres {
  /** For DATABASE_URL: a unix socket, nothing listens on the network. */
  readonly url: string;
  readonly process: ManagedProcess;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Everything lives in `<dataFolder>/postgres`, `<dataFolder>/run` and `<dataFolder>/log`. */
  readonly dataFolder: string;
  readonly database?: string;
  /** A stopped cluster to begin with instead of an empty one; see `migratedCluster`. */
  readonly template?: string;
  /** `false` gives up crash safety for speed: only for tests that do not test crashes. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  readonly diesWithStarter?: boolean;
  /** Beside the usual, for tests. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The newest installed PostgreSQL's program folder. */
export function postgresPrograms(): string {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions
    .map(Number)
    .filter((version) => existsSync(join(debianRoot, String(version), 'bin/postgres')))
    .sort((a, b) => b - a)[0];
  if (newest === undefined) {
    throw new ServiceError(
      'SERVICE_PROGRAM_MISSING',
      'PostgreSQL is not installed: apt-get install postgresql, or set DATABASE_URL to a server of yours.',
    );
  }
  return join(debianRoot, String(newest), 'bin');
}

/** Starts a PostgreSQL of our own; the first time its cluster and database are made. */
export async function startPostgres(options: PostgresOptions): Promise<PrivatePostgres> {
  const programs = postgresPrograms();
  const user = serviceUser('database');
  const database = options.database ?? 'sandglass';
  const cluster = join(options.dataFolder, 'postgres');
  const sockets = socketFolder(options.dataFolder);
  callersFolder(join(options.dataFolder, 'log'));
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    if (options.template === undefined) await makeCluster(programs, cluster, user, options.durable !== false);
    else await copyCluster(options.template, cluster);
  }
  await stopPredecessor(cluster);
  takeOverFolder(cluster, user);
  const access = accessFiles(options.dataFolder);

  const child = await ManagedProcess.start({
    name: 'PostgreSQL',
    command: join(programs, 'postgres'),
    args: ['-D', cluster, '-k', sockets, '-h', '', ...flags({ ...settings(options), ...access })],
    logFile: join(options.dataFolder, 'log/postgres.log'),
    user,
    ...(options.environment === undefined ? {} : { env: options.environment }),
    diesWithStarter: options.diesWithStarter ?? false,
    stopSignal: 'SIGINT',
    stopTimeoutMs: 30_000,
  });
  const psql = (sql: string, inDatabase: string): Promise<unknown> =>
    run(join(programs, 'psql'), [
      '-h',
      sockets,
      '-U',
      'sandglass',
      '-d',
      inDatabase,
      '-X',
      '-q',
      '-A',
      '-t',
      '-c',
      sql,
    ]);
  await child.waitUntil(
    () =>
      psql('SELECT 1', 'postgres').then(
        () => true,
        () => false,
      ),
    60_000,
  );
  const url = `postgresql://sandglass@localhost/${database}?host=${encodeURIComponent(sockets)}`;
  await psql(`CREATE DATABASE "${database}"`, 'postgres').catch((error: unknown) => {
    if (!String(error).includes('already exists')) throw error;
  });
  return { url, process: child, stop: () => child.stop() };
}

async function makeCluster(
  programs: string,
  cluster: string,
  user: OrdinaryUser,
  durable: boolean,
): Promise<void> {
  ownFolder(cluster, user);
  const identity = process.getuid?.() === 0 ? { uid: user.uid, gid: user.gid } : {};
  // For a caller who is not root: its sockets' folder is closed to everybody else. Root's says more; see accessFiles.
  await run(
    join(programs, 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'sandglass',
      '--auth-local=trust',
      '--auth-host=reject',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      // What initdb writes and the server never touches again would be lost to a power cut soon after.
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...identity, cwd: '/' },
  );
}

/** With owners and modes, which PostgreSQL insists on. The target must not exist. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await run('cp', ['-a', '--reflink=auto', '--no-target-directory', from, to]);
}

/** A server that outlived its parent (SIGKILL) still holds the cluster: it is stopped, orderly, before ours starts. */
async function stopPredecessor(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const [pid, folder] = readFileSync(pidFile, 'utf8').split('\n');
  const found = identify(Number(pid));
  if (found === undefined || folder !== cluster) return;
  const command = readFileSync(`/proc/${found.pid}/cmdline`, 'utf8');
  if (command.includes('postgres')) await stopProcess(found, 'SIGINT', 30_000);
}

function settings(options: PostgresOptions): Record<string, string> {
  return {
    max_connections: String(options.maxConnections ?? 100),
    shared_buffers: '128MB',
    // Test data is stored twice as fast as with PostgreSQL's own compression, which is its default.
    default_toast_compression: 'lz4',
    logging_collector: 'off',
    log_min_duration_statement: '1000',
    // What a statement is about is not for a log: sources, password hashes, files as hexadecimal digits.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    // Details of an error have the whole row in them.
    log_error_verbosity: 'terse',
    timezone: 'UTC',
    ...(options.durable === false
      ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
      : {}),
  };
}

function flags(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/**
 * Who may connect, by what the kernel says of the other end of the socket: the api's user, the server's own (for repairs),
 * and root (for backups). In a folder of root's, so that neither of them changes it; given at every start, so that clusters
 * of earlier versions, which trusted everybody, know it too. A caller who is not root has one user for all.
 */
function accessFiles(dataFolder: string): Record<string, string> {
  if (process.getuid?.() !== 0) return {};
  const folder = join(dataFolder, 'access');
  callersFolder(folder, 0o755);
  const put = (name: string, lines: readonly string[]): string => {
    const file = join(folder, name);
    writeFileSync(`${file}.new`, `${lines.join('\n')}\n`, { mode: 0o644 });
    renameSync(`${file}.new`, file);
    return file;
  };
  const names = [userInfo().username, serviceUser('database').name, serviceUser('api').name];
  return {
    hba_file: put('pg_hba.conf', ['local all sandglass peer map=services']),
    ident_file: put(
      'pg_ident.conf',
      names.map((name) => `services ${name} sandglass`),
    ),
  };
}
