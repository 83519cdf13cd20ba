/** What the watched thread and the thread that watches it know of each other. */

export interface LoopWatchOptions {
  /** What every line of the process's log begins with, for the last one. */
  readonly logLine: Readonly<Record<string, unknown>>;
  /** Where the reason is left for the next start, beside the log. */
  readonly noteFile?: string;
}

/** The numbers in the shared memory, by their index. */
export const shared = { turns: 0, debugged: 1, size: 2 } as const;

export interface WatcherData extends LoopWatchOptions {
  readonly memory: SharedArrayBuffer;
  readonly hungAfterMs: number;
  readonly heartbeatFd: number | null;
}
