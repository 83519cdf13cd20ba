import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queuePositions, type WaitingTask } from './queue-positions.ts';

const task = (judgingId: string, expectedMs: number, begun = false): WaitingTask => ({
  judgingId,
  expectedMs,
  begun,
});

describe('the positions of waiting submissions', () => {
  it('is their place in the order, and when a slot will be free for them', () => {
    const positions = queuePositions(
      2,
      [{ restMs: 1000 }, { restMs: 4000 }],
      [task('a', 5000), task('b', 500), task('c', 1)],
    );
    expect([...positions]).toEqual([
      ['a', { position: 1, expectedWaitMs: 1000 }],
      ['b', { position: 2, expectedWaitMs: 4000 }],
      ['c', { position: 3, expectedWaitMs: 4500 }],
    ]);
  });

  it('is nothing to wait for where a slot is idle', () => {
    expect(queuePositions(2, [{ restMs: 9000 }], [task('a', 1000)]).get('a')).toEqual({
      position: 1,
      expectedWaitMs: 0,
    });
  });

  it('has a place and no time where there is no slot', () => {
    expect(queuePositions(0, [], [task('a', 1), task('b', 1)]).get('b')).toEqual({
      position: 2,
      expectedWaitMs: null,
    });
  });

  it('counts judgings, not their tasks, by the first task of each', () => {
    const positions = queuePositions(1, [], [task('a', 1000), task('b', 200), task('a', 1000), task('c', 1)]);
    expect([...positions.values()].map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(positions.get('c')?.expectedWaitMs).toBe(2200);
  });

  it('reckons with the rest of judgings that have begun, which have no place themselves', () => {
    const positions = queuePositions(1, [], [task('begun', 3000, true), task('a', 1)]);
    expect([...positions]).toEqual([['a', { position: 1, expectedWaitMs: 3000 }]]);
  });

  it('expects a task that is late to end soon', () => {
    expect(queuePositions(1, [{ restMs: -60_000 }], [task('a', 1)]).get('a')?.expectedWaitMs).toBe(500);
  });

  it('never has somebody further back begin earlier, nor more slots make anybody wait longer', () => {
    const tasks = fc.array(fc.nat(20_000), { maxLength: 40 });
    const rests = fc.array(fc.integer({ min: -1000, max: 10_000 }), { maxLength: 5 });
    fc.assert(
      fc.property(tasks, rests, fc.integer({ min: 5, max: 12 }), (costs, running, slots) => {
        const waiting = costs.map((ms, index) => task(String(index), ms));
        const waits = (count: number): number[] =>
          [
            ...queuePositions(
              count,
              running.map((restMs) => ({ restMs })),
              waiting,
            ).values(),
          ].map(({ expectedWaitMs }) => expectedWaitMs ?? NaN);
        const [few, more] = [waits(slots), waits(slots + 1)];
        expect(few).toEqual(few.toSorted((a, b) => a - b));
        for (const [index, wait] of more.entries()) expect(wait).toBeLessThanOrEqual(few[index] ?? 0);
      }),
    );
  });
});
