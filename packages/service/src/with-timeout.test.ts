import { describe, expect, it } from 'vitest';
import { settledWithin, within, withTimeout } from './with-timeout.ts';

const never = new Promise<never>(() => {});

describe('a promise that is waited for', () => {
  it('gives its value, or throws its error, when it is in time', async () => {
    expect(await within(60_000, Promise.resolve(1), null)).toBe(1);
    expect(await withTimeout(60_000, Promise.resolve(undefined), 'late')).toBeUndefined();
    await expect(within(60_000, Promise.reject(new Error('no')), null)).rejects.toThrow('no');
  });

  it('gives the other value, or an error, when it is not', async () => {
    expect(await within(1, never, 'late')).toBe('late');
    await expect(withTimeout(1, never, 'no answer within 1 ms')).rejects.toThrow('no answer within 1 ms');
  });

  it('may end as it likes where only its end is waited for', async () => {
    let ended = false;
    const failing = Promise.resolve().then(() => {
      ended = true;
      throw new Error('no');
    });
    await settledWithin(60_000, failing);
    expect(ended).toBe(true);
    await settledWithin(1, never);
  });
});
