import { Button } from '@mantine/core';
import type { WallLimitProposal } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { formatClock, formatLimitMs, formatMicroseconds, plural } from '../../lib/format.ts';
import { formatInstant } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { renew } from '../../live/renew.ts';
import { approveProposal, declineProposal } from './wall-limit-queries.ts';
import styles from './proposal.module.css';

/** What the system proposes, why, and until when it stands. */
export function Proposal({
  contestId,
  of: proposal,
}: {
  contestId: string;
  of: WallLimitProposal;
}): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const now = useNow();
  const { evidence, rule } = proposal;
  const done = (): void => {
    renew(client, keys.wallLimits(contestId));
    renew(client, keys.rejudgings(contestId));
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
  const left = Date.parse(proposal.expiresAt) - now;
  return (
    <section className={styles.card} aria-label="A proposal of the system">
      <div>
        <h2 className={styles.title}>
          Proposed: {formatLimitMs((rule.marginUs ?? 0) / 1000)} of room for the wall clock
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
                  {problemId}
                </Link>
              ),
              ...waits,
              more: ownRule ? 'its own rule stays: see there' : undefined,
            }))}
          />
        </div>
        {evidence.languages.length === 0 ? null : (
          <p className={styles.words}>
            The rule{evidence.languages.length === 1 ? '' : 's'} of {evidence.languages.join(', ')} stay
            {evidence.languages.length === 1 ? 's' : ''}: see there.
          </p>
        )}
      </div>
      <div className={styles.answer}>
        <Button loading={approve.isPending} disabled={decline.isPending} onClick={() => approve.mutate()}>
          Set it and rejudge what it may change
        </Button>
        <Button
          variant="subtle"
          loading={decline.isPending}
          disabled={approve.isPending}
          onClick={() => decline.mutate()}
        >
          Leave the limit as it is
        </Button>
        <p className={styles.left}>{left > 0 ? `Expires in ${formatClock(left)}` : 'Expires now'}</p>
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
