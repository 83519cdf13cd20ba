/** A slot taken for a while, and the runs its holder starts there. */
import type { Joint, RawExchange } from './exchange-protocol.ts';
import type { RunResult, RunSpec } from './types.ts';

/** What a run that is joined to another hears besides its result. */
export interface Joined {
  readonly joint: Joint;
  /** Nothing has been said for a while, and the program waits; `serial` messages have passed. */
  onSilence?: (serial: number) => void;
  /** What the exchange tells, just before the result. */
  onExchange?: (exchange: RawExchange) => void;
}

/** What a process was seen to do: the numbers are those of core/input_wait.h. */
export const inputWait = { no: 0, perhaps: 1, surely: 2 } as const;

/** A run started by the holder of a slot. */
export interface HeldRun {
  readonly result: Promise<RunResult>;
  cancel(): void;
  /** Asks whether it waits for input; `undefined` when it has ended. */
  inspect(): Promise<number | undefined>;
  /** Tells the exchange that the interactor waited when `serial` messages had passed. */
  interactorWaits(serial: number, surely: boolean): void;
}

/** A slot that its holder has for itself; others wait in the queue. */
export interface Hold {
  run(spec: RunSpec, joined: Joined, signal: AbortSignal | undefined): HeldRun;
  release(): void;
}
