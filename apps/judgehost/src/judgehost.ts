/**
 * A judgehost: N slots, one BullMQ worker, one api.
 *
 * It builds its slots, looks what compilers there are, registers at the api (which may start later), and
 * takes as many tasks from the queue as it has slots that work. Every heartbeat says how the host is and
 * which tasks it works on. Stopping takes no more tasks, lets running ones end for a moment, hands back
 * the rest and closes the slots.
 */
import { join } from 'node:path';
import type { HostReport, JudgeTask, RegisterAnswer, RegisterRequest } from '@sandglass/contracts';
import { slotOptionsOf, type Placement } from '@sandglass/judge';
import { startJudgeWorker, type JudgeWorker, type JudgeWorkerOptions } from '@sandglass/queue';
import type { ApiClient } from './api-client.ts';
import { retry } from './backoff.ts';
import type { Config } from './config.ts';
import { ApiRefused, ApiUnreachable, messageOf } from './errors.ts';
import { FileCache } from './file-cache.ts';
import { HeartbeatLoop } from './heartbeat.ts';
import { HostImages, type HostImage, type HostToolchain } from './host-images.ts';
import type { CreateSlot } from './host-slot.ts';
import type { Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics, type MetricsServer } from './metrics-server.ts';
import { ProgramStore } from './program-store.ts';
import { RunningTasks } from './running-tasks.ts';
import { SlotPool } from './slot-pool.ts';
import { SteadyReport } from './steady-report.ts';
import { runTask } from './task-runner.ts';

/** What the host offers, looked up once before the start; replaced in tests. */
export interface HostParts {
  readonly api: ApiClient;
  readonly createSlot: CreateSlot;
  /** For contests that name no image. */
  readonly toolchains: readonly HostToolchain[];
  /** What stands under them, see `hostFingerprint`; null or absent: programs are not exchanged with other hosts. */
  readonly fingerprint?: string | null;
  /** Images contests may name. */
  readonly images?: readonly HostImage[];
  readonly placements: readonly Placement[];
  readonly readReport: () => Promise<HostReport>;
  readonly startWorker?: (redisUrl: string, options: JudgeWorkerOptions) => JudgeWorker;
  readonly software: string;
  readonly log: Log;
}

/** Running tasks may end by themselves for this long after a SIGTERM. */
const graceMs = 2_000;
/** What the queue's connection and the last reports get on top of it. */
const closingMs = 2_000;
/** A claim that fails this long is left to the api's sweep. */
const claimMs = 5_000;

export class Judgehost {
  readonly #config: Config;
  readonly #parts: HostParts;
  readonly #running = new RunningTasks();
  readonly #stopping = new AbortController();
  readonly #metrics: Metrics;
  readonly #report: SteadyReport;
  readonly #images: HostImages;
  readonly #programs: ProgramStore;
  #tellCompilers = false;
  #pool: SlotPool | undefined;
  #cache: FileCache | undefined;
  /** One per image, and one for tasks that need none. */
  readonly #workers = new Map<string | null, JudgeWorker>();
  #heartbeat: HeartbeatLoop | undefined;
  #metricsServer: MetricsServer | undefined;
  #redis: RegisterAnswer['redis'] | undefined;
  #enabled = true;
  #trouble = { reason: '', untilMs: 0 };
  #taking = true;

  constructor(config: Config, parts: HostParts) {
    this.#config = config;
    this.#parts = parts;
    this.#report = new SteadyReport(parts.readReport, (error) =>
      parts.log.warn({ reason: messageOf(error) }, 'the former host report is sent again'),
    );
    this.#images = new HostImages(parts.toolchains, parts.images ?? [], {
      validatorFolder: join(config.dataFolder, 'work', 'validators'),
      fingerprint: parts.fingerprint,
      onLost: (image) => {
        this.#tellCompilers = true;
        this.#leaveQueueOf(image);
        this.#heartbeat?.now();
      },
    });
    this.#programs = new ProgramStore(join(config.dataFolder, 'work', 'programs'), parts.api);
    this.#metrics = new Metrics({
      slots: () => this.#slotFigures(),
      cache: () => this.#openCache.figures,
      programs: () => this.#programs.figures,
    });
  }

  /** Resolves when the host takes tasks. @throws JudgehostError when a slot or the cache cannot be made */
  async start(): Promise<void> {
    const { api, log } = this.#parts;
    const { dataFolder, cacheBytes, metricsHost, metricsPort } = this.#config;
    const workFolder = join(dataFolder, 'work');
    this.#cache = await FileCache.open(join(dataFolder, 'files'), cacheBytes, (sha256, signal) =>
      api.file(sha256, signal),
    );
    await this.#programs.clear();
    this.#pool = await SlotPool.create({
      slots: slotOptionsOf(this.#parts.placements, this.#parts.toolchains, this.#config),
      workFolder,
      createSlot: this.#parts.createSlot,
      log,
      onHealthy: () => this.#slotsChanged(),
    });
    if (metricsPort !== undefined) {
      this.#metricsServer = await serveMetrics(this.#metrics.registry, metricsHost, metricsPort);
      log.info({ port: this.#metricsServer.port }, 'metrics served');
    }
    const answer = await this.#register();
    this.#startHeartbeat(answer.heartbeatMs);
    await Promise.all([...this.#workers.values()].map((worker) => worker.ready()));
    log.info(
      { slots: this.#pool.healthy, languages: this.#parts.toolchains.map(({ language }) => language) },
      'judging',
    );
  }

  /** Takes no more tasks, ends or hands back those that run, closes everything. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    // BullMQ waits for a Redis that is gone; what ran was handed back all the same, or its lease runs out.
    await this.#closeWorkers();
    await this.#heartbeat?.stop();
    await this.#metricsServer?.close();
    await this.#pool?.close();
    await this.#cache?.close();
    await this.#parts.api.close();
  }

  get metricsPort(): number | undefined {
    return this.#metricsServer?.port;
  }

  get #openPool(): SlotPool {
    if (this.#pool === undefined) throw new Error('the judgehost is not started');
    return this.#pool;
  }

  get #openCache(): FileCache {
    if (this.#cache === undefined) throw new Error('the judgehost is not started');
    return this.#cache;
  }

  async #register(): Promise<RegisterAnswer> {
    const { api, log, software } = this.#parts;
    const compose = async (): Promise<RegisterRequest> => ({
      name: this.#config.name,
      slots: this.#openPool.slots.length,
      compilers: this.#images.compilers(),
      report: await this.#report.read(),
      software,
    });
    const answer = await retry(async () => api.register(await compose()), {
      firstMs: 100,
      longestMs: 5_000,
      signal: this.#stopping.signal,
      // A wrong token may be made right at the other end; until then saying so is all that can be done.
      retriable: (error) => error instanceof ApiUnreachable || error instanceof ApiRefused,
      onRetry: (error, waitMs, tries) => {
        const level = error instanceof ApiRefused ? 'error' : tries < 4 ? 'info' : 'warn';
        log[level]({ reason: messageOf(error), waitMs }, 'not registered yet');
      },
    });
    this.#enabled = answer.enabled;
    await this.#connectQueue(answer.redis);
    log.info({ id: answer.judgehostId, enabled: answer.enabled }, 'registered');
    return answer;
  }

  async #registerAgain(): Promise<void> {
    try {
      await this.#register();
    } catch (error) {
      this.#parts.log.debug({ reason: messageOf(error) }, 'stopped while registering');
    }
  }

  async #connectQueue(redis: RegisterAnswer['redis']): Promise<void> {
    if (this.#redis?.url === redis.url && this.#redis.prefix === redis.prefix) return;
    await this.#closeWorkers();
    const { log } = this.#parts;
    const startWorker = this.#parts.startWorker ?? startJudgeWorker;
    this.#redis = redis;
    this.#taking = true;
    // Tasks of an image wait in a queue of their own, so that a host is offered what it can judge.
    for (const image of [null, ...this.#images.names()]) {
      const worker = startWorker(redis.url, {
        prefix: redis.prefix,
        image,
        name: this.#config.name,
        // The queue knows no zero; a host without a working slot is paused, below, until one is mended.
        concurrency: Math.max(1, this.#openPool.healthy),
        onTask: (taskId, signal) => this.#judge(taskId, signal),
        onError: (error, taskId) => this.#queueTrouble(error, taskId),
        onStalled: (taskId) => log.warn({ task: taskId }, 'job taken from a stalled worker'),
      });
      this.#workers.set(image, worker);
    }
    this.#applyCapacity();
  }

  async #closeWorkers(): Promise<void> {
    const closed = [...this.#workers.values()].map((worker) =>
      within(graceMs + closingMs, worker.close({ graceMs })),
    );
    this.#workers.clear();
    await Promise.all(closed);
  }

  /** What an image's tasks wait in is left to other hosts; those that run here find out by themselves. */
  #leaveQueueOf(image: string): void {
    this.#workers
      .get(image)
      ?.pause()
      .catch((error: unknown) => this.#parts.log.warn({ reason: messageOf(error) }, 'queue trouble'));
  }

  /** A Redis that is away says so at every try to connect again: the same words are logged once in a while. */
  #queueTrouble(error: Error, taskId: string | null): void {
    const reason = messageOf(error);
    const now = performance.now();
    if (taskId === null && this.#trouble.reason === reason && now < this.#trouble.untilMs) return;
    this.#trouble = { reason, untilMs: now + 10_000 };
    this.#parts.log.warn({ task: taskId, reason }, 'queue trouble');
  }

  async #judge(taskId: string, signal: AbortSignal): Promise<void> {
    const pool = this.#openPool;
    let slot = await pool.take();
    const handBack = (): void => this.#running.handBack();
    signal.addEventListener('abort', handBack);
    let failure: unknown = null;
    try {
      const task = await this.#claim(taskId, slot.ordinal);
      if (task === null) return;
      if (signal.aborted) {
        // The stop came while the api answered: nothing ran yet that the listener could have stopped.
        await this.#handBackUnstarted(task);
        return;
      }
      // The claim named the slot that was free; one that stands on the task's image already saves building it anew.
      slot = pool.exchange(slot, task.image);
      const end = await runTask(
        {
          api: this.#parts.api,
          cache: this.#openCache,
          images: this.#images,
          programs: this.#programs,
          running: this.#running,
          metrics: this.#metrics,
          log: this.#parts.log,
        },
        slot,
        task,
      );
      if (end.kind === 'error') failure = end.error;
      // Its image may have gone from under the slot.
      else if (end.kind === 'handed-back' && end.lacks !== undefined) failure = new Error(end.lacks);
    } finally {
      signal.removeEventListener('abort', handBack);
      if (failure === null) pool.give(slot);
      else await pool.giveFailed(slot, failure);
    }
  }

  async #claim(taskId: string, slot: number): ReturnType<ApiClient['claim']> {
    const { api, log } = this.#parts;
    const started = performance.now();
    const task = await retry(() => api.claim(taskId, slot), {
      firstMs: 50,
      longestMs: 1_000,
      totalMs: claimMs,
      signal: this.#stopping.signal,
      retriable: (error) => error instanceof ApiUnreachable,
    });
    this.#metrics.claimSeconds.observe((performance.now() - started) / 1000);
    if (task === null) log.debug({ task: taskId }, 'task is not due');
    return task;
  }

  /** One that does not arrive is left to the lease, as if the host had died. */
  async #handBackUnstarted({ id, fencingToken }: JudgeTask): Promise<void> {
    const { api, log } = this.#parts;
    let end = 'handed-back';
    try {
      await retry(() => api.report(id, { fencingToken, runs: [], done: { kind: 'handed-back' } }), {
        firstMs: 50,
        longestMs: 500,
        totalMs: graceMs,
        signal: new AbortController().signal,
        retriable: (error) => error instanceof ApiUnreachable,
      });
      log.info({ task: id, end }, 'task done');
    } catch (error) {
      end = 'dropped';
      log.warn({ task: id, reason: messageOf(error) }, 'task dropped');
    }
    this.#metrics.tasks.inc({ end });
  }

  #startHeartbeat(everyMs: number): void {
    const { api, log } = this.#parts;
    this.#heartbeat = new HeartbeatLoop({
      everyMs,
      compose: async () => ({
        report: await this.#report.read(),
        slots: this.#openPool.states(),
        running: this.#running.list(),
        ...(this.#tellCompilers ? { compilers: this.#images.compilers() } : {}),
      }),
      send: (heartbeat) => api.heartbeat(heartbeat),
      onAnswer: (sent, answer) => {
        if (sent.compilers !== undefined) this.#tellCompilers = false;
        this.#running.renewed(sent.running, answer.lost);
        if (answer.enabled === this.#enabled) return;
        this.#enabled = answer.enabled;
        log.info({ enabled: answer.enabled }, answer.enabled ? 'enabled' : 'disabled by the jury');
        this.#applyCapacity();
      },
      onError: async (error) => {
        log.warn({ reason: messageOf(error) }, 'heartbeat not answered');
        // The api does not know this host (any more): it introduces itself again.
        if (error instanceof ApiRefused) await this.#registerAgain();
      },
    });
    this.#heartbeat.start();
  }

  #slotsChanged(): void {
    this.#applyCapacity();
    this.#heartbeat?.now();
  }

  /** As many tasks as there are slots that work, or none. */
  #applyCapacity(): void {
    if (this.#workers.size === 0) return;
    const healthy = this.#openPool.healthy;
    if (healthy > 0) for (const worker of this.#workers.values()) worker.setConcurrency(healthy);
    const take = this.#enabled && healthy > 0;
    if (take === this.#taking) return;
    this.#taking = take;
    for (const [image, worker] of this.#workers) {
      if (take && image !== null && !this.#images.names().includes(image)) continue;
      const change = take ? worker.resume() : worker.pause();
      change.catch((error: unknown) => this.#parts.log.warn({ reason: messageOf(error) }, 'queue trouble'));
    }
  }

  #slotFigures(): { total: number; busy: number; broken: number } {
    const states = this.#pool?.states() ?? [];
    const count = (wanted: string): number => states.filter(({ state }) => state === wanted).length;
    const broken = count('broken');
    return { total: states.length, busy: states.length - broken - count('idle'), broken };
  }
}

/** Waits for `promise`, but no longer than `ms`. */
async function within(ms: number, promise: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
