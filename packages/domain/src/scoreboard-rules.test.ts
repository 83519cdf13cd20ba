/**
 * The scoreboard by any rules and any history, against a recomputation that knows only seconds and counts them. Rules are
 * never part of the history: a board is made by those of now, whenever they were changed.
 */
import type { ContestEvent, ContestRules, Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contestTimeMs, hiddenFromMs, instantOf, scheduleOf, timesOf } from './contest-clock.ts';
import type { ScoreboardSetup, ScoreboardView } from './scoreboard-setup.ts';
import { ScoreboardModel } from './scoreboard.ts';

const second = 1000;
const latest = 3000;
const teamIds = ['ada', 'bob', 'cyd', 'dan'];
const problemIds = ['p1', 'p2'];

/** What those who run the contest may decide; times in seconds of the wall clock. */
const anyRules = fc.record({
  start: fc.nat(600),
  length: fc.integer({ min: 300, max: 2400 }),
  freezeAfter: fc.option(fc.nat(2000)),
  removed: fc.array(fc.tuple(fc.integer({ min: -100, max: latest }), fc.integer({ min: 1, max: 400 })), {
    maxLength: 4,
  }),
  extra: fc.tuple(fc.nat(400), fc.nat(400), fc.nat(400), fc.constant(0)),
  labels: fc.constantFrom(['A', 'B'], ['B', 'A'], ['X', 'C']),
  penalty: fc.nat(30),
  compileErrors: fc.boolean(),
  unit: fc.constantFrom<ContestRules['penaltyUnit']>('minutes', 'seconds'),
  tieBreak: fc.constantFrom<ContestRules['tieBreak']>('last-solve', 'run-time', 'none'),
  remap: fc.constantFrom<ContestRules['remap']>({}, { CE: 'RTE' }, { WA: 'CE' }, { OLE: 'CE', WA: 'OLE' }),
  /** Groups of teams: hidden, out of the ranking, a ranking of their own. */
  groups: fc.array(
    fc.record({ hidden: fc.boolean(), ranked: fc.boolean(), sortOrder: fc.constantFrom(0, 0, 1) }),
    { minLength: teamIds.length, maxLength: teamIds.length },
  ),
});
type Rules = typeof anyRules extends fc.Arbitrary<infer Value> ? Value : never;

/** Submissions, each with what became of it: verdicts of its judgings, or that the one that counted was taken back. */
const outcome = fc.record({
  verdict: fc.constantFrom<Verdict | null>('AC', 'AC', 'AC', 'WA', 'OLE', 'CE', 'JE', null),
  valid: fc.constantFrom(true, true, true, false),
  cpuUs: fc.option(fc.nat(4_000)),
});
const anyHistory = fc.array(
  fc.record({
    team: fc.constantFrom(...teamIds, 'nobody'),
    problem: fc.constantFrom(...problemIds, 'removed'),
    at: fc.integer({ min: -60, max: latest }),
    /** Of the jury: never on a board. */
    jury: fc.constantFrom(false, false, false, true),
    outcomes: fc.array(outcome, { maxLength: 3 }),
    /** How long its judgings take: events of different submissions come in any order. */
    delay: fc.nat(20),
  }),
  { maxLength: 25 },
);
type History = typeof anyHistory extends fc.Arbitrary<infer Value> ? Value : never;

function setupOf(rules: Rules): ScoreboardSetup {
  return {
    contestId: 'demo',
    times: timesOf({
      startsAtMs: rules.start * second,
      lengthMs: rules.length * second,
      freezesAfterMs: rules.freezeAfter === null ? null : rules.freezeAfter * second,
      thawsAtMs: null,
      removed: rules.removed.map(([from, long]) => ({
        fromMs: from * second,
        untilMs: (from + long) * second,
      })),
    }),
    penaltyMinutes: rules.penalty,
    penaltyPolicy: { compileErrors: rules.compileErrors },
    rules: { penaltyUnit: rules.unit, tieBreak: rules.tieBreak, remap: rules.remap },
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
      extraTimeMs: (rules.extra[index] ?? 0) * second,
      ...rules.groups[index],
    })),
  };
}

function eventsOf(history: History): ContestEvent[] {
  const due = history.flatMap(({ team, problem, at, jury, outcomes, delay }, index) => {
    const submissionId = `s${index}`;
    const submission: ContestEvent['data'] = {
      type: 'submission',
      submissionId,
      judgingId: `${submissionId}-0`,
      teamId: team,
      problemId: problem,
      languageId: 'c',
      submittedAt: new Date(at * second).toISOString(),
      jury,
      testsTotal: 1,
    };
    const judgings = outcomes.map(({ verdict, valid, cpuUs }, turn): ContestEvent['data'] => ({
      type: 'judging',
      submissionId,
      judgingId: `${submissionId}-${turn}`,
      teamId: team,
      state: verdict === null ? 'running' : 'done',
      verdict,
      valid,
      jury,
      judgehost: null,
      ...(cpuUs === null ? {} : { maxCpuUs: cpuUs * 100 }),
    }));
    return [submission, ...judgings].map((data, turn) => ({ data, place: index + turn * delay }));
  });
  return due
    .toSorted((a, b) => a.place - b.place)
    .map(({ data }, index) => ({ seq: index + 1, at: '', data }));
}

/** What a submission has come to, by the words of the log. */
function naiveVerdict(outcomes: History[number]['outcomes'], id: string) {
  let counts = { judging: `${id}-0`, verdict: null as Verdict | null, cpuUs: 0 };
  for (const [turn, { verdict, valid, cpuUs }] of outcomes.entries()) {
    const judging = `${id}-${turn}`;
    if (valid) counts = { judging, verdict, cpuUs: (cpuUs ?? 0) * 100 };
    else if (counts.judging === judging) counts = { judging, verdict: null, cpuUs: 0 };
  }
  return counts;
}

/** Counts the seconds that are in the contest, one by one. */
function countedSeconds(rules: Rules, at: number): number {
  if (at < rules.start) return at - rules.start;
  let count = 0;
  for (let one = rules.start; one < at; one += 1)
    if (!rules.removed.some(([from, long]) => from <= one && one < from + long)) count += 1;
  return count;
}

interface NaiveRow {
  readonly team: string;
  readonly solved: number;
  readonly penalty: number;
  readonly lastSolvedMinute: number | null;
  readonly runTimeMs: number | null;
  readonly cells: Record<string, string>;
  readonly tie: number;
}

/** By the words of the rules, for one team at a time. */
function naiveRow(rules: Rules, history: History, team: string, hidesFrom: number | null): NaiveRow {
  const perUnit = rules.unit === 'minutes' ? 60 : 1;
  const cells: Record<string, string> = {};
  let [solved, penalty, runTimeMs] = [0, 0, 0];
  const solves: number[] = [];
  for (const [index, problem] of problemIds.entries()) {
    const extra = rules.extra[teamIds.indexOf(team)] ?? 0;
    const own = history
      .map((one, place) => ({
        ...one,
        ...naiveVerdict(one.outcomes, `s${place}`),
        time: countedSeconds(rules, one.at),
      }))
      .filter((one) => one.team === team && one.problem === problem && !one.jury)
      .filter(({ time }) => time >= 0 && time < rules.length + extra)
      .toSorted((a, b) => a.at - b.at)
      .map((one) => ({
        ...one,
        open: one.verdict === null || one.verdict === 'JE' || (hidesFrom !== null && one.time >= hidesFrom),
      }));
    const isSolve = ({ open, verdict }: (typeof own)[number]): boolean => !open && verdict === 'AC';
    const first = own.findIndex(isSolve);
    const before = first === -1 ? own : own.slice(0, first);
    const charged = before.filter(({ open, verdict }) => {
      const shown = rules.remap[verdict as keyof typeof rules.remap] ?? verdict;
      return !open && (shown !== 'CE' || rules.compileErrors);
    });
    const pending = before.filter(({ open }) => open).length;
    const time = own[first]?.time ?? null;
    if (time !== null) {
      solved += 1;
      penalty += Math.floor(time / perUnit) + charged.length * rules.penalty * (60 / perUnit);
      runTimeMs += Math.round((own[first]?.cpuUs ?? 0) / 1000);
      solves.push(time);
    }
    const tries = charged.length + (time === null ? 0 : 1);
    cells[rules.labels[index] ?? ''] = `${tries} ${pending} ${time === null ? null : Math.floor(time / 60)}`;
  }
  const last = solves.length === 0 ? null : Math.max(...solves);
  const tie = { 'last-solve': Math.floor((last ?? 0) / perUnit), 'run-time': runTimeMs, none: 0 };
  return {
    team,
    solved,
    penalty,
    lastSolvedMinute: last === null ? null : Math.floor(last / 60),
    runTimeMs: rules.tieBreak === 'run-time' && solved > 0 ? runTimeMs : null,
    cells,
    tie: tie[rules.tieBreak],
  };
}

/** Whose row is before whose by merit, in one ranking. */
function isBetter(a: NaiveRow, b: NaiveRow): boolean {
  if (a.solved !== b.solved) return a.solved > b.solved;
  if (a.penalty !== b.penalty) return a.penalty < b.penalty;
  return a.tie < b.tie;
}

/** A team's rank is one more than the number of ranked teams that are better; and rows, without `tie`. */
function naiveBoard(rules: Rules, history: History, hidesFrom: number | null, withHidden: boolean) {
  const groupOf = (team: string): Rules['groups'][number] | undefined => rules.groups[teamIds.indexOf(team)];
  const rows = teamIds
    .filter((team) => withHidden || groupOf(team)?.hidden !== true)
    .map((team) => naiveRow(rules, history, team, hidesFrom));
  return rows.map(({ tie: _tie, ...row }, index) => {
    const rivals = rows.filter(
      ({ team }) =>
        groupOf(team)?.ranked === true && groupOf(team)?.sortOrder === groupOf(row.team)?.sortOrder,
    );
    const better = rivals.filter((rival) => {
      const own = rows[index];
      return own !== undefined && isBetter(rival, own);
    });
    return { ...row, rank: groupOf(row.team)?.ranked === true ? better.length + 1 : null };
  });
}

/** Fed event by event, with a look at the board after each: what is kept must never be stale. */
function boardOf(rules: Rules, history: History, view: ScoreboardView) {
  const model = new ScoreboardModel(setupOf(rules), view);
  const moment = { updatedAt: '', frozen: false, frozenSince: null };
  for (const event of eventsOf(history)) {
    model.apply(event);
    model.snapshot(moment);
  }
  return model
    .snapshot(moment)
    .rows.map(({ rank, team, solved, penalty, lastSolvedMinute, runTimeMs, cells }) => ({
      team: team.id,
      solved,
      penalty,
      lastSolvedMinute,
      runTimeMs,
      cells: Object.fromEntries(
        cells.map(({ label, tries, pending, solvedMinute }) => [
          label,
          `${tries} ${pending} ${solvedMinute}`,
        ]),
      ),
      rank,
    }))
    .toSorted((a, b) => (a.team < b.team ? -1 : 1));
}

describe('for any rules and any history', () => {
  it('the scoreboard is what a naive recomputation gives, frozen and open, with hidden teams and without', () => {
    fc.assert(
      fc.property(
        anyRules,
        anyHistory,
        fc.boolean(),
        fc.boolean(),
        (rules, history, frozen, includeHidden) => {
          const hidden = frozen ? hiddenFromMs(setupOf(rules).times, Number.MAX_SAFE_INTEGER) : null;
          const board = boardOf(rules, history, { includeHidden, hiddenFromMs: hidden });
          expect(board).toEqual(naiveBoard(rules, history, frozen ? rules.freezeAfter : null, includeHidden));
        },
      ),
      { numRuns: 600 },
    );
  });

  it('a verdict costs one cell, however many teams and problems there are', () => {
    let looks = 0;
    const policy = {
      get compileErrors() {
        looks += 1;
        return true;
      },
    };
    const teams = Array.from({ length: 300 }, (_, index) => `t${index}`);
    const rules = fc.sample(anyRules, { numRuns: 1, seed: 1 })[0];
    if (rules === undefined) throw new Error('no rules');
    const setup = setupOf({ ...rules, start: 0, length: 2400, removed: [], remap: {} });
    const model = new ScoreboardModel(
      {
        ...setup,
        penaltyPolicy: policy,
        teams: teams.map((id) => ({ id, name: id, affiliation: null, country: null, category: null })),
      },
      { includeHidden: true, hiddenFromMs: null },
    );
    const errors: History = teams.flatMap((team) =>
      problemIds.map((problem) => ({
        team,
        problem,
        at: 60,
        jury: false,
        outcomes: [{ verdict: 'CE' as const, valid: true, cpuUs: null }],
        delay: 0,
      })),
    );
    const events = eventsOf(errors);
    for (const event of events) model.apply(event);
    looks = 0;
    const rejudged = events.findLast(({ data }) => data.type === 'judging');
    if (rejudged?.data.type !== 'judging') throw new Error('nothing was judged');
    model.apply({ ...rejudged, seq: events.length + 1, data: { ...rejudged.data, maxCpuUs: 5 } });
    expect(looks).toBe(1);
    model.snapshot({ updatedAt: '', frozen: false, frozenSince: null });
    expect(looks).toBe(1);
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
      fc.property(anyRules, fc.nat(latest), fc.nat(latest), (rules, one, other) => {
        const { times } = setupOf(rules);
        const [early, late] = [Math.min(one, other) * second, Math.max(one, other) * second];
        expect(contestTimeMs(times, early)).toBeLessThanOrEqual(contestTimeMs(times, late));
      }),
    );
  });

  it('every contest time has its first instant', () => {
    fc.assert(
      fc.property(anyRules, fc.nat(latest), (rules, time) => {
        const { times } = setupOf(rules);
        const instant = instantOf(times, time * second);
        expect(contestTimeMs(times, instant)).toBe(time * second);
        expect(contestTimeMs(times, instant - 1)).toBeLessThan(time * second);
      }),
    );
  });
});
