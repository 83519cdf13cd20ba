/** What a stage shows of a resolver at a place: rows with what is new in them. */
import type { ResolverData, ScoreboardRow } from '@sandglass/contracts';
import {
  boardAfter,
  resolverRows,
  undoStep,
  type ResolverBoard,
  type ResolverScript,
  type ResolverStep,
} from '@sandglass/domain';
import type { Place } from './resolver-place.ts';

export interface ShownRow {
  readonly row: ScoreboardRow;
  /** In the data. */
  readonly team: number;
  readonly settled: boolean;
  readonly selected: boolean;
  /** The problem that is being revealed, or has just been. */
  readonly problem: number | null;
}

export interface ShownBoard {
  readonly rows: readonly ShownRow[];
  readonly step: ResolverStep | null;
  /** The row that is to be in sight. */
  readonly focus: number;
}

export function shownBoard(
  data: ResolverData,
  script: ResolverScript,
  { position, phase }: Place,
): ShownBoard {
  const board = boardAfter(script, position);
  const step = script.steps[position - 1] ?? null;
  const after = resolverRows(data, board);
  const selected = step !== null && 'team' in step ? step.team : null;
  const shown = (order: readonly number[], rows: readonly ScoreboardRow[]): ShownRow[] =>
    rows.flatMap((row, index) => {
      const team = order[index];
      if (team === undefined) return [];
      return [
        {
          row,
          team,
          settled: index >= board.settledFrom,
          selected: team === selected,
          problem: step?.kind === 'reveal' && team === step.team ? step.problem : null,
        },
      ];
    });
  if (step?.kind !== 'reveal' || phase === 'done')
    return { rows: shown(board.order, after), step, focus: focusOf(board, step) };
  const before = undoStep(board, step);
  const rowsBefore = resolverRows(data, before);
  const afterOf = new Map(after.map((row) => [row.team.id, row]));
  // Its result is there, and its row is not: ranks are those of before.
  const rows =
    phase === 'marked'
      ? rowsBefore
      : rowsBefore.map((row) => ({ ...(afterOf.get(row.team.id) ?? row), rank: row.rank }));
  return { rows: shown(before.order, rows), step, focus: step.from };
}

/** The selected row; where its team has risen, the row that it came from. */
function focusOf({ settledFrom }: ResolverBoard, step: ResolverStep | null): number {
  switch (step?.kind) {
    case 'select':
    case 'settle':
    case 'award':
      return step.row;
    case 'reveal':
      return step.from;
    case 'end':
      return 0;
    case 'skip':
    case undefined:
      return Math.max(0, settledFrom - 1);
  }
}
