import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { keys } from '../../api/keys.ts';
import { ErrorNotice } from '../../components/notice.tsx';
import { focusHeading, useFocusBack } from '../../lib/focus-back.ts';
import { deleteHost } from './judgehost-queries.ts';

/** A host that never came, as after a mistyped name. Pressed twice: its token is void then. */
export function DeleteHost({ id, name }: { id: string; name: string }): ReactNode {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const opener = useFocusBack(asking);
  const mutation = useMutation({
    mutationFn: () => deleteHost(id),
    onSuccess: async () => {
      await navigate({ to: '/judgehosts', search: {}, replace: true });
      focusHeading();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.judgehosts() }),
  });
  return (
    <>
      {asking ? (
        <>
          <Button
            size="compact-sm"
            color="red"
            loading={mutation.isPending}
            onClick={() => mutation.mutate()}
          >
            Delete {name} and void its token
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that was pressed has gone
            autoFocus
            onClick={() => setAsking(false)}
          >
            Cancel
          </Button>
        </>
      ) : (
        <Button ref={opener} size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          Delete…
        </Button>
      )}
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
    </>
  );
}
