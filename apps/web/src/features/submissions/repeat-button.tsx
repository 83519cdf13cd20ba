import { Button, Menu } from '@mantine/core';
import type { SubmissionSummary } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorLine } from '../../components/notice.tsx';
import { refetch } from '../../live/refetch.ts';
import { createRejudging } from '../rejudgings/rejudging-queries.ts';

const choices = [3, 5, 10, 20] as const;

/** Judges a submission several times: does the same program get the same verdict? Until then the old one counts. */
export function RepeatButton(props: {
  contestId: string;
  submission: Pick<SubmissionSummary, 'id' | 'number'>;
  busy: boolean;
}): ReactNode {
  const { contestId, submission, busy } = props;
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (repeats: number) =>
      createRejudging(contestId, {
        reason: `#${submission.number} judged ${repeats} times to check that the verdict is stable`,
        filter: { submissions: [submission.id] },
        repeats,
        priority: 'jury',
        // A spread is wanted: all the tests of each, not only those up to the first failure.
        lazy: false,
      }),
    onSuccess: () => {
      refetch(client, keys.submission(contestId, submission.id));
      refetch(client, keys.rejudgings(contestId));
    },
  });
  return (
    <>
      <ErrorLine error={mutation.error} />
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <Button variant="default" loading={mutation.isPending} disabled={busy}>
            Repeat…
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map((repeats) => (
            <Menu.Item key={repeats} onClick={() => mutation.mutate(repeats)}>
              Judge {repeats} times
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
