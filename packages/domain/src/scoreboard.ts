/**
 * The ICPC scoreboard as a fold over the contest's event log.
 *
 * More problems solved is better; then less penalty; then what the contest's rules break ties by, which ICPC does by the
 * earlier last accepted submission (in minutes); who is equal in all three shares the rank.
 */
import {
  defaultContestRules,
  type ContestEvent,
  type ContestRules,
  type Scoreboard,
  type ScoreboardRow,
  type Verdict,
} from '@sandglass/contracts';
import {
  cellOf,
  compareAttempts,
  emptyCell,
  isPending,
  type Attempt,
  type CellResult,
  type CellRule,
} from './scoreboard-cell.ts';
import { contestTimeMs, lengthMs } from './contest-clock.ts';
import { compareStandings, ranked, type Standing } from './scoreboard-order.ts';
import type {
  ScoreboardMoment,
  ScoreboardSetup,
  ScoreboardTeam,
  ScoreboardView,
} from './scoreboard-setup.ts';
import { defaultPenaltyPolicy } from './verdict.ts';

interface TeamState {
  readonly team: ScoreboardTeam;
  readonly attempts: Map<string, Attempt[]>;
  readonly cells: Map<string, CellResult>;
}

/** Holds one board of one view; feed it every event of the contest in seq order. `computeScoreboard` does so from scratch. */
export class ScoreboardModel {
  readonly #setup: ScoreboardSetup;
  readonly #view: ScoreboardView;
  readonly #rule: CellRule;
  readonly #tieBreak: ContestRules['tieBreak'];
  readonly #teams = new Map<string, TeamState>();
  readonly #attempts = new Map<string, Attempt & { readonly judgingId: string | null }>();
  readonly #problems: ReadonlySet<string>;
  readonly #lengthMs: number;
  /** Submission that was first to solve, by problem; a problem is missing while it must be looked up again. */
  readonly #first = new Map<string, string | null>();
  #seq = 0;

  constructor(setup: ScoreboardSetup, view: ScoreboardView) {
    this.#setup = setup;
    this.#view = view;
    const { penaltyUnit: unit, tieBreak, remap } = setup.rules ?? defaultContestRules;
    this.#tieBreak = tieBreak;
    this.#rule = {
      penaltyMinutes: setup.penaltyMinutes,
      unit,
      remap,
      policy: setup.penaltyPolicy ?? defaultPenaltyPolicy,
      hiddenFromMs: view.hiddenFromMs,
      publicHiddenFromMs: view.publicHiddenFromMs ?? null,
    };
    this.#problems = new Set(setup.problems.map((problem) => problem.id));
    this.#lengthMs = lengthMs(setup.times);
    for (const team of setup.teams) {
      if (team.hidden === true && !view.includeHidden) continue;
      this.#teams.set(team.id, { team, attempts: new Map(), cells: new Map() });
    }
  }

  /** The last event that was applied; 0 before the first. */
  get seq(): number {
    return this.#seq;
  }

  /** @returns whether the board may look different now. An event seen before is ignored. */
  apply(event: ContestEvent): boolean {
    if (event.seq <= this.#seq) return false;
    this.#seq = event.seq;
    const data = event.data;
    if (data.type === 'submission') {
      const atMs = Date.parse(data.submittedAt);
      const timeMs = contestTimeMs(this.#setup.times, atMs);
      if (data.jury || !this.#counts(data.teamId, data.problemId, timeMs)) return false;
      return this.#put({
        submissionId: data.submissionId,
        teamId: data.teamId,
        problemId: data.problemId,
        atMs,
        contestTimeMs: timeMs,
        seq: event.seq,
        verdict: null,
        maxCpuUs: null,
        judgingId: data.judgingId,
      });
    }
    if (data.type !== 'judging') return false;
    const attempt = this.#attempts.get(data.submissionId);
    if (attempt === undefined) return false;
    if (data.valid) {
      const verdict = data.state === 'done' ? data.verdict : null;
      return this.#put({ ...attempt, verdict, maxCpuUs: data.maxCpuUs ?? null, judgingId: data.judgingId });
    }
    // The judging that counted has been taken back, and no other has its place yet.
    if (attempt.judgingId !== data.judgingId) return false;
    return this.#put({ ...attempt, verdict: null, maxCpuUs: null });
  }

  /** The same board for itself: what is applied to it from here on changes the other one not. Costs no fold. */
  fork(): ScoreboardModel {
    const copy = new ScoreboardModel(this.#setup, this.#view);
    for (const [id, { team, attempts, cells }] of this.#teams)
      copy.#teams.set(id, { team, attempts: new Map(attempts), cells: new Map(cells) });
    for (const [id, attempt] of this.#attempts) copy.#attempts.set(id, attempt);
    copy.#seq = this.#seq;
    return copy;
  }

  /**
   * As if these verdicts were in the log, by submission. Thousands at once: each cell is counted once, which an event
   * for each of them would not do.
   */
  suppose(verdicts: ReadonlyMap<string, Verdict>): void {
    for (const { attempts: byProblem, cells } of this.#teams.values()) {
      for (const [problemId, attempts] of byProblem) {
        if (!attempts.some(({ submissionId }) => verdicts.has(submissionId))) continue;
        const supposed = attempts.map((attempt) => {
          const verdict = verdicts.get(attempt.submissionId);
          return verdict === undefined ? attempt : { ...attempt, verdict };
        });
        byProblem.set(problemId, supposed);
        cells.set(problemId, cellOf(supposed, this.#rule));
        this.#first.delete(problemId);
      }
    }
  }

  /** Every try that counts, by team and problem, in the order in which they count; results that a freeze hides as well. */
  tries(): { readonly team: ScoreboardTeam; readonly attempts: ReadonlyMap<string, readonly Attempt[]> }[] {
    return [...this.#teams.values()].map(({ team, attempts }) => ({ team, attempts }));
  }

  /** The present scoreboard. Costs a sort of the teams; cells are kept. */
  snapshot(at: ScoreboardMoment): Scoreboard {
    const first = new Map([...this.#problems].map((id) => [id, this.#firstToSolve(id)]));
    const lines = [...this.#teams.values()]
      .map((state) => lineOf(state, this.#tieBreak))
      .sort(compareStandings);
    return {
      contestId: this.#setup.contestId,
      seq: this.#seq,
      updatedAt: at.updatedAt,
      penaltyUnit: this.#rule.unit,
      tieBreak: this.#tieBreak,
      frozen: at.frozen,
      frozenSince: at.frozenSince,
      problems: this.#setup.problems.map((problem) => {
        const cells = lines.map((line) => line.state.cells.get(problem.id) ?? emptyCell);
        return {
          label: problem.label,
          name: problem.name,
          colour: problem.colour,
          solved: cells.filter((cell) => cell.solved).length,
          tries: cells.reduce((sum, cell) => sum + cell.tries + cell.pending, 0),
        };
      }),
      rows: ranked(lines).map(({ standing, rank }) => this.#row(standing, rank, first)),
    };
  }

  #counts(teamId: string, problemId: string, timeMs: number): boolean {
    const state = this.#teams.get(teamId);
    return (
      state !== undefined &&
      this.#problems.has(problemId) &&
      timeMs >= 0 &&
      timeMs < this.#lengthMs + (state.team.extraTimeMs ?? 0)
    );
  }

  #put(attempt: Attempt & { readonly judgingId: string | null }): boolean {
    const before = this.#attempts.get(attempt.submissionId);
    this.#attempts.set(attempt.submissionId, attempt);
    if (before !== undefined && before.verdict === attempt.verdict && before.maxCpuUs === attempt.maxCpuUs)
      return false;
    const state = this.#teams.get(attempt.teamId);
    if (state === undefined) return false;
    const others = (state.attempts.get(attempt.problemId) ?? []).filter(
      (other) => other.submissionId !== attempt.submissionId,
    );
    const attempts = [...others, attempt].sort(compareAttempts);
    state.attempts.set(attempt.problemId, attempts);
    state.cells.set(attempt.problemId, cellOf(attempts, this.#rule));
    this.#first.delete(attempt.problemId);
    return (
      before === undefined ||
      !isPending(attempt, this.#rule.hiddenFromMs) ||
      !isPending(before, this.#rule.hiddenFromMs)
    );
  }

  /**
   * The submission that was first to solve a problem. While an earlier attempt of anybody
   * else is still open, there is none: it might turn out accepted.
   */
  #firstToSolve(problemId: string): string | null {
    const kept = this.#first.get(problemId);
    if (kept !== undefined) return kept;
    let solver: Attempt | null = null;
    let open: Attempt | null = null;
    for (const state of this.#teams.values()) {
      if (state.team.hidden === true || state.team.ranked === false) continue;
      const solvedBy = state.cells.get(problemId)?.solvedBy ?? null;
      if (solvedBy !== null) solver = earlier(solver, solvedBy);
      const pending = state.attempts
        .get(problemId)
        ?.find((attempt) => isPending(attempt, this.#rule.hiddenFromMs));
      if (pending !== undefined) open = earlier(open, pending);
    }
    const first =
      solver !== null && (open === null || compareAttempts(solver, open) < 0) ? solver.submissionId : null;
    this.#first.set(problemId, first);
    return first;
  }

  #row(line: Line, rank: number | null, first: ReadonlyMap<string, string | null>): ScoreboardRow {
    const { team, cells } = line.state;
    return {
      rank,
      team: {
        id: team.id,
        name: team.name,
        affiliation: team.affiliation,
        country: team.country,
        category: team.category,
      },
      solved: line.solved,
      penalty: line.penalty,
      lastSolvedMinute: line.lastSolvedMinute,
      runTimeMs: line.runTimeMs,
      cells: this.#setup.problems.map(({ id, label }) => {
        const cell = cells.get(id) ?? emptyCell;
        return {
          label,
          tries: cell.tries,
          pending: cell.pending,
          solved: cell.solved,
          solvedMinute: cell.solvedMinute,
          firstToSolve: cell.solvedBy !== null && first.get(id) === cell.solvedBy.submissionId,
          ...(cell.hidden ? { hidden: true as const } : {}),
        };
      }),
    };
  }
}

/** The board after all these events, from scratch. */
export function computeScoreboard(
  setup: ScoreboardSetup,
  view: ScoreboardView,
  events: Iterable<ContestEvent>,
  at: ScoreboardMoment,
): Scoreboard {
  const model = new ScoreboardModel(setup, view);
  for (const event of events) model.apply(event);
  return model.snapshot(at);
}

function earlier(a: Attempt | null, b: Attempt): Attempt {
  return a === null || compareAttempts(b, a) < 0 ? b : a;
}

/** A team with its row's facts. */
interface Line extends Standing {
  readonly state: TeamState;
  readonly lastSolvedMinute: number | null;
  readonly runTimeMs: number | null;
}

function lineOf(state: TeamState, tieBreak: ContestRules['tieBreak']): Line {
  let solved = 0;
  let penalty = 0;
  let lastSolvedMinute: number | null = null;
  let lastSolved: number | null = null;
  let runTimeMs: number | null = null;
  for (const cell of state.cells.values()) {
    if (cell.solvedMinute === null || cell.solvedTime === null) continue;
    solved += 1;
    penalty += cell.penalty;
    lastSolvedMinute = Math.max(lastSolvedMinute ?? 0, cell.solvedMinute);
    lastSolved = Math.max(lastSolved ?? 0, cell.solvedTime);
    if (tieBreak === 'run-time') runTimeMs = (runTimeMs ?? 0) + (cell.runTimeMs ?? 0);
  }
  const tie = { 'last-solve': lastSolved, 'run-time': runTimeMs, none: null }[tieBreak];
  return { state, team: state.team, solved, penalty, lastSolvedMinute, runTimeMs, tie };
}
