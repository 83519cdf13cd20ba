/** A slot taken for a while, and the runs its holder starts there. */
import { SandboxError } from './errors.ts';
import type { Joint, RawExchange } from './exchange-protocol.ts';
import type { RunResult, RunSpec } from './types.ts';

/** What a run that is joined to another hears besides its result. */
export interface Joined {
  readonly joint: Joint;
  /** Nothing has been said for a while, and the program waits; `serial` messages have passed. */
  onSilence?: (serial: number) => void;
  /** What the exchange reports, just before the result. */
  onExchange?: (exchange: RawExchange) => void;
}

/** What a process was seen to do: the numbers are those of core/kernel/input_wait.h. */
export const inputWait = { no: 0, perhaps: 1, surely: 2 } as const;

/** A run started by the holder of a slot. */
export interface HeldRun {
  readonly result: Promise<RunResult>;
  cancel(): void;
  /** Asks whether it waits for input; `undefined` when it has ended. */
  inspect(): Promise<number | undefined>;
  /** Notifies the exchange that the interactor waited when `serial` messages had passed. */
  interactorWaits(serial: number, surely: boolean): void;
}

/**
 * No supervisor has begun the run: the one it was sent to took no other any more. It can be asked for again, and says
 * nothing about the program.
 */
export class NotBegun extends SandboxError {
  constructor() {
    super('SUPERVISOR_LOST', { step: 'run not begun' });
  }
}

/** A slot that its holder has for itself; others wait in the queue. */
export interface Hold {
  /**
   * Waits while the slot gets a new supervisor. The one that is there then may still go before it begins a run.
   * @throws SandboxError CLOSED, SLOT_BUILD
   */
  ready(): Promise<void>;
  /** The result rejects with NotBegun where it can be asked for again. */
  run(spec: RunSpec, joined: Joined, signal: AbortSignal | undefined): HeldRun;
  release(): void;
}
