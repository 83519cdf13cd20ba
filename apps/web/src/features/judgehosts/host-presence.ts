/** Whether a host is missed: one that was put away on purpose may go. */
import type { HostRow } from '@sandglass/contracts';

/** Taken out of service, and it holds nothing any more. */
export function isPutAway({ drained }: Pick<HostRow, 'drained'>): boolean {
  return drained;
}

/** It ought to be there, and nothing is heard of it. */
export function isMissed(host: Pick<HostRow, 'online' | 'drained'>): boolean {
  return !host.online && !isPutAway(host);
}

/** It may take tasks now. */
export function takesTasks({ online, mode, allowed }: Pick<HostRow, 'online' | 'mode' | 'allowed'>): boolean {
  return online && mode === 'on' && allowed?.slots !== 0;
}

/** What of a fleet takes tasks, and what of the rest is missed, was put away, or never came. */
export function presenceOf(hosts: readonly HostRow[]): {
  hosts: number;
  taking: number;
  missed: number;
  putAway: number;
  neverSeen: number;
} {
  const came = hosts.filter(({ lastSeenAt }) => lastSeenAt !== null);
  return {
    hosts: came.length,
    taking: came.filter(takesTasks).length,
    missed: came.filter(isMissed).length,
    putAway: came.filter(isPutAway).length,
    neverSeen: hosts.length - came.length,
  };
}
