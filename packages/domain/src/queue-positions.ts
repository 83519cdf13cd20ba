/**
 * What somebody who waits may expect: their place in the queue, and when a slot will probably take them.
 *
 * The position follows from the order of the virtual deadlines, the wait from a simulation of the queue: every slot
 * becomes free when its task is expected to end, and takes the next. Work that arrives later and goes first makes it
 * longer, so it is an expectation and no promise.
 */

export interface SlotInUse {
  /** What its task is expected to take yet, ms; below 0 when it has taken longer than expected. */
  readonly restMs: number;
}

export interface WaitingTask {
  readonly judgingId: string;
  readonly expectedMs: number;
  /** Its judging has begun with another task: it has no queue position any more. */
  readonly begun: boolean;
}

export interface QueuePlace {
  /** 1: the next. */
  readonly position: number;
  /** Until its first task is taken, ms; null when nobody can say, because there is no slot. */
  readonly expectedWaitMs: number | null;
}

/** A task that is late ends at any moment: about as late as it is already, but soon. */
const overdueMs = 500;

/**
 * @param slots that take tasks of this queue, in use or not
 * @param waiting in the order of their deadlines
 * @returns the places of judgings that have not begun
 */
export function queuePositions(
  slots: number,
  inUse: readonly SlotInUse[],
  waiting: readonly WaitingTask[],
): Map<string, QueuePlace> {
  const free = new FreeTimes([
    ...inUse.slice(0, slots).map(({ restMs }) => (restMs > 0 ? restMs : overdueMs)),
    ...Array<number>(Math.max(0, slots - inUse.length)).fill(0),
  ]);
  const places = new Map<string, QueuePlace>();
  for (const { judgingId, expectedMs, begun } of waiting) {
    const startMs = free.take(Math.max(0, expectedMs));
    if (begun || places.has(judgingId)) continue;
    places.set(judgingId, {
      position: places.size + 1,
      expectedWaitMs: startMs === null ? null : Math.round(startMs),
    });
  }
  return places;
}

/** When slots become free: a binary heap, the earliest first. */
class FreeTimes {
  readonly #times: number[];

  constructor(times: readonly number[]) {
    this.#times = times.toSorted((a, b) => a - b);
  }

  /** Gives the slot that is free first something to do. @returns when it begins; null when there is no slot */
  take(ms: number): number | null {
    const times = this.#times;
    const start = times[0];
    if (start === undefined) return null;
    times[0] = start + ms;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = (times[right] ?? Infinity) < (times[left] ?? Infinity) ? right : left;
      const [mine, other] = [times[at] ?? 0, times[child] ?? Infinity];
      if (mine <= other) return start;
      times[at] = other;
      times[child] = mine;
      at = child;
    }
  }
}
