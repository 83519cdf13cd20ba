import type { HostRow } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { isMissed, presenceOf } from './host-presence.ts';

const host = (online: boolean, drained: boolean): HostRow => ({ online, drained }) as HostRow;

it('a host that was switched off and has gone is not missed; one that still holds tasks is', () => {
  expect([host(false, true), host(false, false), host(true, false)].map(isMissed)).toEqual([
    false,
    true,
    false,
  ]);
});

it('a fleet is whole when all that ought to be there is', () => {
  const fleet = [host(true, false), host(true, false), host(false, true), host(true, true)];
  expect(presenceOf(fleet)).toEqual({ wanted: 2, online: 2, putAway: 2 });
  expect(presenceOf([...fleet, host(false, false)])).toEqual({ wanted: 3, online: 2, putAway: 2 });
});
