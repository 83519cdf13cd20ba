/** What alarms look at: figures of a moment. Null: not known, which never raises an alarm. */

export interface HostObservation {
  readonly name: string;
  /** It is meant to be heard: it may take tasks, or holds some still, as one that is being drained does. */
  readonly wanted: boolean;
  /** Since its last sign of life; null: it never gave one. */
  readonly silentMs: number | null;
  /** Age of its figures when it sent them: a host that cannot be read any more goes on sending its last ones. */
  readonly figuresAgeMs: number;
  readonly slots: number;
  readonly load1: number | null;
  /** Threads that could run at that moment, of the whole machine. */
  readonly runnable: number | null;
  readonly blocked: readonly BlockedObservation[] | null;
  readonly gap: { readonly runs: number; readonly p95Us: number } | null;
  readonly throttledShare: number | null;
  /** Of the calibration program: 0.1 is a tenth slower than when the host was calm. */
  readonly cpuDrift: number | null;
  readonly wallDrift: number | null;
  readonly skew: { readonly ms: number; readonly roundTripMs: number } | null;
  /** Why the host calls itself sick, in words; null: it does not. */
  readonly sick: string | null;
  /** Why its sandbox is not to be trusted; null: it is. */
  readonly untrusted: string | null;
  readonly disk: { readonly path: string; readonly freeBytes: number; readonly totalBytes: number } | null;
}

/** Tasks in uninterruptible sleep at one place in the kernel. */
export interface BlockedObservation {
  readonly where: string;
  /** What is waited for, where known: "cgroup_mutex". */
  readonly what: string | null;
  readonly count: number;
  readonly longestMs: number;
}

export interface HouseObservation {
  /** Age of the oldest task of a submission that waits; rejudgings may wait. 0: none. */
  readonly oldestWaitMs: number;
  readonly waiting: number;
  readonly hostsOnline: number;
  /** Judgings that failed by our own fault within the last ten minutes. */
  readonly judgingErrors: number;
}
