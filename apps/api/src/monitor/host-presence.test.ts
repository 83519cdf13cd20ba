import { expect, it } from 'vitest';
import { judgehost } from '../testing/judgehost.ts';
import { HostPresence } from './host-presence.ts';

const hour = 3_600_000;
const seen = (at: number, online = true) =>
  judgehost({ name: 'one', online, lastSeenAt: new Date(at).toISOString() });

it('a host was not there before it was heard of first, whoever heard it', () => {
  const presence = new HostPresence();
  presence.note([seen(9 * hour)], 9 * hour);
  // Not known yet: nothing is said of it.
  expect(presence.of('one')).toEqual([]);
  presence.remember(new Map([['one', 2 * hour]]));
  presence.note([seen(9 * hour), { ...seen(9 * hour + 5), name: 'two' }], 9 * hour + 9);
  expect(presence.of('one')).toEqual([{ from: 0, until: 2 * hour }]);
  expect(presence.of('two')).toEqual([{ from: 0, until: 9 * hour + 5 }]);
});

it('a silence lasts from its last word to its next', () => {
  const presence = new HostPresence();
  presence.remember(new Map([['one', 0]]));
  presence.note([seen(100)], 200);
  presence.note([seen(300, false)], 9_000);
  presence.note([seen(300, false)], 9_500);
  expect(presence.of('one').slice(1)).toEqual([{ from: 300, until: null }]);
  presence.note([seen(9_900)], 10_000);
  presence.note([seen(10_900)], 11_000);
  expect(presence.of('one').slice(1)).toEqual([{ from: 300, until: 9_900 }]);
  // What nobody can look at any more is forgotten.
  presence.note([seen(8 * hour, false)], 8 * hour);
  expect(presence.of('one').slice(1)).toEqual([{ from: 8 * hour, until: null }]);
});

it('a host that never came was never there, and one that is removed is nobody', () => {
  const presence = new HostPresence();
  presence.remember(new Map());
  presence.note([judgehost({ name: 'one', online: false, lastSeenAt: null })], hour);
  expect(presence.of('one')).toEqual([{ from: 0, until: null }]);
  presence.note([], hour);
  expect(presence.of('one')).toEqual([]);
});
