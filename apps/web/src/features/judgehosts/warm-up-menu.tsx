import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChevronIcon } from '../../components/icons.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { useContests } from '../contests/use-contests.ts';
import { warmUp } from './judgehost-queries.ts';
import styles from './warm-up-menu.module.css';

/**
 * Has a host fetch the test data of a contest, so the first submissions need not wait for it.
 * @param props.host its name; null: all hosts
 */
export function WarmUpMenu({ host }: { host: string | null }): ReactNode {
  const contests = useContests();
  const mutation = useMutation({ mutationFn: (contest: string) => warmUp(contest, host) });
  const asked = contests.find(({ id }) => mutation.isSuccess && id === mutation.variables);
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            loading={mutation.isPending}
            rightSection={<ChevronIcon size={12} />}
          >
            {host === null ? 'Warm up all' : 'Warm up'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{host === null ? 'Warm up all hosts for' : 'Warm up this host for'}</Menu.Label>
          {contests.map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => mutation.mutate(id)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked === undefined || mutation.data === undefined ? null : (
        <output className={styles.asked}>{wordsOf(host, asked.name, mutation.data)}</output>
      )}
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
    </>
  );
}

/** @param any whether any of those asked can judge some of it */
function wordsOf(host: string | null, contest: string, any: boolean): string {
  if (!any)
    return host === null
      ? `No host can judge ${contest}: nothing is fetched.`
      : `${host} cannot judge ${contest}: it fetches nothing.`;
  return host === null
    ? `All hosts fetch the test data of ${contest}. Figures show the progress of each host.`
    : `${host} fetches the test data of ${contest}. Figures show the progress.`;
}
