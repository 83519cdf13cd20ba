import type { TestOutput } from '@sandglass/contracts';
import { type ReactNode, useMemo } from 'react';
import { Notice } from '../../components/notice.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { plural } from '../../lib/format.ts';
import { type AlignedLine, alignLines, comparable, differsAt, foldSame } from './align-lines.ts';
import { keptWords } from './kept-words.ts';
import styles from './output-diff.module.css';

const context = 3;
const maxRows = 400;
/** A line longer than this is cut in the view; the downloads have it whole. */
const maxCharacters = 400;
/** Characters shown before a difference far within a line. */
const leadIn = 40;

/** Expected output and the program's side by side, folded to the differences. */
export function OutputDiff({ output }: { output: TestOutput }): ReactNode {
  const actual = output.output;
  const { expected } = output;
  const compared = useMemo(() => (actual === null ? null : comparable(expected, actual)), [actual, expected]);
  const rows = useMemo(
    () => (compared === null ? [] : alignLines(compared.left, compared.right)),
    [compared],
  );
  const hunks = useMemo(() => foldSame(rows, context, maxRows), [rows]);
  const first = rows.find((row) => !row.same);
  if (actual === null || compared === null)
    return <p className={styles.words}>No output of this run was kept.</p>;
  return (
    <div>
      <p className={styles.words}>{firstDifference(first, compared.lines)}</p>
      {compared.lines === Infinity ? null : <Notice kind="info">{keptWords(expected, actual)}</Notice>}
      <ScrollRegion className={styles.scroll} label="Expected output and output side by side">
        <table className={styles.table}>
          <colgroup>
            <col className={styles.numberColumn} />
            <col />
            <col className={styles.numberColumn} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                Expected
              </th>
              <th scope="col" colSpan={2}>
                Output
              </th>
            </tr>
          </thead>
          <tbody>
            {hunks.map((hunk, index) =>
              hunk.kind === 'skipped' ? (
                <tr key={index}>
                  <td colSpan={4} className={styles.skipped}>
                    {plural(hunk.count, 'line')}{' '}
                    {index === hunks.length - 1 && index > 0 ? 'more' : 'the same'}
                  </td>
                </tr>
              ) : (
                hunk.rows.map((row, at) => <Line key={`${index}.${at}`} row={row} />)
              ),
            )}
          </tbody>
        </table>
      </ScrollRegion>
    </div>
  );
}

/** @param lines compared whole; Infinity: all */
function firstDifference(row: AlignedLine | undefined, lines: number): string {
  if (row === undefined)
    return lines === Infinity
      ? 'The output is identical to the expected output.'
      : lines === 0
        ? 'The part of the first line that was kept is the same.'
        : `The first ${plural(lines, 'line')} are the same.`;
  if (row.left === null) return `The output has more lines than expected, from line ${row.right?.number}.`;
  if (row.right === null) return `Line ${row.left.number} is missing from the output.`;
  const other = row.left.number === row.right.number ? '' : ` (${row.right.number} of the output)`;
  const long = Math.max(row.left.text.length, row.right.text.length) > maxCharacters;
  const at = long ? differsAt(row.left.text, row.right.text) : null;
  return `The first difference is in line ${row.left.number}${other}${at === null ? '' : `, character ${at + 1}`}.`;
}

function Line({ row }: { row: AlignedLine }): ReactNode {
  const at = row.same ? null : differsAt(row.left?.text ?? '', row.right?.text ?? '');
  return (
    <tr>
      <td className={styles.number}>{row.left?.number}</td>
      <td className={row.same ? styles.text : styles.missing}>{cut(row.left?.text, at)}</td>
      <td className={styles.number}>{row.right?.number}</td>
      <td className={row.same ? styles.text : styles.extra}>{cut(row.right?.text, at)}</td>
    </tr>
  );
}

/** @param at where the line differs: that must be in what is left of it */
function cut(text: string | undefined, at: number | null): string {
  if (text === undefined) return '';
  if (text.length <= maxCharacters) return text;
  const start = at === null || at < maxCharacters / 2 ? 0 : at - leadIn;
  const end = start + maxCharacters;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''} (${text.length} characters)`;
}
