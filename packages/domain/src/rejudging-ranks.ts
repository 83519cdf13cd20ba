/** What other verdicts would do to the scoreboard: the same model, and what would be appended to its log. */
import type { ContestEvent, Scoreboard, ScoreboardRow, Verdict } from '@sandglass/contracts';
import type { ScoreboardModel } from './scoreboard.ts';

/** A verdict that would come to count. */
export interface VerdictChange {
  readonly submissionId: string;
  readonly judgingId: string;
  readonly verdict: Verdict;
}

export interface Standing {
  readonly rank: number;
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

const at = { updatedAt: '', frozen: false };

/** @param board with hidden teams and without a freeze, as the jury sees it; it stays as it is */
export function previewBoard(
  board: Pick<ScoreboardModel, 'fork' | 'snapshot' | 'seq'>,
  changes: readonly VerdictChange[],
): BoardChange {
  const changed = board.fork();
  for (const event of applied(board.seq, changes)) changed.apply(event);
  const before = board.snapshot(at);
  const after = changed.snapshot(at);
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

function applied(lastSeq: number, changes: readonly VerdictChange[]): ContestEvent[] {
  return changes.map((change, index) => ({
    seq: lastSeq + index + 1,
    at: '',
    data: {
      type: 'judging',
      submissionId: change.submissionId,
      judgingId: change.judgingId,
      // The board knows by the submission whose it is.
      teamId: '',
      state: 'done',
      verdict: change.verdict,
      valid: true,
      jury: false,
      judgehost: null,
    },
  }));
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
