import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backgroundMs,
  defaultQueueWeights,
  epochIsSpent,
  highestPriority,
  isBackground,
  juryClass,
  lowestPriority,
  queueClasses,
  queueEpoch,
  queuePriority,
  urgentJuryMs,
  virtualDeadlineMs,
  type QueuedWork,
} from './queue-order.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const epoch = queueEpoch(noon);

const live: QueuedWork = { arrivalMs: noon, expectedCostMs: 1000, pendingMs: 0, class: 'live' };

const anyWork: fc.Arbitrary<QueuedWork> = fc.record({
  arrivalMs: fc.integer({ min: noon, max: noon + 18_000_000 }),
  expectedCostMs: fc.nat(60_000),
  pendingMs: fc.nat(600_000),
  class: fc.constantFrom(...queueClasses),
});

describe('the virtual deadline', () => {
  it('of short work comes before that of long work of the same moment', () => {
    expect(virtualDeadlineMs({ ...live, expectedCostMs: 200 })).toBeLessThan(virtualDeadlineMs(live));
  });

  it('of a team with much waiting comes after that of a team with nothing waiting', () => {
    expect(virtualDeadlineMs({ ...live, pendingMs: 30_000 })).toBe(virtualDeadlineMs(live) + 30_000);
  });

  it('puts live work before the jury’s, and both before a rejudging', () => {
    const [team, jury, rejudging] = queueClasses.map((kind) => virtualDeadlineMs({ ...live, class: kind }));
    expect(team).toBeLessThan(jury ?? 0);
    expect(jury).toBeLessThan(rejudging ?? 0);
  });

  it('never goes down when anything about the work goes up', () => {
    fc.assert(
      fc.property(anyWork, fc.nat(100_000), (work, more) => {
        const deadline = virtualDeadlineMs(work);
        expect(virtualDeadlineMs({ ...work, arrivalMs: work.arrivalMs + more })).toBe(deadline + more);
        expect(
          virtualDeadlineMs({ ...work, expectedCostMs: work.expectedCostMs + more }),
        ).toBeGreaterThanOrEqual(deadline);
        expect(virtualDeadlineMs({ ...work, pendingMs: work.pendingMs + more })).toBeGreaterThanOrEqual(
          deadline,
        );
      }),
    );
  });

  it('is overtaken only by work that arrives before it: waiting is bounded', () => {
    fc.assert(
      fc.property(anyWork, anyWork, (work, later) => {
        if (virtualDeadlineMs(later) < virtualDeadlineMs(work)) {
          expect(later.arrivalMs).toBeLessThan(virtualDeadlineMs(work));
        }
      }),
    );
  });

  it('is bounded even for absurd costs', () => {
    const { capMs, cost, fairness, lagMs } = defaultQueueWeights;
    const absurd = virtualDeadlineMs({
      ...live,
      expectedCostMs: Infinity,
      pendingMs: Infinity,
      class: 'rejudging',
    });
    expect(absurd).toBe(noon + (cost + fairness) * capMs + lagMs.rejudging);
    expect(virtualDeadlineMs({ ...live, expectedCostMs: Number.NaN, pendingMs: -5 })).toBe(noon);
  });
});

describe('the jury’s own work', () => {
  it('is urgent one program at a time, and waits as a rejudging does when it is many at once', () => {
    expect(juryClass(0)).toBe('jury');
    expect(juryClass(urgentJuryMs)).toBe('jury');
    expect(juryClass(urgentJuryMs + 1)).toBe('rejudging');
  });

  it('comes before no live work that arrives within its lag, and may delay any by its urgent part only', () => {
    const costs = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(costs, fc.integer({ min: 1, max: 10_000 }), fc.nat(7_200_000), (all, cost, afterMs) => {
        const team = virtualDeadlineMs({ ...live, arrivalMs: noon + afterMs, expectedCostMs: cost });
        let pendingMs = 0;
        let aheadMs = 0;
        for (const expectedCostMs of all) {
          const work = { arrivalMs: noon, expectedCostMs, pendingMs, class: juryClass(pendingMs) };
          if (virtualDeadlineMs(work) < team) aheadMs += expectedCostMs;
          pendingMs += expectedCostMs;
        }
        expect(aheadMs).toBeLessThanOrEqual(urgentJuryMs + Math.max(...all));
        const { lagMs, cost: weight } = defaultQueueWeights;
        if (afterMs + weight * cost <= lagMs.jury) expect(aheadMs).toBe(0);
      }),
    );
  });
});

describe('the priority', () => {
  it('stays within what BullMQ orders by, and is never "none"', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (deadline) => {
        const priority = queuePriority(deadline, epoch);
        expect(Number.isInteger(priority)).toBe(true);
        expect(priority).toBeGreaterThanOrEqual(highestPriority);
        expect(priority).toBeLessThanOrEqual(lowestPriority);
      }),
    );
  });

  it('keeps the order of deadlines', () => {
    fc.assert(
      fc.property(anyWork, anyWork, (a, b) => {
        const [da, db] = [virtualDeadlineMs(a), virtualDeadlineMs(b)];
        if (da <= db) expect(queuePriority(da, epoch)).toBeLessThanOrEqual(queuePriority(db, epoch));
      }),
    );
  });

  it('is the same however often a task is enqueued, and equal for equals, so that arrival decides', () => {
    fc.assert(
      fc.property(anyWork, (work) => {
        const first = queuePriority(virtualDeadlineMs(work), epoch);
        expect(queuePriority(virtualDeadlineMs({ ...work }), epoch)).toBe(first);
      }),
    );
  });

  it('distinguishes deadlines 83 ms apart over two days, and says when the epoch should be renewed', () => {
    expect(epoch.tickMs).toBe(83);
    expect(queuePriority(noon + 83, epoch)).toBe(queuePriority(noon, epoch) + 1);
    expect(epochIsSpent(epoch, noon + 22 * 3_600_000)).toBe(false);
    expect(epochIsSpent(epoch, noon + 24 * 3_600_000)).toBe(true);
  });
});

describe('background work', () => {
  it('is what a rejudging brings, until its deadline comes near', () => {
    const deadlineMs = virtualDeadlineMs({ ...live, class: 'rejudging' });
    expect(isBackground(deadlineMs, noon)).toBe(true);
    expect(isBackground(deadlineMs, deadlineMs - backgroundMs)).toBe(false);
  });

  it('is not live work nor the jury’s, however much of the team waits', () => {
    for (const one of ['live', 'jury'] as const) {
      const work = { ...live, class: one, expectedCostMs: 60_000, pendingMs: 3_600_000 };
      expect(isBackground(virtualDeadlineMs(work), noon)).toBe(false);
    }
  });
});

/** A job with its place in line, as the queue has it: priority first, then arrival at the queue. */
interface Served {
  readonly work: QueuedWork;
  readonly beginMs: number;
  /** Counted in the order of arrival. */
  readonly index: number;
}

/** Slots that take the first in line whenever they are free: all that BullMQ and judgehosts do about the order. */
function serve(works: readonly QueuedWork[], slots: number): Served[] {
  const coming = works
    .toSorted((a, b) => a.arrivalMs - b.arrivalMs)
    .map((work, index) => ({ work, index, priority: queuePriority(virtualDeadlineMs(work), epoch) }));
  const waiting: typeof coming = [];
  const freeAt = Array<number>(slots).fill(0);
  const served: Served[] = [];
  for (let next = 0; next < coming.length || waiting.length > 0;) {
    const slot = freeAt.indexOf(Math.min(...freeAt));
    const nowMs = Math.max(freeAt[slot] ?? 0, waiting.length > 0 ? 0 : (coming[next]?.work.arrivalMs ?? 0));
    for (; (coming[next]?.work.arrivalMs ?? Infinity) <= nowMs; next += 1)
      waiting.push(coming[next] as (typeof coming)[number]);
    waiting.sort((a, b) => a.priority - b.priority || a.index - b.index);
    const first = waiting.shift();
    if (first === undefined) continue;
    served.push({ work: first.work, index: first.index, beginMs: nowMs });
    freeAt[slot] = nowMs + first.work.expectedCostMs;
  }
  return served;
}

describe('a queue in this order', () => {
  const busyHour = fc.array(
    fc.record({
      arrivalMs: fc.integer({ min: noon, max: noon + 120_000 }),
      expectedCostMs: fc.integer({ min: 1, max: 20_000 }),
      pendingMs: fc.nat(60_000),
      class: fc.constantFrom(...queueClasses),
    }),
    { minLength: 2, maxLength: 60 },
  );
  const slotCounts = fc.integer({ min: 1, max: 4 });
  /** Where two deadlines are the same tick of the queue, arrival decides. */
  const latest = (work: QueuedWork): number => virtualDeadlineMs(work) + epoch.tickMs;

  it('lets a job be overtaken only by jobs that arrive before its own deadline', () => {
    fc.assert(
      fc.property(busyHour, slotCounts, (works, slots) => {
        const served = serve(works, slots);
        served.forEach((one, place) => {
          for (const earlier of served.slice(0, place))
            if (earlier.index > one.index)
              expect(earlier.work.arrivalMs).toBeLessThanOrEqual(latest(one.work));
        });
      }),
    );
  });

  it('makes no job wait longer than all the work takes that arrives before its deadline', () => {
    fc.assert(
      fc.property(busyHour, slotCounts, (works, slots) => {
        for (const { work, beginMs, index } of serve(works, slots)) {
          const before = works.filter((other) => other.arrivalMs <= latest(work));
          const workMs = before.reduce((sum, other) => sum + other.expectedCostMs, 0) - work.expectedCostMs;
          expect(beginMs - work.arrivalMs, `job ${String(index)}`).toBeLessThanOrEqual(workMs / slots);
        }
      }),
    );
  });

  it('keeps equal jobs in the order of their arrival, among any others', () => {
    fc.assert(
      fc.property(busyHour, slotCounts, fc.integer({ min: 2, max: 8 }), (works, slots, copies) => {
        const equal = works[0] ?? live;
        const served = serve([...Array<QueuedWork>(copies).fill(equal), ...works.slice(1)], slots);
        const equals = served.filter(({ work }) => work === equal).map(({ index }) => index);
        expect(equals).toEqual(equals.toSorted((a, b) => a - b));
      }),
    );
  });

  it('serves nobody later because others of its owner arrive after it: a deadline is fixed on arrival', () => {
    fc.assert(
      fc.property(busyHour, fc.nat(600_000), (works, pendingMs) => {
        const before = new Map(serve(works, 1).map(({ work, beginMs }) => [work, beginMs]));
        const lastDeadline = Math.max(...works.map(latest));
        // Work that arrives when every deadline is over changes nothing for the others.
        const late = { ...live, arrivalMs: lastDeadline + 1, pendingMs };
        for (const { work, beginMs } of serve([...works, late], 1))
          if (work !== late) expect(beginMs).toBe(before.get(work));
      }),
    );
  });
});
