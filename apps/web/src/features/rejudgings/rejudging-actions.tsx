import { Button, Modal } from '@mantine/core';
import type { Rejudging, RejudgingPreview } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';
import { refetch } from '../../live/refetch.ts';
import { endRejudging } from './rejudging-queries.ts';
import styles from './rejudging-actions.module.css';

/** Apply or cancel, as a whole, after one look back at what that means. */
export function RejudgingActions(props: { of: Rejudging; preview: RejudgingPreview | null }): ReactNode {
  const { of: rejudging, preview } = props;
  const [asked, setAsked] = useState<'apply' | 'cancel' | null>(null);
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (how: 'apply' | 'cancel') => endRejudging(rejudging.id, how),
    onSuccess: (ended) => {
      client.setQueryData(keys.rejudging(rejudging.contestId, rejudging.id), ended);
      refetch(client, keys.rejudgings(rejudging.contestId));
      setAsked(null);
    },
  });
  if (rejudging.state === 'applied' || rejudging.state === 'cancelled') return null;
  const judged = rejudging.state === 'judged';
  const askToApply = (): void => {
    // What is agreed to is what is so now.
    refetch(client, keys.rejudging(rejudging.contestId, rejudging.id));
    setAsked('apply');
  };
  const close = (): void => {
    mutation.reset();
    setAsked(null);
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsked('cancel')}>
        Cancel rejudging
      </Button>
      <Button onClick={askToApply} disabled={!judged || preview === null}>
        {judged ? 'Apply' : 'Apply when judged'}
      </Button>
      <Modal
        opened={asked !== null}
        onClose={close}
        title={asked === 'apply' ? 'Apply this rejudging?' : 'Cancel this rejudging?'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className={styles.words}>
          {asked === 'apply' && preview !== null ? (
            <Consequences preview={preview} />
          ) : (
            <p>
              The old verdicts stay. Finished judgings can still be viewed; waiting judgings leave the queue
              at once.
            </p>
          )}
          {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
        </div>
        <div className={styles.buttons}>
          <Button variant="default" onClick={close}>
            Go back
          </Button>
          <Button
            loading={mutation.isPending}
            onClick={() => {
              if (asked !== null) mutation.mutate(asked);
            }}
          >
            {asked === 'apply' ? 'Apply' : 'Cancel the rejudging'}
          </Button>
        </div>
      </Modal>
    </>
  );
}

function Consequences({
  preview: { counts, ranks, firstToSolve },
}: {
  preview: RejudgingPreview;
}): ReactNode {
  const moved = ranks.filter(({ before, after }) => before.rank !== after.rank).length;
  return (
    <>
      <p>
        {counts.changed === 0
          ? 'No verdict changes'
          : `${plural(counts.changed, 'verdict')} will change at once`}
        {counts.unchanged > 0 ? `; ${plural(counts.unchanged, 'stays', 'stay')} the same` : ''}. Teams see the
        new verdicts at once. This cannot be undone.
      </p>
      <p>
        {moved === 0 ? 'No team changes its rank' : `${plural(moved, 'team')} will change rank`}
        {firstToSolve.length > 0
          ? `; ${plural(firstToSolve.length, 'first to solve', 'firsts to solve')} will change`
          : ''}
        .
      </p>
    </>
  );
}
