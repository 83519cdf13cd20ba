import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountPolicy, addressPolicy, stricter, throttle, type LoginAttempt } from './login-throttle.ts';

const noon = Date.UTC(2026, 10, 21, 12);

function failures(count: number, lastMs = noon, username = 'alpha'): LoginAttempt[] {
  return Array.from({ length: count }, (_, index) => ({
    username,
    atMs: lastMs - (count - 1 - index) * 100,
    success: false,
  }));
}

describe('logging in', () => {
  it('is allowed without a history and after a few slips', () => {
    expect(throttle([], noon, accountPolicy)).toEqual({ kind: 'allowed' });
    expect(throttle(failures(3), noon, accountPolicy)).toEqual({ kind: 'allowed' });
  });

  it('must wait after more failures, twice as long each time', () => {
    expect(throttle(failures(4), noon, accountPolicy)).toEqual({
      kind: 'wait',
      untilMs: noon + 1000,
      failures: 4,
    });
    expect(throttle(failures(6), noon, accountPolicy)).toEqual({
      kind: 'wait',
      untilMs: noon + 4000,
      failures: 6,
    });
    expect(throttle(failures(11), noon, accountPolicy)).toMatchObject({ untilMs: noon + 30_000 });
    expect(throttle(failures(4), noon + 1000, accountPolicy)).toEqual({ kind: 'allowed' });
  });

  it('is locked after too many, until the lock runs out', () => {
    const history = failures(accountPolicy.lockAfter);
    expect(throttle(history, noon, accountPolicy)).toEqual({
      kind: 'locked',
      untilMs: noon + 600_000,
      failures: 12,
    });
    expect(throttle(history, noon + 600_000, accountPolicy)).toEqual({ kind: 'allowed' });
  });

  it('may be locked until an administrator opens it', () => {
    const policy = { ...accountPolicy, lockMs: null };
    expect(throttle(failures(12), noon + 3_000_000, policy)).toEqual({
      kind: 'locked',
      untilMs: null,
      failures: 12,
    });
  });

  it('starts afresh after a success', () => {
    const history = [...failures(11, noon - 5000), { username: 'alpha', atMs: noon - 1000, success: true }];
    expect(throttle(history, noon, accountPolicy)).toEqual({ kind: 'allowed' });
  });

  it('with an account of one’s own pays for no guesses at others from the same address', () => {
    const own = { username: 'own', atMs: noon - 1000, success: true };
    const history = [...failures(499, noon - 5000), own, ...failures(1, noon)];
    expect(throttle(history, noon, addressPolicy)).toMatchObject({ kind: 'locked', failures: 500 });
    const ownSlips = [...failures(499, noon - 5000, 'own'), own];
    expect(throttle(ownSlips, noon, addressPolicy)).toEqual({ kind: 'allowed' });
  });

  it('forgets failures of long ago', () => {
    expect(throttle(failures(12, noon - accountPolicy.windowMs - 1), noon, accountPolicy)).toEqual({
      kind: 'allowed',
    });
  });

  it('from an address that a whole site shares is slowed much later', () => {
    expect(throttle(failures(50), noon, addressPolicy)).toEqual({ kind: 'allowed' });
    expect(throttle(failures(51), noon, addressPolicy)).toMatchObject({ kind: 'wait' });
  });

  it('never gets easier by failing once more', () => {
    const rank = { allowed: 0, wait: 1, locked: 2 };
    fc.assert(
      fc.property(fc.nat(30), fc.nat(60_000), (count, afterMs) => {
        const now = noon + afterMs;
        const before = throttle(failures(count, now), now, accountPolicy);
        const once = { username: 'alpha', atMs: now, success: false };
        const after = throttle([...failures(count, now), once], now, accountPolicy);
        expect(rank[after.kind]).toBeGreaterThanOrEqual(rank[before.kind]);
      }),
    );
  });
});

describe('of two decisions', () => {
  it('the stricter counts, and of two alike the longer', () => {
    const wait = (untilMs: number) => ({ kind: 'wait', untilMs, failures: 4 }) as const;
    const locked = { kind: 'locked', untilMs: 5, failures: 12 } as const;
    const forever = { kind: 'locked', untilMs: null, failures: 12 } as const;
    expect(stricter({ kind: 'allowed' }, wait(1))).toEqual(wait(1));
    expect(stricter(locked, wait(9))).toBe(locked);
    expect(stricter(wait(1), wait(2))).toEqual(wait(2));
    expect(stricter(locked, forever)).toBe(forever);
    expect(stricter({ kind: 'allowed' }, { kind: 'allowed' })).toEqual({ kind: 'allowed' });
  });
});
