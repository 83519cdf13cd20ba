/**
 * The host's watch over itself: it runs the calibration program in slots that are idle, keeps the gaps of what was
 * judged, and decides with every report whether it is healthy, degraded or unhealthy, and how many tasks at once it allows itself.
 */
import type { HealthState, HostCondition, HostReport, RunReport } from '@sandglass/contracts';
import { isHarmlessWait } from '@sandglass/domain';
import {
  judgeHealth,
  nextCapacity,
  restrainingReasons,
  startCapacity,
  startHealth,
  type Health,
} from '@sandglass/host-health';
import { messageOf } from '../../platform/errors.ts';
import type { HostSlot } from '../../slots/host-slot.ts';
import type { Log } from '../../platform/log.ts';
import type { SlotPool } from '../../slots/slot-pool.ts';
import { ClockSkew } from './clock-skew.ts';
import { GapWindow } from './gap-window.ts';
import type { Calibration } from './calibration.ts';

/** Between two looks: three bad ones of five are known in six seconds, at less than one percent of one core. */
const lookEveryMs = 2_000;
/** A host that judged something this long ago is judging, ms. */
const judgingMs = 60_000;
/** A host without an idle slot for this long looks between two tasks. */
const overdueMs = 10_000;
/** Figures of a report older than this are not looked at. */
const oldMs = 5_000;

export interface SelfWatchOptions {
  readonly pool: SlotPool;
  /** Null: there is no calibration program. */
  readonly calibration: Calibration | null;
  /** Called when the number of tasks at once has changed. */
  readonly onAllowed: () => void;
  readonly log: Log;
}

export class SelfWatch {
  readonly clock = new ClockSkew();
  readonly #options: SelfWatchOptions;
  readonly #gaps = new GapWindow();
  readonly #stopped = new AbortController();
  /** By the clock that only goes forward, as all of it: the clock of the day may be set while a host is watched. */
  #health: Health = startHealth(performance.now());
  /** When its state began, by the clock of the day as it was then. */
  #since = new Date();
  #capacity;
  #look: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  #lookedAtMs = performance.now();
  #ranAtMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SelfWatchOptions) {
    this.#options = options;
    this.#capacity = startCapacity(options.pool.slots.length);
  }

  /** Makes the slots' first baselines, all at once: before the host takes anything, when it is as healthy as it gets. */
  async calibrate(): Promise<void> {
    const { pool, calibration, log } = this.#options;
    if (calibration === null) return;
    const calibrated = pool.slots
      .filter(({ state }) => state === 'idle')
      .map(async (slot) => {
        try {
          const wrong = await calibration.calibrate(slot.sandbox);
          if (wrong !== null) log.warn({ slot: slot.ordinal, wrong }, 'slot has implausible measurements');
        } catch (error) {
          log.warn({ slot: slot.ordinal, reason: messageOf(error) }, 'slot could not be calibrated');
        }
      });
    await Promise.all(calibrated);
  }

  start(): void {
    if (this.#options.calibration === null) return;
    this.#timer = setInterval(() => this.#lookAtIdleSlot(), lookEveryMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort();
    this.giveWay();
    await this.#look?.ended;
  }

  /** Tasks at once. */
  get allowed(): number {
    return this.#capacity.allowed;
  }

  get state(): HealthState {
    return this.#health.state;
  }

  ran(run: RunReport): void {
    this.#ranAtMs = performance.now();
    this.#gaps.add(run, this.#ranAtMs);
  }

  /** A task waits for a slot: what we only look at is given up. */
  giveWay(): void {
    this.#look?.abort.abort();
  }

  /** Gives back a slot that has just judged, after a look at it when there was no idle one for long. */
  async finished(slot: HostSlot): Promise<void> {
    const { pool, calibration } = this.#options;
    const overdue = performance.now() - this.#lookedAtMs > overdueMs;
    if (calibration === null || !overdue || this.#look !== undefined) {
      pool.give(slot);
      return;
    }
    slot.set('calibrating');
    await this.#lookAt(slot, calibration, new AbortController().signal);
  }

  /** Decides again; with every report that is made. */
  observe(report: HostReport): void {
    const { pool, calibration, log, onAllowed } = this.#options;
    const figures = calibration?.figures ?? null;
    const nowMs = performance.now();
    const gap = this.#gaps.figures(nowMs);
    const busy = pool.slots.filter(isWorking).length;
    const former = this.#health;
    // What was read long ago says nothing of now.
    const fresh = (report.ageMs ?? 0) < oldMs ? report : null;
    this.#health = judgeHealth(former, {
      atMs: nowMs,
      slots: Math.max(1, pool.slots.length),
      calibration:
        calibration === null || figures === null
          ? null
          : { ...figures, evidenceMs: calibration.evidenceMs(nowMs) },
      gap: gap === null ? null : { ...gap, excess: this.#gaps.excess(nowMs), evidenceMs: gap.sinceMs },
      judging: busy > 0 || nowMs - this.#ranAtMs < judgingMs,
      foreign: fresh === null ? null : foreignWork(fresh),
      ...blockedTasks(fresh),
      load1: fresh?.load[0] ?? null,
      throttledShare: fresh?.vitals?.throttling?.share ?? null,
      stealRatio: fresh?.stealRatio ?? null,
      temperatureC: fresh?.vitals?.temperatureC ?? null,
    });
    const { state } = this.#health;
    if (state !== former.state) {
      this.#since = new Date(Date.now() - (nowMs - this.#health.sinceMs));
      const reasons = this.#health.reasons.map(({ text }) => text);
      log[state === 'unhealthy' ? 'warn' : 'info']({ state, was: former.state, reasons }, 'health changed');
    }
    const { allowed } = this.#capacity;
    const held = restrainingReasons(this.#health)[0]?.state ?? 'healthy';
    this.#capacity = nextCapacity(this.#capacity, pool.slots.length, held, nowMs);
    if (this.#capacity.allowed === allowed) return;
    log.info({ allowed: this.#capacity.allowed, was: allowed, state }, 'tasks at once changed');
    onAllowed();
  }

  get condition(): Pick<HostCondition, 'state' | 'since' | 'reasons' | 'calibration' | 'gap' | 'clock'> {
    const { state, reasons } = this.#health;
    return {
      state,
      since: this.#since.toISOString(),
      reasons: [...reasons],
      calibration: this.#options.calibration?.figures ?? null,
      gap: this.#gaps.figures(performance.now()),
      clock: this.clock.figures,
    };
  }

  /** Why fewer tasks at once are allowed than there are slots; null: they are not. */
  get restraint(): string | null {
    if (this.#capacity.allowed >= this.#options.pool.slots.length) return null;
    const [worst] = restrainingReasons(this.#health);
    return worst?.text ?? 'it has been unhealthy: one slot more every minute';
  }

  #lookAtIdleSlot(): void {
    const { pool, calibration } = this.#options;
    if (calibration === null || this.#look !== undefined || this.#stopped.signal.aborted) return;
    const slot = pool.takeIdle();
    if (slot === undefined) return;
    const abort = new AbortController();
    const ended = this.#lookAt(slot, calibration, abort.signal).finally(() => {
      this.#look = undefined;
    });
    this.#look = { abort, ended };
  }

  /** Never rejects. */
  async #lookAt(slot: HostSlot, calibration: Calibration, signal: AbortSignal): Promise<void> {
    const { pool } = this.#options;
    let wrong: string | null = null;
    try {
      const others = pool.slots.filter((other) => other !== slot);
      wrong = await calibration.look(slot.sandbox, others.every(isWorking), signal);
      if (!signal.aborted) this.#lookedAtMs = performance.now();
    } catch (error) {
      // A slot that is closed under the look is closing time, not a fault.
      wrong = this.#stopped.signal.aborted ? null : messageOf(error);
    }
    if (wrong === null) pool.give(slot);
    else await pool.giveDoubtful(slot, wrong);
  }
}

function isWorking({ state }: HostSlot): boolean {
  return state === 'compiling' || state === 'running';
}

/** Tasks that hang in the kernel against their will. */
function blockedTasks(report: HostReport | null): { dState: number | null; lasting: number | null } {
  if (report === null) return { dState: null, lasting: null };
  const harmless = report.dState.waits.filter(({ what }) => isHarmlessWait(what));
  const waits = report.dState.waits.filter(({ what }) => !isHarmlessWait(what));
  return {
    dState: report.dState.count - harmless.reduce((sum, { count }) => sum + count, 0),
    lasting: waits.reduce((sum, { lasting }) => sum + (lasting ?? 0), 0),
  };
}

/**
 * What the CPUs do besides the slots' programs, in cores; our own services count as others do: they take the cores as
 * well. By what those programs used: slots that are at work and wait for a core leave all of it to others.
 */
function foreignWork({ vitals, cpus }: HostReport): { cores: number; of: number } | null {
  const split = vitals?.cpu ?? null;
  const slotCores = vitals?.slotCores ?? null;
  if (split === null || slotCores === null) return null;
  const of = cpus.online;
  return { cores: Math.max(0, (split.user + split.system) * of - slotCores), of };
}
