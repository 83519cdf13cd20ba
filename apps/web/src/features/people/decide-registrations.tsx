import { Button, NativeSelect, TextInput } from '@mantine/core';
import { decidedRegistrationsAnswerSchema, type Registration } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { request } from '../../api/client.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { plural } from '../../lib/format.ts';
import { contestsQuery } from '../contests/contest-queries.ts';
import styles from './people-page.module.css';

/** At most so many in one request. */
const mostAtOnce = 500;

/** Approves or rejects those that are chosen: all of them, or none. */
export function DecideRegistrations(props: {
  registrations: readonly Registration[];
  onDecided: () => void;
}): ReactNode {
  const { registrations, onDecided } = props;
  const client = useQueryClient();
  const { data: contests = [] } = useQuery(contestsQuery);
  const [contest, setContest] = useState('');
  const [reason, setReason] = useState<string | null>(null);
  const deciding = useMutation({
    mutationFn: ({ verb, body }: { verb: 'approve' | 'reject'; body: object }) =>
      request(decidedRegistrationsAnswerSchema, `/api/admin/registrations/${verb}`, {
        method: 'POST',
        json: { registrations: registrations.slice(0, mostAtOnce).map(({ id }) => id), ...body },
      }),
    onSuccess: async () => {
      onDecided();
      await client.invalidateQueries();
    },
    // Somebody else may have decided.
    onError: () => client.invalidateQueries({ queryKey: ['people', 'registrations'] }),
  });
  const what = plural(registrations.length, 'registration');
  return (
    <>
      {reason === null ? (
        <div className={styles.buttons}>
          <NativeSelect
            size="xs"
            aria-label="Contest of approved teams"
            value={contest}
            data={[
              { value: '', label: 'Teams take part in no contest yet' },
              ...contests.map(({ id, name }) => ({ value: id, label: `Teams take part in ${name}` })),
            ]}
            onChange={(event) => setContest(event.currentTarget.value)}
          />
          <Button
            size="compact-sm"
            loading={deciding.isPending}
            onClick={() =>
              deciding.mutate({ verb: 'approve', body: { contests: contest === '' ? [] : [contest] } })
            }
          >
            Approve {what}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setReason('')}>
            Reject {what} …
          </Button>
        </div>
      ) : (
        <form
          className={styles.buttons}
          aria-label="Reject registrations"
          onSubmit={(event) => {
            event.preventDefault();
            deciding.mutate({ verb: 'reject', body: { reason } });
          }}
        >
          <TextInput
            size="xs"
            aria-label="Reason, which the registrant reads"
            placeholder="Reason, which the registrant reads"
            value={reason}
            required
            maxLength={500}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button type="submit" size="compact-sm" color="red" loading={deciding.isPending}>
            Reject {what}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setReason(null)}>
            Cancel
          </Button>
        </form>
      )}
      {deciding.error === null ? null : <ErrorNotice error={deciding.error} />}
    </>
  );
}
