import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BoundedReading } from './bounded-reading.ts';

describe('a reading that may take long', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const never = (): Promise<never> => new Promise(() => {});

  it('is replaced by the one before when it is late, until that is older than five seconds', async () => {
    const reading = new BoundedReading<number>();
    expect(await reading.within(400, () => Promise.resolve(1))).toBe(1);
    const late = reading.within(400, never);
    await vi.advanceTimersByTimeAsync(400);
    expect(await late).toBe(1);
    await vi.advanceTimersByTimeAsync(5000);
    const tooLate = reading.within(400, never);
    await vi.advanceTimersByTimeAsync(400);
    expect(await tooLate).toBeNull();
  });

  it('is not begun again while one is under way, and counts when it comes after all', async () => {
    const reading = new BoundedReading<number>();
    await reading.within(400, () => Promise.resolve(1));
    const { promise, resolve } = Promise.withResolvers<number>();
    const read = vi.fn<() => Promise<number>>(() => promise);
    const first = reading.within(400, read);
    await vi.advanceTimersByTimeAsync(400);
    await first;
    const second = reading.within(400, read);
    resolve(2);
    expect(await second).toBe(2);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('fails as what is read fails, and begins again', async () => {
    const reading = new BoundedReading<number>();
    await expect(reading.within(400, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await reading.within(400, () => Promise.resolve(3))).toBe(3);
  });
});
