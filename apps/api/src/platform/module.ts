/** What every room uses: databases, Redis, the log, the clock and the server itself. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openJudgeQueue, type JudgeQueue } from '@sandglass/queue';
import { LoopLag, type LogSink, type RestartNote } from '@sandglass/service';
import type { Redis } from 'ioredis';
import { Registry } from 'prom-client';
import type { Config } from './config/config.ts';
import { jobPatience } from './database/connection-options.ts';
import { DatabaseClock } from './database/database-clock.ts';
import { Database } from './database/database.ts';
import { Retention } from './database/retention.ts';
import { installErrorHandler } from './errors/error-handler.ts';
import type { App } from './http/app-type.ts';
import { growingInstants } from './http/arrival-clock.ts';
import { installArrivals, type UploadRules } from './http/arrival.ts';
import { installPlugins } from './http/server.ts';
import { installStorableFields } from './http/storable-fields.ts';
import type { Log } from './lib/log.ts';
import { healthRoutes } from './metrics/health-routes.ts';
import { installHttpMetrics } from './metrics/http-metrics.ts';
import { registerProcessMetrics } from './metrics/process-metrics.ts';
import { openRedis } from './redis/redis-connection.ts';

export interface PlatformOptions {
  /** What an upload must keep to; omitted: the rules of the manual. */
  readonly uploadRules?: UploadRules | undefined;
  /** The process around it; omitted: it shares one, as in tests. */
  readonly process?:
    | {
        readonly logSink: Pick<LogSink, 'write' | 'dropped'>;
        readonly restarted: RestartNote | null;
      }
    | undefined;
}

export interface Platform {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  /** For what reads or writes all there is: it may take minutes, and must not take requests their connections. */
  readonly jobs: Database;
  /** Of contests: the database's clock. */
  readonly clock: DatabaseClock;
  readonly redis: Redis;
  /** A connection that only subscribes. */
  readonly subscriber: Redis;
  readonly queue: JudgeQueue;
  readonly registry: Registry;
  readonly loopLag: LoopLag;
  /** Uploads and what is unpacked for a moment. */
  readonly scratchFolder: string;
  readonly routes: (app: App) => Promise<void>;
}

/** Uploads and what is unpacked for a moment. Of one process alone: it is emptied at the start. */
export function scratchFolderOf({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return join(dataFolder, 'imports');
}

export async function openPlatform(app: App, config: Config, options: PlatformOptions): Promise<Platform> {
  const { log } = app;
  const registry = new Registry();
  const { database, jobs } = openDatabases(app, config);
  const clock = new DatabaseClock(database, log);
  // First of all hooks: it must see a body before anybody reads of it.
  installArrivals(app, growingInstants(clock.instant), options.uploadRules);
  app.addHook('onRequest', () => clock.trySettle());
  app.addHook('onClose', () => clock.close());
  await clock.open();

  const retention = new Retention({ database: jobs, days: config.retentionDays, registry, log });
  app.addHook('onClose', () => retention.close());
  retention.open();

  const loopLag = new LoopLag();
  app.addHook('onClose', async () => loopLag.close());
  installErrorHandler(app);
  installHttpMetrics(app, registry);
  registerProcessMetrics(registry, () => loopLag.figures, options.process?.logSink);
  await installPlugins(app, config);
  installStorableFields(app);

  const { redis, subscriber, queue } = openRedisConnections(app, config);
  return {
    config,
    log,
    database,
    jobs,
    clock,
    redis,
    subscriber,
    queue,
    registry,
    loopLag,
    scratchFolder: await emptyScratchFolder(config),
    routes: (scope) => healthRoutes(scope, { database, redis, registry }),
  };
}

function openDatabases(app: App, config: Config): { database: Database; jobs: Database } {
  const { log } = app;
  const onStatementTimeout = (error: Error): void =>
    log.error({ err: error }, 'a statement took longer than it may: the log of PostgreSQL names it');
  const database = new Database(
    config.databaseUrl,
    (error) => log.warn({ err: error }, 'a database connection broke'),
    { onStatementTimeout },
  );
  const jobs = new Database(
    config.databaseUrl,
    (error) => log.warn({ err: error }, 'a database connection of a long job broke'),
    { patience: jobPatience, connections: 8, name: 'sandglass-jobs', onStatementTimeout },
  );
  app.addHook('onClose', async () => {
    await database.close();
    await jobs.close();
  });
  return { database, jobs };
}

function openRedisConnections(app: App, config: Config): Pick<Platform, 'redis' | 'subscriber' | 'queue'> {
  const { log } = app;
  const redis = openRedis(config.redisUrl, (error) => log.warn({ err: error }, 'Redis is out of reach'));
  const subscriber = openRedis(config.redisUrl, (error) =>
    log.debug({ err: error }, 'Redis is out of reach'),
  );
  const queue = openJudgeQueue(config.redisUrl, {
    onError: (error) => log.debug({ err: error }, 'queue connection'),
  });
  app.addHook('onClose', async () => {
    await queue.close();
    redis.disconnect();
    subscriber.disconnect();
  });
  return { redis, subscriber, queue };
}

/** What a killed process was given and did not finish goes: uploads have a gigabyte each. */
async function emptyScratchFolder(config: Config): Promise<string> {
  const folder = scratchFolderOf(config);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}
