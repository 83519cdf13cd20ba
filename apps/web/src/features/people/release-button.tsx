import { Button } from '@mantine/core';
import { releaseAnswerSchema } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../../api/client.ts';
import { ErrorLine } from '../../components/notice.tsx';
import { mayChange, useSession } from '../session/session.ts';
import { peopleQuery } from './people-queries.ts';

/** Lets an account log in from another computer. @param props `username` null: all of them */
export function ReleaseButton({ username }: { username: string | null }): ReactNode {
  const client = useQueryClient();
  const session = useSession();
  const query = new URLSearchParams(username === null ? {} : { username }).toString();
  const releasing = useMutation({
    mutationFn: () => request(releaseAnswerSchema, `/api/accounts/bindings?${query}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery.queryKey }),
  });
  if (!mayChange(session)) return null;
  return (
    <span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={username === null ? 'Release all accounts' : `Release ${username}`}
        loading={releasing.isPending}
        onClick={() => releasing.mutate()}
      >
        {username === null ? 'Release all' : 'Release'}
      </Button>
      <ErrorLine error={releasing.error} />
    </span>
  );
}
