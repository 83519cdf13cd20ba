import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SandglassClient, importContest, type Login } from '@sandglass/client';
import {
  Stack,
  callersFolder,
  freePort,
  migratedCluster,
  postgresPrograms,
  rememberSecret,
  socketFolder,
} from '@sandglass/local-services';
import { checkoutRoot } from './checkout.ts';
import { SilentProxy } from './silent-proxy.ts';
import { SmallDisk } from './small-disk.ts';
import { waitFor } from './wait-for.ts';

export interface TestStackOptions {
  /** Problems of the sample contest to load; `'all'`, or none for a contest without problems. */
  readonly problems?: readonly string[] | 'all';
  /** No contest, no team, and no account but the administrator's, who is then the jury as well. */
  readonly empty?: boolean;
  readonly slots?: number;
  /** `false`: no judgehost, so that submissions stay queued. */
  readonly judgehost?: boolean;
  /** Crash-safe servers, for tests that kill them. */
  readonly durable?: boolean;
  /** Nobody ends a service that hangs: for what the others see of it. */
  readonly leavesHung?: boolean;
  /** Chroot images of its judgehost; default: none, even if this machine has some. */
  readonly imagesFolder?: string;
  /** No bound on submissions per minute: for measurements. */
  readonly unthrottled?: boolean;
  /** Further settings of the api. */
  readonly apiSettings?: Readonly<Record<string, string>>;
  /** Further settings of its judgehosts. */
  readonly judgehostSettings?: Readonly<Record<string, string>>;
  /** PostgreSQL and Redis are reached over TCP, through networks that can fall silent. */
  readonly networks?: boolean;
  /** Folders of the data folder that are disks of their own: "api", "postgres", "judgehost-testhost"; with their sizes, MB. */
  readonly disks?: Readonly<Record<string, number>>;
  /** The contest, which begins half an hour ago, begins so much earlier. */
  readonly minutesEarlier?: number;
  /** What PostgreSQL's environment has beside the usual. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Where api and Redis listen for judgehosts in network namespaces; default: on this machine only. */
  readonly address?: string;
  /** What judgehosts call that address, where they know this machine by another one, as in a virtual machine. */
  readonly addressSeen?: string;
}

export interface TestStack extends AsyncDisposable {
  readonly url: string;
  readonly contest: string;
  readonly stack: Stack;
  readonly admin: SandglassClient;
  readonly jury: SandglassClient;
  /** One per team of the contest, in the contest file's order. */
  readonly teams: readonly Login[];
  readonly juryLogin: Login;
  readonly adminLogin: Login;
  /** By the folder's name; see {@link TestStackOptions.disks}. */
  readonly disks: ReadonlyMap<string, SmallDisk>;
  /** See {@link TestStackOptions.networks}. */
  readonly networks: Networks | null;
  client(login: Login): SandglassClient;
  /**
   * A statement to its database: for what a test cannot wait for to happen, such as a host that starves programs.
   * @returns a line for each row, its columns separated by `|`
   */
  sql(statement: string): Promise<string[]>;
  stop(): Promise<void>;
}

export interface Networks {
  readonly database: SilentProxy;
  /** Of the api and the judgehosts. */
  readonly redis: SilentProxy;
}

/** As many files as a disk of a test holds. */
const filesOnDisk = 20_000;

/**
 * A whole Sandglass for a test: real PostgreSQL, Redis, api and judgehost in a temporary
 * folder, on a free port, with the sample contest. Nothing survives `stop`.
 */
export async function startStack(options: TestStackOptions = {}): Promise<TestStack> {
  const dataFolder = await mkdtemp('/tmp/sandglass-test-');
  await chmod(dataFolder, 0o755);
  const { address, addressSeen = address } = options;
  const redisPort = address === undefined ? 0 : await freePort(address);
  const disks = new Map(
    Object.entries(options.disks ?? {}).map(([folder, megabytes]) => [
      folder,
      SmallDisk.mount(join(dataFolder, folder), megabytes, filesOnDisk),
    ]),
  );
  const networks = options.networks === true ? await openNetworks(dataFolder) : null;
  const stack = new Stack({
    root: checkoutRoot,
    dataFolder,
    durable: options.durable ?? false,
    clusterTemplate: await migratedCluster(checkoutRoot),
    diesWithStarter: true,
    leavesHung: options.leavesHung ?? false,
    ...(options.slots === undefined ? {} : { slots: options.slots }),
    logLevel: 'info',
    imagesFolder: options.imagesFolder ?? join(dataFolder, 'images'),
    ...(address === undefined ? {} : { host: address, redisListen: { host: address, port: redisPort } }),
    ...(options.postgresSettings === undefined ? {} : { postgresSettings: options.postgresSettings }),
    ...(options.judgehostSettings === undefined ? {} : { judgehostSettings: options.judgehostSettings }),
    apiSettings: {
      ...(options.unthrottled === true
        ? { SANDGLASS_SUBMISSIONS_PER_MINUTE: '0', SANDGLASS_REQUESTS_PER_MINUTE: '0' }
        : {}),
      ...(networks === null ? {} : settingsThrough(networks, dataFolder)),
      ...(addressSeen === address
        ? {}
        : { SANDGLASS_JUDGEHOST_REDIS_URL: `redis://${String(addressSeen)}:${redisPort}` }),
      ...options.apiSettings,
    },
  });
  const stop = async (): Promise<void> => {
    await stack.stop();
    for (const network of [networks?.database, networks?.redis]) await network?.[Symbol.asyncDispose]();
    for (const disk of disks.values()) disk[Symbol.dispose]();
    await rm(dataFolder, { recursive: true, force: true });
  };
  try {
    await stack.startServer();
    const adminLogin: Login = { who: 'admin', username: 'admin', password: stack.adminPassword };
    const admin = new SandglassClient(stack.url, adminLogin);
    const client = (login: Login): SandglassClient => new SandglassClient(stack.url, login);
    const imported =
      options.empty === true
        ? { contest: '', jury: adminLogin, teams: [] }
        : await importContest(admin, {
            contestFile: join(checkoutRoot, 'samples/contest.yaml'),
            packageFolder: samplePackages(),
            problems: options.problems ?? 'all',
            now: new Date(Date.now() - (options.minutesEarlier ?? 0) * 60_000),
            passwordFor: (username) => `password-of-${username}`,
          });
    if (options.judgehost !== false) {
      const { token } = await admin.createJudgehost('testhost');
      await stack.startJudgehost('testhost', token);
      await waitFor(
        'the judgehost to be online',
        async () => (await admin.judgehosts())[0]?.online === true,
        60_000,
      );
    }
    return {
      url: stack.url,
      contest: imported.contest,
      stack,
      admin,
      jury: client(imported.jury),
      teams: imported.teams,
      juryLogin: imported.jury,
      adminLogin,
      disks,
      networks,
      client,
      sql: async (statement) => {
        const command = [stack.databaseUrl, '-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', statement];
        const { stdout } = await promisify(execFile)(join(postgresPrograms(), 'psql'), command);
        return stdout.split('\n').filter(Boolean);
      },
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    const log = stack.api?.logTail(20) ?? '';
    await stop();
    throw new Error(`the test stack did not start: ${String(error)}\n${log}`, { cause: error });
  }
}

async function openNetworks(dataFolder: string): Promise<Networks> {
  const sockets = socketFolder(dataFolder);
  return {
    database: await SilentProxy.open(join(sockets, '.s.PGSQL.5432')),
    redis: await SilentProxy.open(join(sockets, 'redis.sock')),
  };
}

function settingsThrough({ database, redis }: Networks, dataFolder: string): Record<string, string> {
  const secrets = join(dataFolder, 'secrets');
  callersFolder(secrets);
  // Redis takes the one that is there.
  const password = rememberSecret(join(secrets, 'redis-password'), () => randomBytes(24).toString('hex'));
  return {
    DATABASE_URL: `postgresql://sandglass@127.0.0.1:${String(database.port)}/sandglass`,
    REDIS_URL: `redis://:${password}@127.0.0.1:${String(redis.port)}`,
    SANDGLASS_JUDGEHOST_REDIS_URL: `redis://127.0.0.1:${String(redis.port)}`,
  };
}

/** Where `scripts/setup/samples.sh` puts the complete packages. */
export function samplePackages(): string {
  const folder = join(checkoutRoot, 'samples/build');
  if (!existsSync(folder)) throw new Error('the sample packages are not built: run scripts/setup/samples.sh');
  return folder;
}
