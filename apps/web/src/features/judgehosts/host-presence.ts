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

/** What of a fleet ought to be there, and what of that is. */
export function presenceOf(hosts: readonly HostRow[]): { wanted: number; online: number; putAway: number } {
  const wanted = hosts.filter((host) => !isPutAway(host));
  return {
    wanted: wanted.length,
    online: wanted.filter(({ online }) => online).length,
    putAway: hosts.length - wanted.length,
  };
}
