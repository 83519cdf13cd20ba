/**
 * How many tasks at once a host allows itself: additive increase, multiplicative decrease, as congestion control does it.
 * What made the host unhealthy is most often too much at once, its own or a neighbour's; halving finds quickly what it can
 * run, and one more slot each healthy minute does not bring the trouble back.
 */
import type { HealthState } from '@sandglass/contracts';

export interface Capacity {
  /** Tasks at once, at least 1 when there are slots: a host alone goes on judging. */
  readonly allowed: number;
  /** When it was last lowered while the host was unhealthy; null: it is not unhealthy. */
  readonly loweredAtMs: number | null;
  /** Since when nothing has held it back without a raise; null: something does, or nothing is to be raised. */
  readonly healthySinceMs: number | null;
}

/** A host that stays unhealthy halves again. */
export const lowerAgainMs = 30_000;
export const raiseAfterMs = 60_000;

export function startCapacity(slots: number): Capacity {
  return { allowed: slots, loweredAtMs: null, healthySinceMs: null };
}

/**
 * @param slots what the host has; those that broke are the caller's business
 * @param state of the worst sign that can make a host unhealthy (`restrainingReasons`), not of load or heat
 */
export function nextCapacity(former: Capacity, slots: number, state: HealthState, atMs: number): Capacity {
  const allowed = Math.max(Math.min(former.allowed, slots), Math.min(1, slots));
  if (state === 'unhealthy') {
    const due = former.loweredAtMs === null || atMs - former.loweredAtMs >= lowerAgainMs;
    if (!due) return { allowed, loweredAtMs: former.loweredAtMs, healthySinceMs: null };
    return {
      allowed: Math.max(Math.floor(allowed / 2), Math.min(1, slots)),
      loweredAtMs: atMs,
      healthySinceMs: null,
    };
  }
  // Degraded: neither down nor up.
  if (state === 'degraded' || allowed >= slots) return { allowed, loweredAtMs: null, healthySinceMs: null };
  const healthySinceMs = former.healthySinceMs ?? atMs;
  if (atMs - healthySinceMs < raiseAfterMs) return { allowed, loweredAtMs: null, healthySinceMs };
  return { allowed: allowed + 1, loweredAtMs: null, healthySinceMs: atMs };
}
