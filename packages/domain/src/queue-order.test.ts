import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  backgroundMs,
  defaultQueueWeights,
  epochIsSpent,
  highestPriority,
  isBackground,
  lowestPriority,
  queueClasses,
  queueEpoch,
  queuePriority,
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

  it('tells 83 ms apart over two days, and says when the epoch should be renewed', () => {
    expect(epoch.tickMs).toBe(83);
    expect(queuePriority(noon + 83, epoch)).toBe(queuePriority(noon, epoch) + 1);
    expect(epochIsSpent(epoch, noon + 24 * 3_600_000)).toBe(false);
    expect(epochIsSpent(epoch, noon + 47 * 3_600_000)).toBe(true);
  });
});

describe('background work', () => {
  it('is what a rejudging brings, until its deadline comes near', () => {
    const deadlineMs = virtualDeadlineMs({ ...live, class: 'rejudging' });
    expect(isBackground(deadlineMs, noon)).toBe(true);
    expect(isBackground(deadlineMs, deadlineMs - backgroundMs)).toBe(false);
  });

  it('is no piece of live work nor of the jury’s, whatever the team has waiting', () => {
    for (const one of ['live', 'jury'] as const) {
      const work = { ...live, class: one, expectedCostMs: 60_000, pendingMs: 3_600_000 };
      expect(isBackground(virtualDeadlineMs(work), noon)).toBe(false);
    }
  });
});
