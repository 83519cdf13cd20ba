import type { TestOutput } from '@sandglass/contracts';
import { type ReactNode, useMemo } from 'react';
import { Notice } from '../../components/notice.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { formatBytes, plural } from '../../lib/format.ts';
import { type AlignedLine, alignLines, foldSame } from './align-lines.ts';
import styles from './output-diff.module.css';

const context = 3;
const mostRows = 400;
/** A line longer than this is cut in the view; the downloads have it whole. */
const mostCharacters = 400;

/** Expected output and the program's side by side, folded to the differences. */
export function OutputDiff({ output }: { output: TestOutput }): ReactNode {
  const actual = output.output;
  const rows = useMemo(
    () => (actual === null ? [] : alignLines(output.expected.text, actual.text)),
    [actual, output.expected.text],
  );
  const pieces = useMemo(() => foldSame(rows, context, mostRows), [rows]);
  const first = rows.find((row) => !row.same);
  if (actual === null) return <p className={styles.words}>No output was kept of this run.</p>;
  return (
    <div>
      <p className={styles.words}>{firstDifference(first)}</p>
      {output.expected.truncated || actual.truncated ? (
        <Notice kind="info">
          Only the beginning is compared: {formatBytes(output.expected.text.length)} of{' '}
          {formatBytes(output.expected.bytes)} expected, {formatBytes(actual.text.length)} of{' '}
          {formatBytes(actual.bytes)} printed.
        </Notice>
      ) : null}
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

function firstDifference(row: AlignedLine | undefined): string {
  if (row === undefined) return 'Line by line both are the same.';
  if (row.left === null)
    return `The output goes on where the expected one ends, from line ${row.right?.number}.`;
  if (row.right === null) return `The output lacks line ${row.left.number} of the expected one.`;
  return `They differ first in line ${row.left.number}${row.left.number === row.right.number ? '' : ` (${row.right.number} of the output)`}.`;
}

function Line({ row }: { row: AlignedLine }): ReactNode {
  return (
    <tr>
      <td className={styles.number}>{row.left?.number}</td>
      <td className={row.same ? styles.text : styles.missing}>{cut(row.left?.text)}</td>
      <td className={styles.number}>{row.right?.number}</td>
      <td className={row.same ? styles.text : styles.extra}>{cut(row.right?.text)}</td>
    </tr>
  );
}

function cut(text: string | undefined): string {
  if (text === undefined) return '';
  return text.length <= mostCharacters
    ? text
    : `${text.slice(0, mostCharacters)}… (${text.length} characters)`;
}
