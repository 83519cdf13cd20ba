/**
 * How long an event loop has been blocked, as its watcher counts it.
 *
 * A hung loop makes no progress although it could. One that could not is no hung one: the machine was suspended, the
 * watcher itself had no turn, the thread waited for a CPU that others use, or for one that the hypervisor gave to others.
 * None of that is counted, and little of what it waits in the kernel without an end (a disk that does not answer, a lock
 * of the kernel's): so a host that is overloaded or stalls never has its services ended again and again.
 */
import { readFileSync } from 'node:fs';

export interface StallTurn {
  /** Of a clock that only goes forward, ms. */
  readonly nowMs: number;
  /** Anything that changes whenever the loop has turned. */
  readonly progress: number;
  /** How long the thread of the loop has waited for a CPU in all, ms; null: the kernel does not say. */
  readonly waitedMs: number | null;
  /** For how long the CPU of the thread was stolen from the machine in all; null: not known. */
  readonly stolen?: Stolen | null;
  /** The thread is in an uninterruptible wait in the kernel. */
  readonly inKernel?: boolean;
}

interface Stolen {
  readonly cpu: number;
  readonly ms: number;
}

/**
 * Of a wait that the kernel does not let end, this share is counted: a new process would wait for the same disk or lock,
 * and most such waits cannot be killed.
 */
const inKernelShare = 0.1;
/** Nobody is ended for less than this: before it, what costs more to read need not be read, ms. */
const worthLookingMs = 1_000;

export class StallClock {
  readonly #mostPerTurnMs: number;
  #before: StallTurn | undefined;
  #blockedMs = 0;

  /** @param everyMs from one turn of the watcher to the next, when nothing holds it up */
  constructor(everyMs: number) {
    this.#mostPerTurnMs = 2 * everyMs;
  }

  /** @returns for how long the loop has been blocked without an excuse, ms */
  turn(now: StallTurn): number {
    const before = this.#before;
    this.#before = now;
    if (before === undefined || before.progress !== now.progress) {
      this.#blockedMs = 0;
      return 0;
    }
    // A watcher that comes late was held up itself: by what, the loop was as well.
    const elapsed = Math.min(now.nowMs - before.nowMs, this.#mostPerTurnMs);
    const stolen = before.stolen?.cpu === now.stolen?.cpu ? grown(before.stolen?.ms, now.stolen?.ms) : 0;
    const excused = grown(before.waitedMs, now.waitedMs) + stolen;
    this.#blockedMs += Math.max(0, elapsed - excused) * (now.inKernel === true ? inKernelShare : 1);
    return this.#blockedMs;
  }

  /** What the loop of this process has for an excuse now. @param folder /proc/PID, or /proc/PID/task/TID of its thread */
  excuses(folder: string): Pick<StallTurn, 'waitedMs' | 'stolen' | 'inKernel'> {
    const waitedMs = waitedForCpuMs(folder);
    if (this.#blockedMs < worthLookingMs) return { waitedMs };
    const stat = statOf(folder);
    return { waitedMs, stolen: stolenFrom(Number(stat[lastCpuField])), inKernel: stat[0] === 'D' };
  }

  forget(): void {
    this.#before = undefined;
    this.#blockedMs = 0;
  }
}

function grown(before: number | null | undefined, now: number | null | undefined): number {
  return typeof before === 'number' && typeof now === 'number' ? Math.max(0, now - before) : 0;
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

/** Of proc_pid_stat(5), from the third on; none: it has ended. */
function statOf(folder: string): readonly string[] {
  try {
    const stat = readFileSync(`${folder}/stat`, 'latin1');
    // The second field is the program's name in parentheses and may hold anything.
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .trimEnd()
      .split(' ');
  } catch {
    return [];
  }
}

/** Field 39, the CPU it was on last, counted from the third. */
const lastCpuField = 36;

/** A letter of proc_pid_stat(5); '': it has ended. @param folder /proc/PID, or /proc/PID/task/TID */
export function stateOf(folder: string): string {
  return statOf(folder)[0] ?? '';
}

/** The eighth figure of a CPU's line in proc_stat(5), in ticks of a hundredth of a second. @returns null: not known */
export function stolenFrom(cpu: number): Stolen | null {
  try {
    const line = readFileSync('/proc/stat', 'latin1')
      .split('\n')
      .find((one) => one.startsWith(`cpu${String(cpu)} `));
    const ticks = Number(line?.split(' ')[8]);
    return Number.isFinite(ticks) ? { cpu, ms: ticks * 10 } : null;
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
