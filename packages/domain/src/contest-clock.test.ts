import { describe, expect, it } from 'vitest';
import {
  contestPhase,
  countdownMs,
  contestTimeMs,
  contestTimes,
  hiddenFromMs,
  isFrozen,
  isRemoved,
  maySubmit,
  nextChangeMs,
  scheduleOf,
  teamEndsAtMs,
  timesOf,
} from './contest-clock.ts';

const times = contestTimes({
  startsAt: '2026-11-21T10:00:00.000Z',
  endsAt: '2026-11-21T15:00:00.000Z',
  freezesAt: '2026-11-21T14:00:00.000Z',
  thawsAt: '2026-11-21T16:00:00.000Z',
  finalizedAt: '2026-11-21T17:00:00.000Z',
});
const at = (clock: string) => Date.parse(`2026-11-21T${clock}Z`);

describe('a contest’s clock', () => {
  it.each([
    ['09:59:59.999', 'before', false, false],
    ['10:00:00.000', 'running', false, true],
    ['13:59:59.999', 'running', false, true],
    ['14:00:00.000', 'frozen', true, true],
    ['14:59:59.999', 'frozen', true, true],
    ['15:00:00.000', 'ended', true, false],
    ['16:00:00.000', 'ended', false, false],
    ['17:00:00.000', 'finalized', false, false],
  ] as const)('at %s: %s, frozen %s, may submit %s', (clock, phase, frozen, submit) => {
    expect(contestPhase(times, at(clock))).toBe(phase);
    expect(isFrozen(times, at(clock))).toBe(frozen);
    expect(maySubmit(times, at(clock))).toBe(submit);
  });

  it('stays frozen after the end until somebody thaws', () => {
    const unthawed = { ...times, thawsAtMs: null, finalizedAtMs: null };
    expect(isFrozen(unthawed, at('23:00:00'))).toBe(true);
    expect(contestPhase(unthawed, at('23:00:00'))).toBe('ended');
  });

  it('hides results from the freeze on, as contest time', () => {
    expect(hiddenFromMs(times, at('13:00:00'))).toBeNull();
    expect(hiddenFromMs(times, at('14:30:00'))).toBe(4 * 3_600_000);
    expect(hiddenFromMs(times, at('16:30:00'))).toBeNull();
    expect(hiddenFromMs({ ...times, freezesAtMs: null }, at('14:30:00'))).toBeNull();
  });

  it('counts contest time from the start', () => {
    expect(contestTimeMs(times, at('10:01:00'))).toBe(60_000);
    expect(contestTimeMs(times, at('09:59:59'))).toBe(-1000);
  });

  it('knows its next change', () => {
    expect(nextChangeMs(times, at('09:00:00'))).toBe(at('10:00:00'));
    expect(nextChangeMs(times, at('10:00:00'))).toBe(at('14:00:00'));
    expect(nextChangeMs(times, at('17:00:00'))).toBeNull();
  });

  it('stops while an interval is removed, and ends later by as much', () => {
    const removed = [{ fromMs: at('11:00:00'), untilMs: at('11:10:00') }];
    const shifted = timesOf({ ...scheduleOf(times), removed });
    expect(contestTimeMs(shifted, at('11:00:00'))).toBe(3_600_000);
    expect(contestTimeMs(shifted, at('11:09:59'))).toBe(3_600_000);
    expect(contestTimeMs(shifted, at('11:11:00'))).toBe(3_660_000);
    expect([shifted.freezesAtMs, shifted.endsAtMs]).toEqual([at('14:10:00'), at('15:10:00')]);
    // The thaw is an instant of the wall clock.
    expect(shifted.thawsAtMs).toBe(at('16:00:00'));
    expect([at('11:00:00'), at('11:10:00')].map((one) => isRemoved(shifted, one))).toEqual([true, false]);
  });

  it('counts removed time once where intervals overlap, and none before the start', () => {
    const removed = [
      { fromMs: at('11:05:00'), untilMs: at('11:20:00') },
      { fromMs: at('09:00:00'), untilMs: at('10:01:00') },
      { fromMs: at('11:00:00'), untilMs: at('11:10:00') },
    ];
    expect(timesOf({ ...scheduleOf(times), removed }).endsAtMs).toBe(at('15:21:00'));
  });

  it('gives a team its extra time and nobody else', () => {
    expect(teamEndsAtMs(times, 600_000)).toBe(at('15:10:00'));
    expect(maySubmit(times, at('15:09:59'), 600_000)).toBe(true);
    expect(maySubmit(times, at('15:10:00'), 600_000)).toBe(false);
    expect(maySubmit(times, at('15:00:00'))).toBe(false);
  });

  it('does not start while its countdown is stopped', () => {
    const stopped = { ...times, countdownStoppedAtMs: at('09:50:00') };
    expect(contestPhase(stopped, at('12:00:00'))).toBe('before');
    expect(maySubmit(stopped, at('12:00:00'))).toBe(false);
    expect(isFrozen(stopped, at('14:30:00'))).toBe(false);
    expect(countdownMs(stopped, at('12:00:00'))).toBe(600_000);
    expect(nextChangeMs(stopped, at('09:55:00'))).toBeNull();
    expect(countdownMs(times, at('09:55:00'))).toBe(300_000);
  });

  it('refuses what is no instant, by field', () => {
    expect(() => contestTimes({ startsAt: 'noon', endsAt: '', freezesAt: null, thawsAt: null })).toThrow(
      'startsAt is "noon" and must be an ISO 8601 instant',
    );
  });
});
