/**
 * How long an event loop has stood still, as its watcher counts it.
 *
 * A hung loop makes no progress although it could. One that could not is no hung one: the machine was suspended, the
 * watcher itself had no turn, or the thread waited for a CPU that others use. None of that is counted, so a machine that
 * is merely overloaded never has its services ended again and again.
 */
import { readFileSync } from 'node:fs';

export interface StallTurn {
  /** Of a clock that only goes forward, ms. */
  readonly nowMs: number;
  /** Anything that changes whenever the loop has turned. */
  readonly progress: number;
  /** How long the thread of the loop has waited for a CPU in all, ms; null: the kernel does not say. */
  readonly waitedMs: number | null;
}

export class StallClock {
  readonly #mostPerTurnMs: number;
  #before: StallTurn | undefined;
  #stoodMs = 0;

  /** @param everyMs from one turn of the watcher to the next, when nothing holds it up */
  constructor(everyMs: number) {
    this.#mostPerTurnMs = 2 * everyMs;
  }

  /** @returns for how long the loop has stood without an excuse, ms */
  turn(now: StallTurn): number {
    const before = this.#before;
    this.#before = now;
    if (before === undefined || before.progress !== now.progress) {
      this.#stoodMs = 0;
      return 0;
    }
    // A watcher that comes late was held up itself: by what, the loop was as well.
    const elapsed = Math.min(now.nowMs - before.nowMs, this.#mostPerTurnMs);
    const waited =
      before.waitedMs === null || now.waitedMs === null ? 0 : Math.max(0, now.waitedMs - before.waitedMs);
    this.#stoodMs += Math.max(0, elapsed - waited);
    return this.#stoodMs;
  }

  forget(): void {
    this.#before = undefined;
    this.#stoodMs = 0;
  }
}

/**
 * The second figure of /proc/PID/schedstat (Documentation/scheduler/sched-stats.rst): time spent waiting on a run queue,
 * in ns. @param folder /proc/PID of a process's first thread, which is the one of its event loop @returns ms; null: unknown
 */
export function waitedForCpuMs(folder: string): number | null {
  try {
    const waited = Number(readFileSync(`${folder}/schedstat`, 'latin1').split(' ')[1]);
    return Number.isFinite(waited) ? waited / 1e6 : null;
  } catch {
    return null;
  }
}

/** Somebody looks at it with a debugger, which stops it as long as they like. */
export function isTraced(folder: string): boolean {
  try {
    return !/^TracerPid:\s*0$/m.test(readFileSync(`${folder}/status`, 'latin1'));
  } catch {
    return false;
  }
}
