import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { compileCache } from './compile-cache.ts';
import { ManagedProcess, delay } from './managed-process.ts';
import {
  callersFolder,
  serviceUser,
  takeOverFolder,
  type OrdinaryUser,
  type Service,
} from './ordinary-user.ts';
import { startPostgres, type PrivatePostgres } from './postgres.ts';
import { startRedis, type PrivateRedis, type RedisListener } from './redis.ts';
import { rememberSecret } from './secret.ts';
import { restartNote, restartVariable } from '@sandglass/service';
import { freePort } from './free-port.ts';
import { LogRotation } from './log-rotation.ts';

export interface StackOptions {
  /** The checkout: its node_modules, apps and native builds are used. */
  readonly root: string;
  readonly dataFolder: string;
  readonly host?: string;
  /** 0: any free one. */
  readonly port?: number;
  /** Slots of the judgehost; omitted: one per usable physical core. */
  readonly slots?: number;
  /** Servers of one's own instead of the private ones. */
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
  /** See {@link RedisListener}; judgehosts are told this address. */
  readonly redisListen?: RedisListener;
  /** `false` trades crash safety of the private servers for speed (tests). */
  readonly durable?: boolean;
  /** A cluster that the private PostgreSQL begins with; see `migratedCluster`. */
  readonly clusterTemplate?: string;
  /** See {@link ManagedProcessOptions}. */
  readonly diesWithStarter?: boolean;
  /** Services that hang are left as they are: for tests of what the rest of a system sees of one. */
  readonly leavesHung?: boolean;
  readonly logLevel?: string;
  /** Chroot images of the judgehosts here; omitted: the judgehost's own default. */
  readonly imagesFolder?: string;
  /** Settings of the api beyond those of the stack, e.g. `SANDGLASS_SUBMISSIONS_PER_MINUTE`. */
  readonly apiSettings?: Readonly<Record<string, string>>;
  /** Settings of the judgehosts beyond those of the stack. */
  readonly judgehostSettings?: Readonly<Record<string, string>>;
  /** What the private PostgreSQL's environment has beside the usual, for tests. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
  /** Told before each step, for progress lines. */
  readonly onStep?: (what: string) => void;
  /** Told when a service ended by itself, or hung and was ended, and is started again. */
  readonly onRestart?: (name: string, why: string) => void;
  /** Told when `processes` has changed because of that. */
  readonly onRestarted?: () => void;
}

/** A service ended by itself, or was ended because it hung. */
export interface Restart {
  readonly name: string;
  /** ISO 8601. */
  readonly at: string;
  readonly why: string;
}

/** Of all services; older ones are in the log. */
const mostRestarts = 20;

/**
 * A whole Sandglass on this machine: PostgreSQL, Redis, api (serving the web) and
 * judgehosts as child processes, started in order and stopped in reverse.
 * A service that ends by itself is started again; what it was doing is in PostgreSQL.
 */
export class Stack {
  readonly options: StackOptions;
  readonly users: Readonly<Record<Service, OrdinaryUser>> = {
    database: serviceUser('database'),
    api: serviceUser('api'),
    judgehost: serviceUser('judgehost'),
  };
  /** Of the first account, when it is made; people may have changed it since. */
  readonly adminPassword: string;
  /** With which the api knows the operator of this machine, an administrator who is no account. */
  readonly operatorToken: string;
  postgres: PrivatePostgres | undefined;
  redis: PrivateRedis | undefined;
  readonly judgehosts: ManagedProcess[] = [];
  api: ManagedProcess | undefined;
  port = 0;
  #stopping = false;
  /** Deaths in a row soon after the start, by service. */
  readonly #failures = new Map<string, number>();
  /** Restarts under way; none of them rejects. */
  readonly #restarts = new Set<Promise<void>>();
  readonly #secret: string;
  readonly #rotation: LogRotation;
  /** The latest of each service that ended by itself, oldest first. */
  readonly restarts: Restart[] = [];

  constructor(options: StackOptions) {
    this.options = options;
    // The slash: this one may be a link, the caller's own.
    callersFolder(`${options.dataFolder}/`, 0o755);
    callersFolder(join(options.dataFolder, 'log'));
    callersFolder(this.#secretFolder);
    this.adminPassword = this.rememberSecret('admin-password', () => randomBytes(9).toString('base64url'));
    this.operatorToken = this.rememberSecret('operator-token', () => randomBytes(32).toString('hex'));
    this.#secret = this.rememberSecret('signing-secret', () => randomBytes(32).toString('hex'));
    this.#rotation = new LogRotation(join(options.dataFolder, 'log'));
    this.#rotation.open();
  }

  /** A judgehost's token is shown once by the api, so it is kept here for the next start. */
  async rememberToken(judgehost: string, make: () => Promise<string>): Promise<string> {
    const file = join(this.#secretFolder, `judgehost-${judgehost}`);
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
    const token = await make();
    return rememberSecret(file, () => token);
  }

  get url(): string {
    const host = this.options.host ?? '127.0.0.1';
    return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${this.port}`;
  }

  get databaseUrl(): string {
    return this.options.databaseUrl ?? this.postgres?.url ?? '';
  }

  get redisUrl(): string {
    return this.options.redisUrl ?? this.redis?.url ?? '';
  }

  get #secretFolder(): string {
    return join(this.options.dataFolder, 'secrets');
  }

  rememberSecret(name: string, make: () => string): string {
    return rememberSecret(join(this.#secretFolder, name), make);
  }

  /** PostgreSQL, Redis, migrations, api: after this people can log in. */
  async startServer(): Promise<void> {
    const { dataFolder, durable = true, diesWithStarter = false } = this.options;
    const servers = { dataFolder, durable, diesWithStarter };
    const { redisListen, clusterTemplate, postgresSettings } = this.options;
    const step = this.options.onStep ?? ((): void => {});
    if (this.options.databaseUrl === undefined) {
      step('Starting PostgreSQL');
      await this.#startPostgres({
        ...servers,
        ...(clusterTemplate === undefined ? {} : { template: clusterTemplate }),
        ...(postgresSettings === undefined ? {} : { environment: postgresSettings }),
      });
    }
    if (this.options.redisUrl === undefined) {
      step('Starting Redis');
      await this.#startRedis({ ...servers, ...(redisListen === undefined ? {} : { listen: redisListen }) });
    }
    step('Migrating the database');
    await this.#migrate();
    step('Starting the api');
    this.port =
      this.options.port === undefined || this.options.port === 0 ? await freePort() : this.options.port;
    await this.startApi();
  }

  async #startPostgres(servers: Parameters<typeof startPostgres>[0]): Promise<void> {
    this.postgres = await startPostgres(servers);
    void this.#keepAlive(this.postgres.process, () => this.#startPostgres(servers));
  }

  async #startRedis(servers: Parameters<typeof startRedis>[0]): Promise<void> {
    this.redis = await startRedis(servers);
    void this.#keepAlive(this.redis.process, () => this.#startRedis(servers));
  }

  async startApi(): Promise<ManagedProcess> {
    const environment = {
      ...this.#apiEnvironment(),
      HOST: this.options.host ?? '127.0.0.1',
      PORT: String(this.port),
      ...this.#whyAgain('api'),
    };
    const api = await this.#startNode('api', ['apps/api/src/main.ts'], environment, true);
    this.api = api;
    try {
      await api.waitUntil(() => isReady(`${this.url}/api/ready`), 60_000);
    } catch (error) {
      // One that is alive and not ready holds the port that the next one needs.
      await api.stop();
      throw error;
    }
    void this.#keepAlive(api, () => this.startApi());
    return api;
  }

  /**
   * A judgehost with its root broker beside it: the broker is started first and the
   * Node process gets only its socket and the ordinary user's rights.
   * @param token made by POST /api/admin/judgehosts
   * @param through what its command line begins with, such as a command that enters a network namespace
   */
  async startJudgehost(
    name: string,
    token: string,
    slots = this.options.slots,
    through: readonly string[] = [],
  ): Promise<ManagedProcess> {
    const data = join(this.options.dataFolder, `judgehost-${name}`);
    const user = this.users.judgehost;
    takeOverFolder(data, user, 0o711);
    const environment: Record<string, string> = {
      SANDGLASS_URL: this.url,
      SANDGLASS_TOKEN: token,
      SANDGLASS_HOST_NAME: name,
      SANDGLASS_DATA: data,
      LOG_LEVEL: this.options.logLevel ?? 'info',
      ...(this.options.imagesFolder === undefined ? {} : { SANDGLASS_IMAGES: this.options.imagesFolder }),
      ...(slots === undefined ? {} : { SANDGLASS_SLOTS: String(slots) }),
    };
    const [command, ...before] = [
      ...through,
      join(this.options.root, 'native/sandbox/build/sandglass-sandbox'),
    ];
    const judgehost = await this.#start(`judgehost ${name}`, {
      command,
      args: [
        ...before,
        'launch',
        '--user',
        String(user.uid),
        '--group',
        String(user.gid),
        '--',
        this.#node,
        this.#path('apps/judgehost/src/main.ts'),
      ],
      env: { ...environment, ...this.options.judgehostSettings, ...this.#whyAgain(`judgehost ${name}`) },
      user,
      asRoot: true,
      heartbeat: true,
    });
    this.judgehosts.push(judgehost);
    void this.#keepAlive(judgehost, async () => {
      const at = this.judgehosts.indexOf(judgehost);
      if (at >= 0) this.judgehosts.splice(at, 1);
      return this.startJudgehost(name, token, slots, through);
    });
    return judgehost;
  }

  /** Stops exactly what was started, in reverse order. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#stopClients();
    // What was being started again at this moment is stopped too.
    await Promise.all(this.#restarts);
    await this.#stopClients();
    await this.redis?.stop();
    await this.postgres?.stop();
    await this.#rotation.close();
  }

  async #stopClients(): Promise<void> {
    await Promise.all(this.judgehosts.map((judgehost) => judgehost.stop()));
    await this.api?.stop();
  }

  get processes(): ManagedProcess[] {
    return [this.postgres?.process, this.redis?.process, this.api, ...this.judgehosts].filter(
      (process) => process !== undefined,
    );
  }

  get #node(): string {
    return this.#path('node_modules/.bin/node');
  }

  #path(relative: string): string {
    return join(this.options.root, relative);
  }

  #apiEnvironment(): Record<string, string> {
    const web = this.#path('apps/web/dist');
    const data = join(this.options.dataFolder, 'api');
    takeOverFolder(data, this.users.api);
    return {
      DATABASE_URL: this.databaseUrl,
      REDIS_URL: this.redisUrl,
      SANDGLASS_DATA: data,
      SANDGLASS_ADMIN_PASSWORD: this.adminPassword,
      SANDGLASS_SECRET: this.#secret,
      SANDGLASS_OPERATOR_HASH: createHash('sha256').update(this.operatorToken).digest('hex'),
      LOG_LEVEL: this.options.logLevel ?? 'info',
      ...this.#judgehostRedis(),
      ...this.options.apiSettings,
      ...(existsSync(join(web, 'index.html')) ? { SANDGLASS_WEB_ROOT: web } : {}),
    };
  }

  #judgehostRedis(): Record<string, string> {
    const { redisListen: at } = this.options;
    const url = at === undefined ? this.redis?.urlForJudgehosts : `redis://${at.host}:${at.port}`;
    return url === undefined ? {} : { SANDGLASS_JUDGEHOST_REDIS_URL: url };
  }

  async #migrate(): Promise<void> {
    const migration = await this.#startNode('migrations', ['apps/api/src/migrate.ts'], {
      DATABASE_URL: this.databaseUrl,
    });
    const { code } = await migration.ended;
    if (code !== 0) throw new Error(`the database could not be migrated.\n${migration.logTail(30)}`);
  }

  #startNode(
    name: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    heartbeat = false,
  ): Promise<ManagedProcess> {
    const [script = '', ...rest] = args;
    return this.#start(name, {
      command: this.#node,
      args: [this.#path(script), ...rest],
      env,
      user: this.users.api,
      asRoot: false,
      heartbeat,
    });
  }

  /** A service that is started again knows why, and says so on its pages. */
  #whyAgain(name: string): Record<string, string> {
    const last = this.restarts.findLast((restart) => restart.name === name);
    return last === undefined ? {} : { [restartVariable]: restartNote(last) };
  }

  #start(
    name: string,
    what: {
      command: string;
      args: readonly string[];
      env: Readonly<Record<string, string>>;
      user: OrdinaryUser;
      /** The command itself sees to it that its Node process is the user's. */
      asRoot: boolean;
      heartbeat: boolean;
    },
  ): Promise<ManagedProcess> {
    return ManagedProcess.start({
      name,
      command: what.command,
      args: what.args,
      env: { NODE_ENV: 'production', ...compileCache(this.options.root, what.user), ...what.env },
      cwd: this.options.root,
      logFile: join(this.options.dataFolder, 'log', `${name.replaceAll(' ', '-')}.log`),
      diesWithStarter: this.options.diesWithStarter ?? false,
      heartbeat: what.heartbeat && this.options.leavesHung !== true,
      ...(what.asRoot ? {} : { user: what.user }),
    });
  }

  /** @param again starts it and sees to its being kept alive */
  async #keepAlive(child: ManagedProcess, again: () => Promise<unknown>): Promise<void> {
    const why = await child.endedBecause();
    if (this.#stopping || child.stopping) return;
    const { name } = child.options;
    this.restarts.push({ name, at: new Date().toISOString(), why });
    this.restarts.splice(0, this.restarts.length - mostRestarts);
    this.options.onRestart?.(name, why);
    const restart = this.#restart(child, again);
    this.#restarts.add(restart);
    await restart;
    this.#restarts.delete(restart);
  }

  /** Tries until it has been started: what it needs may be on its way back too. */
  async #restart(child: ManagedProcess, again: () => Promise<unknown>): Promise<void> {
    const { name } = child.options;
    if (Date.now() - child.startedAt > 60_000) this.#failures.delete(name);
    for (;;) {
      // A service that fails at once must not spin: 0.25 s, 0.5 s, 1 s … up to half a minute.
      const failures = this.#failures.get(name) ?? 0;
      this.#failures.set(name, failures + 1);
      await this.#pause(Math.min(250 * 2 ** failures, 30_000));
      if (this.#stopping) return;
      let running = false;
      try {
        await again();
        running = true;
        this.options.onRestarted?.();
      } catch (error) {
        this.options.onRestart?.(name, String(error));
      }
      // Also when only telling of it has failed: it must not be started twice.
      if (running) return;
    }
  }

  /** Waits, but not while everything is being stopped. */
  async #pause(ms: number): Promise<void> {
    for (const until = Date.now() + ms; Date.now() < until && !this.#stopping;) await delay(100);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
