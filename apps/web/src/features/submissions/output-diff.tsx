import type { TestOutput } from '@sandglass/contracts';
import { type ReactNode, useMemo } from 'react';
import { Notice } from '../../components/notice.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { formatBytes, plural } from '../../lib/format.ts';
import { type AlignedLine, alignLines, comparable, differsAt, foldSame } from './align-lines.ts';
import styles from './output-diff.module.css';

const context = 3;
const mostRows = 400;
/** A line longer than this is cut in the view; the downloads have it whole. */
const mostCharacters = 400;
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
  const pieces = useMemo(() => foldSame(rows, context, mostRows), [rows]);
  const first = rows.find((row) => !row.same);
  if (actual === null || compared === null)
    return <p className={styles.words}>No output was kept of this run.</p>;
  return (
    <div>
      <p className={styles.words}>{firstDifference(first, compared.lines)}</p>
      {compared.lines === Infinity ? null : (
        <Notice kind="info">
          Only the beginning is compared: of {formatBytes(expected.bytes)} expected and{' '}
          {formatBytes(actual.bytes)} printed, the first{' '}
          {formatBytes(Math.min(expected.text.length, actual.text.length))} are here.
        </Notice>
      )}
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
            {pieces.map((piece, index) =>
              piece.kind === 'skipped' ? (
                <tr key={index}>
                  <td colSpan={4} className={styles.skipped}>
                    {plural(piece.count, 'line')}{' '}
                    {index === pieces.length - 1 && index > 0 ? 'more' : 'the same'}
                  </td>
                </tr>
              ) : (
                piece.rows.map((row, at) => <Line key={`${index}.${at}`} row={row} />)
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
      ? 'Line by line both are the same.'
      : lines === 0
        ? 'As far as it is here, the first line is the same.'
        : `The first ${plural(lines, 'line')} are the same.`;
  if (row.left === null)
    return `The output goes on where the expected one ends, from line ${row.right?.number}.`;
  if (row.right === null) return `The output lacks line ${row.left.number} of the expected one.`;
  const other = row.left.number === row.right.number ? '' : ` (${row.right.number} of the output)`;
  const long = Math.max(row.left.text.length, row.right.text.length) > mostCharacters;
  const at = long ? differsAt(row.left.text, row.right.text) : null;
  return `They differ first in line ${row.left.number}${other}${at === null ? '' : `, character ${at + 1}`}.`;
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
  if (text.length <= mostCharacters) return text;
  const start = at === null || at < mostCharacters / 2 ? 0 : at - leadIn;
  const end = start + mostCharacters;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''} (${text.length} characters)`;
}
