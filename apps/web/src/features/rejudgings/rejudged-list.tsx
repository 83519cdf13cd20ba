import { Button, VisuallyHidden } from '@mantine/core';
import type { RejudgedSubmissionView, Verdict as VerdictId } from '@sandglass/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from '../../components/notice.tsx';
import { ProblemLink, TeamLink } from '../../components/named-links.tsx';
import { PlainLink } from '../../components/plain-link.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { VerdictIcon } from '../../components/verdict/verdict-icon.tsx';
import { Verdict, meaningOf, verdictColourClass } from '../../components/verdict/verdict.tsx';
import { plural } from '../../lib/format.ts';
import { contestQuery } from '../contests/contest-queries.ts';
import { type RejudgedFilter, rejudgedQuery } from './rejudging-queries.ts';
import styles from './rejudged-list.module.css';

/** Submissions of a rejudging with the verdict before and after, and what each repeat said. */
export function RejudgedList(props: {
  contestId: string;
  id: string;
  filter: RejudgedFilter;
  done: string;
  repeats: number;
}): ReactNode {
  const { contestId, id, filter, done, repeats } = props;
  const query = useInfiniteQuery(rejudgedQuery(contestId, id, filter, done));
  const languages = useQuery(contestQuery(contestId)).data?.languages;
  const rows = query.data?.pages.flatMap((page) => page.submissions);
  if (rows === undefined) {
    return query.isError ? <ErrorNotice error={query.error} /> : <SkeletonLines count={5} />;
  }
  if (rows.length === 0) return <p className={styles.none}>None.</p>;
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Team</th>
            <th scope="col">Problem</th>
            <th scope="col" className={styles.wide}>
              Language
            </th>
            <th scope="col">Old</th>
            <th scope="col">New</th>
            {repeats > 1 ? <th scope="col">Repeats</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.submissionId}
              row={row}
              language={languages?.find((one) => one.id === row.language)?.name ?? row.language}
              contestId={contestId}
              repeats={repeats}
            />
          ))}
        </tbody>
      </table>
      {query.hasNextPage ? (
        <Button
          variant="default"
          fullWidth
          mt="sm"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more of {plural(query.data?.pages[0]?.count ?? 0, 'submission')}
        </Button>
      ) : null}
    </>
  );
}

function Row(props: {
  row: RejudgedSubmissionView;
  language: string;
  contestId: string;
  repeats: number;
}): ReactNode {
  const { row, language, contestId, repeats } = props;
  return (
    <tr>
      <td>
        <PlainLink
          href={addressOf(contestId, row)}
          className={styles.link}
          aria-label={`#${row.number}, submission of ${row.team.name} to ${row.label}`}
          data-row-link
        >
          #{row.number}
        </PlainLink>
      </td>
      <td>
        <TeamLink contest={contestId} team={row.team} jury={row.jury} className={styles.aside} />
      </td>
      <td>
        <ProblemLink contest={contestId} label={row.label} className={styles.aside} />
      </td>
      <td className={styles.wide}>{language}</td>
      <td>{row.before === null ? '–' : <Verdict verdict={row.before} light />}</td>
      <td>
        {row.after === null ? (
          <span className={styles.open}>pending</span>
        ) : (
          <Verdict verdict={row.after} light />
        )}
      </td>
      {repeats > 1 ? (
        <td className={styles.repeats}>
          {row.repeats.map((verdict, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a repeat is its number
            <RepeatVerdict key={index} verdict={verdict} />
          ))}
        </td>
      ) : null}
    </tr>
  );
}

/** Its submission, with the new judging where there is one. */
function addressOf(contestId: string, { submissionId, judgingId }: RejudgedSubmissionView): string {
  const page = `/contests/${encodeURIComponent(contestId)}/submissions/${submissionId}`;
  return judgingId === null ? page : `${page}?judging=${judgingId}`;
}

/** Its shape and colour say enough where twenty are side by side; the name is on hover and for screen readers. */
function RepeatVerdict({ verdict }: { verdict: VerdictId | null }): ReactNode {
  const { name, className } = meaningOf(verdict);
  return (
    <span className={`${styles.repeat} ${verdictColourClass(verdict)}`} title={name}>
      <VerdictIcon of={className} size={15} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}
