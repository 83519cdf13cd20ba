import type { ContestChangeAnswer, ContestState } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Notice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';
import { RankChanges } from '../rejudgings/rank-changes.tsx';
import styles from './contest-control.module.css';

/** What a change of a contest would do: to its times, its submissions and its scoreboard. */
export function Consequences({
  contest,
  answer,
}: {
  contest: string;
  answer: ContestChangeAnswer;
}): ReactNode {
  const { before, after, dangers, submissions, ranks } = answer;
  const others = submissions.added + submissions.dropped + submissions.moved;
  return (
    <>
      {dangers.length === 0 ? null : (
        <Notice kind="warning" title="Check this first">
          {dangers.join(' ')}
        </Notice>
      )}
      <TimeChanges before={before} after={after} />
      <p className={styles.quiet}>
        {others === 0
          ? 'No submission gets another contest time.'
          : `${plural(others, 'submission is', 'submissions are')} affected: ${submissions.moved} with another contest time, ${submissions.added} that count from now on, ${submissions.dropped} that no longer count.`}
      </p>
      {ranks.length === 0 ? null : (
        <RankChanges contestId={contest} preview={{ ranks, firstToSolve: [], state: 'judged' }} />
      )}
    </>
  );
}

const names = { startsAt: 'Start', freezesAt: 'Freeze', endsAt: 'End', thawsAt: 'Thaw' } as const;

function TimeChanges({ before, after }: { before: ContestState; after: ContestState }): ReactNode {
  const changed = (Object.keys(names) as (keyof typeof names)[]).filter(
    (name) => before[name] !== after[name],
  );
  if (changed.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{names[name]}</dt>
          <dd>
            <Time at={before[name]} /> → <strong>{<Time at={after[name]} />}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Time({ at }: { at: string | null }): ReactNode {
  return at === null ? 'none' : <Instant at={at} />;
}
