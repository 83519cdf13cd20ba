import { diffArrays } from 'diff';

/** One line of the side-by-side view; a side without a line is null. Numbers count from 1. */
export interface AlignedLine {
  left: { number: number; text: string } | null;
  right: { number: number; text: string } | null;
  same: boolean;
}

/** Above this much difference lines are compared by position: an exact diff would take too long. */
const maxEditLength = 2000;

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Expected output (left) beside the program's (right), equal lines on the same height. */
export function alignLines(expected: string, actual: string): AlignedLine[] {
  const left = linesOf(expected);
  const right = linesOf(actual);
  const changes = diffArrays(left, right, { maxEditLength });
  return changes === undefined ? byPosition(left, right) : byChanges(changes);
}

interface Change {
  value: string[];
  added?: boolean;
  removed?: boolean;
}

function byChanges(changes: readonly Change[]): AlignedLine[] {
  const rows: AlignedLine[] = [];
  let leftNumber = 0;
  let rightNumber = 0;
  let removed: string[] = [];
  let added: string[] = [];

  /** A removed block beside the added block in its place. */
  function flush(): void {
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const old = removed[index];
      const now = added[index];
      rows.push({
        left: old === undefined ? null : { number: (leftNumber += 1), text: old },
        right: now === undefined ? null : { number: (rightNumber += 1), text: now },
        same: false,
      });
    }
    removed = [];
    added = [];
  }

  for (const change of changes) {
    if (change.removed === true) removed.push(...change.value);
    else if (change.added === true) added.push(...change.value);
    else {
      flush();
      for (const text of change.value) {
        rows.push({
          left: { number: (leftNumber += 1), text },
          right: { number: (rightNumber += 1), text },
          same: true,
        });
      }
    }
  }
  flush();
  return rows;
}

function byPosition(left: readonly string[], right: readonly string[]): AlignedLine[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const old = left[index];
    const now = right[index];
    return {
      left: old === undefined ? null : { number: index + 1, text: old },
      right: now === undefined ? null : { number: index + 1, text: now },
      same: old === now,
    };
  });
}

/** A piece of the view: rows, or a count of equal lines left out. */
export type DiffPiece = { kind: 'rows'; rows: AlignedLine[] } | { kind: 'skipped'; count: number };

/** Keeps the differences with some lines around them; from the first difference on at most `most` rows. */
export function foldSame(rows: readonly AlignedLine[], context: number, most: number): DiffPiece[] {
  const keep = new Set<number>();
  rows.forEach((row, index) => {
    if (row.same) return;
    for (let near = index - context; near <= index + context; near += 1) keep.add(near);
  });
  const pieces: DiffPiece[] = [];
  let shown = 0;
  rows.forEach((row, index) => {
    const last = pieces.at(-1);
    if (keep.has(index) && shown < most) {
      shown += 1;
      if (last?.kind === 'rows') last.rows.push(row);
      else pieces.push({ kind: 'rows', rows: [row] });
    } else if (last?.kind === 'skipped') last.count += 1;
    else pieces.push({ kind: 'skipped', count: 1 });
  });
  return pieces;
}
