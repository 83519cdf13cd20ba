import type { Verdict as VerdictId, WallLimitPreview } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { formatCount } from '../../lib/format.ts';
import {
  affectedInWords,
  changesInWords,
  examplesInWords,
  few,
  openInWords,
  overruledInWords,
  sameInWords,
  underWayInWords,
} from './limit-words.ts';
import styles from './limit-effects.module.css';

/** Which stored verdicts another limit would change: for certain, or perhaps. */
export function LimitEffects(props: {
  contestId: string;
  preview: WallLimitPreview;
  /** What the rule does not reach; null: it reaches all. */
  overruled: string | null;
}): ReactNode {
  const { contestId, preview, overruled } = props;
  const { changes, open } = preview;
  const pairs = Map.groupBy(changes, ({ before, after }) => `${before} ${after}`);
  const perhaps = Map.groupBy(open, ({ before }) => before);
  return (
    <div className={styles.box}>
      {changes.length === 0 ? null : (
        <div>
          <h3 className={styles.title}>{changesInWords(changes.length)}</h3>
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
          <h3 className={styles.title}>{openInWords(open.length)}</h3>
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
        sameInWords(preview),
        underWayInWords(preview.underWay),
        overruled === null ? null : overruledInWords(overruled),
      ].map((words) =>
        words === null ? null : (
          <p key={words} className={styles.calm}>
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
    <p className={styles.calm}>
      It holds in other contests, too, whose verdicts stay until they are judged again there:{' '}
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
          {affectedInWords(affected)}
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
      <summary>{examplesInWords(of.length)}</summary>
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
