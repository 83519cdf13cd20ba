import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keys } from '../../api/keys.ts';
import { RepeatIcon } from '../../components/icons.tsx';
import { ErrorLine } from '../../components/notice.tsx';
import { renew } from '../../live/renew.ts';
import { rejudge } from './submission-queries.ts';

export function RejudgeButton(props: { contestId: string; submissionId: string; busy: boolean }): ReactNode {
  const { contestId, submissionId, busy } = props;
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => rejudge(submissionId),
    // The verdict stays until the new one is there; that it is on its way shows among the judgings.
    onSuccess: () => renew(client, keys.submission(contestId, submissionId)),
  });
  return (
    <>
      <ErrorLine error={mutation.error} />
      <Button
        variant="default"
        leftSection={<RepeatIcon size={16} />}
        loading={mutation.isPending}
        disabled={busy}
        onClick={() => mutation.mutate()}
      >
        Judge again
      </Button>
    </>
  );
}
