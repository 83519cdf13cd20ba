import { expect, it } from 'vitest';
import { Buckets } from './buckets.ts';

const bounds = { max: 10, windowMs: 1000 };

it('takes as many in one go as it holds, and then says how long to wait', () => {
  const buckets = new Buckets();
  const waits = Array.from({ length: 12 }, () => buckets.take('a', bounds, 0));
  expect(waits).toEqual([...Array.from({ length: 10 }, () => 0), 100, 100]);
  expect(buckets.take('a', bounds, 99)).toBe(1);
  expect(buckets.take('a', bounds, 100)).toBe(0);
});

it('keys do not take from one another', () => {
  const buckets = new Buckets();
  for (let i = 0; i < 20; i += 1) buckets.take('a', bounds, 0);
  expect(buckets.take('b', bounds, 0)).toBe(0);
});

it('never allows more than a burst and its rate, for any steps of the clock', () => {
  const buckets = new Buckets();
  let now = 1_000_000;
  let forward = 0;
  let taken = 0;
  // Steps that repeat after a while, most of them small, some back.
  for (let i = 0; i < 20_000; i += 1) {
    const step = ((i * 7919) % 211) - 60;
    now += step;
    forward += Math.max(0, step);
    if (buckets.take('a', bounds, now) === 0) taken += 1;
  }
  expect(taken).toBeLessThanOrEqual(bounds.max + (forward * bounds.max) / bounds.windowMs);
});

it('remembers a bounded number of keys', () => {
  const buckets = new Buckets();
  for (let i = 0; i < 50_000; i += 1) buckets.take(`key ${i}`, bounds, 0);
  expect(buckets.size).toBe(20_000);
});
