/** Two runs joined by pipes: requests and results. All times are microseconds, all sizes bytes. */
import type { RunResult, RunSpec } from './types.ts';

/** One side of an interactive run. Its standard input and output are the exchange. */
export type InteractiveSide = Omit<RunSpec, 'stdin' | 'stdout' | 'stderr'> & {
  stderr?: Exclude<RunSpec['stderr'], 'stdout'>;
};

export interface InteractiveSpec {
  /**
   * The contestant's. `limits.wallUs` counts its own turns only: the time it waits for the interactor is not charged.
   * `limits.outputBytes` bounds what it sends.
   */
  program: InteractiveSide;
  /** The jury's. Its limits are its own, `limits.wallUs` counting its own turns. */
  interactor: InteractiveSide;
  /**
   * How much of the conversation is kept: the bytes sent and 16 for every message. Its first half and its last half
   * stay; what is between is counted. 0 keeps none; at most 8 MiB.
   */
  transcriptBytes: number;
  /**
   * How long the program may go on once the interactor has ended, then it ends with `cancelled`: the verdict has been
   * spoken. Default 250 ms, within its own limits.
   */
  graceUs?: number | undefined;
  /**
   * Whether the program may go on within its own limits, however long, after an interactor that ended like this. What
   * then ends it counts, for a verdict in its favour asks for its end too. Default: never.
   */
  goesOn?: ((interactor: RunResult) => boolean) | undefined;
  /**
   * Removes what either side has left on the host (`collect`, `collectTree`). Awaited before both begin again: when a slot
   * went on in a new world before it had begun its side.
   */
  beforeAgain?: (() => Promise<void>) | undefined;
}

export type Party = 'program' | 'interactor';

/** Bytes that passed at once; a writer's single write may come in several chunks, and several in one. */
export interface TranscriptEntry {
  from: Party;
  /** Since the program's start. */
  atUs: number;
  data: Uint8Array;
}

/** What one side did in the exchange. */
export interface ExchangeShare {
  /**
   * Wall time of its own turns: every interval is charged to the side whose message or end closes it, because the
   * other one was waiting for that.
   */
  chargedWallUs: number;
  /** From the program's start to this side's end, less its own turns. */
  waitedUs: number;
  messages: number;
  bytes: number;
  /** When its output ended, because it closed it or ended; null when it was open to the last. */
  outputEndedAtUs: number | null;
  /** When it first sent something that the other side did not read any more; null when that did not happen. */
  brokenPipeAtUs: number | null;
}

export interface InteractiveResult {
  /** `wall-limit` when its turns, or a deadlock, took too long; `wallUs` is nevertheless the whole time. */
  program: RunResult;
  /** `wall-limit` when its turns, or its end after the exchange, took too long; `output-limit` when it sent too much. */
  interactor: RunResult;
  /**
   * Who ended (or closed its output) first. One process watches both sides, and each learns of the other's end only
   * through it: 'program' means the interactor was notified of that end before its own, so its own may follow from it;
   * 'interactor' means it had not been notified, so its exit status was its own decision.
   */
  endedFirst: Party;
  /**
   * The interactor waited for the program, which waited as well: for input, or for nothing at all. The program did not
   * send (or not flush) what was its to send; its outcome is `wall-limit`, even when that was seen before the limit.
   */
  deadlock: boolean;
  exchange: Record<Party, ExchangeShare>;
  transcript: TranscriptEntry[];
  /** What is missing, and before which entry; null when the transcript is complete. */
  transcriptOmitted: { beforeEntry: number; messages: number; bytes: number } | null;
}
