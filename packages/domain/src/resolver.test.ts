/** The resolver over random contests, against scoreboards that are computed from events with exactly the revealed results. */
import type { ContestEvent, ContestRules, ResolverData, Scoreboard, Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boardAfter,
  doStep,
  hiddenResults,
  nextPause,
  positionOfRow,
  resolverRows,
  resolverScript,
  undoStep,
  type ResolverBoard,
} from './resolver.ts';
import { resolverCells } from './resolver-data.ts';
import type { ScoreboardSetup } from './scoreboard-setup.ts';
import { computeScoreboard, ScoreboardModel } from './scoreboard.ts';

const minute = 60_000;
const freeze = 60;
const problemIds = ['p1', 'p2', 'p3'];
const teamIds = ['ada', 'bob', 'cyd', 'dan', 'eve', 'fay'];

const anyContest = fc.record({
  compileErrors: fc.boolean(),
  penalty: fc.constantFrom(0, 20),
  unit: fc.constantFrom<ContestRules['penaltyUnit']>('minutes', 'seconds'),
  tieBreak: fc.constantFrom<ContestRules['tieBreak']>('last-solve', 'run-time', 'none'),
  teams: fc.tuple(
    ...teamIds.map(() =>
      fc.record({
        hidden: fc.boolean(),
        ranked: fc.constantFrom(true, true, true, false),
        sortOrder: fc.constantFrom(0, 0, 1),
        extra: fc.constantFrom(0, 0, 30),
      }),
    ),
  ),
  history: fc.array(
    fc.record({
      team: fc.constantFrom(...teamIds),
      problem: fc.constantFrom(...problemIds),
      at: fc.integer({ min: 0, max: 120 }),
      verdict: fc.constantFrom<Verdict | null>('AC', 'AC', 'WA', 'WA', 'CE', 'JE', null),
    }),
    { maxLength: 40 },
  ),
  seed: fc.nat(9),
});
type AnyContest = typeof anyContest extends fc.Arbitrary<infer Value> ? Value : never;

function setupOf({ compileErrors, penalty, unit, tieBreak, teams }: AnyContest): ScoreboardSetup {
  return {
    contestId: 'demo',
    times: { startsAtMs: 0, endsAtMs: 100 * minute, freezesAtMs: freeze * minute, thawsAtMs: null },
    penaltyMinutes: penalty,
    penaltyPolicy: { compileErrors },
    rules: { penaltyUnit: unit, tieBreak, remap: {} },
    problems: problemIds.map((id, index) => ({ id, label: 'ABC'[index] ?? '', name: id, colour: '#000000' })),
    teams: teamIds.map((id, index) => ({
      id,
      // Two have one name: their ids decide.
      name: id === 'bob' ? 'ada' : id,
      affiliation: null,
      country: null,
      category: null,
      hidden: teams[index]?.hidden === true,
      ranked: teams[index]?.ranked !== false,
      sortOrder: teams[index]?.sortOrder ?? 0,
      extraTimeMs: (teams[index]?.extra ?? 0) * minute,
    })),
  };
}

/** @param isShown of a result after the freeze */
function eventsOf(
  { history }: AnyContest,
  isShown: (team: string, problem: string) => boolean = () => true,
): ContestEvent[] {
  return history.flatMap(({ team, problem, at, verdict }, index): ContestEvent[] => {
    const ids = { submissionId: `s${index}`, judgingId: `s${index}`, teamId: team, jury: false };
    const result = at >= freeze && !isShown(team, problem) ? null : verdict;
    const submittedAt = new Date(at * minute).toISOString();
    const submission = { ...ids, problemId: problem, languageId: 'c', submittedAt, testsTotal: 1 };
    const judging = {
      ...ids,
      state: 'done' as const,
      verdict: result,
      valid: true,
      judgehost: null,
      maxCpuUs: 1000 * (index % 7),
    };
    return [
      { seq: 2 * index + 1, at: submittedAt, data: { type: 'submission', ...submission } },
      ...(result === null
        ? []
        : [{ seq: 2 * index + 2, at: submittedAt, data: { type: 'judging' as const, ...judging } }]),
    ];
  });
}

const at = { updatedAt: '', frozen: false, frozenSince: null };
const publicView = { includeHidden: false, hiddenFromMs: null };

function rowsOf(
  contest: AnyContest,
  isShown?: (team: string, problem: string) => boolean,
): Scoreboard['rows'] {
  return computeScoreboard(setupOf(contest), publicView, eventsOf(contest, isShown), at).rows;
}

/** @param seed of a rehearsal */
function dataOf(
  contest: AnyContest,
  seed: number | null = null,
  more: Partial<ResolverData> = {},
): ResolverData {
  const setup = setupOf(contest);
  const model = new ScoreboardModel(setup, { includeHidden: true, hiddenFromMs: null });
  for (const event of eventsOf(contest)) model.apply(event);
  const { teams, unjudged } = resolverCells(model, setup, freeze * minute, seed);
  return {
    contest: { id: 'demo', name: 'Demo' },
    version: '1',
    madeAt: '',
    rehearsal: seed,
    penaltyUnit: contest.unit,
    tieBreak: contest.tieBreak,
    final: false,
    unjudged,
    problems: setup.problems.map(({ label, name, colour }) => ({ label, name, colour })),
    teams: teams.map((team) => ({ ...team, logo: null, photo: null })),
    awards: [],
    ...more,
  };
}

function isShownOf(data: ResolverData, board: ResolverBoard) {
  return (team: string, problem: string): boolean =>
    board.revealed[data.teams.findIndex(({ id }) => id === team)]?.[problemIds.indexOf(problem)] === true;
}

const anyTop = fc.option(fc.nat(7), { nil: undefined });

describe('the resolver', () => {
  it('shows after each step the scoreboard of exactly the revealed results, and at the end the final one', () => {
    fc.assert(
      fc.property(anyContest, anyTop, (contest, top) => {
        const data = dataOf(contest);
        const { start, steps } = resolverScript(data, top);
        expect(resolverRows(data, start)).toEqual(rowsOf(contest, () => false));
        let board = start;
        for (const step of steps) {
          board = doStep(board, step);
          expect(resolverRows(data, board)).toEqual(rowsOf(contest, isShownOf(data, board)));
        }
        expect(resolverRows(data, board)).toEqual(rowsOf(contest));
        expect(board.settledFrom).toBe(0);
        expect(boardAfter(resolverScript(data, top), steps.length)).toEqual(board);
      }),
      { numRuns: 300 },
    );
  });

  it('settles each team once, in the reverse order of the final scoreboard', () => {
    fc.assert(
      fc.property(anyContest, (contest) => {
        const data = dataOf(contest);
        const settled = resolverScript(data).steps.flatMap((step) =>
          step.kind === 'settle' ? [data.teams[step.team]?.id] : [],
        );
        expect(settled).toEqual(
          rowsOf(contest)
            .map(({ team }) => team.id)
            .toReversed(),
        );
      }),
    );
  });

  it('reveals from left to right, and a selected team only while it is in the lowest row that is not settled', () => {
    fc.assert(
      fc.property(anyContest, (contest) => {
        const data = dataOf(contest);
        const { start, steps } = resolverScript(data);
        let board = start;
        for (const step of steps) {
          if (step.kind === 'reveal') {
            expect(step.from).toBe(board.settledFrom - 1);
            expect(step.to).toBeLessThanOrEqual(step.from);
            expect(board.order[step.from]).toBe(step.team);
            const { cells = [] } = data.teams[step.team] ?? {};
            const next = cells.findIndex(
              ({ final }, problem) => final !== null && board.revealed[step.team]?.[problem] === false,
            );
            expect(step.problem).toBe(next);
          }
          if (step.kind === 'settle') expect(hiddenResults(data, board, step.team)).toBe(0);
          board = doStep(board, step);
        }
      }),
    );
  });

  it('takes each step back to exactly what was before', () => {
    fc.assert(
      fc.property(anyContest, anyTop, (contest, top) => {
        const { start, steps } = resolverScript(dataOf(contest), top);
        let board = start;
        for (const step of steps) {
          const after = doStep(board, step);
          expect(undoStep(after, step)).toEqual(board);
          board = after;
        }
      }),
    );
  });

  it('begins at a row: what is below is settled in one step, and all that follows is as without it', () => {
    fc.assert(
      fc.property(anyContest, fc.nat(6), (contest, top) => {
        const data = dataOf(contest);
        const all = resolverScript(data);
        const short = resolverScript(data, top);
        const from = positionOfRow(all, top);
        if (from === null) return;
        const begin = positionOfRow(short, top) ?? 0;
        expect(boardAfter(short, begin)).toEqual(boardAfter(all, from));
        expect(short.steps.slice(begin - 1)).toEqual(all.steps.slice(from - 1));
      }),
    );
  });

  it('shows the awards of each team that has some, right after it is settled, with the winner last', () => {
    const contest = fc.sample(anyContest, { numRuns: 1, seed: 4 })[0];
    if (contest === undefined) throw new Error('there is no contest');
    contest.teams.forEach((team) => Object.assign(team, { hidden: false }));
    const rows = rowsOf(contest);
    const ids = rows.map(({ team }) => team.id);
    const awards = [
      { id: 'winner', citation: 'Contest winner', teamIds: [ids[0] ?? ''] },
      { id: 'gold-medal', citation: 'Gold medal winner', teamIds: [ids[0] ?? '', ids[2] ?? ''] },
      { id: 'rank-5', citation: '5th place', teamIds: [ids[4] ?? ''] },
    ];
    const shown = (top?: number): unknown[] =>
      resolverScript(dataOf(contest, null, { awards }), top).steps.flatMap((step) =>
        step.kind === 'award' ? [[step.row, step.citations]] : [],
      );
    const expected = [
      [4, ['5th place']],
      [2, ['Gold medal winner']],
      [0, ['Contest winner', 'Gold medal winner']],
    ];
    expect(shown()).toEqual(expected);
    // Those of rows that are settled at once are not lost.
    expect(shown(3)).toEqual(expected);
    expect(shown(0)).toEqual(expected);
    const script = resolverScript(dataOf(contest, null, { awards }));
    const pauses = [];
    for (let position = 0; position < script.steps.length;) {
      position = nextPause(script, position);
      pauses.push(script.steps[position - 1]?.kind);
    }
    expect(pauses).toEqual(['award', 'award', 'award', 'end']);
  });

  it('has an end, and nothing else, where there are no teams', () => {
    expect(resolverScript(dataOf({ ...anyOne(), teams: hiddenTeams() })).steps).toEqual([{ kind: 'end' }]);
  });
});

describe('a rehearsal', () => {
  it('is the same for all hidden results', () => {
    fc.assert(
      fc.property(
        anyContest,
        fc.infiniteStream(fc.constantFrom<Verdict | null>('AC', 'WA', null)),
        (contest, results) => {
          const other = {
            ...contest,
            history: contest.history.map((one) =>
              one.at >= freeze ? { ...one, verdict: results.next().value ?? null } : one,
            ),
          };
          fc.pre(contest.history.some(({ at: time }) => time >= freeze));
          expect(dataOf(other, contest.seed)).toEqual(dataOf(contest, contest.seed));
        },
      ),
    );
  });

  it('begins with the frozen scoreboard, and differs from number to number', () => {
    const contest = {
      ...anyOne(),
      history: teamIds.flatMap((team) =>
        problemIds.map((problem) => ({ team, problem, at: 70, verdict: 'WA' as Verdict })),
      ),
    };
    const boards = [1, 2, 3].map((seed) => {
      const data = dataOf(contest, seed);
      const script = resolverScript(data);
      expect(resolverRows(data, script.start)).toEqual(rowsOf(contest, () => false));
      return resolverRows(data, boardAfter(script, script.steps.length));
    });
    expect(new Set(boards.map((board) => JSON.stringify(board))).size).toBe(3);
    expect(JSON.stringify(boards)).toContain('"solved":true');
  });

  it('takes the last fourth of the tries where nothing has come since the freeze', () => {
    const contest = {
      ...anyOne(),
      history: [10, 20, 30, 40].map((time) => ({
        team: 'ada',
        problem: 'p1',
        at: time,
        verdict: 'WA' as Verdict,
      })),
    };
    expect(dataOf(contest, 1).teams[0]?.cells[0]?.frozen).toMatchObject({ tries: 3, pending: 1 });
    expect(dataOf(contest).teams[0]?.cells[0]).toMatchObject({ frozen: { tries: 4 }, final: null });
  });
});

function anyOne(): AnyContest {
  const teams = teamIds.map(() => ({
    hidden: false,
    ranked: true,
    sortOrder: 0 as const,
    extra: 0 as const,
  }));
  return {
    compileErrors: false,
    penalty: 20,
    unit: 'minutes',
    tieBreak: 'last-solve',
    teams,
    history: [],
    seed: 1,
  };
}

function hiddenTeams(): AnyContest['teams'] {
  return anyOne().teams.map((team) => ({ ...team, hidden: true }));
}
