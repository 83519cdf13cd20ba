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
  /** Of the calibration program: 0.1 is a tenth slower than when the host was healthy. */
  readonly cpuDrift: number | null;
  readonly wallDrift: number | null;
  readonly skew: { readonly ms: number; readonly roundTripMs: number } | null;
  /** Why the host is unhealthy by its own report; null: it is not. */
  readonly unhealthy: UnhealthyObservation | null;
  /** Why its sandbox cannot be trusted; null: it can. */
  readonly untrusted: string | null;
  readonly disk: { readonly path: string; readonly freeBytes: number; readonly totalBytes: number } | null;
  /** Slots that cannot be built, and why where it is known. */
  readonly broken: { readonly slots: number; readonly why: string | null };
  readonly loopLag: LagObservation | null;
  /** `none`: it was started on purpose, as far as is known. */
  readonly restarted: RestartObservation | 'none' | null;
}

export interface UnhealthyObservation {
  /** In sentences. */
  readonly words: string;
  /** How many times its bound its worst figure is. */
  readonly timesBound: number;
}

/** How late an event loop comes to what is due. */
export interface LagObservation {
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** A process ended without having been asked to, and was started again. */
export interface RestartObservation {
  readonly agoMs: number;
  /** ISO 8601. */
  readonly at: string;
  readonly why: string;
}

/** Tasks in uninterruptible sleep at one place in the kernel. */
export interface BlockedObservation {
  readonly where: string;
  /** What is waited for, where known: "cgroup_mutex". */
  readonly what: string | null;
  readonly count: number;
  readonly longestMs: number;
}

export interface ErrorsOfContest {
  readonly contest: string;
  readonly count: number;
}

export interface SystemObservation {
  /** Age of the oldest task of a submission that waits; rejudgings may wait, and what is paused is to. 0: none. */
  readonly oldestWaitMs: number;
  /** Submissions of teams of which no test has been judged, without those whose judging is paused. */
  readonly waiting: number;
  /** Hosts that are online and take tasks: those that are drained or disabled are online too, and judge nothing new. */
  readonly hostsTaking: number;
  /** Submissions whose judging failed by our own fault and whose teams wait for the jury, by contest. */
  readonly judgingErrors: readonly ErrorsOfContest[];
  /** Of the api process that looks; another one may know other things, so what this one has nothing to say of is null. */
  readonly apiLag: LagObservation | null;
  readonly apiRestarted: RestartObservation | 'none' | null;
  /** How far the database's clock is ahead of the api's that looks, ms. */
  readonly databaseAheadMs: number | null;
}
