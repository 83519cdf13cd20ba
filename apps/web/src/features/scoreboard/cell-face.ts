/** What a cell of the scoreboard shows, and what it says to a user who does not see it. */
import type { ScoreboardCell } from '@sandglass/contracts';
import { plural } from '../../lib/format.ts';

export interface CellFace {
  readonly look: 'first' | 'solved' | 'pending' | 'rejected' | 'empty';
  /** The minute of a solved problem; of a pending one the tries, with a question mark for those that are pending. */
  readonly large: string | null;
  /** Tries, and nothing else. */
  readonly small: string | null;
  readonly words: string;
}

/** @returns null for a cell without tries */
export function cellFace(cell: ScoreboardCell): CellFace | null {
  const face = faceOf(cell);
  if (cell.hidden !== true) return face;
  const { words, ...rest } = face ?? { look: 'empty', large: null, small: null, words: 'No try counts' };
  return { ...rest, words: `${words}; not on the public scoreboard` };
}

function faceOf({ solved, solvedMinute, firstToSolve, tries, pending }: ScoreboardCell): CellFace | null {
  if (solved) {
    return {
      look: firstToSolve ? 'first' : 'solved',
      large: String(solvedMinute ?? ''),
      small: pending > 0 ? open(tries, pending) : plural(tries, 'try', 'tries'),
      words: `${firstToSolve ? 'First to solve, in' : 'Solved in'} minute ${String(solvedMinute)} with ${plural(tries, 'try', 'tries')}${pending > 0 ? `, ${plural(pending, 'earlier try', 'earlier tries')} pending` : ''}`,
    };
  }
  const rejected = plural(tries, 'rejected try', 'rejected tries');
  if (pending > 0) {
    const words = `${plural(pending, 'try', 'tries')} pending${tries > 0 ? `, ${rejected}` : ''}`;
    return { look: 'pending', large: open(tries, pending), small: null, words };
  }
  return tries > 0
    ? { look: 'rejected', large: null, small: plural(tries, 'try', 'tries'), words: rejected }
    : null;
}

/** `1 + 2 ?`: one judged, two pending. */
function open(tries: number, pending: number): string {
  return tries > 0 ? `${String(tries)} + ${String(pending)} ?` : `${String(pending)} ?`;
}
