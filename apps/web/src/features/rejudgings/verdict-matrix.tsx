import { type RejudgingPreview, type Verdict as VerdictId, verdictIds } from '@sandglass/contracts';
import type { CSSProperties, ReactNode } from 'react';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { Verdict, verdictColourClass } from '../../components/verdict/verdict.tsx';
import { formatCount } from '../../lib/format.ts';
import styles from './verdict-matrix.module.css';

export interface MatrixCell {
  before: VerdictId | 'none';
  after: VerdictId;
}

/** Old verdicts down, new ones across. A cell chooses the submissions that went that way. */
export function VerdictMatrix(props: {
  matrix: RejudgingPreview['matrix'];
  selected: MatrixCell | null;
  onSelect: (cell: MatrixCell | null) => void;
}): ReactNode {
  const { matrix, selected, onSelect } = props;
  const order = (verdict: VerdictId | 'none'): number =>
    verdict === 'none' ? verdictIds.length : verdictIds.indexOf(verdict);
  const befores = [...new Set(matrix.map((cell) => cell.before ?? 'none'))].sort(
    (a, b) => order(a) - order(b),
  );
  const afters = [...new Set(matrix.map((cell) => cell.after))].sort((a, b) => order(a) - order(b));
  const most = Math.max(1, ...matrix.filter((cell) => cell.before !== cell.after).map((cell) => cell.count));
  const countOf = (before: VerdictId | 'none', after: VerdictId): number =>
    matrix.find((cell) => (cell.before ?? 'none') === before && cell.after === after)?.count ?? 0;

  return (
    <ScrollRegion className={styles.scroll} label="Verdicts before and after">
      <table className={styles.table}>
        <thead>
          <tr>
            <td className={styles.corner}>old ↓ new →</td>
            {afters.map((after) => (
              <th key={after} scope="col">
                <Verdict verdict={after} light />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {befores.map((before) => (
            <tr key={before}>
              <th scope="row">
                {before === 'none' ? (
                  <span className={styles.none}>none</span>
                ) : (
                  <Verdict verdict={before} light />
                )}
              </th>
              {afters.map((after) => {
                const count = countOf(before, after);
                const same = before === after;
                const current = selected?.before === before && selected.after === after;
                return (
                  <td key={after} className={same ? styles.same : undefined}>
                    {count === 0 ? (
                      <span className={styles.zero}>·</span>
                    ) : (
                      <button
                        type="button"
                        className={`${styles.cell} ${same ? '' : verdictColourClass(after)}`}
                        style={same ? undefined : weight(count / most)}
                        aria-pressed={current}
                        aria-label={`${formatCount(count)} from ${before} to ${after}`}
                        onClick={() => onSelect(current ? null : { before, after })}
                      >
                        {formatCount(count)}
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** The more submissions went a way, the stronger its colour. */
function weight(share: number): CSSProperties {
  return { '--weight': `${14 + 26 * Math.sqrt(share)}%` } as CSSProperties;
}
