import { healthStates, type HealthState } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerAgainMs, nextCapacity, raiseAfterMs, startCapacity, type Capacity } from './capacity.ts';

const history = fc.array(
  fc.record({ state: fc.constantFrom(...healthStates), waitMs: fc.integer({ min: 1, max: 90_000 }) }),
  { maxLength: 60 },
);

interface Step {
  readonly state: HealthState;
  readonly atMs: number;
  readonly before: Capacity;
  readonly after: Capacity;
}

function walk(slots: number, states: readonly { state: HealthState; waitMs: number }[]): Step[] {
  let atMs = 0;
  let capacity = startCapacity(slots);
  return states.map(({ state, waitMs }) => {
    atMs += waitMs;
    const before = capacity;
    capacity = nextCapacity(before, slots, state, atMs);
    return { state, atMs, before, after: capacity };
  });
}

describe('what a host allows itself', () => {
  it('is between one and its slots, falls only when it is unhealthy and rises only when it is healthy', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), history, (slots, states) => {
        for (const { state, before, after } of walk(slots, states)) {
          expect(after.allowed).toBeGreaterThanOrEqual(1);
          expect(after.allowed).toBeLessThanOrEqual(slots);
          if (after.allowed < before.allowed) expect(state).toBe('unhealthy');
          if (after.allowed > before.allowed) expect(state).toBe('healthy');
          expect(after.allowed - before.allowed).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('rises by one slot at most in any minute', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), history, (slots, states) => {
        const raises = walk(slots, states).filter(({ before, after }) => after.allowed > before.allowed);
        for (const [index, { atMs }] of raises.entries()) {
          const last = raises[index - 1];
          if (last !== undefined) expect(atMs - last.atMs).toBeGreaterThanOrEqual(raiseAfterMs);
        }
      }),
    );
  });

  it('is halved when the host becomes unhealthy, again while it stays so, and is whole after as many healthy minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), (slots) => {
        const first = nextCapacity(startCapacity(slots), slots, 'unhealthy', 0);
        expect(first.allowed).toBe(Math.max(1, Math.floor(slots / 2)));
        expect(nextCapacity(first, slots, 'unhealthy', lowerAgainMs - 1).allowed).toBe(first.allowed);
        const second = nextCapacity(first, slots, 'unhealthy', lowerAgainMs);
        expect(second.allowed).toBe(Math.max(1, Math.floor(first.allowed / 2)));
        let capacity = second;
        const healthyFrom = lowerAgainMs + 1;
        for (let minute = 0; minute <= slots - second.allowed; minute += 1)
          capacity = nextCapacity(capacity, slots, 'healthy', healthyFrom + minute * raiseAfterMs);
        expect(capacity.allowed).toBe(slots);
      }),
    );
  });

  it('stays as it is while the host is degraded', () => {
    const lowered = nextCapacity(startCapacity(8), 8, 'unhealthy', 0);
    let capacity = lowered;
    for (let atMs = 1000; atMs < 600_000; atMs += 1000)
      capacity = nextCapacity(capacity, 8, 'degraded', atMs);
    expect(capacity.allowed).toBe(4);
  });

  it('of a host whose slots are all broken is nothing', () => {
    expect(nextCapacity(startCapacity(4), 0, 'healthy', 0).allowed).toBe(0);
  });
});
