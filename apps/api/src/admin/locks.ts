/** Who may not log in at the moment, by the same rule that refuses them (S22). */
import type { LocksAnswer } from '@sandglass/contracts';
import {
  accountPolicy,
  addressPolicy,
  throttle,
  type LoginAttempt,
  type ThrottlePolicy,
} from '@sandglass/domain';
import type { SessionRepository } from '../session/session-repository.ts';

export async function reportLocks(repository: SessionRepository, nowMs = Date.now()): Promise<LocksAnswer> {
  const since = new Date(nowMs - Math.max(accountPolicy.windowMs, addressPolicy.windowMs));
  const attempts = await repository.allAttempts(since);
  const accounts = locked(
    Map.groupBy(attempts, ({ attempt }) => attempt.username),
    nowMs,
    accountPolicy,
  );
  const addresses = locked(
    Map.groupBy(attempts, ({ address }) => address),
    nowMs,
    addressPolicy,
  );
  const existing = await repository.namesThatExist(accounts.map(({ key }) => key));
  return {
    accounts: accounts.map(({ key, ...lock }) => ({ username: key, exists: existing.has(key), ...lock })),
    addresses: addresses.map(({ key, ...lock }) => ({ address: key, ...lock })),
  };
}

function locked(
  groups: ReadonlyMap<string, readonly { attempt: LoginAttempt }[]>,
  nowMs: number,
  policy: ThrottlePolicy,
): { key: string; failures: number; until: string }[] {
  return [...groups].flatMap(([key, group]) => {
    const decision = throttle(
      group.map(({ attempt }) => attempt),
      nowMs,
      policy,
    );
    if (decision.kind !== 'locked') return [];
    // A lock without an end is shown far away rather than not at all.
    const until = new Date(decision.untilMs ?? nowMs + 10 * 365 * 86_400_000).toISOString();
    return [{ key, failures: decision.failures, until }];
  });
}
