import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bucketsOf,
  decide,
  loginPolicies,
  withAttempt,
  withoutAttempt,
  type LoginBucket,
  type LoginPolicy,
} from './login-throttle.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const policies: readonly LoginPolicy[] = Object.values(loginPolicies);
const { strangerPair, knownPair } = loginPolicies;

/** Tries at each instant where it is allowed, and always fails. */
function hammer(
  instants: readonly number[],
  policy: LoginPolicy,
): { bucket: LoginBucket | null; tries: number; triedAt: readonly number[] } {
  let bucket: LoginBucket | null = null;
  const triedAt: number[] = [];
  for (const at of instants) {
    if (decide(bucket, at, policy).kind !== 'allowed') continue;
    bucket = withAttempt(bucket, at, policy);
    triedAt.push(at);
  }
  return { bucket, tries: triedAt.length, triedAt };
}

const every = (ms: number, forMs: number): number[] =>
  Array.from({ length: Math.floor(forMs / ms) }, (_, index) => noon + index * ms);

describe('an attempt to log in', () => {
  it('is allowed without a history, and as often in one go as the policy says', () => {
    for (const policy of policies)
      expect(
        hammer(
          Array.from({ length: 1000 }, () => noon),
          policy,
        ).tries,
      ).toBe(policy.burst);
  });

  it('is possible again when the bucket has room for it, and says when', () => {
    const { bucket } = hammer(
      Array.from({ length: 10 }, () => noon),
      strangerPair,
    );
    const decision = decide(bucket, noon + 1, strangerPair);
    expect(decision).toEqual({ kind: 'wait', untilMs: noon + strangerPair.everyMs, failures: 5 });
    expect(decide(bucket, noon + strangerPair.everyMs, strangerPair)).toEqual({ kind: 'allowed' });
  });

  it('from where the account was never used is locked after many failures, for a while', () => {
    const { bucket } = hammer(every(100, 200_000), strangerPair);
    expect(bucket?.failures).toBe(strangerPair.lockAfter);
    const lastMs = bucket?.atMs ?? 0;
    expect(decide(bucket, lastMs + 1, strangerPair)).toEqual({
      kind: 'locked',
      untilMs: lastMs + strangerPair.lockMs,
      failures: strangerPair.lockAfter,
    });
    expect(decide(bucket, lastMs + strangerPair.lockMs, strangerPair)).toEqual({ kind: 'allowed' });
  });

  it('forgets failures of more than an hour ago', () => {
    const { bucket } = hammer(every(100, 200_000), strangerPair);
    expect(withAttempt(bucket, (bucket?.atMs ?? 0) + 3_600_000, strangerPair).failures).toBe(1);
  });

  it('meets no wide bucket with a known browser or from a known address', () => {
    const kinds = (browser: boolean, address: boolean): string[] =>
      bucketsOf({ hasBrowser: browser, browser, address, site: address }).map(({ kind }) => kind);
    expect(kinds(true, true)).toEqual(['browser']);
    expect(kinds(true, false)).toEqual(['browser']);
    expect(kinds(false, true)).toEqual(['pair']);
    expect(kinds(false, false)).toEqual(['address', 'account', 'pair']);
  });

  it('for the first time with a browser that has an id meets nothing that its neighbours fill', () => {
    for (const site of [true, false]) {
      const met = bucketsOf({ hasBrowser: true, browser: false, address: false, site });
      expect(met[0]).toEqual({ kind: 'guest', policy: loginPolicies.guest });
      expect(met.map(({ kind }) => kind)).not.toContain('address');
      expect(met.at(-1)?.kind).toBe('pair');
    }
  });

  it('meets no guesses from elsewhere where other accounts were used', () => {
    for (const hasBrowser of [true, false]) {
      const met = bucketsOf({ hasBrowser, browser: false, address: false, site: true });
      expect(met.map(({ kind }) => kind)).toEqual([hasBrowser ? 'guest' : 'address', 'pair']);
    }
  });

  it('with a browser that has an id is not refused because fifty other addresses guess', () => {
    const met = bucketsOf({ hasBrowser: true, browser: false, address: false, site: false });
    const policy = met.find(({ kind }) => kind === 'account')?.policy ?? loginPolicies.account;
    // All that the pair of each lets through.
    const { triedAt } = hammer(every(1000, 3_600_000), strangerPair);
    const guesses = triedAt.flatMap((at) => Array.from({ length: 50 }, () => at));
    for (const span of [1, 5, 10, triedAt.length]) {
      const { bucket, tries } = hammer(guesses.slice(0, span * 50), policy);
      expect(tries).toBe(span * 50);
      expect(decide(bucket, triedAt[span - 1] ?? noon, policy)).toEqual({ kind: 'allowed' });
    }
    expect(hammer(guesses, loginPolicies.account).tries).toBeLessThan(guesses.length);
  });

  it('for the first time is never locked where other accounts were used', () => {
    const pair = bucketsOf({ hasBrowser: false, browser: false, address: false, site: true }).at(-1);
    expect(pair).toMatchObject({ kind: 'pair', policy: { lockAfter: null } });
  });

  it('from a known address is not refused because somebody there fails every two seconds', () => {
    const { bucket, tries } = hammer(every(2000, 600_000), knownPair);
    expect(tries).toBe(300);
    expect(decide(bucket, noon + 600_000, knownPair)).toEqual({ kind: 'allowed' });
  });
});

describe('of any bucket', () => {
  const instants = fc
    .array(fc.integer({ min: 0, max: 7_200_000 }), { maxLength: 400 })
    .map((offsets) => offsets.toSorted((a, b) => a - b).map((offset) => noon + offset));

  it('a stretch of time never sees more failures than one burst and its rate', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...policies), (at, policy) => {
        const span = (at.at(-1) ?? noon) - (at[0] ?? noon);
        // Forgetting empties it once an hour at most, when it has been drained for long.
        expect(hammer(at, policy).tries).toBeLessThanOrEqual(
          policy.burst + Math.floor(span / policy.everyMs) + 1,
        );
      }),
    );
  });

  it('a refusal ends at the instant it names, if nobody tries before', () => {
    fc.assert(
      fc.property(instants, fc.nat(100_000), fc.constantFrom(...policies), (at, later, policy) => {
        const { bucket } = hammer(at, policy);
        const decision = decide(bucket, (at.at(-1) ?? noon) + later, policy);
        if (decision.kind === 'allowed') return;
        expect(decide(bucket, decision.untilMs, policy).kind).not.toBe('wait');
        if (decision.kind === 'locked') expect(decide(bucket, decision.untilMs, policy).kind).toBe('allowed');
      }),
    );
  });

  it('a success leaves it as if its attempt had not come', () => {
    fc.assert(
      fc.property(instants, fc.nat(100_000), fc.constantFrom(...policies), (at, later, policy) => {
        const now = (at.at(-1) ?? noon) + later;
        const { bucket } = hammer(at, policy);
        if (bucket === null || decide(bucket, now, policy).kind !== 'allowed') return;
        const after = withoutAttempt(withAttempt(bucket, now, policy));
        const wait = (one: LoginBucket): number => {
          const decision = decide(one, now, policy);
          return decision.kind === 'allowed' ? now : decision.untilMs;
        };
        expect(wait(after)).toBeLessThanOrEqual(wait(bucket) + 1);
      }),
    );
  });

  it('failing once more never makes it easier, and a clock that steps back opens nothing', () => {
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.constantFrom(...policies),
        (at, step, policy) => {
          const { bucket } = hammer(at, policy);
          if (bucket === null) return;
          const now = bucket.atMs + step;
          const until = (one: LoginBucket): number => {
            const decision = decide(one, now, policy);
            return decision.kind === 'allowed' ? now : decision.untilMs;
          };
          expect(until(withAttempt(bucket, now, policy))).toBeGreaterThanOrEqual(until(bucket));
        },
      ),
    );
  });
});
