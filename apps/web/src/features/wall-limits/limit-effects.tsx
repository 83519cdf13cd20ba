import type { Verdict as VerdictId, WallLimitPreview } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { formatCount, plural } from '../../lib/format.ts';
import styles from './limit-effects.module.css';

const few = 6;

/** Which stored verdicts another limit would change: for certain, or perhaps. */
export function LimitEffects(props: {
  contestId: string;
  preview: WallLimitPreview;
  /** What the rule does not reach; null: it reaches all. */
  overruled: string | null;
}): ReactNode {
  const { contestId, preview, overruled } = props;
  const { changes, open, same } = preview;
  const pairs = Map.groupBy(changes, ({ before, after }) => `${before} ${after}`);
  const perhaps = Map.groupBy(open, ({ before }) => before);
  return (
    <div className={styles.box}>
      {changes.length === 0 && open.length === 0 ? (
        <p className={styles.calm}>No stored verdict would change.</p>
      ) : null}
      {changes.length === 0 ? null : (
        <div>
          <h3 className={styles.title}>
            {plural(changes.length, 'verdict')} would change, known from the record
          </h3>
          <ul className={styles.pairs}>
            {[...pairs].map(([key, all]) => (
              <li key={key}>
                <strong>{formatCount(all.length)}</strong>
                {all[0] === undefined ? null : (
                  <>
                    <Verdict verdict={all[0].before} /> → <Verdict verdict={all[0].after} />
                  </>
                )}
              </li>
            ))}
          </ul>
          <Examples contestId={contestId} of={changes} />
        </div>
      )}
      {open.length === 0 ? null : (
        <div>
          <h3 className={styles.title}>
            {plural(open.length, 'verdict')} could change: only a rejudging can tell
          </h3>
          <ul className={styles.pairs}>
            {[...perhaps].map(([before, all]) => (
              <li key={before}>
                <strong>{formatCount(all.length)}</strong>
                <Verdict verdict={before} /> → ?
              </li>
            ))}
          </ul>
          <Examples contestId={contestId} of={open} />
        </div>
      )}
      <p className={styles.calm}>{formatCount(same)} stay as they are.</p>
      {preview.underWay === 0 ? null : (
        <p className={styles.calm}>
          {underWayInWords(preview.underWay)}: judged again, too, where the new one may change what they end
          with.
        </p>
      )}
      {overruled === null ? null : (
        <p className={styles.calm}>Not for {overruled}: a more special rule stands above this one.</p>
      )}
      <Elsewhere of={preview.elsewhere} />
    </div>
  );
}

/** One judging has one limit. */
export function underWayInWords(count: number): string {
  return `${plural(count, 'more is', 'more are')} being judged under the old limit`;
}

/** The contests whose verdicts nobody has looked at, and where that is done. */
export function Elsewhere({ of: contests }: { of: WallLimitPreview['elsewhere'] }): ReactNode {
  if (contests.length === 0) return null;
  return (
    <p className={styles.calm}>
      It holds in other contests, too, whose verdicts stay until they are judged again there:{' '}
      {contests.slice(0, few).map(({ id, name }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ', '}
          <Link to="/contests/$contest/rejudgings/new" params={{ contest: id }} preload={false}>
            {name}
          </Link>
        </Fragment>
      ))}
      {contests.length > few ? ` and ${formatCount(contests.length - few)} more` : ''}.
    </p>
  );
}

function Examples(props: {
  contestId: string;
  of: readonly { submissionId: string; before: VerdictId; test: number }[];
}): ReactNode {
  const { contestId, of } = props;
  return (
    <details className={styles.examples}>
      <summary>Look at {of.length > few ? `the first ${few}` : of.length === 1 ? 'it' : 'them'}</summary>
      <ul>
        {of.slice(0, few).map(({ submissionId, test }) => (
          <li key={submissionId}>
            <Link
              to="/contests/$contest/submissions/$submission"
              params={{ contest: contestId, submission: submissionId }}
              search={{ test }}
              preload={false}
            >
              …{submissionId.slice(-6)}, test {test + 1}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
