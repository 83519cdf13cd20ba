/**
 * The ICPC scoreboard as a fold over the contest's event log.
 *
 * More problems solved is better; then less penalty; then the earlier last accepted
 * submission (in minutes); who is equal in all three shares the rank. `ScoreboardModel`
 * takes events one by one; `computeScoreboard` is the same thing from scratch.
 */
import type { ContestEvent, Scoreboard, ScoreboardRow, Verdict } from '@sandglass/contracts';
import {
  cellOf,
  compareAttempts,
  emptyCell,
  isPending,
  type Attempt,
  type CellResult,
  type CellRule,
} from './scoreboard-cell.ts';
import { defaultPenaltyPolicy, type PenaltyPolicy } from './verdict.ts';

export interface ScoreboardTeam {
  readonly id: string;
  readonly name: string;
  readonly affiliation: string | null;
  readonly country: string | null;
  readonly category: string | null;
  /** Of a hidden category: on the jury's board only, and never first to solve. */
  readonly hidden?: boolean;
  /** Groups with their own ranking, lowest number on top; default 0. */
  readonly sortOrder?: number;
}

export interface ScoreboardSetup {
  readonly contestId: string;
  /** Length of the contest: attempts from here on do not count. */
  readonly durationMs: number;
  readonly penaltyMinutes: number;
  readonly penaltyPolicy?: PenaltyPolicy;
  readonly problems: readonly { readonly label: string; readonly name: string; readonly colour: string }[];
  readonly teams: readonly ScoreboardTeam[];
}

export interface ScoreboardView {
  /** With hidden teams (jury) or without. */
  readonly includeHidden: boolean;
  /** Contest time from which on attempts are shown as pending; see `hiddenFromMs` of the contest clock. */
  readonly hiddenFromMs: number | null;
}

interface TeamState {
  readonly team: ScoreboardTeam;
  readonly attempts: Map<string, Attempt[]>;
  readonly cells: Map<string, CellResult>;
}

interface Line {
  readonly state: TeamState;
  readonly solved: number;
  readonly penalty: number;
  readonly lastSolvedMinute: number | null;
}

/** Holds one board of one view; feed it every event of the contest in seq order. */
export class ScoreboardModel {
  readonly #setup: ScoreboardSetup;
  readonly #view: ScoreboardView;
  readonly #rule: CellRule;
  readonly #teams = new Map<string, TeamState>();
  readonly #attempts = new Map<string, Attempt & { readonly judgingId: string | null }>();
  readonly #labels: ReadonlySet<string>;
  /** Submission that was first to solve, by label; a label is missing while it must be looked up anew. */
  readonly #first = new Map<string, string | null>();
  #seq = 0;

  constructor(setup: ScoreboardSetup, view: ScoreboardView) {
    this.#setup = setup;
    this.#view = view;
    this.#rule = {
      penaltyMinutes: setup.penaltyMinutes,
      policy: setup.penaltyPolicy ?? defaultPenaltyPolicy,
      hiddenFromMs: view.hiddenFromMs,
    };
    this.#labels = new Set(setup.problems.map((problem) => problem.label));
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
      if (data.jury || !this.#counts(data.teamId, data.label, data.contestTimeMs)) return false;
      return this.#put({
        submissionId: data.submissionId,
        teamId: data.teamId,
        label: data.label,
        contestTimeMs: data.contestTimeMs,
        seq: event.seq,
        verdict: null,
        judgingId: data.judgingId,
      });
    }
    if (data.type !== 'judging') return false;
    const attempt = this.#attempts.get(data.submissionId);
    if (attempt === undefined) return false;
    if (data.valid) {
      const verdict = data.state === 'done' ? data.verdict : null;
      return this.#put({ ...attempt, verdict, judgingId: data.judgingId });
    }
    // The judging that counted has been taken back, and no other has its place yet.
    if (attempt.judgingId !== data.judgingId) return false;
    return this.#put({ ...attempt, verdict: null });
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
   * As if these verdicts stood in the log, by submission. Thousands at once: each cell is counted once, which an event
   * for each of them would not do.
   */
  suppose(verdicts: ReadonlyMap<string, Verdict>): void {
    for (const { attempts: byLabel, cells } of this.#teams.values()) {
      for (const [label, attempts] of byLabel) {
        if (!attempts.some(({ submissionId }) => verdicts.has(submissionId))) continue;
        const supposed = attempts.map((attempt) => {
          const verdict = verdicts.get(attempt.submissionId);
          return verdict === undefined ? attempt : { ...attempt, verdict };
        });
        byLabel.set(label, supposed);
        cells.set(label, cellOf(supposed, this.#rule));
        this.#first.delete(label);
      }
    }
  }

  /** The board as it stands. Costs a sort of the teams; cells are kept. */
  snapshot(at: { updatedAt: string; frozen: boolean }): Scoreboard {
    const first = new Map([...this.#labels].map((label) => [label, this.#firstToSolve(label)]));
    const lines = [...this.#teams.values()].map(lineOf).sort(compareLines);
    return {
      contestId: this.#setup.contestId,
      seq: this.#seq,
      updatedAt: at.updatedAt,
      frozen: at.frozen,
      problems: this.#setup.problems.map((problem) => {
        const cells = lines.map((line) => line.state.cells.get(problem.label) ?? emptyCell);
        return {
          label: problem.label,
          name: problem.name,
          colour: problem.colour,
          solved: cells.filter((cell) => cell.solved).length,
          tries: cells.reduce((sum, cell) => sum + cell.tries + cell.pending, 0),
        };
      }),
      rows: ranked(lines).map(({ line, rank }) => this.#row(line, rank, first)),
    };
  }

  #counts(teamId: string, label: string, contestTimeMs: number): boolean {
    return (
      this.#teams.has(teamId) &&
      this.#labels.has(label) &&
      contestTimeMs >= 0 &&
      contestTimeMs < this.#setup.durationMs
    );
  }

  #put(attempt: Attempt & { readonly judgingId: string | null }): boolean {
    const before = this.#attempts.get(attempt.submissionId);
    this.#attempts.set(attempt.submissionId, attempt);
    if (before !== undefined && before.verdict === attempt.verdict) return false;
    const state = this.#teams.get(attempt.teamId);
    if (state === undefined) return false;
    const others = (state.attempts.get(attempt.label) ?? []).filter(
      (other) => other.submissionId !== attempt.submissionId,
    );
    const attempts = [...others, attempt].sort(compareAttempts);
    state.attempts.set(attempt.label, attempts);
    state.cells.set(attempt.label, cellOf(attempts, this.#rule));
    this.#first.delete(attempt.label);
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
  #firstToSolve(label: string): string | null {
    const kept = this.#first.get(label);
    if (kept !== undefined) return kept;
    let solver: Attempt | null = null;
    let open: Attempt | null = null;
    for (const state of this.#teams.values()) {
      if (state.team.hidden === true) continue;
      const solvedBy = state.cells.get(label)?.solvedBy ?? null;
      if (solvedBy !== null) solver = earlier(solver, solvedBy);
      const pending = state.attempts
        .get(label)
        ?.find((attempt) => isPending(attempt, this.#rule.hiddenFromMs));
      if (pending !== undefined) open = earlier(open, pending);
    }
    const first =
      solver !== null && (open === null || compareAttempts(solver, open) < 0) ? solver.submissionId : null;
    this.#first.set(label, first);
    return first;
  }

  #row(line: Line, rank: number, first: ReadonlyMap<string, string | null>): ScoreboardRow {
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
      cells: this.#setup.problems.map(({ label }) => {
        const cell = cells.get(label) ?? emptyCell;
        return {
          label,
          tries: cell.tries,
          pending: cell.pending,
          solved: cell.solved,
          solvedMinute: cell.solvedMinute,
          firstToSolve: cell.solvedBy !== null && first.get(label) === cell.solvedBy.submissionId,
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
  at: { updatedAt: string; frozen: boolean },
): Scoreboard {
  const model = new ScoreboardModel(setup, view);
  for (const event of events) model.apply(event);
  return model.snapshot(at);
}

function earlier(a: Attempt | null, b: Attempt): Attempt {
  return a === null || compareAttempts(b, a) < 0 ? b : a;
}

function lineOf(state: TeamState): Line {
  let solved = 0;
  let penalty = 0;
  let lastSolvedMinute: number | null = null;
  for (const cell of state.cells.values()) {
    if (cell.solvedMinute === null) continue;
    solved += 1;
    penalty += cell.penalty;
    lastSolvedMinute = Math.max(lastSolvedMinute ?? 0, cell.solvedMinute);
  }
  return { state, solved, penalty, lastSolvedMinute };
}

function compareLines(a: Line, b: Line): number {
  return (
    compareMerit(a, b) ||
    compareText(a.state.team.name, b.state.team.name) ||
    compareText(a.state.team.id, b.state.team.id)
  );
}

/** Zero means: the same rank. */
function compareMerit(a: Line, b: Line): number {
  return (
    (a.state.team.sortOrder ?? 0) - (b.state.team.sortOrder ?? 0) ||
    b.solved - a.solved ||
    a.penalty - b.penalty ||
    (a.lastSolvedMinute ?? 0) - (b.lastSolvedMinute ?? 0)
  );
}

/** By code unit, not by locale: every process must draw the same board. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Ranks 1, 2, 2, 4; each sort order begins at 1 again. */
function ranked(lines: readonly Line[]): { line: Line; rank: number }[] {
  const result: { line: Line; rank: number }[] = [];
  let place = 0;
  for (const line of lines) {
    const above = result.at(-1);
    const newGroup = (above?.line.state.team.sortOrder ?? 0) !== (line.state.team.sortOrder ?? 0);
    place = above === undefined || newGroup ? 1 : place + 1;
    const tied = above !== undefined && compareMerit(above.line, line) === 0;
    result.push({ line, rank: tied ? above.rank : place });
  }
  return result;
}
