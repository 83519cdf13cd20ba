import { type RejudgingSelection, verdictIds } from '@sandglass/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import { formatDuration } from './rejudging-state.tsx';
import styles from './selection-summary.module.css';

/** How many a filter takes, of what, and what judging them again may cost. */
export function SelectionSummary(props: {
  query: UseQueryResult<RejudgingSelection>;
  repeats: number;
}): ReactNode {
  const { query, repeats } = props;
  return (
    <section className={styles.card} aria-live="polite" aria-busy={query.isFetching}>
      <QueryView query={query}>{(selection) => <Summary of={selection} repeats={repeats} />}</QueryView>
    </section>
  );
}

function Summary({ of, repeats }: { of: RejudgingSelection; repeats: number }): ReactNode {
  return (
    <>
      <p className={styles.big}>
        <strong>{formatCount(of.count)}</strong> {of.count === 1 ? 'submission' : 'submissions'}
      </p>
      {of.count === 0 ? null : (
        <p className={styles.small}>
          {of.teams === 0 ? 'jury submissions only' : `of ${plural(of.teams, 'team')}`}
          {repeats > 1 ? `; ${plural(of.count * repeats, 'judging')}` : ''}
          {of.judgedMs > 0 ? `; about ${formatDuration(of.judgedMs * repeats)} of one slot` : ''}
        </p>
      )}
      {of.busyCount > 0 ? (
        <p className={styles.small}>
          {plural(of.busyCount, 'more is', 'more are')} in another open rejudging and are left out.
        </p>
      ) : null}
      <Bars of={of.verdicts} total={of.count} />
      {of.problems.length > 1 ? <Bars of={of.problems} total={of.count} /> : null}
    </>
  );
}

function Bars({ of, total }: { of: RejudgingSelection['verdicts']; total: number }): ReactNode {
  if (of.length === 0) return null;
  return (
    <ul className={styles.bars}>
      {of.slice(0, 8).map(({ name, count }) => {
        const verdict = verdictIds.find((id) => id === name);
        return (
          <li key={name}>
            <span className={styles.name}>
              {verdict === undefined ? name : <Verdict verdict={verdict} />}
            </span>
            <span className={styles.track} aria-hidden="true">
              <span style={{ width: `${(count / total) * 100}%` }} />
            </span>
            <span className={styles.count}>{formatCount(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
