/**
 * The order of the judging queue: one number per task, fixed on arrival (docs/decisions/0007).
 *
 *   virtual deadline = arrival + w · expected cost + fairness · owner's pending work + lag of the class
 *
 * A task is overtaken only by tasks that arrive before its own deadline, so waiting is
 * bounded; of tasks that arrive together the short ones go first; a team (or a rejudging)
 * with much work waiting lines up behind others of the same moment.
 *
 * BullMQ orders by a whole number of 1 … 2²¹−1, lower first, equal ones by arrival. The
 * deadline is counted in ticks from an epoch that every contest of the queue shares.
 */

/** Live work of teams; the jury's own tests; rejudgings. */
export const queueClasses = ['live', 'jury', 'rejudging'] as const;
export type QueueClass = (typeof queueClasses)[number];

/**
 * Work of the jury's own that may wait as urgent at a time, ms: a program tried now and then. What is more is a whole
 * contest's solutions handed in at once, whose deadlines are minutes away like any others and would then be before
 * every team: it waits as a rejudging does.
 */
export const urgentJuryMs = 30_000;

/** @param pendingMs expected cost of what the jury has waiting already */
export function juryClass(pendingMs: number): QueueClass {
  return pendingMs > urgentJuryMs ? 'rejudging' : 'jury';
}

export interface QueueWeights {
  /** w: how strongly short work is preferred. */
  readonly cost: number;
  /** Weight of the owner's work that is already waiting. */
  readonly fairness: number;
  /** Milliseconds by class. */
  readonly lagMs: Readonly<Record<QueueClass, number>>;
  /** Cost and pending work count up to this much, so that no deadline is absurdly far. */
  readonly capMs: number;
}

/**
 * Measured by `./sandglass bench queue`. A rejudging lags by a contest's length: with less, a long one comes due among
 * the live work of a busy hour and makes it wait.
 */
export const defaultQueueWeights: QueueWeights = {
  cost: 4,
  fairness: 1,
  lagMs: { live: 0, jury: 60_000, rejudging: 6 * 3_600_000 },
  capMs: 3_600_000,
};

/** First come, first served: what the order is compared with. */
export const arrivalWeights: QueueWeights = {
  ...defaultQueueWeights,
  cost: 0,
  fairness: 0,
  lagMs: { live: 0, jury: 0, rejudging: 0 },
};

export interface QueuedWork {
  /** When the submission (or rejudging) was committed, ms since the epoch. Never changes, however often the task is enqueued. */
  readonly arrivalMs: number;
  /** Expected time on a slot, ms. */
  readonly expectedCostMs: number;
  /** Expected cost of the same owner's tasks that wait already: the team's, or the rejudging's. */
  readonly pendingMs: number;
  readonly class: QueueClass;
}

/** The instant (ms since the epoch) by which this work lines up. Monotone in every part. */
export function virtualDeadlineMs(work: QueuedWork, weights: QueueWeights = defaultQueueWeights): number {
  const cost = bounded(work.expectedCostMs, weights.capMs);
  const pending = bounded(work.pendingMs, weights.capMs);
  return Math.round(
    work.arrivalMs + weights.cost * cost + weights.fairness * pending + weights.lagMs[work.class],
  );
}

/** What is not known costs nothing; what is absurd costs the cap. */
function bounded(ms: number, capMs: number): number {
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), capMs);
}

/** Work that is not due for this long is background: it leaves a slot of every host free for what comes. */
export const backgroundMs = 2 * 3_600_000;

/**
 * Only the lag of rejudgings puts a deadline so far away. What has waited until its deadline is near is background no
 * longer, so that nothing waits for ever behind live work.
 */
export function isBackground(deadlineMs: number, nowMs: number): boolean {
  return deadlineMs - nowMs > backgroundMs;
}

export interface QueueEpoch {
  readonly startMs: number;
  readonly tickMs: number;
}

/** BullMQ's range; 0 would mean "no priority", which goes before all others. */
export const highestPriority = 1;
export const lowestPriority = 2 ** 21 - 1;

/**
 * An epoch that reaches from one hour before `fromMs` over `days` days; the longer, the
 * coarser its ticks (2 days: 83 ms, 10 days: 0.41 s). Within a tick, arrival at the queue decides.
 */
export function queueEpoch(fromMs: number, days = 2): QueueEpoch {
  const leadMs = 3_600_000;
  const spanMs = days * 86_400_000;
  return { startMs: fromMs - leadMs, tickMs: Math.max(1, Math.ceil(spanMs / lowestPriority)) };
}

/** The deadline as a BullMQ priority. Deadlines outside the epoch go to its ends, where arrival at the queue decides. */
export function queuePriority(deadlineMs: number, epoch: QueueEpoch): number {
  const ticks = Math.floor((deadlineMs - epoch.startMs) / epoch.tickMs) + highestPriority;
  return Math.min(Math.max(ticks, highestPriority), lowestPriority);
}

/**
 * When the epoch should be renewed, and waiting tasks enqueued again: half of the epoch is over. Past its end every
 * deadline has one and the same priority, so there must be time to renew it, and room for deadlines that lie hours
 * ahead.
 */
export function epochIsSpent(epoch: QueueEpoch, nowMs: number): boolean {
  return queuePriority(nowMs, epoch) > lowestPriority / 2;
}
