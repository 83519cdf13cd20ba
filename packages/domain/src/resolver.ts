/**
 * The resolver: how a frozen scoreboard becomes the final one, row by row from below, as ICPC Resolver does it.
 *
 * The lowest row that is not settled is selected. Its hidden results are revealed one problem at a time, from left to
 * right. A team that rises lets the others down by a row, and the row that is lowest now is selected. A row without hidden
 * results is settled; if its team has awards, they are shown. Revealed results never lower a team, so each row is settled
 * once, in the reverse order of the final scoreboard, and the winner comes last.
 *
 * Pure and deterministic: of the same data the same steps, each of which can be taken back.
 */
import type { ResolverCell, ResolverData, ScoreboardRow } from '@sandglass/contracts';
import { compareStandings, ranked, type Standing } from './scoreboard-order.ts';

/** A problem of a team is revealed, and the team moves from one row to another, or stays. Rows count from 0 on top. */
export interface Revealed {
  /** Place in the data, as in all steps. */
  readonly team: number;
  readonly problem: number;
  readonly from: number;
  readonly to: number;
}

export type ResolverStep =
  /** Rows from `to` on are settled at once: where the ceremony begins. */
  | {
      readonly kind: 'skip';
      readonly reveals: readonly Revealed[];
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'select'; readonly team: number; readonly row: number }
  | ({ readonly kind: 'reveal' } & Revealed)
  | { readonly kind: 'settle'; readonly team: number; readonly row: number }
  /** Its awards are on the screen until the next step. */
  | {
      readonly kind: 'award';
      readonly team: number;
      readonly row: number;
      readonly citations: readonly string[];
    }
  | { readonly kind: 'end' };

export interface ResolverBoard {
  /** Teams in the order of their rows. */
  readonly order: readonly number[];
  /** By team and problem: is what the freeze hides shown? */
  readonly revealed: readonly (readonly boolean[])[];
  /** Rows from this one on are settled. */
  readonly settledFrom: number;
}

export interface ResolverScript {
  /** As the freeze left it. */
  readonly start: ResolverBoard;
  readonly steps: readonly ResolverStep[];
}

/**
 * @param topRows rows below this many are settled in the first step, whose awards follow it; omitted: all are resolved
 */
export function resolverScript(data: ResolverData, topRows = Number.POSITIVE_INFINITY): ResolverScript {
  const revealed = data.teams.map(({ cells }) => cells.map(() => false));
  const standings = data.teams.map((_, team) => standingOf(data, team, revealed[team] ?? []));
  const order = sorted(standings);
  const start: ResolverBoard = {
    order: [...order],
    revealed: revealed.map((problems) => [...problems]),
    settledFrom: order.length,
  };
  const steps: ResolverStep[] = [];

  /** Reveals the next hidden result of the team in this row. @returns null: it has none */
  function revealNext(row: number): Revealed | null {
    const team = order[row] ?? 0;
    const shown = revealed[team] ?? [];
    const problem = (data.teams[team]?.cells ?? []).findIndex(
      ({ final }, index) => final !== null && shown[index] !== true,
    );
    if (problem === -1) return null;
    shown[problem] = true;
    const standing = standingOf(data, team, shown);
    standings[team] = standing;
    let to = row;
    while (to > 0 && isBefore(standing, standings[order[to - 1] ?? 0])) to -= 1;
    move(order, row, to);
    return { team, problem, from: row, to };
  }

  const first = Math.min(order.length, Math.max(0, topRows));
  if (first < order.length) {
    const reveals: Revealed[] = [];
    for (let row = order.length - 1; row >= first; row -= 1)
      for (let next = revealNext(row); next !== null; next = revealNext(row)) reveals.push(next);
    steps.push({ kind: 'skip', reveals, from: order.length, to: first });
    for (let row = order.length - 1; row >= first; row -= 1) steps.push(...awardSteps(data, order, row));
  }
  for (let row = first - 1; row >= 0; row -= 1) {
    let selected: number | undefined;
    for (;;) {
      const team = order[row] ?? 0;
      if (team !== selected) steps.push({ kind: 'select', team, row });
      selected = team;
      const next = revealNext(row);
      if (next === null) break;
      steps.push({ kind: 'reveal', ...next });
    }
    steps.push({ kind: 'settle', team: order[row] ?? 0, row }, ...awardSteps(data, order, row));
  }
  steps.push({ kind: 'end' });
  return { start, steps };
}

export function doStep(board: ResolverBoard, step: ResolverStep): ResolverBoard {
  switch (step.kind) {
    case 'reveal':
      return withReveals(board, [step], true);
    case 'skip':
      return { ...withReveals(board, step.reveals, true), settledFrom: step.to };
    case 'settle':
      return { ...board, settledFrom: step.row };
    case 'select':
    case 'award':
    case 'end':
      return board;
  }
}

/** The board before the step. @param board right after it */
export function undoStep(board: ResolverBoard, step: ResolverStep): ResolverBoard {
  switch (step.kind) {
    case 'reveal':
      return withReveals(board, [step], false);
    case 'skip':
      return { ...withReveals(board, step.reveals.toReversed(), false), settledFrom: step.from };
    case 'settle':
      return { ...board, settledFrom: step.row + 1 };
    case 'select':
    case 'award':
    case 'end':
      return board;
  }
}

/** After so many steps. */
export function boardAfter({ start, steps }: ResolverScript, position: number): ResolverBoard {
  return steps.slice(0, position).reduce(doStep, start);
}

/** The position at which a row has just been selected: 1 is the top row. Null: it is settled in the first step, or there is none. */
export function positionOfRow({ steps }: ResolverScript, row: number): number | null {
  const index = steps.findIndex((step) => step.kind === 'select' && step.row === row - 1);
  return index === -1 ? null : index + 1;
}

/** The next position, forwards or backwards, at which something is decided: awards of a team, or the end. */
export function nextPause({ steps }: ResolverScript, position: number): number {
  const index = steps.findIndex(
    (step, at) => at >= position && (step.kind === 'award' || step.kind === 'end'),
  );
  return index === -1 ? steps.length : index + 1;
}

/** The scoreboard with what is revealed, as a scoreboard of these results would be. */
export function resolverRows(data: ResolverData, board: ResolverBoard): ScoreboardRow[] {
  const first = data.problems.map((_, problem) => firstToSolve(data, board, problem));
  const standings = board.order.map((team) => standingOf(data, team, board.revealed[team] ?? []));
  return ranked(standings).map(({ standing, rank }) => {
    const { id, name, affiliation, country, category } = standing.team;
    return {
      rank,
      team: { id, name, affiliation, country, category },
      solved: standing.solved,
      penalty: standing.penalty,
      lastSolvedMinute: standing.lastSolvedMinute,
      runTimeMs: data.tieBreak === 'run-time' ? standing.tie : null,
      cells: standing.cells.map(({ tries, pending, solvedMinute, solvedOrder }, problem) => ({
        label: data.problems[problem]?.label ?? '',
        tries,
        pending,
        solved: solvedMinute !== null,
        solvedMinute,
        firstToSolve: solvedOrder !== null && solvedOrder === first[problem],
      })),
    };
  });
}

/** How many results of the team are hidden still. */
export function hiddenResults(data: ResolverData, board: ResolverBoard, team: number): number {
  return (data.teams[team]?.cells ?? []).filter(
    ({ final }, problem) => final !== null && board.revealed[team]?.[problem] !== true,
  ).length;
}

interface TeamStanding extends Standing {
  readonly team: ResolverData['teams'][number];
  readonly cells: readonly ResolverCell[];
  readonly lastSolvedMinute: number | null;
}

function standingOf(data: ResolverData, index: number, revealed: readonly boolean[]): TeamStanding {
  const team = data.teams[index];
  if (team === undefined) throw new RangeError(`the resolver has no team ${index}`);
  const cells = team.cells.map(({ frozen, final }, problem) =>
    revealed[problem] === true ? (final ?? frozen) : frozen,
  );
  const solved = cells.flatMap(({ solvedMinute }) => (solvedMinute === null ? [] : [solvedMinute]));
  return {
    team,
    cells,
    solved: solved.length,
    penalty: cells.reduce((sum, { penalty }) => sum + penalty, 0),
    lastSolvedMinute: solved.length === 0 ? null : Math.max(...solved),
    tie: tieOf(data.tieBreak, cells),
  };
}

function tieOf(tieBreak: ResolverData['tieBreak'], cells: readonly ResolverCell[]): number | null {
  const ties = cells.flatMap(({ tie }) => tie ?? []);
  if (ties.length === 0) return null;
  return tieBreak === 'run-time' ? ties.reduce((sum, tie) => sum + tie, 0) : Math.max(...ties);
}

/** The accepted try that was first; none while an earlier one of another team is open: it might turn out accepted. */
function firstToSolve(data: ResolverData, board: ResolverBoard, problem: number): number | null {
  let solved = Number.POSITIVE_INFINITY;
  let open = Number.POSITIVE_INFINITY;
  data.teams.forEach(({ ranked: counts, cells }, team) => {
    const both = cells[problem];
    if (!counts || both === undefined) return;
    const cell = board.revealed[team]?.[problem] === true ? (both.final ?? both.frozen) : both.frozen;
    solved = Math.min(solved, cell.solvedOrder ?? solved);
    open = Math.min(open, cell.openOrder ?? open);
  });
  return solved < open ? solved : null;
}

function sorted(standings: readonly TeamStanding[]): number[] {
  return standings
    .map((standing, team) => ({ standing, team }))
    .toSorted((a, b) => compareStandings(a.standing, b.standing))
    .map(({ team }) => team);
}

function isBefore(standing: TeamStanding, other: TeamStanding | undefined): boolean {
  return other !== undefined && compareStandings(standing, other) < 0;
}

function awardSteps(data: ResolverData, order: readonly number[], row: number): ResolverStep[] {
  const team = order[row] ?? 0;
  const id = data.teams[team]?.id ?? '';
  const citations = data.awards.filter(({ teamIds }) => teamIds.includes(id)).map(({ citation }) => citation);
  return citations.length === 0 ? [] : [{ kind: 'award', team, row, citations }];
}

/** @param isShown false: they are taken back, the last one first */
function withReveals(board: ResolverBoard, reveals: readonly Revealed[], isShown: boolean): ResolverBoard {
  const order = [...board.order];
  const revealed = [...board.revealed];
  for (const { team, problem, from, to } of reveals) {
    revealed[team] = (revealed[team] ?? []).map((shown, index) => (index === problem ? isShown : shown));
    if (isShown) move(order, from, to);
    else move(order, to, from);
  }
  return { ...board, order, revealed };
}

function move(order: number[], from: number, to: number): void {
  if (from !== to) order.splice(to, 0, ...order.splice(from, 1));
}
