import { afterEach, describe, expect, it, vi } from 'vitest';
import { FirstSight, patienceMs } from './first-sight.ts';

afterEach(() => void vi.useRealTimers());

const never = new Promise<void>(() => {});

describe('the first drawing of a page that is loaded as a whole', () => {
  it('waits for the answers that come with the page', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let drawn = false;
    const waiting = new FirstSight(() => never).of(promise)?.then(() => (drawn = true));
    await Promise.resolve();
    expect(drawn).toBe(false);
    resolve();
    await waiting;
    expect(drawn).toBe(true);
  });

  it('is not prevented by an answer that fails', async () => {
    await expect(new FirstSight(() => never).of(Promise.reject(new Error('refused')))).resolves.toBeDefined();
  });

  it('does not wait for what did not come with the page', async () => {
    await expect(new FirstSight(() => Promise.resolve()).of(never)).resolves.toBeUndefined();
  });

  it('waits for a slow page no longer than its patience', async () => {
    vi.useFakeTimers();
    let drawn = false;
    void new FirstSight(() => never).of(never)?.then(() => (drawn = true));
    await vi.advanceTimersByTimeAsync(patienceMs - 1);
    expect(drawn).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(drawn).toBe(true);
  });
});

describe('a page gone to from another', () => {
  it('is drawn at once', () => {
    const sight = new FirstSight(() => never);
    sight.end();
    expect(sight.of(never)).toBeUndefined();
  });
});
