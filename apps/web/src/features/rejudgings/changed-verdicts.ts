/** What of a rejudging's matrix is shown: its rows and columns with a change. */
import { type RejudgingPreview, type Verdict, verdictIds } from '@sandglass/contracts';

/** An old verdict; `none`: it had none. */
export type Before = Verdict | 'none';

export interface MatrixRow {
  readonly before: Before;
  /** By new verdict, in the order of the columns; where it stays the same 0. */
  readonly counts: readonly number[];
  readonly unchanged: number;
}

export interface ChangedVerdicts {
  readonly columns: readonly Verdict[];
  readonly rows: readonly MatrixRow[];
  /** Of the largest cell. */
  readonly most: number;
  /** Whose old verdict is in no row: none with it changes. */
  readonly unchangedElsewhere: number;
}

const order = (verdict: Before): number =>
  verdict === 'none' ? verdictIds.length : verdictIds.indexOf(verdict);

const sorted = <One extends Before>(verdicts: Iterable<One>): One[] =>
  [...new Set(verdicts)].sort((a, b) => order(a) - order(b));

export function changedVerdicts(matrix: RejudgingPreview['matrix']): ChangedVerdicts {
  const cells = matrix.map(({ before, after, count }): { before: Before; after: Verdict; count: number } => ({
    before: before ?? 'none',
    after,
    count,
  }));
  const changes = cells.filter(({ before, after }) => before !== after);
  const columns = sorted(changes.map(({ after }) => after));
  const befores = sorted(changes.map(({ before }) => before));
  const countOf = (before: Before, after: Before): number =>
    cells.find((cell) => cell.before === before && cell.after === after)?.count ?? 0;
  return {
    columns,
    rows: befores.map((before) => ({
      before,
      counts: columns.map((after) => (before === after ? 0 : countOf(before, after))),
      unchanged: countOf(before, before),
    })),
    most: Math.max(1, ...changes.map(({ count }) => count)),
    unchangedElsewhere: cells
      .filter(({ before, after }) => before === after && !befores.includes(before))
      .reduce((sum, { count }) => sum + count, 0),
  };
}
