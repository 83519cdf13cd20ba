import { expect, it } from 'vitest';
import { uuidV7 } from '../lib/uuid-v7.ts';
import { growing, growingInstants } from './arrival-clock.ts';

it('instants of one millisecond grow, and so do the ids made of them', () => {
  const now = growing(() => 1_790_000_000_000);
  const instants = Array.from({ length: 300 }, now);
  expect(instants.toSorted((a, b) => a - b)).toEqual(instants);
  expect(new Set(instants).size).toBe(300);
  const ids = instants.map((at) => uuidV7(at));
  expect(ids.toSorted()).toEqual(ids);
});

it('a clock that trembles back by moments is not followed, one that was set is', () => {
  const readings = [10_000, 9_990, 10_001, 5_000];
  const step = 1 / 512;
  const now = growing(() => readings.shift() ?? 0);
  expect([now(), now(), now(), now()]).toEqual([10_000, 10_000 + step, 10_001, 5_000].map((at) => at + step));
});

it('instants that were waited for grow too', async () => {
  const readings = [Promise.resolve(10_000), Promise.resolve(10_000), 10_000];
  const instant = growingInstants(() => readings.shift() ?? 0);
  const waited = await Promise.all([instant(), instant()]);
  const all = [...waited, await instant()];
  expect(all.toSorted((a, b) => a - b)).toEqual(all);
  expect(new Set(all).size).toBe(3);
});
