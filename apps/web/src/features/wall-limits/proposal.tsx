import { Button } from '@mantine/core';
import type { Contest, WallLimitProposal } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { formatLimitMs, formatMicroseconds, plural } from '../../lib/format.ts';
import { formatInstant } from '../../lib/time.ts';
import { refetch } from '../../live/refetch.ts';
import { approveProposal, declineProposal } from './wall-limit-queries.ts';
import styles from './proposal.module.css';

/** What the system proposes, why, and until when. */
export function Proposal({ contest, of: proposal }: { contest: Contest; of: WallLimitProposal }): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { evidence, rule } = proposal;
  const { id: contestId } = contest;
  /** What teams and all other pages call a problem; its id where it has left the contest. */
  const nameOf = (problemId: string): string => {
    const problem = contest.problems.find(({ id }) => id === problemId);
    return problem === undefined ? problemId : `${problem.label} ${problem.name}`;
  };
  const done = (): void => {
    refetch(client, keys.wallLimits(contestId));
    refetch(client, keys.rejudgings(contestId));
  };
  const approve = useMutation({
    mutationFn: () => approveProposal(proposal.id),
    onSuccess: async ({ rejudgingId }) => {
      done();
      if (rejudgingId !== null) {
        await navigate({
          to: '/contests/$contest/rejudgings/$rejudging',
          params: { contest: contestId, rejudging: rejudgingId },
        });
      }
    },
  });
  const decline = useMutation({ mutationFn: () => declineProposal(proposal.id), onSuccess: done });
  return (
    <section className={styles.card} aria-label="Proposal of the system">
      <div>
        <h2 className={styles.title}>
          Proposed wall-time margin: {formatLimitMs((rule.marginUs ?? 0) / 1000)}
        </h2>
        <p className={styles.words}>
          From {formatInstant(evidence.from, 'minutes')} to {formatInstant(evidence.until, 'minutes')}:{' '}
          {evidence.reasons.join(' ')}
        </p>
        <div className={styles.evidence}>
          <Waits
            of={evidence.hosts.map(({ judgehost, ...waits }) => ({
              key: judgehost,
              name: judgehost,
              ...waits,
            }))}
          />
          <Waits
            of={evidence.problems.map(({ problemId, ownRule, ...waits }) => ({
              key: problemId,
              name: (
                <Link
                  to="/contests/$contest/wall-limits"
                  params={{ contest: contestId }}
                  search={{ level: 'problem', id: problemId }}
                >
                  {nameOf(problemId)}
                </Link>
              ),
              ...waits,
              more: ownRule ? 'keeps its own rule' : undefined,
            }))}
          />
        </div>
        {evidence.languages.length === 0 ? null : (
          <p className={styles.words}>
            The rule{evidence.languages.length === 1 ? '' : 's'} of {evidence.languages.join(', ')} stay
            {evidence.languages.length === 1 ? 's' : ''}.
          </p>
        )}
      </div>
      <div className={styles.answer}>
        <Button
          classNames={{ root: styles.approve, label: styles.approveWords }}
          loading={approve.isPending}
          disabled={decline.isPending}
          onClick={() => approve.mutate()}
        >
          Set the margin and rejudge affected submissions
        </Button>
        <Button
          variant="subtle"
          loading={decline.isPending}
          disabled={approve.isPending}
          onClick={() => decline.mutate()}
        >
          Keep the limit
        </Button>
        <p className={styles.left}>Expires at {formatInstant(proposal.expiresAt, 'minutes')}</p>
      </div>
      {approve.isError ? <ErrorNotice error={approve.error} /> : null}
      {decline.isError ? <ErrorNotice error={decline.error} /> : null}
    </section>
  );
}

const few = 5;

interface Waiting {
  key: string;
  name: ReactNode;
  runs: number;
  suspect: number;
  p99Us: number;
  more?: string | undefined;
}

/** Who was made to wait, and how long: the worst. */
function Waits({ of: waits }: { of: readonly Waiting[] }): ReactNode {
  if (waits.length === 0) return null;
  return (
    <ul className={styles.waits}>
      {waits.slice(0, few).map(({ key, name, runs, suspect, p99Us, more }) => (
        <li key={key}>
          <strong>{name}</strong> 99 % of {plural(runs, 'run')} waited less than {formatMicroseconds(p99Us)}
          {suspect > 0 ? `; ${suspect} starved` : ''}
          {more === undefined ? '' : `; ${more}`}
        </li>
      ))}
    </ul>
  );
}
