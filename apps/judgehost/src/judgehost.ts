/**
 * A judgehost: N slots, one BullMQ worker, one api.
 *
 * It builds its slots, looks what compilers there are, registers at the api (which may start later), and
 * takes as many tasks from the queue as it has slots that work. Every heartbeat says how the host is and
 * which tasks it works on. Stopping takes no more tasks, lets running ones end for a moment, hands back
 * the rest and closes the slots.
 */
import { join } from 'node:path';
import type { JudgeTask, RunReport } from '@sandglass/contracts';
import { LoopLag, within } from '@sandglass/service';
import { Registration } from './api/registration.ts';
import { ProgramStore } from './cache/program-store.ts';
import { diskTrouble } from './health/disk-trouble.ts';
import { HostState } from './health/host-state.ts';
import { KnownProgram } from './health/known-program.ts';
import { SteadyReport } from './health/steady-report.ts';
import { HostHeartbeat } from './host-heartbeat.ts';
import type { HostParts } from './host-parts.ts';
import { openHost, openingMs, type OpenHost } from './open-host.ts';
import { registerHostGauges } from './metrics/host-gauges.ts';
import { Metrics } from './metrics/metrics.ts';
import { serveMetrics, type MetricsServer } from './metrics/metrics-server.ts';
import { workFolderOf, type Config } from './platform/config.ts';
import { messageOf } from './platform/errors.ts';
import { closingMs, QueueWorkers } from './queue/queue-workers.ts';
import { HostImages } from './slots/host-images.ts';
import type { HostSlot } from './slots/host-slot.ts';
import { RunningTasks } from './tasks/running-tasks.ts';
import type { TaskEnd } from './tasks/task-runner.ts';
import { takeTask } from './tasks/task-taker.ts';

export class Judgehost {
  readonly #config: Config;
  readonly #parts: HostParts;
  readonly #running = new RunningTasks();
  readonly #stopping = new AbortController();
  readonly #metrics: Metrics;
  readonly #report: SteadyReport;
  readonly #images: HostImages;
  readonly #programs: ProgramStore;
  readonly #queue: QueueWorkers;
  readonly #registration: Registration;
  readonly #state: HostState;
  readonly #loopLag = new LoopLag();
  #opening: Promise<OpenHost> | undefined;
  #open: OpenHost | undefined;
  #heartbeat: HostHeartbeat | undefined;
  #metricsServer: MetricsServer | undefined;

  constructor(config: Config, parts: HostParts) {
    this.#config = config;
    this.#parts = parts;
    this.#report = new SteadyReport(parts.readReport, (error) =>
      parts.log.warn({ reason: messageOf(error) }, 'the former host report is sent again'),
    );
    this.#images = new HostImages(parts.toolchains, parts.images ?? [], {
      validatorFolder: join(workFolderOf(config), 'validators'),
      fingerprint: parts.fingerprint,
      onLost: (image) => {
        this.#queue.leave(image);
        this.#heartbeat?.compilersChanged();
      },
    });
    this.#registration = new Registration({
      ...parts,
      stopping: this.#stopping.signal,
      compose: async () => ({
        name: config.name,
        slots: this.#rooms.pool.slots.length,
        compilers: this.#images.compilers(),
        report: await this.#report.read(),
        cores: await parts.readCores(),
      }),
      onAnswer: async (answer) => {
        this.#state.applyMode(answer);
        await this.#queue.connect(answer.redis, answer.restrictedQueue);
        parts.log.info({ id: answer.judgehostId, mode: this.#state.mode.mode }, 'registered');
      },
    });
    this.#programs = new ProgramStore(join(workFolderOf(config), 'programs'), parts.api);
    this.#queue = new QueueWorkers({
      name: config.name,
      images: () => this.#images.names(),
      onTask: (taskId, signal) => this.#judge(taskId, signal),
      log: parts.log,
      startWorker: parts.startWorker,
    });
    this.#state = new HostState({
      checkDisk: () => diskTrouble([config.dataFolder, workFolderOf(config)]),
      setCapacity: (tasks) => this.#queue.setCapacity(tasks),
      handBack: () => this.#running.handBack(),
      report: () => this.#heartbeat?.now(),
      log: parts.log,
    });
    this.#metrics = new Metrics({
      slots: () => this.#open?.pool.figures ?? { total: 0, busy: 0, broken: 0 },
      cache: () => this.#rooms.cache.figures,
      programs: () => this.#programs.figures,
      droppedLines: () => parts.process?.logSink.dropped ?? 0,
    });
    registerHostGauges(this.#metrics.registry, () => this.#heartbeat?.last ?? null);
  }

  /** Resolves when the host takes tasks. @throws JudgehostError when a slot or the cache cannot be made */
  async start(): Promise<void> {
    const { log, toolchains } = this.#parts;
    const { cacheBytes, metricsHost, metricsPort } = this.#config;
    this.#opening = openHost(this.#config, this.#parts, this.#state);
    const rooms = await this.#opening;
    this.#open = rooms;
    await this.#programs.clear();
    if (metricsPort !== undefined) {
      this.#metricsServer = await serveMetrics(this.#metrics.registry, metricsHost, metricsPort);
      log.info({ port: this.#metricsServer.port }, 'metrics served');
    }
    this.#heartbeat = new HostHeartbeat({
      ...this.#parts,
      ...rooms,
      cacheBytes,
      report: this.#report,
      state: this.#state,
      images: this.#images,
      running: this.#running,
      queue: this.#queue,
      registration: this.#registration,
      loopLag: this.#loopLag,
    });
    const answer = await this.#registration.register();
    this.#heartbeat.start(answer.heartbeatMs);
    await this.#queue.ready();
    log.info({ slots: rooms.pool.healthy, languages: toolchains.map(({ language }) => language) }, 'judging');
  }

  /** Takes no more tasks, ends or hands back those that run, closes everything. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue.close();
    // What ended just now may still be on its way; an api that is away is not waited for.
    await within(closingMs, this.allReported(), undefined);
    await this.#heartbeat?.stop();
    // A stop may come while the slots are built and calibrated: they are closed as well.
    const open = await within(
      openingMs,
      this.#opening?.catch(() => undefined) ?? Promise.resolve(undefined),
      undefined,
    );
    await open?.watch.stop();
    this.#state.close();
    const warmUps = open?.warmUps.close();
    await this.#metricsServer?.close();
    await open?.pool.close();
    // The fetches under way end with the cache.
    await open?.cache.close();
    await warmUps;
    this.#loopLag.close();
    await this.#parts.api.close();
  }

  /** Resolves when the api knows the end of every task that was begun. */
  allReported(): Promise<void> {
    return this.#running.allReported();
  }

  get metricsPort(): number | undefined {
    return this.#metricsServer?.port;
  }

  get #rooms(): OpenHost {
    if (this.#open === undefined) throw new Error('the judgehost is not started');
    return this.#open;
  }

  #judge(taskId: string, signal: AbortSignal): Promise<void> {
    const { cache, pool, watch } = this.#rooms;
    const parts = {
      api: this.#parts.api,
      pool,
      cache,
      images: this.#images,
      programs: this.#programs,
      running: this.#running,
      metrics: this.#metrics,
      log: this.#parts.log,
      stopping: this.#stopping.signal,
      onRun: (run: RunReport) => watch.ran(run),
      onFinished: (slot: HostSlot) => watch.finished(slot),
      onEnd: (task: JudgeTask, end: TaskEnd) => this.#ended(task, end),
    };
    return takeTask(parts, taskId, signal);
  }

  #ended(task: JudgeTask, end: TaskEnd): void {
    const known = new KnownProgram(this.#rooms.pool, this.#images, join(workFolderOf(this.#config), 'known'));
    if (end.kind === 'finished') this.#state.judged();
    if (end.kind === 'error')
      this.#state.failed(task.problemVersion ?? task.submissionId, end.error, () => known.troubleWith(task));
    if (end.kind === 'handed-back' && end.lacks !== undefined) this.#state.noteError(end.lacks);
  }
}
