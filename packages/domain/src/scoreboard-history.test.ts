import type { ContestEvent, Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { momentOf, contestTimeText } from './contest-moment.ts';
import { ScoreboardHistory } from './scoreboard-history.ts';
import { computeScoreboard } from './scoreboard.ts';
import type { ScoreboardSetup, ScoreboardView } from './scoreboard-setup.ts';

const minute = 60_000;
const times = {
  startsAtMs: 0,
  endsAtMs: 300 * minute,
  freezesAtMs: 200 * minute,
  thawsAtMs: null,
  removed: [{ fromMs: 100 * minute, untilMs: 110 * minute }],
};
const team = (id: string) => ({ id, name: id, affiliation: null, country: null, category: null });
const setup: ScoreboardSetup = {
  contestId: 'demo',
  times,
  penaltyMinutes: 20,
  problems: ['A', 'B'].map((label) => ({ id: label, label, name: label, colour: '#000000' })),
  teams: ['ada', 'bob', 'cyd'].map(team),
};
const views: readonly ScoreboardView[] = [
  { includeHidden: true, hiddenFromMs: null },
  { includeHidden: false, hiddenFromMs: 190 * minute },
];
const at = { updatedAt: '', frozen: false, frozenSince: null };

/** Tries, each with the verdicts it got, and how long after it they came. */
const anyLog = fc.array(
  fc.record({
    team: fc.constantFrom('ada', 'bob', 'cyd'),
    problem: fc.constantFrom('A', 'B'),
    at: fc.nat(320 * minute),
    verdicts: fc.array(fc.tuple(fc.nat(30 * minute), fc.constantFrom<Verdict>('AC', 'WA', 'CE')), {
      maxLength: 3,
    }),
  }),
  { maxLength: 30 },
);

function eventsOf(log: typeof anyLog extends fc.Arbitrary<infer Value> ? Value : never): ContestEvent[] {
  const all = log.flatMap((one, index) => {
    const ids = {
      submissionId: `s${String(index)}`,
      judgingId: `j${String(index)}`,
      teamId: one.team,
      jury: false,
    };
    const submitted = {
      ms: one.at,
      data: {
        ...ids,
        type: 'submission' as const,
        problemId: one.problem,
        languageId: 'c',
        submittedAt: new Date(one.at).toISOString(),
        testsTotal: 1,
      },
    };
    let ms = one.at;
    return [
      submitted,
      ...one.verdicts.map(([after, verdict]) => {
        ms += after;
        return {
          ms,
          data: {
            ...ids,
            type: 'judging' as const,
            state: 'done' as const,
            verdict,
            valid: true,
            judgehost: null,
          },
        };
      }),
    ];
  });
  return all
    .toSorted((a, b) => a.ms - b.ms)
    .map(({ ms, data }, index) => ({ seq: index + 1, at: new Date(ms).toISOString(), data }));
}

it('a scoreboard of a moment is made of the events until then and of no later one, in any order of asking', () => {
  fc.assert(
    fc.property(
      anyLog,
      fc.array(fc.nat(340 * minute), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (log, moments, step) => {
        const events = eventsOf(log);
        const history = new ScoreboardHistory(setup, events, step);
        for (const ms of moments)
          for (const view of views) {
            const until = events.filter((event) => Date.parse(event.at) <= ms);
            expect(history.at(ms, view).snapshot(at)).toEqual(computeScoreboard(setup, view, until, at));
          }
      },
    ),
  );
});

it('events that come later are on the scoreboards of later moments', () => {
  const events = eventsOf([{ team: 'ada', problem: 'A', at: minute, verdicts: [[minute, 'AC']] }]);
  const growing = events.slice(0, 1);
  const [view] = views;
  if (view === undefined) throw new Error('there is no view');
  const history = new ScoreboardHistory(setup, growing, 1);
  expect(history.at(5 * minute, view).snapshot(at).rows[0]?.solved).toBe(0);
  growing.push(...events.slice(1));
  expect(history.at(5 * minute, view).snapshot(at).rows[0]?.solved).toBe(1);
  expect(history.at(minute, view).snapshot(at).rows[0]?.solved).toBe(0);
});

it.each([
  ['2:30:00', 160 * minute],
  ['0:00:01.5', 1500],
  ['1:40:00', 100 * minute],
  ['1970-01-01T02:00:00Z', 120 * minute],
  ['1970-01-01T02:00:00+01:00', 60 * minute],
  ['2:30', null],
  ['1:60:00', null],
  ['-1:00:00', null],
  ['yesterday', null],
  ['2026-13-45T00:00:00Z', null],
])('%s is the moment %j', (text, ms) => {
  expect(momentOf(text, times)).toBe(ms);
});

it('a contest time is written as it is read', () => {
  expect(contestTimeText(9_000_999)).toBe('2:30:00');
});
