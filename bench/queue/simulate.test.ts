import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateLoad, regional, type LoadJob } from './load.ts';
import { firstCome, ours, simulate } from './simulate.ts';

const job = (arrivalMs: number, costMs: number, more: Partial<LoadJob> = {}): LoadJob => ({
  arrivalMs,
  costMs,
  kind: 'A cpp',
  owner: `team-${arrivalMs}`,
  class: 'live',
  ...more,
});

const anyLoad = fc
  .array(
    fc.record({
      arrivalMs: fc.nat(60_000),
      costMs: fc.integer({ min: 1, max: 30_000 }),
      kind: fc.constantFrom('A', 'B', 'C'),
      owner: fc.constantFrom('x', 'y', 'rejudging'),
      class: fc.constantFrom('live' as const, 'rejudging' as const),
    }),
    { maxLength: 60 },
  )
  .map((jobs) => jobs.toSorted((a, b) => a.arrivalMs - b.arrivalMs));

describe('the simulated queue', () => {
  it('under first come, first served on one slot is one after the other', () => {
    const judged = simulate([job(0, 100), job(10, 50), job(400, 5)], { ...firstCome, slots: 1 });
    expect(judged.map(({ endMs, waitMs }) => [endMs, waitMs])).toEqual([
      [100, 0],
      [150, 90],
      [405, 0],
    ]);
  });

  it('judges every job once, never before its arrival and cost, with all slots busy while work waits', () => {
    fc.assert(
      fc.property(anyLoad, fc.integer({ min: 1, max: 4 }), (load, slots) => {
        for (const options of [
          { ...firstCome, slots },
          { ...ours, slots, keptForLive: 0 },
        ]) {
          const judged = simulate(load, options);
          expect(judged.map(({ job }) => job).toSorted(byIdentity(load))).toEqual(load);
          const work = load.reduce((sum, { costMs }) => sum + costMs, 0);
          const end = Math.max(0, ...judged.map(({ endMs }) => endMs));
          const lastArrival = load.at(-1)?.arrivalMs ?? 0;
          const longest = Math.max(0, ...load.map(({ costMs }) => costMs));
          // Graham's bound for greedy schedules, started again at the last arrival.
          expect(end).toBeLessThanOrEqual(lastArrival + work / slots + longest + 1);
        }
      }),
    );
  });

  it('keeps a slot free of rejudgings', () => {
    const rejudging = Array.from({ length: 20 }, () =>
      job(0, 5000, { class: 'rejudging', owner: 'rejudging' }),
    );
    const judged = simulate([...rejudging, job(7, 100)], { ...ours, slots: 2 });
    expect(judged.find(({ job: { class: kind } }) => kind === 'live')?.waitMs).toBe(0);
  });

  it('is the same for the same seed', () => {
    const small = { ...regional, submissions: 50, rejudged: 10 };
    expect(generateLoad(small)).toEqual(generateLoad(small));
    expect(generateLoad({ ...small, seed: 2 })).not.toEqual(generateLoad(small));
  });
});

function byIdentity(load: readonly LoadJob[]): (a: LoadJob, b: LoadJob) => number {
  const place = new Map(load.map((one, index) => [one, index]));
  return (a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0);
}
