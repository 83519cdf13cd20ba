import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { RepeatIcon } from '../../components/icons.tsx';
import { rejudge } from './submission-queries.ts';

export function RejudgeButton({ submissionId, busy }: { submissionId: string; busy: boolean }): ReactNode {
  const mutation = useMutation({ mutationFn: () => rejudge(submissionId) });
  return (
    <>
      {mutation.isError ? (
        <span role="alert" style={{ color: 'var(--sg-danger)' }}>
          {messageOf(mutation.error)}
        </span>
      ) : null}
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
