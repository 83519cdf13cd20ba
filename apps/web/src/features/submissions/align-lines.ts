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

/** A side of the comparison as it was kept: perhaps only its beginning. */
export interface KeptText {
  readonly text: string;
  readonly truncated: boolean;
}

/**
 * What both sides have of themselves, where one was kept only in part: the lines up to the end of the shorter one's
 * last whole line. The rest of the longer one is no difference, it has nothing to be compared with.
 * @returns `lines`: that are compared whole; Infinity: all
 */
export function comparable(left: KeptText, right: KeptText): { left: string; right: string; lines: number } {
  const cuts = [left, right].filter(({ truncated }) => truncated);
  if (cuts.length === 0) return { left: left.text, right: right.text, lines: Infinity };
  const lines = Math.min(...cuts.map(({ text }) => text.split('\n').length - 1));
  const [ours, theirs] = [left, right].map(linesKept) as [string[], string[]];
  // The line that was cut is shown only if it differs as far as there is something of it on both sides.
  const shown = differsAt(ours[lines] ?? '', theirs[lines] ?? '') === null ? lines : lines + 1;
  return { left: ours.slice(0, shown).join('\n'), right: theirs.slice(0, shown).join('\n'), lines };
}

/** A character may have been cut in two, too; what is left of it is no character of the text. */
function linesKept({ text, truncated }: KeptText): string[] {
  return (truncated ? text.replace(/(?<!\uFFFD)\uFFFD+$/, '') : text).split('\n');
}

/** Index of the first character in which two lines differ; null: one is the beginning of the other. */
export function differsAt(left: string, right: string): number | null {
  const common = Math.min(left.length, right.length);
  for (let at = 0; at < common; at += 1) if (left[at] !== right[at]) return at;
  return null;
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

/** A hunk of the view: rows, or a count of equal lines left out. */
export type DiffHunk = { kind: 'rows'; rows: AlignedLine[] } | { kind: 'skipped'; count: number };

/** Keeps the differences with some lines around them; from the first difference on at most `most` rows. */
export function foldSame(rows: readonly AlignedLine[], context: number, most: number): DiffHunk[] {
  const keep = new Set<number>();
  rows.forEach((row, index) => {
    if (row.same) return;
    for (let near = index - context; near <= index + context; near += 1) keep.add(near);
  });
  const hunks: DiffHunk[] = [];
  let shown = 0;
  rows.forEach((row, index) => {
    const last = hunks.at(-1);
    if (keep.has(index) && shown < most) {
      shown += 1;
      if (last?.kind === 'rows') last.rows.push(row);
      else hunks.push({ kind: 'rows', rows: [row] });
    } else if (last?.kind === 'skipped') last.count += 1;
    else hunks.push({ kind: 'skipped', count: 1 });
  });
  return hunks;
}
