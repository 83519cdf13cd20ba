import { Button } from '@mantine/core';
import type { AdminContest } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Name } from '../../components/name.tsx';
import { ErrorLine } from '../../components/notice.tsx';
import { formatClock, plural } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { contestTime, phaseText } from '../contests/contest-time.ts';
import { moveContest } from './contest-list-queries.ts';
import styles from './contest-list.module.css';

/** A contest in the list, with what can be done to it. */
export function ContestRow(props: {
  contest: AdminContest;
  onClone: () => void;
  onDelete: () => void;
}): ReactNode {
  const { contest, onClone, onDelete } = props;
  const { id, name, archivedAt } = contest;
  const client = useQueryClient();
  const moving = useMutation({
    mutationFn: (what: 'archive' | 'restore') => moveContest(id, what),
    onSuccess: () => client.invalidateQueries(),
  });
  const time = contestTime(contest, useNow());
  const params = { contest: id };
  const marks = [
    archivedAt === null ? phaseText(time) : 'Archived',
    ...(contest.public ? [] : ['private']),
    ...(contest.lockedAt === null ? [] : ['locked']),
  ];
  return (
    <li>
      <div className={styles.words}>
        <Link to="/contests/$contest" params={params} className={styles.name}>
          <Name of={name} />
        </Link>{' '}
        <small>{id}</small>
        <p>
          {marks.join(', ')} · <Instant at={contest.startsAt} /> · {formatClock(time.durationMs)} ·{' '}
          {plural(contest.problemCount, 'problem')} · {plural(contest.teamCount, 'team')} ·{' '}
          {plural(contest.submissionCount, 'submission')}
        </p>
        {moving.isError ? (
          <p>
            <ErrorLine error={moving.error} />
          </p>
        ) : null}
      </div>
      <div className={styles.actions}>
        <Link to="/contests/$contest/control" params={params} aria-label={`Run ${name}`}>
          Run
        </Link>
        <Link to="/contests/$contest/settings" params={params} aria-label={`Settings of ${name}`}>
          Settings
        </Link>
        <a
          href={`/api/admin/contests/${encodeURIComponent(id)}/definition.json`}
          download
          aria-label={`Export the definition of ${name}`}
        >
          Export
        </a>
        <Button size="compact-sm" variant="default" aria-label={`Copy ${name}`} onClick={onClone}>
          Copy
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${archivedAt === null ? 'Archive' : 'Restore'} ${name}`}
          loading={moving.isPending}
          onClick={() => moving.mutate(archivedAt === null ? 'archive' : 'restore')}
        >
          {archivedAt === null ? 'Archive' : 'Restore'}
        </Button>
        <Button size="compact-sm" variant="default" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}
