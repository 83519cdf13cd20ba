import type { ContestEventData } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFrozen, type ContestTimes } from './contest-clock.ts';
import {
  changesArchived,
  changesResults,
  clicsState,
  finalBlockers,
  showsResults,
  type FinalFacts,
} from './finalising.ts';

const hour = 3_600_000;
const times: ContestTimes = { startsAtMs: 0, endsAtMs: 5 * hour, freezesAtMs: 4 * hour, thawsAtMs: null };
const facts: FinalFacts = {
  times,
  nowMs: 6 * hour,
  longestExtraMs: 0,
  unjudged: [],
  judgingErrors: [],
  rejudgings: [],
};

describe('a contest', () => {
  it('can be made final when it is over and nothing is open, frozen or not', () => {
    expect(finalBlockers(facts)).toEqual([]);
    expect(finalBlockers({ ...facts, times: { ...times, thawsAtMs: 5.5 * hour } })).toEqual([]);
  });

  it.each([
    ['before its start', { nowMs: -1 }, 'The contest has not started.'],
    ['while it runs', { nowMs: 5 * hour - 1 }, 'The contest runs until 1970-01-01T05:00:00.000Z.'],
    [
      'while a team has extra time',
      { nowMs: 5 * hour, longestExtraMs: 60_000 },
      'The contest runs until 1970-01-01T05:01:00.000Z, for a team with extra time.',
    ],
    ['with an open submission', { unjudged: [{ id: 'a', number: 7 }] }, '#7 has no verdict.'],
    [
      'with a judging error',
      { judgingErrors: [{ id: 'a', number: 7 }] },
      '#7 ended in a judging error: judge it again.',
    ],
    [
      'while a rejudging is judged',
      { rejudgings: [{ id: 'r', reason: 'slow host', state: 'judging' }] },
      'The rejudging “slow host” is under way.',
    ],
    [
      'while a rejudging waits',
      { rejudgings: [{ id: 'r', reason: 'slow host', state: 'judged' }] },
      'The rejudging “slow host” is judged and neither applied nor cancelled.',
    ],
  ] as const)('cannot be made final %s', (_when, change, message) => {
    expect(finalBlockers({ ...facts, ...change }).map((blocker) => blocker.message)).toEqual([message]);
  });

  it('names everything that keeps it from being final', () => {
    const open = [1, 2, 3].map((number) => ({ id: String(number), number }));
    const blockers = finalBlockers({ ...facts, unjudged: open, judgingErrors: open });
    expect(blockers.map(({ submission }) => submission?.number)).toEqual([1, 2, 3, 1, 2, 3]);
  });
});

describe('final results', () => {
  const judging = { submissionId: 's', judgingId: 'j', teamId: 't', judgehost: null } as const;
  it.each<[ContestEventData, boolean]>([
    [{ type: 'judging', ...judging, state: 'done', verdict: 'AC', valid: true, jury: false }, true],
    [{ type: 'judging', ...judging, state: 'done', verdict: 'AC', valid: true, jury: true }, false],
    [{ type: 'rejudging', rejudgingId: 'r', state: 'created' }, true],
    [{ type: 'mark', submissionId: 's' }, false],
    [{ type: 'team', teamId: 't', change: 'registration' }, false],
    [{ type: 'team', teamId: 't', change: 'standing' }, true],
    [{ type: 'contest', change: 'definition' }, true],
    [{ type: 'contest', change: 'extend' }, true],
    [{ type: 'contest', change: 'a change that nobody knows' }, true],
    [{ type: 'contest', change: 'thaw' }, false],
    [{ type: 'contest', change: 'wall-limit' }, false],
    [{ type: 'contest', change: 'problem sum' }, false],
    [{ type: 'contest', change: 'reopen' }, false],
  ])('after %j are others: %s', (data, changes) => expect(changesResults(data)).toBe(changes));
});

describe('an archived contest', () => {
  it.each<[string, boolean]>([
    ['change', true],
    ['visibility', true],
    ['award', true],
    ['finalise', true],
    ['definition', true],
    ['archive', false],
    ['restore', false],
    // An import and a rule of all contests are not refused because of one of them.
    ['teams', false],
    ['problem sum', false],
    ['wall-limit', false],
  ])('has no change "%s": %s', (change, isOne) =>
    expect(changesArchived({ type: 'contest', change })).toBe(isOne),
  );
});

describe('the state of CLICS', () => {
  it('has what has come, and the end of updates when final results are seen by everybody', () => {
    const final = { ...times, finalizedAtMs: 6 * hour };
    expect(clicsState(final, 7 * hour)).toEqual({
      started: '1970-01-01T00:00:00.000Z',
      frozen: '1970-01-01T04:00:00.000Z',
      ended: '1970-01-01T05:00:00.000Z',
      thawed: null,
      finalized: '1970-01-01T06:00:00.000Z',
      end_of_updates: null,
    });
    expect(clicsState({ ...final, thawsAtMs: 7 * hour }, 8 * hour)).toMatchObject({
      thawed: '1970-01-01T07:00:00.000Z',
      end_of_updates: '1970-01-01T07:00:00.000Z',
    });
    expect(Object.values(clicsState(final, -1))).toEqual([null, null, null, null, null, null]);
  });

  it('never says that results are seen while a freeze hides some', () => {
    const instant = fc.integer({ min: 0, max: 10 });
    fc.assert(
      fc.property(instant, instant, fc.option(instant), fc.option(instant), (end, now, thaw, final) => {
        const some = { ...times, endsAtMs: end, freezesAtMs: 2, thawsAtMs: thaw, finalizedAtMs: final };
        if (showsResults(some, now)) expect(isFrozen(some, now)).toBe(false);
        expect(clicsState(some, now).end_of_updates === null).toBe(!showsResults(some, now));
      }),
    );
  });
});
