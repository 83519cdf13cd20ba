import type { HostRow } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { isMissed, presenceOf, takesTasks } from './host-presence.ts';

const host = (changes: Partial<HostRow> = {}): HostRow =>
  ({
    online: true,
    mode: 'on',
    drained: false,
    allowed: null,
    lastSeenAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  }) as HostRow;
const silent = host({ online: false });
const disabled = host({ mode: 'off', drained: true });
const gone = host({ mode: 'off', drained: true, online: false });
const never = host({ online: false, lastSeenAt: null });

it('a silent host is missed unless it was put away and holds nothing any more', () => {
  expect([gone, silent, host()].map(isMissed)).toEqual([false, true, false]);
});

it('a host takes tasks when it is online, enabled, and leaves itself a slot', () => {
  const none = host({ allowed: { slots: 0, of: 2, why: 'a known program fails' } });
  expect([host(), silent, disabled, host({ mode: 'drain' }), none].map(takesTasks)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('a host that never came is neither missed nor one of those that could take tasks', () => {
  expect(presenceOf([host(), silent, disabled, gone, never])).toEqual({
    hosts: 4,
    taking: 1,
    missed: 1,
    putAway: 2,
    neverSeen: 1,
  });
});
