import { expect, it } from 'vitest';
import { judgehost } from '../testing/judgehost.ts';
import { HostPresence } from './host-presence.ts';

const hour = 3_600_000;
const seen = (at: number, online = true) =>
  judgehost({ name: 'one', online, lastSeenAt: new Date(at).toISOString() });

it('a host was not there before its first report to any process', () => {
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
  presence.note([seen(hour + 5)], hour + 9);
  expect(presence.of('one').at(0)).toEqual({ from: 0, until: hour + 5 });
  presence.note([], 2 * hour);
  expect(presence.of('one')).toEqual([]);
  // Another one of that name was not there before it came.
  presence.note([seen(3 * hour)], 3 * hour);
  expect(presence.of('one')).toEqual([{ from: 0, until: 3 * hour }]);
});

it('a host that is remembered before a look has found it stays remembered', () => {
  const presence = new HostPresence();
  presence.remember(new Map([['one', hour]]));
  presence.note([], 2 * hour);
  presence.note([seen(2 * hour)], 2 * hour);
  expect(presence.of('one')).toEqual([{ from: 0, until: hour }]);
});

it('silences less than a minute apart are one, and of a host that comes and goes the newest hundred are sent', () => {
  const presence = new HostPresence();
  presence.remember(new Map([['one', 0]]));
  /** Silent for ten seconds, there for a while, again and again. */
  const flap = (from: number, times: number, thereMs: number): number => {
    let at = from;
    for (let i = 0; i < times; i++) {
      presence.note([seen(at, false)], at + 9000);
      presence.note([seen(at + 10_000)], at + 10_000);
      at += 10_000 + thereMs;
    }
    return at;
  };
  const silences = () => presence.of('one').slice(1);
  const begin = hour;
  const end = flap(begin, 50, 59_999) - 59_999;
  expect(silences()).toEqual([{ from: begin, until: end }]);
  const apart = end + 60_000;
  const over = flap(apart, 120, 60_000);
  expect(silences()).toHaveLength(100);
  expect(silences()[0]).toEqual({ from: apart + 20 * 70_000, until: apart + 20 * 70_000 + 10_000 });
  presence.note([seen(over, false)], over + 9000);
  expect(silences()).toHaveLength(100);
  expect(silences().at(-1)).toEqual({ from: over, until: null });
});
