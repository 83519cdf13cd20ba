import type { RejudgingPreview, Verdict as VerdictId } from '@sandglass/contracts';
import type { CSSProperties, ReactNode } from 'react';
import { Verdict, verdictColourClass } from '../../components/verdict/verdict.tsx';
import { formatCount } from '../../lib/format.ts';
import { type Before, type ChangedVerdicts, changedVerdicts } from './changed-verdicts.ts';
import styles from './verdict-matrix.module.css';

export interface MatrixCell {
  before: Before;
  after: VerdictId;
}

interface MatrixProps {
  matrix: RejudgingPreview['matrix'];
  selected: MatrixCell | null;
  onSelect: (cell: MatrixCell | null) => void;
}

/** From so many columns on the matrix needs more room: it is a list where it has less. */
const [some, many] = [4, 7];

/**
 * Old verdicts down, new ones across: those with a change, and how many stayed the same. A cell chooses the submissions
 * that went that way. It is never cut: where there is no room for all columns, it is a list of its cells.
 */
export function VerdictMatrix(props: MatrixProps): ReactNode {
  const shown = changedVerdicts(props.matrix);
  const { columns, unchangedElsewhere } = shown;
  const size = columns.length >= many ? styles.many : columns.length >= some ? styles.some : styles.few;
  return (
    <div className={styles.box}>
      {columns.length === 0 ? null : (
        <div className={size}>
          <Table {...props} of={shown} />
          <List {...props} of={shown} />
        </div>
      )}
      {unchangedElsewhere === 0 || columns.length === 0 ? null : (
        <p className={styles.rest}>{formatCount(unchangedElsewhere)} with other verdicts unchanged</p>
      )}
    </div>
  );
}

function Table({ of: { columns, rows, most }, ...props }: MatrixProps & { of: ChangedVerdicts }): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <td className={styles.corner}>old ↓ new →</td>
          {columns.map((after) => (
            <th key={after} scope="col">
              <Verdict verdict={after} light />
            </th>
          ))}
          <th scope="col" className={styles.corner}>
            unchanged
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ before, counts, unchanged }) => (
          <tr key={before}>
            <th scope="row">
              <BeforeVerdict of={before} />
            </th>
            {columns.map((after, index) => (
              <td key={after}>
                <Cell {...props} before={before} after={after} count={counts[index] ?? 0} most={most} />
              </td>
            ))}
            <td>
              {before === 'none' ? (
                <Nothing />
              ) : (
                <Cell {...props} before={before} after={before} count={unchanged} most={most} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same for a narrow place. */
function List({ of: { columns, rows, most }, ...props }: MatrixProps & { of: ChangedVerdicts }): ReactNode {
  return (
    <ul className={styles.list}>
      {rows.flatMap(({ before, counts, unchanged }) => [
        ...columns.flatMap((after, index) => {
          const count = counts[index] ?? 0;
          if (count === 0) return [];
          return (
            <li key={`${before} ${after}`}>
              <span className={styles.way}>
                <BeforeVerdict of={before} /> → <Verdict verdict={after} light />
              </span>
              <Cell {...props} before={before} after={after} count={count} most={most} />
            </li>
          );
        }),
        ...(before === 'none' || unchanged === 0
          ? []
          : [
              <li key={`${before} unchanged`}>
                <span className={styles.way}>
                  <BeforeVerdict of={before} /> unchanged
                </span>
                <Cell {...props} before={before} after={before} count={unchanged} most={most} />
              </li>,
            ]),
      ])}
    </ul>
  );
}

function BeforeVerdict({ of: before }: { of: Before }): ReactNode {
  if (before === 'none') return <span className={styles.none}>none</span>;
  return <Verdict verdict={before} light />;
}

function Nothing(): ReactNode {
  return <span className={styles.zero}>·</span>;
}

function Cell(
  props: Omit<MatrixProps, 'matrix'> & { before: Before; after: VerdictId; count: number; most: number },
): ReactNode {
  const { selected, onSelect, before, after, count, most } = props;
  if (count === 0) return <Nothing />;
  const same = before === after;
  const current = selected?.before === before && selected.after === after;
  return (
    <button
      type="button"
      className={`${same ? styles.same : styles.cell} ${same ? '' : verdictColourClass(after)}`}
      style={same ? undefined : weight(count / most)}
      aria-pressed={current}
      aria-label={`${formatCount(count)} from ${before} to ${after}`}
      onClick={() => onSelect(current ? null : { before, after })}
    >
      {formatCount(count)}
    </button>
  );
}

/** The more submissions went a way, the stronger its colour. */
function weight(share: number): CSSProperties {
  return { '--weight': `${14 + 26 * Math.sqrt(share)}%` } as CSSProperties;
}
