import { Button } from '@mantine/core';
import type { TaskSpan } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import type { Stretch } from './known-time.ts';
import { figuresOf, stateWords } from './span-words.ts';
import type { Followed } from './use-followed.ts';
import styles from './followed-spans.module.css';

/** The spans of the submission that is followed, as a list: for the keyboard, and for reading off. */
export function FollowedSpans(props: {
  followed: Followed;
  /** The api's clock, ms. */
  now: number;
  /** What the chart shows. */
  seen: Stretch;
  onShow: (span: TaskSpan) => void;
}): ReactNode {
  const { followed, now, seen, onShow } = props;
  const { spans, asking, error } = followed;
  const [first] = spans;
  return (
    <div className={styles.list}>
      <Section title={first === undefined ? 'Nothing is followed' : <Title of={first} />}>
        {error === null ? null : <ErrorNotice error={error} />}
        {first === undefined ? (
          error !== null ? null : (
            <p className={styles.nothing}>
              {asking
                ? 'Looking for the submission.'
                : 'No slot has worked on such a submission. Give at least four characters of the end of its id, or the whole of it for one that was judged hours ago.'}
            </p>
          )
        ) : (
          <ol className={styles.spans}>
            {spans.map((span) => (
              <li key={span.id}>
                <span>{span.verdict === null ? null : <Verdict verdict={span.verdict} />}</span>
                <span>
                  <strong>
                    {span.judgehost} slot {span.slot}
                  </strong>{' '}
                  <Instant at={new Date(span.from).toISOString()} /> {stateWords[span.state]}
                </span>
                {figuresOf(span, now).map(([name, value]) => (
                  <span key={name}>
                    <span className={styles.name}>{name}</span> {value}
                  </span>
                ))}
                {span.from <= seen.until && (span.to ?? now) >= seen.from ? null : (
                  <Button
                    className={styles.show}
                    size="compact-xs"
                    variant="default"
                    onClick={() => onShow(span)}
                  >
                    Show that time
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
      </Section>
    </div>
  );
}

function Title({ of: { contestId, submissionId, problem } }: { of: TaskSpan }): ReactNode {
  return (
    <>
      Followed:{' '}
      <Link
        to="/contests/$contest/submissions/$submission"
        params={{ contest: contestId, submission: submissionId }}
      >
        submission {submissionId.slice(-6)}
      </Link>{' '}
      of problem {problem ?? '?'}
    </>
  );
}
