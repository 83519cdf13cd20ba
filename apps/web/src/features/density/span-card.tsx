import type { TaskSpan } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { Section } from '../../components/page.tsx';
import { shortAge, shortTime } from '../judgehosts/figures.ts';
import styles from './span-card.module.css';

const stateWords = {
  running: 'running',
  done: 'done',
  failed: 'failed by our own fault',
  cancelled: 'cancelled',
  returned: 'given back, to be judged again',
} as const;

function figuresOf(span: TaskSpan, now: number): [string, string][] {
  const end = span.to ?? now;
  const compileMs = span.compileMs ?? (span.compiledAt === null ? end - span.from : null);
  return [
    ['waited', shortAge(span.from - span.dueAt)],
    ['took', `${shortAge(end - span.from)} (expected ${shortAge(span.expectedMs)})`],
    ['compiling', compileMs === null ? '–' : shortAge(compileMs)],
    [
      'runs',
      `${span.runs}${span.verdict === null ? '' : `, ${span.verdict}`}${span.suspect ? ', suspect' : ''}`,
    ],
    ['largest gap', span.maxGapUs === null ? '–' : shortTime(span.maxGapUs)],
  ];
}

/** What the span below the pointer is. */
export function SpanCard(props: { span: TaskSpan; x: number; y: number; now: number }): ReactNode {
  const { span, x, y, now } = props;
  const left = Math.min(x + 14, window.innerWidth - 270);
  return (
    <div
      className={styles.card}
      style={{ left, top: Math.min(y + 14, window.innerHeight - 190) }}
      aria-hidden="true"
    >
      <p className={styles.head}>
        <strong>
          {span.problem ?? '?'} · {span.submissionId.slice(-6)}
        </strong>{' '}
        {stateWords[span.state]}
        {span.rejudging ? ', a rejudging' : ''}
      </p>
      <p className={styles.where}>
        {span.judgehost}, slot {span.slot}
      </p>
      <dl>
        {figuresOf(span, now).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The spans of the submission that is followed, as a list: for the keyboard, and for reading off. */
export function SpanList(props: {
  spans: readonly TaskSpan[];
  now: number;
  /** Part of the time is drawn in steps, of which no submission is known. */
  hasSteps: boolean;
}): ReactNode {
  const { spans, now, hasSteps } = props;
  const [first] = spans;
  return (
    <div className={styles.list}>
      <Section
        title={
          first === undefined ? (
            'No span of such a submission is drawn by itself'
          ) : (
            <>
              Followed:{' '}
              <Link
                to="/contests/$contest/submissions/$submission"
                params={{ contest: first.contestId, submission: first.submissionId }}
              >
                submission {first.submissionId.slice(-6)}
              </Link>{' '}
              of problem {first.problem ?? '?'}
            </>
          )
        }
      >
        {first === undefined ? (
          <p className={styles.where}>
            Give at least four characters of the end of its id. Only spans that are drawn one by one are found
            {hasSteps ? ': part of the time shown is in steps, zoom in on it' : ', within the time shown'}.
          </p>
        ) : (
          <ol className={styles.spans}>
            {spans.map((span) => (
              <li key={span.id}>
                {span.verdict === null ? null : <Verdict verdict={span.verdict} />}
                <strong>
                  {span.judgehost} slot {span.slot}
                </strong>{' '}
                {stateWords[span.state]}:{' '}
                {figuresOf(span, now)
                  .map(([name, value]) => `${name} ${value}`)
                  .join('; ')}
              </li>
            ))}
          </ol>
        )}
        {first !== undefined && hasSteps ? (
          <p className={styles.where}>There may be more in what is drawn in steps: zoom in on it.</p>
        ) : null}
      </Section>
    </div>
  );
}
