import { Button, NativeSelect } from '@mantine/core';
import type { TaskInterval } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { HostLink } from '../../components/named-links.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { useContests } from '../contests/use-contests.ts';
import type { Stretch } from './known-time.ts';
import { figuresOf, stateText } from './interval-text.ts';
import type { IntervalsOfOne } from './submissions-named.ts';
import type { Followed } from './use-followed.ts';
import styles from './followed-intervals.module.css';

/** The intervals of the submission that is followed, as a list: for the keyboard, and for reading off. */
export function FollowedIntervals(props: {
  followed: Followed;
  /** The api's clock, ms. */
  now: number;
  /** What the chart shows. */
  seen: Stretch;
  onShow: (interval: TaskInterval) => void;
  /** Another submission of the same name is meant. */
  onChoose: (interval: TaskInterval) => void;
}): ReactNode {
  const { followed, now, seen, onShow, onChoose } = props;
  const { intervals, named, asking, error } = followed;
  const [first] = intervals;
  return (
    <div className={styles.list}>
      <Section
        title={first === undefined ? 'No submission found' : <Title of={first} />}
        actions={named.length < 2 ? undefined : <Choice of={named} onChoose={onChoose} />}
      >
        {error === null ? null : <ErrorNotice error={error} />}
        {first === undefined ? (
          error !== null ? null : (
            <p className={styles.nothing}>
              {asking
                ? 'Looking for the submission.'
                : 'No slot has worked on a submission with this number. Enter its number as #123, or its id.'}
            </p>
          )
        ) : (
          <ol className={styles.intervals}>
            {intervals.map((interval) => (
              <li key={interval.id}>
                <span>{interval.verdict === null ? null : <Verdict verdict={interval.verdict} />}</span>
                <span>
                  <strong>
                    <HostLink name={interval.judgehost} /> slot {interval.slot}
                  </strong>{' '}
                  <Instant at={new Date(interval.from).toISOString()} /> {stateText[interval.state]}
                </span>
                {figuresOf(interval, now).map(([name, value]) => (
                  <span key={name}>
                    <span className={styles.name}>{name}</span> {value}
                  </span>
                ))}
                {interval.from <= seen.until && (interval.to ?? now) >= seen.from ? null : (
                  <Button
                    className={styles.show}
                    size="compact-xs"
                    variant="default"
                    onClick={() => onShow(interval)}
                  >
                    Show this time
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

/** Each contest counts its submissions from 1, so that several may have the number. */
function Choice(props: {
  of: readonly IntervalsOfOne[];
  onChoose: (interval: TaskInterval) => void;
}): ReactNode {
  const { of: named, onChoose } = props;
  const contests = useContests();
  // In an order of their own: what is chosen does not move.
  const choices = named
    .map(([first]) => first)
    .toSorted((a, b) => b.submissionId.localeCompare(a.submissionId));
  return (
    <NativeSelect
      size="xs"
      className={styles.choice}
      aria-label="Contest of the submission"
      value={named[0]?.[0].submissionId ?? ''}
      data={choices.map(({ submissionId, submissionNumber, contestId }) => ({
        value: submissionId,
        label: `#${submissionNumber} of ${contests.find(({ id }) => id === contestId)?.name ?? contestId}`,
      }))}
      onChange={(event) => {
        const chosen = choices.find(({ submissionId }) => submissionId === event.currentTarget.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
    />
  );
}

function Title({
  of: { contestId, submissionId, submissionNumber, problem },
}: {
  of: TaskInterval;
}): ReactNode {
  return (
    <>
      Followed:{' '}
      <Link
        to="/contests/$contest/submissions/$submission"
        params={{ contest: contestId, submission: submissionId }}
      >
        submission #{submissionNumber}
      </Link>{' '}
      of problem {problem ?? '?'}
    </>
  );
}
