/** What other verdicts would do to the scoreboard: the same model, with what its log would say. */
import type { Scoreboard, ScoreboardRow, Verdict } from '@sandglass/contracts';
import type { ScoreboardModel } from './scoreboard.ts';

/** A verdict that would come to count. */
export interface VerdictChange {
  readonly submissionId: string;
  readonly verdict: Verdict;
}

export interface Standing {
  /** Null: a guest, who takes no rank. */
  readonly rank: number | null;
  readonly solved: number;
  readonly penalty: number;
}

export interface RankChange {
  readonly team: { readonly id: string; readonly name: string };
  readonly before: Standing;
  readonly after: Standing;
}

export interface BoardChange {
  /** In the order of the new ranks; who stays as they are is left out. */
  readonly ranks: readonly RankChange[];
  /** Names of teams, by problem; null: nobody, or not known yet. */
  readonly firstToSolve: readonly {
    readonly label: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

const at = { updatedAt: '', frozen: false, frozenSince: null };

/** @param board with hidden teams and without a freeze, as the jury sees it; it stays as it is */
export function previewBoard(
  board: Pick<ScoreboardModel, 'fork' | 'snapshot'>,
  changes: readonly VerdictChange[],
): BoardChange {
  const changed = board.fork();
  changed.suppose(new Map(changes.map(({ submissionId, verdict }) => [submissionId, verdict])));
  return boardDifference(board.snapshot(at), changed.snapshot(at));
}

/** What is not the same on two scoreboards of a contest. */
export function boardDifference(before: Scoreboard, after: Scoreboard): BoardChange {
  const rowsBefore = new Map(before.rows.map((row) => [row.team.id, row]));
  return {
    ranks: after.rows.flatMap((row) => {
      const old = rowsBefore.get(row.team.id);
      if (old === undefined || isSame(old, row)) return [];
      return {
        team: { id: row.team.id, name: row.team.name },
        before: standing(old),
        after: standing(row),
      };
    }),
    firstToSolve: before.problems.flatMap(({ label }) => {
      const [old, now] = [firstToSolve(before, label), firstToSolve(after, label)];
      return old === now ? [] : { label, before: old, after: now };
    }),
  };
}

function standing({ rank, solved, penalty }: ScoreboardRow): Standing {
  return { rank, solved, penalty };
}

function isSame(a: ScoreboardRow, b: ScoreboardRow): boolean {
  return a.rank === b.rank && a.solved === b.solved && a.penalty === b.penalty;
}

function firstToSolve(board: Scoreboard, label: string): string | null {
  const row = board.rows.find(({ cells }) => cells.some((cell) => cell.label === label && cell.firstToSolve));
  return row?.team.name ?? null;
}
