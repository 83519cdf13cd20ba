import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { apiEnvironment } from './api-environment.ts';
import { compileCache } from './compile-cache.ts';
import { ManagedProcess } from './managed-process.ts';
import {
  callersFolder,
  serviceUser,
  takeOverFolder,
  type OrdinaryUser,
  type Service,
} from './ordinary-user.ts';
import { startPostgres, type PrivatePostgres } from './postgres.ts';
import { startRedis, type PrivateRedis } from './redis.ts';
import { Restarts, type Restart } from './restarts.ts';
import { rememberSecret } from './secret.ts';
import type { StackOptions } from './stack-options.ts';
import { freePort } from './free-port.ts';
import { LogRotation } from './log-rotation.ts';

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
  readonly #secret: string;
  readonly #rotation: LogRotation;
  readonly #restarts: Restarts;

  constructor(options: StackOptions) {
    this.options = options;
    this.#restarts = new Restarts(options);
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

  /** The latest of the services that ended by themselves, oldest first. */
  get restarts(): readonly Restart[] {
    return this.#restarts.latest;
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
    void this.#restarts.keepAlive(this.postgres.process, () => this.#startPostgres(servers));
  }

  async #startRedis(servers: Parameters<typeof startRedis>[0]): Promise<void> {
    this.redis = await startRedis(servers);
    void this.#restarts.keepAlive(this.redis.process, () => this.#startRedis(servers));
  }

  async startApi(): Promise<ManagedProcess> {
    const environment = {
      ...apiEnvironment(this, this.#secret),
      HOST: this.options.host ?? '127.0.0.1',
      PORT: String(this.port),
      ...this.#restarts.environmentOf('api'),
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
    void this.#restarts.keepAlive(api, () => this.startApi());
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
      env: {
        ...environment,
        ...this.options.judgehostSettings,
        ...this.#restarts.environmentOf(`judgehost ${name}`),
      },
      user,
      asRoot: true,
      heartbeat: true,
    });
    this.judgehosts.push(judgehost);
    void this.#restarts.keepAlive(judgehost, async () => {
      const at = this.judgehosts.indexOf(judgehost);
      if (at >= 0) this.judgehosts.splice(at, 1);
      return this.startJudgehost(name, token, slots, through);
    });
    return judgehost;
  }

  /** Stops exactly what was started, in reverse order. */
  async stop(): Promise<void> {
    this.#restarts.stop();
    await this.#stopClients();
    // What was being started again at this moment is stopped too.
    await this.#restarts.settled();
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
