/**
 * How many tasks at once the host takes, and why: as many as it has slots that work, as its own watch and the failures
 * of its tasks allow, and none while it is switched off or its sandbox cannot be trusted.
 */
import type { HostCondition } from '@sandglass/contracts';
import { codeOf, messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { SlotPool } from '../slots/slot-pool.ts';
import { FailureWatch } from './failure-watch.ts';
import { OperatingMode, type ModeSetting } from './operating-mode.ts';
import type { SelfWatch } from './self-watch/self-watch.ts';

export interface HostStateParts {
  /** Why the host's folders cannot be written; null: they can. */
  readonly checkDisk: () => Promise<string | null>;
  /** As many tasks as the host takes now. */
  readonly setCapacity: (tasks: number) => void;
  /** Gives all tasks back to the queue: the host is switched off. */
  readonly handBack: () => void;
  /** Sends a heartbeat now. */
  readonly report: () => void;
  readonly log: Log;
}

/** What the condition of a host says besides. */
export type OtherFigures = Pick<HostCondition, 'cache' | 'warmUps' | 'loopLag' | 'restarted'>;

export class HostState {
  readonly #failures: FailureWatch;
  readonly #parts: HostStateParts;
  readonly #mode = new OperatingMode();
  #pool: SlotPool | undefined;
  #watch: SelfWatch | undefined;
  #lastError: HostCondition['lastError'] = null;

  constructor(parts: HostStateParts) {
    this.#parts = parts;
    this.#failures = new FailureWatch({ onChange: () => this.changed(), checkDisk: parts.checkDisk });
  }

  /** The slots are there. */
  begin(pool: SlotPool, watch: SelfWatch): void {
    this.#pool = pool;
    this.#watch = watch;
  }

  get mode(): Pick<OperatingMode, 'mode' | 'modeSerial'> {
    return this.#mode;
  }

  /** What the number of tasks follows from has changed. */
  changed(): void {
    this.#applyCapacity();
    this.#parts.report();
  }

  /** Goes on, finishes or hands back, as the api says. */
  applyMode(setting: ModeSetting): void {
    const { changed, setAgain } = this.#mode.set(setting);
    const { mode, untrusted } = this.#mode;
    if (changed) this.#parts.log.info({ mode }, 'mode changed');
    if (changed && mode === 'off' && setting.mode === 'off') this.#parts.handBack();
    if (setAgain && mode === 'on' && untrusted !== null) void this.#testAgain();
    this.#applyCapacity();
  }

  quarantine(why: string): void {
    this.#mode.quarantine(why);
    this.#parts.log.fatal({ why }, 'the sandbox cannot be trusted: nothing is judged here');
    this.changed();
  }

  /** A task was judged to its end. */
  judged(): void {
    this.#failures.judged();
  }

  /**
   * A task failed.
   * @param problem what the task was of
   * @param prove judges a known program the way the task was judged: null when that goes well, else why not. Must not reject
   */
  failed(problem: string, error: unknown, prove: () => Promise<string | null>): void {
    this.#failures.failed(problem, error, prove);
    this.noteError(error);
  }

  /** Of a task that failed, or was handed back. */
  noteError(error: unknown): void {
    const [code, message] = [codeOf(error), messageOf(error).slice(0, 2000)];
    this.#lastError = { at: new Date().toISOString(), code, message };
  }

  condition(others: OtherFigures): HostCondition {
    const [pool, watch] = [this.#pool, this.#watch];
    if (pool === undefined || watch === undefined) throw new Error('the judgehost is not started');
    const closed = this.#mode.closedBecause;
    const { slots, healthy, trouble } = pool;
    const broken = slots.length - healthy;
    const unbuilt =
      broken === 0 ? null : `${String(broken)} of its slots cannot be built: ${trouble ?? 'unknown'}`;
    return {
      ...watch.condition,
      allowed: {
        slots: closed === null ? this.#allowed : 0,
        of: slots.length,
        why: closed ?? this.#failures.why ?? watch.restraint ?? unbuilt,
      },
      ...others,
      slotTrouble: trouble?.slice(0, 1000) ?? null,
      untrusted: this.#mode.untrusted,
      lastError: this.#lastError,
    };
  }

  close(): void {
    this.#failures.close();
  }

  /** An administrator says that the host may be trusted again: it tests its sandbox itself. */
  async #testAgain(): Promise<void> {
    const found = (await this.#pool?.test()) ?? null;
    this.#mode.endQuarantine();
    if (found !== null) this.quarantine(found);
    this.changed();
  }

  #applyCapacity(): void {
    this.#parts.setCapacity(this.#mode.open ? this.#allowed : 0);
  }

  get #allowed(): number {
    const watched = this.#watch?.allowed ?? Number.POSITIVE_INFINITY;
    return Math.min(this.#pool?.healthy ?? 0, watched, this.#failures.allowed);
  }
}
