import { describe, expect, it } from 'vitest';
import {
  carryingThaw,
  changeTimes,
  dangersOf,
  movedSubmissions,
  shownSubmissions,
  withRemoved,
  type Change,
} from './contest-changes.ts';
import { contestPhase, countdownMs, isFrozen, type ContestTimes } from './contest-clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const times: ContestTimes = {
  startsAtMs: 10 * hour,
  endsAtMs: 15 * hour,
  freezesAtMs: 14 * hour,
  thawsAtMs: 16 * hour,
};
const none = { reason: '', confirm: false };

describe('the start', () => {
  it('now moves everything by as much, so that the length stays', () => {
    expect(changeTimes(times, { action: 'start-now', ...none }, 9 * hour)).toMatchObject({
      startsAtMs: 9 * hour,
      freezesAtMs: 13 * hour,
      endsAtMs: 14 * hour,
      thawsAtMs: 15 * hour,
    });
  });

  it('does not come while the countdown is stopped, and then after what was left', () => {
    const stopped = changeTimes(times, { action: 'stop-countdown', ...none }, 9.5 * hour);
    expect(contestPhase(stopped, 12 * hour)).toBe('before');
    const resumed = changeTimes(stopped, { action: 'resume-countdown', ...none }, 12 * hour);
    expect([resumed.startsAtMs, resumed.endsAtMs]).toEqual([12.5 * hour, 17.5 * hour]);
    expect(countdownMs(resumed, 12 * hour)).toBe(30 * minute);
  });

  it.each(['start-now', 'stop-countdown'] as const)('%s is refused once it has been', (action) => {
    expect(() => changeTimes(times, { action, ...none }, 10 * hour)).toThrow('it has started');
  });
});

describe('the end', () => {
  it('moves by minutes of contest time, and the thaw with it; the freeze stays', () => {
    const longer = changeTimes(times, { action: 'extend', minutes: 30, ...none }, 11 * hour);
    expect(longer).toMatchObject({ freezesAtMs: 14 * hour, endsAtMs: 15.5 * hour, thawsAtMs: 16.5 * hour });
  });

  it('now leaves no freeze after it', () => {
    const over = changeTimes(times, { action: 'end-now', ...none }, 12 * hour);
    expect(over).toMatchObject({ endsAtMs: 12 * hour, freezesAtMs: null, thawsAtMs: null });
    expect(changeTimes(times, { action: 'end-now', ...none }, 14.5 * hour)).toMatchObject({
      freezesAtMs: 14 * hour,
      endsAtMs: 14.5 * hour,
    });
  });
});

describe('the freeze', () => {
  it('comes now, goes, and comes again', () => {
    const frozen = changeTimes(times, { action: 'freeze-now', ...none }, 12 * hour);
    expect(isFrozen(frozen, 12 * hour)).toBe(true);
    const thawed = changeTimes(frozen, { action: 'thaw', ...none }, 13 * hour);
    expect(isFrozen(thawed, 13 * hour)).toBe(false);
    expect(changeTimes(thawed, { action: 'freeze-now', ...none }, 13.5 * hour)).toMatchObject({
      freezesAtMs: 13.5 * hour,
      thawsAtMs: null,
    });
  });

  it('cannot thaw where nothing is frozen', () => {
    expect(() => changeTimes(times, { action: 'thaw', ...none }, 12 * hour)).toThrow('is not frozen');
  });
});

const [early, late] = [10 * hour, 10 * hour + 10 * minute];

describe('removed time', () => {
  it('moves end and thaw, and back when it is restored', () => {
    const removed = withRemoved(times, [{ fromMs: 11 * hour, untilMs: 11.5 * hour }], 12 * hour);
    expect(removed).toMatchObject({
      freezesAtMs: 14.5 * hour,
      endsAtMs: 15.5 * hour,
      thawsAtMs: 16.5 * hour,
    });
    expect(withRemoved(removed, [], 12 * hour)).toMatchObject(times);
  });

  it('leaves a thaw by hand, and nothing frozen where the freeze would come after it', () => {
    const removed = [{ fromMs: early, untilMs: late }];
    const thawed = { ...times, thawsAtMs: 14 * hour + 2 * minute };
    expect(withRemoved(thawed, removed, 14.5 * hour)).toMatchObject({ freezesAtMs: null, thawsAtMs: null });
    const afterEnd = { ...times, thawsAtMs: 15 * hour + 5 * minute };
    const changed = withRemoved(afterEnd, removed, 15 * hour + 12 * minute);
    expect(changed).toMatchObject({
      freezesAtMs: 14 * hour + 10 * minute,
      thawsAtMs: 15 * hour + 5 * minute,
    });
    expect(isFrozen(changed, 15 * hour + 12 * minute)).toBe(false);
  });

  it('moves a thaw that is planned before the end with its freeze', () => {
    const planned = { ...times, thawsAtMs: 14.5 * hour };
    const removed = withRemoved(planned, [{ fromMs: 10 * hour, untilMs: 11 * hour }], 12 * hour);
    expect(removed).toMatchObject({ freezesAtMs: 15 * hour, thawsAtMs: 15.5 * hour });
    expect(withRemoved(removed, [], 12 * hour)).toMatchObject(planned);
  });
});

it('moves a thaw before the end with the start, and one that has been with a contest that starts again', () => {
  const planned = { ...times, thawsAtMs: 14.5 * hour };
  expect(changeTimes(planned, { action: 'start-now', ...none }, 9 * hour).thawsAtMs).toBe(13.5 * hour);
  const again = { action: 'set-start', startsAt: new Date(34 * hour).toISOString(), ...none } as const;
  expect(changeTimes(planned, again, 20 * hour)).toMatchObject({
    freezesAtMs: 38 * hour,
    thawsAtMs: 38.5 * hour,
  });
});

it('carries a thaw to come with an end that is set', () => {
  const longer = { ...times, endsAtMs: 15.5 * hour };
  expect(carryingThaw(times, longer, 12 * hour).thawsAtMs).toBe(16.5 * hour);
  expect(carryingThaw(times, longer, 16 * hour).thawsAtMs).toBe(16 * hour);
});

const nothing = { added: 0, dropped: 0, moved: 0 };
const dangers = (change: Partial<Change>): string[] =>
  dangersOf({
    before: times,
    after: times,
    submissions: nothing,
    shown: 0,
    changedTeams: 0,
    nowMs: 12 * hour,
    ...change,
  });

it('says what happens to submissions, and asks where that is grave', () => {
  const submissions = [9, 10, 12, 15, 15.2].map((at) => ({
    atMs: at * hour,
    extraBeforeMs: 0,
    extraAfterMs: 0,
  }));
  const later = { ...times, startsAtMs: 11 * hour, endsAtMs: 15.1 * hour };
  const moved = movedSubmissions(times, later, submissions);
  expect(moved).toEqual({ added: 1, dropped: 1, moved: 1 });
  expect(dangers({ after: later, submissions: moved, changedTeams: 2 })).toEqual([
    'The contest has started, and its start moves.',
    '1 submission is no longer counted.',
    '1 submission is counted that did not count.',
    'The scoreboard changes for 2 teams.',
  ]);
  expect(dangers({ after: { ...times, endsAtMs: 13 * hour } })).toEqual([
    'The contest ends earlier than teams expect.',
  ]);
  expect(dangers({})).toEqual([]);
});

it('asks before a contest starts at once, or has been', () => {
  const at = (startsAtMs: number, endsAtMs: number): ContestTimes => ({
    ...times,
    startsAtMs,
    endsAtMs,
    freezesAtMs: null,
    thawsAtMs: null,
  });
  expect(dangers({ after: at(8 * hour, 13 * hour), nowMs: 9 * hour })).toEqual([
    'Everybody sees the problems.',
  ]);
  expect(dangers({ after: at(7 * hour, 8 * hour), nowMs: 9 * hour })).toEqual([
    'Everybody sees the problems.',
    'The contest is over at once.',
  ]);
  expect(dangers({ after: at(9.5 * hour, 13 * hour), nowMs: 9 * hour })).toEqual([]);
});

it('asks before a thaw while somebody may still submit', () => {
  expect(dangers({ extraMs: { before: 0, after: 2 * hour } })).toEqual([
    'The scoreboard thaws while a team with extra time may still submit.',
  ]);
  const early = { ...times, endsAtMs: 16.5 * hour };
  expect(dangers({ after: early })).toEqual(['The scoreboard thaws before the contest ends.']);
  expect(dangers({ before: early, after: { ...early, endsAtMs: 17 * hour } })).toEqual([]);
});

describe('results of the freeze', () => {
  const submissions = [13.9, 14.1, 14.4].map((at) => ({ atMs: at * hour }));
  const nowMs = 14.5 * hour;

  it('are counted that a later freeze shows, or a removed interval', () => {
    const laterFreeze = { ...times, freezesAtMs: 14.2 * hour };
    expect(shownSubmissions(times, laterFreeze, submissions, nowMs)).toBe(1);
    const removed = withRemoved(times, [{ fromMs: 11 * hour, untilMs: 11.2 * hour }], nowMs);
    expect(shownSubmissions(times, removed, submissions, nowMs)).toBe(1);
    expect(shownSubmissions(times, { ...times, thawsAtMs: nowMs }, submissions, nowMs)).toBe(2);
    expect(dangers({ after: laterFreeze, shown: 1, nowMs })).toEqual([
      'Everybody sees the results of 1 submission of the freeze.',
    ]);
  });

  it('are not that stay hidden, or were not', () => {
    const earlier = { ...times, freezesAtMs: 13 * hour };
    expect(shownSubmissions(times, earlier, submissions, nowMs)).toBe(0);
    expect(shownSubmissions(times, { ...times, freezesAtMs: 14.2 * hour }, submissions, 12 * hour)).toBe(0);
  });
});
