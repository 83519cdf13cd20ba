/**
 * A judgehost: N slots, one BullMQ worker, one api.
 *
 * It builds its slots, looks what compilers there are, registers at the api (which may start later), and
 * takes as many tasks from the queue as it has slots that work. Every heartbeat says how the host is and
 * which tasks it works on. Stopping takes no more tasks, lets running ones end for a moment, hands back
 * the rest and closes the slots.
 */
import { join } from 'node:path';
import type { HostCondition, HostReport, JudgeTask, MachineCores } from '@sandglass/contracts';
import { slotOptionsOf, type Placement } from '@sandglass/judge';
import { LoopLag, type LogSink, type RestartNote } from '@sandglass/service';
import type { ApiClient } from './api-client.ts';
import { workFolderOf, type Config } from './config.ts';
import { ApiRefused, codeOf, messageOf } from './errors.ts';
import { diskTrouble } from './disk-trouble.ts';
import { KnownProgram } from './known-program.ts';
import { FailureWatch } from './failure-watch.ts';
import { FileCache } from './file-cache.ts';
import { HeartbeatLoop } from './heartbeat.ts';
import { registerHostGauges, type HostWords } from './host-gauges.ts';
import { HostImages, type HostImage, type HostToolchain } from './host-images.ts';
import type { CreateSlot } from './host-slot.ts';
import type { Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { serveMetrics, type MetricsServer } from './metrics-server.ts';
import { Permission, type ToldMode } from './permission.ts';
import { ProgramStore } from './program-store.ts';
import { closingMs, QueueWorkers, within, type StartWorker } from './queue-workers.ts';
import { Registration } from './registration.ts';
import { RunningTasks } from './running-tasks.ts';
import { BaselineFile } from './self-watch/baseline-file.ts';
import { selfTest } from './self-watch/self-test.ts';
import { SelfWatch } from './self-watch/self-watch.ts';
import { Sentinel } from './self-watch/sentinel.ts';
import { SlotPool } from './slot-pool.ts';
import { SteadyReport } from './steady-report.ts';
import type { TaskEnd } from './task-runner.ts';
import { takeTask } from './task-taker.ts';
import { WarmUps } from './warm-up.ts';

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
  readonly readCores: () => Promise<MachineCores>;
  readonly startWorker?: StartWorker;
  /** The calibration program; absent: the host neither tests nor watches itself with it. */
  readonly sentinel?: string;
  readonly software: string;
  /** The process around it; absent: it shares one, as in tests. */
  readonly process?: {
    readonly logSink: Pick<LogSink, 'dropped'>;
    readonly restarted: RestartNote | null;
  };
  readonly log: Log;
}

export class Judgehost {
  readonly #config: Config;
  readonly #parts: HostParts;
  readonly #running = new RunningTasks();
  readonly #stopping = new AbortController();
  readonly #metrics: Metrics;
  readonly #report: SteadyReport;
  /** What the last heartbeat told. */
  #words: HostWords | null = null;
  readonly #images: HostImages;
  readonly #programs: ProgramStore;
  #tellCompilers = false;
  #pool: SlotPool | undefined;
  #cache: FileCache | undefined;
  readonly #queue: QueueWorkers;
  readonly #registration: Registration;
  #heartbeat: HeartbeatLoop | undefined;
  #metricsServer: MetricsServer | undefined;
  #watch: SelfWatch | undefined;
  #warmUps: WarmUps | undefined;
  readonly #permission = new Permission();
  readonly #failures: FailureWatch;
  #lastError: HostCondition['lastError'] = null;
  readonly #loopLag = new LoopLag();

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
        this.#tellCompilers = true;
        this.#queue.leave(image);
        this.#heartbeat?.now();
      },
    });
    this.#registration = new Registration({
      ...parts,
      stopping: this.#stopping.signal,
      compose: async () => ({
        name: config.name,
        slots: this.#openPool.slots.length,
        compilers: this.#images.compilers(),
        report: await this.#report.read(),
        cores: await parts.readCores(),
      }),
      onAnswer: async (answer) => {
        this.#obey(answer);
        await this.#queue.connect(answer.redis, answer.lane);
        parts.log.info({ id: answer.judgehostId, mode: this.#permission.mode }, 'registered');
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
    this.#failures = new FailureWatch({
      onChange: () => this.#slotsChanged(),
      checkDisk: () => diskTrouble([config.dataFolder, workFolderOf(config)]),
    });
    this.#metrics = new Metrics({
      slots: () => this.#slotFigures(),
      cache: () => this.#openCache.figures,
      programs: () => this.#programs.figures,
      droppedLines: () => parts.process?.logSink.dropped ?? 0,
    });
    registerHostGauges(this.#metrics.registry, () => this.#words);
  }

  /** Resolves when the host takes tasks. @throws JudgehostError when a slot or the cache cannot be made */
  async start(): Promise<void> {
    const { api, log } = this.#parts;
    const { dataFolder, cacheBytes, metricsHost, metricsPort } = this.#config;
    const workFolder = workFolderOf(this.#config);
    this.#cache = await FileCache.open(join(dataFolder, 'files'), cacheBytes, (sha256, signal, fresh) =>
      api.file(sha256, signal, fresh),
    );
    this.#warmUps = new WarmUps({ api, cache: this.#cache, cacheBytes, log });
    await this.#programs.clear();
    const { sentinel } = this.#parts;
    this.#pool = await SlotPool.create({
      slots: slotOptionsOf(this.#parts.placements, this.#parts.toolchains, this.#config),
      workFolder,
      createSlot: this.#parts.createSlot,
      log,
      onHealthy: () => this.#slotsChanged(),
      onWanted: () => this.#watch?.giveWay(),
      ...(sentinel === undefined ? {} : { test: (slot) => selfTest(slot.sandbox, sentinel) }),
      onUntrusted: (why) => this.#distrust(why),
    });
    await this.#startWatch(this.#pool);
    if (metricsPort !== undefined) {
      this.#metricsServer = await serveMetrics(this.#metrics.registry, metricsHost, metricsPort);
      log.info({ port: this.#metricsServer.port }, 'metrics served');
    }
    const answer = await this.#registration.register();
    this.#startHeartbeat(answer.heartbeatMs);
    await this.#queue.ready();
    log.info(
      { slots: this.#pool.healthy, languages: this.#parts.toolchains.map(({ language }) => language) },
      'judging',
    );
  }

  /** Takes no more tasks, ends or hands back those that run, closes everything. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue.close();
    // What ended just now may still be on its way; an api that is away is not waited for.
    await within(closingMs, this.told());
    await this.#heartbeat?.stop();
    await this.#watch?.stop();
    this.#failures.close();
    const warmUps = this.#warmUps?.close();
    await this.#metricsServer?.close();
    await this.#pool?.close();
    // The fetches under way end with the cache.
    await this.#cache?.close();
    await warmUps;
    this.#loopLag.close();
    await this.#parts.api.close();
  }

  /** Resolves when the api knows the end of every task that was begun. */
  told(): Promise<void> {
    return this.#running.told();
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

  async #startWatch(pool: SlotPool): Promise<void> {
    const { sentinel: program, readReport, log } = this.#parts;
    let sentinel: Sentinel | null = null;
    if (program !== undefined) {
      const { cpuModel, kernel, cpus } = await readReport();
      const places = pool.states().map(({ ordinal, cpus: own }) => `${String(ordinal)}: ${own.join(',')}`);
      const file = new BaselineFile(join(this.#config.dataFolder, 'sentinel.json'), [
        cpuModel,
        kernel,
        cpus.summary,
        ...places,
        // What was measured slot by slot is lower.
        'all at once',
      ]);
      sentinel = new Sentinel(program, await file.read(), (baselines) => file.write(baselines));
    }
    this.#watch = new SelfWatch({ pool, sentinel, onAllowed: () => this.#slotsChanged(), log });
    await this.#watch.calibrate();
    this.#watch.start();
  }

  #judge(taskId: string, signal: AbortSignal): Promise<void> {
    return takeTask(
      {
        api: this.#parts.api,
        pool: this.#openPool,
        cache: this.#openCache,
        images: this.#images,
        programs: this.#programs,
        running: this.#running,
        metrics: this.#metrics,
        log: this.#parts.log,
        stopping: this.#stopping.signal,
        onRun: (run) => this.#watch?.ran(run),
        onFinished: async (slot) => {
          if (this.#watch === undefined) this.#openPool.give(slot);
          else await this.#watch.finished(slot);
        },
        onEnd: (task, end) => this.#ended(task, end),
      },
      taskId,
      signal,
    );
  }

  #ended(task: JudgeTask, end: TaskEnd): void {
    if (end.kind === 'finished') this.#failures.judged();
    if (end.kind === 'error') {
      const known = new KnownProgram(this.#openPool, this.#images, join(workFolderOf(this.#config), 'known'));
      this.#failures.failed(task.problemVersion ?? task.submissionId, end.error, () =>
        known.troubleWith(task),
      );
    }
    const error = end.kind === 'error' ? end.error : end.kind === 'handed-back' ? end.lacks : undefined;
    if (error === undefined) return;
    const [code, message] = [codeOf(error), messageOf(error).slice(0, 2000)];
    this.#lastError = { at: new Date().toISOString(), code, message };
  }

  #startHeartbeat(everyMs: number): void {
    const { api, log } = this.#parts;
    this.#heartbeat = new HeartbeatLoop({
      everyMs,
      compose: async () => {
        const report = await this.#report.read();
        this.#watch?.observe(report);
        const condition = this.#condition();
        const slots = this.#openPool.states();
        this.#words = { report, condition, slots, software: this.#parts.software };
        return {
          report,
          slots,
          running: this.#running.list(),
          condition,
          modeSerial: this.#permission.modeSerial,
          ...(this.#tellCompilers ? { compilers: this.#images.compilers() } : {}),
        };
      },
      send: async (heartbeat) => {
        const [sentAtMs, started] = [Date.now(), performance.now()];
        const answer = await api.heartbeat(heartbeat);
        const tookMs = performance.now() - started;
        const serverTimeMs = Date.parse(answer.serverTime);
        this.#watch?.clock.add({ sentAtMs, tookMs, serverTimeMs, heldMs: answer.heldMs });
        return answer;
      },
      onAnswer: (sent, answer) => {
        if (sent.compilers !== undefined) this.#tellCompilers = false;
        this.#running.renewed(sent.running, answer.lost);
        this.#obey(answer);
        this.#warmUps?.order(answer.warmUp);
        this.#queue.follow(answer.lane);
      },
      onError: async (error) => {
        log.warn({ reason: messageOf(error) }, 'heartbeat not answered');
        // The api does not know this host (any more): it introduces itself again.
        if (error instanceof ApiRefused) await this.#registration.again();
      },
    });
    this.#heartbeat.start();
  }

  #slotsChanged(): void {
    this.#applyCapacity();
    this.#heartbeat?.now();
  }

  /** Goes on, finishes or hands back, as the api says. */
  #obey(told: ToldMode): void {
    const { changed, anew } = this.#permission.tell(told);
    const { mode, untrusted } = this.#permission;
    if (changed) this.#parts.log.info({ mode }, 'mode changed');
    if (changed && mode === 'off' && told.mode === 'off') this.#running.handBack();
    if (anew && mode === 'on' && untrusted !== null) void this.#testAgain();
    this.#applyCapacity();
  }

  /** Somebody says that the host may be trusted again: it sees for itself. */
  async #testAgain(): Promise<void> {
    const found = await this.#openPool.test();
    this.#permission.trust();
    if (found !== null) this.#distrust(found);
    this.#slotsChanged();
  }

  #distrust(why: string): void {
    this.#permission.distrust(why);
    this.#parts.log.fatal({ why }, 'the sandbox cannot be trusted: nothing is judged here');
    this.#slotsChanged();
  }

  /** As many tasks as there are slots that work and the host allows itself, or none. */
  #applyCapacity(): void {
    this.#queue.setCapacity(this.#permission.open ? this.#allowed : 0);
  }

  get #allowed(): number {
    const watched = this.#watch?.allowed ?? Number.POSITIVE_INFINITY;
    return Math.min(this.#pool?.healthy ?? 0, watched, this.#failures.allowed);
  }

  #condition(): HostCondition {
    const { slots, healthy } = this.#openPool;
    const closed = this.#permission.closedBecause;
    const broken = slots.length - healthy;
    const { trouble } = this.#openPool;
    if (this.#watch === undefined) throw new Error('the judgehost is not started');
    return {
      ...this.#watch.condition,
      allowed: {
        slots: closed === null ? this.#allowed : 0,
        of: slots.length,
        why:
          closed ??
          this.#failures.why ??
          this.#watch.restraint ??
          (broken === 0 ? null : `${String(broken)} of its slots cannot be built: ${trouble ?? 'unknown'}`),
      },
      cache: {
        ...this.#openCache.figures,
        maxBytes: this.#config.cacheBytes,
        error: this.#openCache.trouble,
      },
      warmUps: this.#warmUps?.figures ?? [],
      slotTrouble: trouble?.slice(0, 1000) ?? null,
      untrusted: this.#permission.untrusted,
      lastError: this.#lastError,
      loopLag: this.#loopLag.figures,
      restarted: this.#parts.process?.restarted ?? null,
    };
  }

  #slotFigures(): { total: number; busy: number; broken: number } {
    const states = this.#pool?.states() ?? [];
    const count = (wanted: string): number => states.filter(({ state }) => state === wanted).length;
    const broken = count('broken');
    return { total: states.length, busy: states.length - broken - count('idle'), broken };
  }
}
