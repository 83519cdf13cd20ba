import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PeriodicJob } from './periodic-job.ts';

const log = pino({ level: 'silent' });
const everyMs = 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('runs', () => {
  it('come one after the other, and go on after one that failed', async () => {
    let runs = 0;
    const go = async () => {
      runs += 1;
      if (runs === 1) throw new Error('the database is away');
    };
    const all = new PeriodicJob({ everyMs, go, failed: 'later', log });
    all.open();
    await vi.advanceTimersByTimeAsync(3 * everyMs);
    expect(runs).toBe(3);
    await all.close();
    await vi.advanceTimersByTimeAsync(3 * everyMs);
    expect(runs).toBe(3);
  });

  it('are never two at once, and the last one is waited for', async () => {
    const end = Promise.withResolvers<void>();
    let runs = 0;
    const go = () => {
      runs += 1;
      return end.promise;
    };
    const all = new PeriodicJob({ everyMs, go, failed: 'later', log });
    all.open();
    await vi.advanceTimersByTimeAsync(5 * everyMs);
    expect(runs).toBe(1);
    let closed = false;
    const closing = all.close().then(() => (closed = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(closed).toBe(false);
    end.resolve();
    await closing;
  });
});
