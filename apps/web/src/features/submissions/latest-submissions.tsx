import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { SubmissionVerdict } from '../../components/verdict/submission-verdict.tsx';
import { formatContestTime } from '../../lib/format.ts';
import { submissionsQuery } from './submission-queries.ts';
import styles from './latest-submissions.module.css';

const shown = 6;

/** The last few submissions, live; to one problem or to all. */
export function LatestSubmissions(props: { contestId: string; problem?: string; title: string }): ReactNode {
  const { contestId, problem, title } = props;
  const query = useInfiniteQuery(submissionsQuery(contestId, { problem }));
  const latest = query.data?.pages[0]?.submissions.slice(0, shown);
  return (
    <Section
      title={title}
      actions={
        <Link
          to="/contests/$contest/submissions"
          params={{ contest: contestId }}
          search={{ problem }}
          className={styles.all}
        >
          All
        </Link>
      }
    >
      {latest === undefined ? (
        query.isError ? (
          <ErrorNotice error={query.error} />
        ) : (
          <SkeletonLines count={3} />
        )
      ) : latest.length === 0 ? (
        <p className={styles.none}>None yet.</p>
      ) : (
        <ul className={styles.list} data-live>
          {latest.map((one) => (
            <li key={one.id}>
              <Link
                to="/contests/$contest/submissions/$submission"
                params={{ contest: contestId, submission: one.id }}
                className={styles.row}
              >
                {problem === undefined ? (
                  <Balloon label={one.problem.label} colour={one.problem.colour} size={24} />
                ) : null}
                <SubmissionVerdict of={one} inWords />
                <span className={styles.rest}>
                  #{one.number} · {one.language.name} · {formatContestTime(one.contestTimeMs)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
