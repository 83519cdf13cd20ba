/** The scoreboard by any rules and any history, against a recomputation that knows only minutes and counts them. */
import type { ContestEvent, Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contestTimeMs, hiddenFromMs, instantOf, scheduleOf, timesOf } from './contest-clock.ts';
import { computeScoreboard, type ScoreboardSetup } from './scoreboard.ts';

const minute = 60_000;
const teamIds = ['ada', 'bob', 'cyd'];
const problemIds = ['p1', 'p2'];

/** What those who run the contest may decide, in minutes of the wall clock. */
const anyRules = fc.record({
  start: fc.integer({ min: 0, max: 40 }),
  length: fc.integer({ min: 10, max: 120 }),
  freezeAfter: fc.option(fc.integer({ min: 0, max: 100 })),
  removed: fc.array(fc.tuple(fc.integer({ min: -10, max: 160 }), fc.integer({ min: 1, max: 30 })), {
    maxLength: 4,
  }),
  extra: fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)),
  labels: fc.constantFrom(['A', 'B'], ['B', 'A'], ['X', 'C']),
  penalty: fc.nat(30),
  compileErrors: fc.boolean(),
});
type Rules = typeof anyRules extends fc.Arbitrary<infer Value> ? Value : never;

const verdict = fc.constantFrom<Verdict | null>('AC', 'AC', 'WA', 'CE', 'JE', null);
/** Submissions, each with its verdict and those of its rejudgings. */
const anyHistory = fc.array(
  fc.record({
    team: fc.constantFrom(...teamIds, 'nobody'),
    problem: fc.constantFrom(...problemIds, 'removed'),
    at: fc.integer({ min: -5, max: 200 }),
    verdicts: fc.array(verdict, { maxLength: 3 }),
  }),
  { maxLength: 20 },
);
type History = typeof anyHistory extends fc.Arbitrary<infer Value> ? Value : never;

function setupOf(rules: Rules): ScoreboardSetup {
  return {
    contestId: 'demo',
    times: timesOf({
      startsAtMs: rules.start * minute,
      lengthMs: rules.length * minute,
      freezesAfterMs: rules.freezeAfter === null ? null : rules.freezeAfter * minute,
      thawsAtMs: null,
      removed: rules.removed.map(([from, long]) => ({
        fromMs: from * minute,
        untilMs: (from + long) * minute,
      })),
    }),
    penaltyMinutes: rules.penalty,
    penaltyPolicy: { compileErrors: rules.compileErrors },
    problems: problemIds.map((id, index) => ({
      id,
      label: rules.labels[index] ?? '',
      name: id,
      colour: '#000000',
    })),
    teams: teamIds.map((id, index) => ({
      id,
      name: id,
      affiliation: null,
      country: null,
      category: null,
      extraTimeMs: (rules.extra[index] ?? 0) * minute,
    })),
  };
}

function eventsOf(history: History): ContestEvent[] {
  const submitted = history.map(({ team, problem, at }, index): ContestEvent['data'] => ({
    type: 'submission',
    submissionId: `s${index}`,
    judgingId: `s${index}-0`,
    teamId: team,
    problemId: problem,
    languageId: 'c',
    submittedAt: new Date(at * minute).toISOString(),
    jury: false,
    testsTotal: 1,
  }));
  const judged = history.flatMap(({ team, verdicts }, index) =>
    verdicts.map((one, turn): ContestEvent['data'] => ({
      type: 'judging',
      submissionId: `s${index}`,
      judgingId: `s${index}-${turn}`,
      teamId: team,
      state: one === null ? 'running' : 'done',
      verdict: one,
      valid: true,
      jury: false,
      judgehost: null,
    })),
  );
  return [...submitted, ...judged].map((data, index) => ({ seq: index + 1, at: '', data }));
}

/** Counts the minutes that are in the contest, one by one. */
function countedMinutes(rules: Rules, at: number): number {
  let count = 0;
  for (let one = rules.start; one < at; one += 1)
    if (!rules.removed.some(([from, long]) => from <= one && one < from + long)) count += 1;
  return at < rules.start ? at - rules.start : count;
}

interface NaiveRow {
  readonly solved: number;
  readonly penalty: number;
  readonly cells: Record<string, string>;
}

/** By the words of the rules, for one team at a time. */
function naiveRow(rules: Rules, history: History, team: string, hidesFrom: number | null): NaiveRow {
  const row = { solved: 0, penalty: 0, cells: {} as Record<string, string> };
  for (const [index, problem] of problemIds.entries()) {
    const cell = { tries: 0, pending: 0, solvedMinute: null as number | null };
    const extra = rules.extra[teamIds.indexOf(team)] ?? 0;
    const own = history
      .filter((one) => one.team === team && one.problem === problem)
      .toSorted((a, b) => a.at - b.at);
    for (const { at, verdicts } of own) {
      const time = countedMinutes(rules, at);
      if (time < 0 || time >= rules.length + extra || cell.solvedMinute !== null) continue;
      const last = verdicts.at(-1) ?? null;
      if (last === null || last === 'JE' || (hidesFrom !== null && time >= hidesFrom)) cell.pending += 1;
      else if (last === 'AC') cell.solvedMinute = time;
      else if (last === 'WA' || rules.compileErrors) cell.tries += 1;
    }
    if (cell.solvedMinute !== null) {
      row.solved += 1;
      row.penalty += cell.solvedMinute + cell.tries * rules.penalty;
      cell.tries += 1;
    }
    row.cells[rules.labels[index] ?? ''] = `${cell.tries} ${cell.pending} ${cell.solvedMinute}`;
  }
  return row;
}

function boardOf(rules: Rules, events: readonly ContestEvent[], frozen: boolean): Map<string, NaiveRow> {
  const setup = setupOf(rules);
  const hidden = frozen ? hiddenFromMs(setup.times, Number.MAX_SAFE_INTEGER) : null;
  const board = computeScoreboard(setup, { includeHidden: true, hiddenFromMs: hidden }, events, {
    updatedAt: '',
    frozen,
    frozenSince: null,
  });
  return new Map(
    board.rows.map(({ team, solved, penalty, cells }) => [
      team.id,
      {
        solved,
        penalty,
        cells: Object.fromEntries(
          cells.map(({ label, tries, pending, solvedMinute }) => [
            label,
            `${tries} ${pending} ${solvedMinute}`,
          ]),
        ),
      },
    ]),
  );
}

describe('for any rules and any history', () => {
  it('the scoreboard is what a naive recomputation gives, frozen and open', () => {
    fc.assert(
      fc.property(anyRules, anyHistory, fc.boolean(), (rules, history, frozen) => {
        const board = boardOf(rules, eventsOf(history), frozen);
        for (const team of teamIds)
          expect(board.get(team)).toEqual(naiveRow(rules, history, team, frozen ? rules.freezeAfter : null));
      }),
      { numRuns: 400 },
    );
  });

  it('a removed interval that is restored leaves nothing behind', () => {
    fc.assert(
      fc.property(anyRules, fc.nat(3), (rules, index) => {
        const without = { ...rules, removed: rules.removed.toSpliced(index, 1) };
        const removed = timesOf(scheduleOf(setupOf(rules).times));
        const restored = { ...scheduleOf(removed), removed: setupOf(without).times.removed ?? [] };
        expect(timesOf(restored)).toEqual(setupOf(without).times);
      }),
    );
  });

  it('who arrived earlier is never later in contest time', () => {
    fc.assert(
      fc.property(anyRules, fc.nat(200), fc.nat(200), (rules, one, other) => {
        const { times } = setupOf(rules);
        const [early, late] = [Math.min(one, other) * minute, Math.max(one, other) * minute];
        expect(contestTimeMs(times, early)).toBeLessThanOrEqual(contestTimeMs(times, late));
      }),
    );
  });

  it('every contest time has its first instant', () => {
    fc.assert(
      fc.property(anyRules, fc.nat(200), (rules, time) => {
        const { times } = setupOf(rules);
        const instant = instantOf(times, time * minute);
        expect(contestTimeMs(times, instant)).toBe(time * minute);
        expect(contestTimeMs(times, instant - 1)).toBeLessThan(time * minute);
      }),
    );
  });
});
