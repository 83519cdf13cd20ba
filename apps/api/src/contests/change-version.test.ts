import { defaultContestRules, type ContestState } from '@sandglass/contracts';
import { dangersOf } from '@sandglass/domain';
import { expect, it } from 'vitest';
import { changeVersion } from './change-version.ts';

const state: ContestState = {
  id: 'final',
  name: 'The final',
  shortName: 'Final',
  startsAt: '2026-01-01T10:00:00.000Z',
  endsAt: '2026-01-01T15:00:00.000Z',
  freezesAt: null,
  thawsAt: null,
  removedIntervals: [],
  countdownStoppedAt: null,
  activatesAt: null,
  deactivatesAt: null,
  public: true,
  archivedAt: null,
  image: null,
  teamCount: 0,
  finalizedAt: null,
  penaltyMinutes: 20,
  chargeCompileErrors: false,
  rules: defaultContestRules,
  allowSubmit: true,
  allowJudging: true,
  lockedAt: null,
  extraTimes: [],
  problems: [],
  languages: [],
};
const times = { startsAtMs: 0, endsAtMs: 10, freezesAtMs: null, thawsAtMs: null };

/** The sentences of the domain, with so many submissions and teams. */
const dangers = (added: number, dropped: number, teams: number): string[] =>
  dangersOf({
    before: times,
    after: times,
    submissions: { added, dropped, moved: 0 },
    shown: added,
    changedTeams: teams,
    nowMs: -1,
  });

it('is another one for a contest that is not as it was', () => {
  const later = { ...state, endsAt: '2026-01-01T15:10:00.000Z' };
  expect(changeVersion(later, [])).not.toBe(changeVersion(state, []));
  expect(changeVersion({ ...state }, [])).toBe(changeVersion(state, []));
});

it('is another one with a new kind of danger, and the same for more submissions or teams of one', () => {
  const seen = changeVersion(state, dangers(1, 1, 1));
  expect(changeVersion(state, dangers(2, 3, 40))).toBe(seen);
  const others = [dangers(0, 1, 1), dangers(1, 0, 1), dangers(1, 1, 0), dangers(0, 0, 0)];
  for (const other of others) expect(changeVersion(state, other)).not.toBe(seen);
  expect(new Set(others.map((other) => changeVersion(state, other))).size).toBe(others.length);
});
