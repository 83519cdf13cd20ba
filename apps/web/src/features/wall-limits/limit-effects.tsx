import type { Verdict as VerdictId, WallLimitPreview } from '@sandglass/contracts';
import { groupBy } from '@sandglass/domain';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { formatCount } from '../../lib/format.ts';
import {
  affectedText,
  changesText,
  examplesText,
  few,
  openText,
  overriddenText,
  sameText,
  underWayText,
} from './limit-text.ts';
import styles from './limit-effects.module.css';

/** Which stored verdicts another limit would change: for certain, or perhaps. */
export function LimitEffects(props: {
  contestId: string;
  preview: WallLimitPreview;
  /** What the rule does not reach; null: it reaches all. */
  overridden: string | null;
}): ReactNode {
  const { contestId, preview, overridden } = props;
  const { changes, open } = preview;
  const pairs = groupBy(changes, ({ before, after }) => `${before} ${after}`);
  const perhaps = groupBy(open, ({ before }) => before);
  return (
    <div className={styles.box}>
      {changes.length === 0 ? null : (
        <div>
          <h3 className={styles.title}>{changesText(changes.length)}</h3>
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
          <h3 className={styles.title}>{openText(open.length)}</h3>
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
      {[
        sameText(preview),
        underWayText(preview.underWay),
        overridden === null ? null : overriddenText(overridden),
      ].map((words) =>
        words === null ? null : (
          <p key={words} className={styles.quiet}>
            {words}
          </p>
        ),
      )}
      <Elsewhere of={preview.elsewhere} />
    </div>
  );
}

/** The contests whose verdicts nobody has looked at, and where that is done. */
export function Elsewhere(props: {
  of: WallLimitPreview['elsewhere'];
  /** The rule is in force: there, too, a rejudging takes what it may change. */
  set?: boolean;
}): ReactNode {
  const { of: contests, set = false } = props;
  if (contests.length === 0) return null;
  return (
    <p className={styles.quiet}>
      The limit also applies in other contests, whose verdicts stay until they are rejudged there:{' '}
      {contests.slice(0, few).map(({ id, name, affected }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ', '}
          <Link
            to="/contests/$contest/rejudgings/new"
            params={{ contest: id }}
            search={set ? { limits: 'changed' } : {}}
            preload={false}
          >
            {name}
          </Link>
          {affectedText(affected)}
        </Fragment>
      ))}
      {contests.length > few ? ` and ${formatCount(contests.length - few)} more` : ''}.
    </p>
  );
}

function Examples(props: {
  contestId: string;
  of: readonly { submissionId: string; number: number; before: VerdictId; test: number }[];
}): ReactNode {
  const { contestId, of } = props;
  return (
    <details className={styles.examples}>
      <summary>{examplesText(of.length)}</summary>
      <ul>
        {of.slice(0, few).map(({ submissionId, number, test }) => (
          <li key={submissionId}>
            <Link
              to="/contests/$contest/submissions/$submission"
              params={{ contest: contestId, submission: submissionId }}
              search={{ test }}
              preload={false}
            >
              #{number}, test {test + 1}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
