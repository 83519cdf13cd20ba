/**
 * Repeated failures at the door (S22): first waiting, then a lock, both for an account
 * and for an address. Pure: history in, decision out.
 *
 * An account is guessed at by few people, so it locks soon. An address may be a whole
 * contest site behind one router, so it is only slowed, and much later.
 */

export interface LoginAttempt {
  /** The name that was tried. */
  readonly username: string;
  readonly atMs: number;
  readonly success: boolean;
}

export interface ThrottlePolicy {
  /** Failures in a row that cost nothing. */
  readonly freeFailures: number;
  /** Wait after the first failure past those; doubles with each one more. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Failures in a row that lock. */
  readonly lockAfter: number;
  /** How long a lock holds; null: until an administrator opens it. */
  readonly lockMs: number | null;
  /** Failures older than this are forgotten. */
  readonly windowMs: number;
}

export const accountPolicy: ThrottlePolicy = {
  freeFailures: 3,
  firstWaitMs: 1000,
  longestWaitMs: 30_000,
  lockAfter: 12,
  lockMs: 600_000,
  windowMs: 3_600_000,
};

export const addressPolicy: ThrottlePolicy = {
  freeFailures: 50,
  firstWaitMs: 1000,
  longestWaitMs: 30_000,
  lockAfter: 500,
  lockMs: 600_000,
  windowMs: 3_600_000,
};

export type ThrottleDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'wait'; readonly untilMs: number; readonly failures: number }
  /** `untilMs` null: until an administrator opens it. */
  | { readonly kind: 'locked'; readonly untilMs: number | null; readonly failures: number };

/**
 * May another attempt be made now? Refused attempts must not be added to the history:
 * otherwise hammering would keep a lock closed for ever.
 * @param history attempts of one account or one address, any order, before `nowMs`
 */
export function throttle(
  history: readonly LoginAttempt[],
  nowMs: number,
  policy: ThrottlePolicy,
): ThrottleDecision {
  const failures = failuresInARow(history, nowMs - policy.windowMs);
  const lastMs = failures.at(-1);
  if (lastMs === undefined) return { kind: 'allowed' };
  const count = failures.length;
  if (count >= policy.lockAfter) {
    if (policy.lockMs === null) return { kind: 'locked', untilMs: null, failures: count };
    const untilMs = lastMs + policy.lockMs;
    if (nowMs < untilMs) return { kind: 'locked', untilMs, failures: count };
  }
  const untilMs = lastMs + waitMs(count, policy);
  return nowMs < untilMs ? { kind: 'wait', untilMs, failures: count } : { kind: 'allowed' };
}

/** The stricter of an account's and an address's decision. */
export function stricter(a: ThrottleDecision, b: ThrottleDecision): ThrottleDecision {
  const order = { allowed: 0, wait: 1, locked: 2 } as const;
  if (a.kind !== b.kind) return order[a.kind] > order[b.kind] ? a : b;
  if (a.kind === 'allowed' || b.kind === 'allowed') return a;
  return (a.untilMs ?? Infinity) >= (b.untilMs ?? Infinity) ? a : b;
}

function waitMs(failures: number, policy: ThrottlePolicy): number {
  const paid = failures - policy.freeFailures;
  if (paid <= 0) return 0;
  return Math.min(policy.firstWaitMs * 2 ** Math.min(paid - 1, 30), policy.longestWaitMs);
}

/**
 * Instants of the failures since the same account's last success, oldest first. A success says
 * nothing of other accounts: otherwise who has one could guess at all others from its address.
 */
function failuresInARow(history: readonly LoginAttempt[], fromMs: number): number[] {
  const lastSuccess = new Map<string, number>();
  for (const { username, success, atMs } of history) {
    if (success) lastSuccess.set(username, Math.max(lastSuccess.get(username) ?? -Infinity, atMs));
  }
  return history
    .filter(
      ({ username, success, atMs }) =>
        !success && atMs > (lastSuccess.get(username) ?? -Infinity) && atMs >= fromMs,
    )
    .map(({ atMs }) => atMs)
    .sort((a, b) => a - b);
}
