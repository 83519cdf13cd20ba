import { Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorLine } from '../../components/notice.tsx';
import { renew } from '../../live/renew.ts';
import { createRejudging } from '../rejudgings/rejudging-queries.ts';

const choices = [3, 5, 10, 20] as const;

/** Judges a submission several times: does the same program get the same verdict? The old one counts meanwhile. */
export function RepeatButton(props: { contestId: string; submissionId: string; busy: boolean }): ReactNode {
  const { contestId, submissionId, busy } = props;
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (repeats: number) =>
      createRejudging(contestId, {
        reason: `judged ${repeats} times: is its verdict steady?`,
        filter: { submissions: [submissionId] },
        repeats,
        priority: 'jury',
        // A spread is wanted: all the tests of each, not only those up to the first failure.
        lazy: false,
      }),
    onSuccess: () => {
      renew(client, keys.submission(contestId, submissionId));
      renew(client, keys.rejudgings(contestId));
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
