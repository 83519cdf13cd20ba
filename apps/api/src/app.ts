/**
 * The api put together: repositories, services, plugins, in the order in which they depend
 * on each other. No globals: a test may build two of them on two databases.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultPrefix, openJudgeQueue } from '@sandglass/queue';
import { LoopLag } from '@sandglass/service';
import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { adminRoutes } from './admin/admin-routes.ts';
import { ContestAdmin } from './admin/contest-admin.ts';
import { JurySubmissions } from './admin/jury-submissions.ts';
import { PackageReader, type ReadingBounds } from './admin/package-reader.ts';
import { ProblemImport } from './admin/problem-import.ts';
import { AlarmKeeper } from './alarms/alarm-keeper.ts';
import { AlarmRepository } from './alarms/alarm-repository.ts';
import { alarmRoutes } from './alarms/alarm-routes.ts';
import type { Config } from './config/config.ts';
import { ContestClock } from './contests/contest-clock.ts';
import { ContestCache } from './contests/contest-cache.ts';
import { ContestRepository } from './contests/contest-repository.ts';
import { contestRoutes } from './contests/contest-routes.ts';
import { jobPatience } from './database/connection-options.ts';
import { Database } from './database/database.ts';
import { Retention } from './database/retention.ts';
import { installErrorHandler } from './errors/error-handler.ts';
import { BlobCache } from './files/blob-cache.ts';
import { BlobCollection } from './files/blob-collection.ts';
import { BlobStore } from './files/blob-store.ts';
import { installAccess } from './http/access.ts';
import type { App } from './http/app-type.ts';
import { growingInstants } from './http/arrival-clock.ts';
import { installArrivals, type UploadRules } from './http/arrival.ts';
import { letGoOfConnections } from './http/let-go.ts';
import { installRequestLimits } from './http/request-limits.ts';
import { installStorableFields } from './http/storable-fields.ts';
import { installPlugins, serverOptions } from './http/server.ts';
import { credentialRoutes } from './judgehosts/credential-routes.ts';
import { HealthHistory } from './judgehosts/health-history.ts';
import { fleetRoutes } from './judgehosts/fleet-routes.ts';
import { JudgehostCache } from './judgehosts/judgehost-cache.ts';
import { JudgehostRepository } from './judgehosts/judgehost-repository.ts';
import { judgehostRoutes } from './judgehosts/judgehost-routes.ts';
import { RedisUsers } from './judgehosts/redis-users.ts';
import { RegistrationTokens } from './judgehosts/registration-tokens.ts';
import { warmUpRoutes } from './judgehosts/warm-up-routes.ts';
import { WarmUpOrders } from './judgehosts/warm-ups.ts';
import { ClaimRepository } from './judging/claim-repository.ts';
import { ClockSteps } from './judging/clock-steps.ts';
import { CostModel } from './judging/cost-model.ts';
import { DueTaskRepository } from './judging/due-task-repository.ts';
import { JudgingRepository } from './judging/judging-repository.ts';
import { JudgingService } from './judging/judging-service.ts';
import { Lanes } from './judging/lanes.ts';
import { ProgramRepository } from './judging/program-repository.ts';
import { RepeatRepository } from './judging/repeat-repository.ts';
import { programRoutes } from './judging/program-routes.ts';
import { QueueMark } from './judging/queue-mark.ts';
import { sharedEpoch } from './judging/queue-epoch.ts';
import { openRedis } from './judging/redis-connection.ts';
import { QueueOutlook } from './judging/queue-outlook.ts';
import { Relay } from './judging/relay.ts';
import { Sweep } from './judging/sweep.ts';
import { TaskAssembler } from './judging/task-assembler.ts';
import { LiveHub } from './live/live-hub.ts';
import { liveRoutes } from './live/live-routes.ts';
import { Notifications } from './live/notifications.ts';
import { StreamPlaces } from './live/stream-place.ts';
import { ProgressBus } from './live/progress-bus.ts';
import { healthRoutes } from './metrics/health-routes.ts';
import { registerHostMetrics } from './metrics/host-metrics.ts';
import { registerHostReportMetrics } from './metrics/host-report-metrics.ts';
import { installHttpMetrics } from './metrics/http-metrics.ts';
import { JudgingMetrics } from './metrics/judging-metrics.ts';
import { registerProcessMetrics } from './metrics/process-metrics.ts';
import { registerStateMetrics } from './metrics/state-metrics.ts';
import { GapHistory } from './monitor/gap-history.ts';
import { MonitorHub } from './monitor/monitor-hub.ts';
import { monitorRoutes } from './monitor/monitor-routes.ts';
import { QueueHistory } from './monitor/queue-history.ts';
import { QueueRecord } from './monitor/queue-record.ts';
import { SpanHistory } from './monitor/span-history.ts';
import { SpanRepository } from './monitor/span-repository.ts';
import { OwnProcess, type ProcessParts } from './monitor/own-process.ts';
import { Watchman } from './monitor/watchman.ts';
import { rejudgingRoutes } from './rejudgings/rejudging-routes.ts';
import { RejudgingReader } from './rejudgings/rejudging-reader.ts';
import { RejudgingService } from './rejudgings/rejudging-service.ts';
import { Rounds } from './rounds.ts';
import { personAuthenticators } from './session/authenticate.ts';
import { browserGreeter } from './session/browser-cookie.ts';
import { LoginDoor } from './session/login-door.ts';
import { LoginLocks } from './session/login-locks.ts';
import { LoginThrottleRepository } from './session/login-throttle-repository.ts';
import { Operator } from './session/operator.ts';
import { SessionRepository } from './session/session-repository.ts';
import { sessionRoutes } from './session/session-routes.ts';
import { SessionService } from './session/session-service.ts';
import { SignedCookies } from './session/signed-cookies.ts';
import { SubmissionRepository } from './submissions/submission-repository.ts';
import { submissionRoutes } from './submissions/submission-routes.ts';
import { SubmissionService } from './submissions/submission-service.ts';
import { wallLimitRoutes } from './wall-limits/wall-limit-routes.ts';
import { WallLimitService } from './wall-limits/wall-limit-service.ts';
import { WallProposals } from './wall-limits/wall-proposals.ts';
import { webFiles } from './web/web-files.ts';

export interface AppOptions {
  /** Tests per judge task; omitted: by what they are expected to take. */
  readonly testsPerTask?: number;
  /** What an upload must keep to; omitted: the rules of the manual. */
  readonly uploadRules?: UploadRules;
  /** How long a page waits for the answers it begins with, ms; omitted: not long. */
  readonly pagePatienceMs?: number;
  /** What reading one problem package may take; omitted: what the largest needs. */
  readonly packageReading?: Partial<ReadingBounds>;
  /** The process around it; omitted: it shares one, as in tests. */
  readonly process?: ProcessParts;
}

/** Uploads and what is unpacked for a moment. Of one process alone: it is emptied at the start. */
export function scratchFolderOf({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return join(dataFolder, 'imports');
}

/** Connects, reads what is to be held in memory, and registers every route. The caller listens. */
export async function buildApp(config: Config, options: AppOptions = {}): Promise<App> {
  const app: App = fastify(serverOptions(config, options.process?.logSink));
  const { log } = app;
  const registry = new Registry();
  const temporaryFolder = scratchFolderOf(config);
  // What a killed process was given and did not finish: uploads have a gigabyte each.
  await rm(temporaryFolder, { recursive: true, force: true });
  await mkdir(temporaryFolder, { recursive: true });

  const database = new Database(config.databaseUrl, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  // For what reads or writes all there is: it may take minutes, and must not take requests their connections.
  const jobs = new Database(
    config.databaseUrl,
    (error) => log.warn({ err: error }, 'a database connection of a long job broke'),
    { patience: jobPatience, connections: 8, name: 'sandglass-jobs' },
  );
  const redis = openRedis(config.redisUrl, (error) => log.warn({ err: error }, 'Redis is out of reach'));
  const subscriber = openRedis(config.redisUrl, (error) =>
    log.debug({ err: error }, 'Redis is out of reach'),
  );
  const queue = openJudgeQueue(config.redisUrl, {
    onError: (error) => log.debug({ err: error }, 'queue connection'),
  });

  const clock = new ContestClock(database, log);
  // First of all hooks: it must see a body before anybody reads of it.
  installArrivals(app, growingInstants(clock.instant), options.uploadRules);
  app.addHook('onRequest', () => clock.trySettle());
  const contestRepository = new ContestRepository(database);
  const contests = new ContestCache(contestRepository, log, clock.nowMs);
  const blobs = new BlobStore(database, jobs);
  const files = new BlobCache(blobs, join(config.dataFolder, 'files'), config.fileCacheBytes, log);
  await files.open();
  const collection = new BlobCollection(jobs, log);
  const retention = new Retention({ database: jobs, days: config.retentionDays, registry, log });
  const submissions = new SubmissionRepository(database);
  const judgings = new JudgingRepository(database);
  const claims = new ClaimRepository(database);
  const dueTasks = new DueTaskRepository(database);
  const programs = new ProgramRepository(database);
  const sessionRepository = new SessionRepository(database);
  const throttle = new LoginThrottleRepository(database);
  const cookies = new SignedCookies(config.secret);
  const sessions = new SessionService({
    repository: sessionRepository,
    door: new LoginDoor(sessionRepository, throttle),
    cookies,
    secret: config.secret,
  });
  const judgehosts = new JudgehostRepository(database);
  const judgehostCache = new JudgehostCache(judgehosts);
  const redisUsers = new RedisUsers({
    redis,
    repository: judgehosts,
    provideScripts: () => queue.provideScripts(),
    url: config.judgehostRedisUrl,
    prefix: defaultPrefix,
    enabled: config.judgehostRedisUsers,
    log,
  });
  const metrics = new JudgingMetrics(registry);

  /** After our own commit there is no need to wait for the notification. */
  const onEvent = (contestId: string): void => {
    contests
      .catchUp(contestId)
      .catch((error: unknown) => log.warn({ err: error }, 'events could not be read'));
  };
  const lanes = new Lanes(database);
  const relay = new Relay(dueTasks, queue, lanes, (await sharedEpoch(database)).epoch, log);
  const progress = new ProgressBus(redis, subscriber, defaultPrefix, log);
  const judging = new JudgingService({
    repository: judgings,
    claims,
    due: dueTasks,
    repeats: new RepeatRepository(database),
    assembler: new TaskAssembler(database, submissions),
    relay,
    progress,
    metrics,
    onEvent,
    onRejudged: (id) => rejudgings.onRejudged(id),
    log,
  });
  const costs = new CostModel(jobs, log);
  const service = new SubmissionService({
    languagesIn: (image) => judgehostCache.languages(image),
    costs,
    submissions,
    judgings,
    relay,
    onEvent,
    testsPerTask: options.testsPerTask,
    queueOrder: config.queueOrder,
    submissionsPerMinute: config.submissionsPerMinute,
    log,
  });
  const rejudgingReader = new RejudgingReader(jobs, contests);
  const rejudgings = new RejudgingService({
    reader: rejudgingReader,
    database: jobs,
    contests,
    judgings,
    relay,
    costs,
    onEvent,
    testsPerTask: options.testsPerTask,
    queueOrder: config.queueOrder,
    log,
  });
  const proposals = new WallProposals(jobs, onEvent, log);
  // What a crash or a lost message has left half way.
  const rejudgingRounds = new Rounds({
    everyMs: 1000,
    go: () => rejudgings.resume(),
    failed: 'rejudgings could not be looked after; the next look tries again',
    log,
  });
  const sweep = new Sweep({
    repository: dueTasks,
    judging,
    relay,
    mark: new QueueMark(redis, defaultPrefix),
    epoch: () => sharedEpoch(database),
    clockSteps: new ClockSteps(database, log),
    lanes,
    programs,
    log,
  });
  const places = new StreamPlaces(config.secret);
  const hub = new LiveHub(submissions, places, log);
  const outlook = new QueueOutlook({
    database,
    wanted: () => hub.size > 0,
    // Every process looks for itself and tells its own readers.
    tell: (message) => hub.onProgress(message),
    log,
  });
  const alarmRepository = new AlarmRepository(database);
  const alarms = new AlarmKeeper(alarmRepository, log);
  const spans = new SpanRepository(database);
  const loopLag = new LoopLag();
  const queueRecord = new QueueRecord(database);
  const own = new OwnProcess(
    loopLag,
    options.process?.restarted ?? null,
    Date.now(),
    () => queueRecord.databaseAheadMs,
  );
  const watchman = new Watchman({
    own,
    judgehosts: judgehostCache,
    spans,
    history: new SpanHistory(spans),
    queue: new QueueHistory(queueRecord),
    alarms,
    gaps: new GapHistory(),
    log,
  });
  const monitor = new MonitorHub(watchman, alarms);
  const sessionChanged = (tokenHash: string | null): void => {
    sessions.forget(tokenHash);
    hub.endSession(tokenHash);
    monitor.endSession(tokenHash);
  };
  const notifications = new Notifications(
    config.databaseUrl,
    {
      sandglass_event: onEvent,
      sandglass_judgehost: () => {
        judgehostCache.forget();
        lanes.forget();
      },
      sandglass_session: (tokenHash) => sessionChanged(tokenHash === '' ? null : tokenHash),
    },
    () => {
      hub.endWithoutSession();
      monitor.endWithoutSession();
      sessions
        .ended([...hub.sessions(), ...monitor.sessions()])
        .then((ended) => ended.forEach(sessionChanged))
        .catch((error: unknown) => log.warn({ err: error }, 'sessions could not be read'));
    },
    log,
  );
  const admin = new ContestAdmin(database, onEvent);

  contests.listen(hub);
  progress.listen((message) => hub.onProgress(message));
  if (config.adminPassword !== null && (await admin.ensureAdmin(config.adminPassword))) {
    log.info({ username: 'admin' }, 'the first account was made');
  }
  await clock.open();
  await contests.open();
  await costs.open();
  await notifications.open();
  progress.open();
  hub.open();
  redisUsers.open();
  sweep.open();
  outlook.open();
  rejudgingRounds.open();
  collection.open();
  retention.open();
  await watchman.open();
  proposals.open();

  installErrorHandler(app);
  installHttpMetrics(app, registry);
  registerStateMetrics(registry, {
    dueTasks,
    queueSample: () => watchman.queue.latest,
    hub,
    database,
    clockAheadMs: () => clock.aheadMs,
  });
  registerProcessMetrics(registry, own, options.process?.logSink);
  registerHostReportMetrics(registry, () => watchman.hosts);
  registerHostMetrics(registry, {
    rows: () => watchman.rows,
    lookedAtMs: () => watchman.lookedAtMs,
    alarms: () => alarms.open,
  });
  const operator = new Operator(config.operatorHash);
  await installPlugins(app, config);
  installStorableFields(app);
  installRequestLimits(app, {
    perMinute: config.requestsPerMinute,
    cookies,
    sessions,
    operator,
    rememberedHost: (token) => judgehostCache.remembered(token)?.id ?? null,
  });
  installAccess(app, {
    ...personAuthenticators(sessions, operator, cookies),
    judgehost: (token) => judgehostCache.identify(token),
  });
  await app.register(healthRoutes, { database, redis, registry });
  await app.register(sessionRoutes, {
    sessions,
    cookies,
    secureCookies: config.secureCookies,
    now: clock.nowMs,
  });
  await app.register(contestRoutes, { contests, judgehosts: judgehostCache, blobs, files });
  await app.register(liveRoutes, { contests, hub, places });
  await app.register(submissionRoutes, {
    contests,
    submissions,
    service,
    rejudgings,
    database,
    blobs,
    files,
    outlook,
  });
  const warmUps = new WarmUpOrders(database);
  await app.register(warmUpRoutes, {
    contests,
    hosts: judgehostCache,
    repository: judgehosts,
    orders: warmUps,
  });
  await app.register(credentialRoutes, {
    repository: judgehosts,
    cache: judgehostCache,
    tokens: new RegistrationTokens(database),
    redisUsers,
    dueTasks,
    programs,
  });
  await app.register(fleetRoutes, { contests, cache: judgehostCache, dueTasks });
  await app.register(judgehostRoutes, {
    repository: judgehosts,
    cache: judgehostCache,
    health: new HealthHistory(database),
    claims,
    dueTasks,
    judging,
    files,
    redisUsers,
    warmUps,
  });
  await app.register(programRoutes, { programs });
  await app.register(adminRoutes, {
    database,
    contests,
    admin,
    imports: new ProblemImport(jobs, blobs, new PackageReader(options.packageReading), onEvent),
    jurySubmissions: new JurySubmissions(database, blobs, service, submissions, clock.nowMs),
    judgehosts,
    judgehostCache,
    locks: new LoginLocks(database),
    temporaryFolder,
  });
  await app.register(rejudgingRoutes, { contests, reader: rejudgingReader, rejudgings, database });
  await app.register(wallLimitRoutes, {
    contests,
    wallLimits: new WallLimitService({ database: jobs, contests, rejudgings, proposals, onEvent }),
    proposals,
    database: jobs,
  });
  await app.register(alarmRoutes, { keeper: alarms, repository: alarmRepository });
  await app.register(monitorRoutes, { watchman, hub: monitor, spans, judgehosts: judgehostCache });
  await app.register(webFiles, {
    places,
    root: config.webRoot,
    contests,
    patienceMs: options.pagePatienceMs,
    greet: browserGreeter(cookies, config.secureCookies),
  });

  // Live streams would keep the server open for ever.
  app.addHook('preClose', async () => {
    hub.close();
    monitor.close();
  });
  letGoOfConnections(app);
  app.addHook('onClose', async () => {
    contests.close();
    await costs.close();
    redisUsers.close();
    relay.close();
    await sweep.close();
    await clock.close();
    await outlook.close();
    await rejudgingRounds.close();
    await collection.close();
    await retention.close();
    await watchman.close();
    await proposals.close();
    await notifications.close();
    await queue.close();
    redis.disconnect();
    subscriber.disconnect();
    await files.close();
    loopLag.close();
    await database.close();
    await jobs.close();
  });
  await app.ready();
  return app;
}
