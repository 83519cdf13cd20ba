/**
 * Once a second, twice while somebody watches: reads what hosts reported, follows what slots do, notifies those who
 * watch, and keeps the alarms. One look at the database serves everybody; a look that takes long is followed by a pause
 * as long, never joined by another. Alarms that take long to be written hold up no figure.
 */
import type {
  HostRow,
  Judgehost,
  QueueSample,
  SlotsOfHost,
  TaskInterval,
  Waiting,
} from '@sandglass/contracts';
import { silentAfterMs } from '@sandglass/domain';
import type { AlarmService } from './alarms/alarm-service.ts';
import type { Log } from '../platform/lib/log.ts';
import type { JudgehostCache } from '../judgehosts/judgehost-cache.ts';
import type { GapHistory } from './gap-history.ts';
import { PeriodicJob } from '../platform/lib/periodic-job.ts';
import { HostPresence } from './host-presence.ts';
import { hostRow, observe } from './host-row.ts';
import type { OwnProcess } from './own-process.ts';
import type { QueueHistory } from './queue-history.ts';
import type { IntervalHistory } from './interval-history.ts';
import type { QueueNow, IntervalRepository } from './interval-repository.ts';

const everyMs = 1000;
/** With heartbeats every second, no figure on a screen is older than two. */
const watchedEveryMs = 500;

/** How long the queue was is written down, ms: a process that is killed forgets no more. */
const keepEveryMs = 10_000;

/** What a look brought. */
export interface Look {
  readonly nowMs: number;
  readonly rows: readonly HostRow[];
  readonly intervals: readonly TaskInterval[];
  readonly queue: QueueSample;
}

export class FleetPoller {
  readonly #judgehosts: JudgehostCache;
  readonly #intervals: IntervalRepository;
  readonly #alarms: AlarmService;
  readonly #gaps: GapHistory;
  readonly #log: Log;
  readonly history: IntervalHistory;
  readonly queue: QueueHistory;
  readonly own: OwnProcess;
  readonly #presence = new HostPresence();
  readonly #keeping: PeriodicJob;
  #onLook: (look: Look) => void = () => {};
  #isWatched: () => boolean = () => false;
  #rows: readonly HostRow[] = [];
  #waiting: Waiting | null = null;
  #hosts: readonly Judgehost[] = [];
  #lookedAtMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #alarming: Promise<void> | undefined;
  #closed = false;

  constructor(parts: {
    judgehosts: JudgehostCache;
    intervals: IntervalRepository;
    history: IntervalHistory;
    queue: QueueHistory;
    alarms: AlarmService;
    gaps: GapHistory;
    own: OwnProcess;
    log: Log;
  }) {
    this.own = parts.own;
    this.#judgehosts = parts.judgehosts;
    this.#intervals = parts.intervals;
    this.#alarms = parts.alarms;
    this.#gaps = parts.gaps;
    this.#log = parts.log;
    this.history = parts.history;
    this.queue = parts.queue;
    this.#keeping = new PeriodicJob({
      everyMs: keepEveryMs,
      go: () => this.queue.keep(),
      failed: 'how long the queue was could not be written down',
      log: parts.log,
    });
  }

  /** @param isWatched whether somebody waits for the next look */
  listen(onLook: (look: Look) => void, isWatched: () => boolean): void {
    this.#onLook = onLook;
    this.#isWatched = isWatched;
  }

  /** Polls at once; the history is read at the same time. */
  async open(): Promise<void> {
    this.#remember().catch((error: unknown) =>
      this.#log.warn({ err: error }, 'what was before could not be read'),
    );
    this.#keeping.open();
    this.#tick();
    await this.#looking;
    await this.#alarming;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#alarming;
    await this.#keeping.close();
    await this.queue
      .keep()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the last of the queue is not written down'));
  }

  /** When rows and hosts were read; null: never yet. They are old while the database does not answer. */
  get lookedAtMs(): number | null {
    return this.#lookedAtMs;
  }

  /** Submissions of teams that wait, at the last look; null: never yet. */
  get waiting(): Waiting | null {
    return this.#waiting;
  }

  get rows(): readonly HostRow[] {
    return this.#rows;
  }

  get hosts(): readonly Judgehost[] {
    return this.#hosts;
  }

  get slots(): SlotsOfHost[] {
    return this.#hosts.map(({ name, slots, report, online }) => ({
      judgehost: name,
      slots: Math.max(slots.length, report?.cpus.slots ?? 0),
      online,
      away: this.#presence.of(name),
    }));
  }

  async #remember(): Promise<void> {
    const nowMs = Date.now();
    this.#presence.remember(await this.#intervals.firstSeen());
    await this.queue.open(nowMs);
    this.#gaps.remember(await this.#intervals.gaps(new Date(nowMs - 3_600_000)));
    await this.history.open(nowMs);
  }

  #tick(): void {
    const started = performance.now();
    this.#looking = this.look()
      .catch((error: unknown) => {
        if (!this.#closed) this.#log.warn({ err: error }, 'a look at the hosts failed');
      })
      .finally(() => {
        if (this.#closed) return;
        const took = performance.now() - started;
        this.#timer = setTimeout(
          () => this.#tick(),
          Math.max((this.#isWatched() ? watchedEveryMs : everyMs) - took, took),
        );
      });
  }

  async look(): Promise<void> {
    const nowMs = Date.now();
    const [hosts, intervals, queue] = await Promise.all([
      this.#judgehosts.read(nowMs),
      this.history.follow(nowMs),
      this.#intervals.queue(),
    ]);
    this.#hosts = hosts;
    this.#lookedAtMs = nowMs;
    const perMinute = this.history.endedSince(nowMs - 60_000);
    this.#presence.note(hosts, nowMs);
    for (const host of hosts) this.#gaps.note(host, nowMs);
    this.#rows = hosts.map((host) =>
      hostRow(host, {
        gapHistory: this.#gaps.of(host.name),
        tasksPerMinute: perMinute.get(host.name) ?? 0,
      }),
    );
    const { waiting, ...tasks } = queue;
    const sample: QueueSample = { at: nowMs, ...tasks, slots: takingSlots(hosts) };
    this.queue.sample(sample);
    this.#waiting = { submissions: waiting, oldestMs: queue.oldestMs };
    this.#onLook({ nowMs, rows: this.#rows, intervals, queue: sample });
    this.#keepAlarms(hosts, queue, nowMs);
  }

  /** Beside the looks: what comes while the last ones are being written is looked at with the next look. */
  #keepAlarms(
    hosts: readonly Judgehost[],
    { oldestMs, waiting }: Pick<QueueNow, 'oldestMs' | 'waiting'>,
    nowMs: number,
  ): void {
    if (this.#alarming !== undefined) return;
    const observations = hosts.map((host) => observe(host, nowMs));
    const taking = hosts.filter(
      (host, index) => takesTasks(host) && (observations[index]?.silentMs ?? Infinity) < silentAfterMs,
    );
    this.#alarming = this.#alarms
      .look(
        observations,
        {
          oldestWaitMs: oldestMs,
          waiting,
          hostsTaking: taking.length,
          ...this.own.observe(nowMs),
        },
        nowMs,
      )
      .catch((error: unknown) => {
        if (!this.#closed) this.#log.warn({ err: error }, 'a look at the alarms failed');
      })
      .finally(() => {
        this.#alarming = undefined;
      });
  }
}

/** It may take tasks, and allows itself some. */
function takesTasks({ mode, condition }: Judgehost): boolean {
  return mode === 'on' && condition?.allowed.slots !== 0;
}

/** Slots of hosts that are there and may take tasks, as many as each allows itself. */
function takingSlots(hosts: readonly Judgehost[]): number {
  return hosts
    .filter((host) => host.online && takesTasks(host))
    .reduce(
      (sum, { slots, condition }) => sum + Math.min(slots.length, condition?.allowed.slots ?? slots.length),
      0,
    );
}
