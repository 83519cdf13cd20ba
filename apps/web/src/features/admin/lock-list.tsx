import { Button } from '@mantine/core';
import { openLocksAnswerSchema, type LoginLock } from '@sandglass/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '../../api/client.ts';
import { Ago, Instant } from '../../components/instant.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { keepFocus } from '../../lib/focus-back.ts';
import { plural } from '../../lib/format.ts';
import { locksQuery } from './admin-queries.ts';
import adminStyles from './admin-page.module.css';
import styles from './lock-list.module.css';

/** Whose logins are refused now because of too many failures; each can be opened. */
export function LockList(): ReactNode {
  const query = useQuery({ ...locksQuery, refetchInterval: 10_000 });
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (lock: LoginLock) =>
      request(openLocksAnswerSchema, `/api/admin/locks?${whichOf(lock)}`, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: locksQuery.queryKey }),
  });
  return (
    <Section title="Delayed and locked logins">
      <QueryView query={query}>
        {({ locks }) => (
          <div ref={keepFocus}>
            {locks.length === 0 ? (
              <p className={adminStyles.hint} style={{ margin: 0 }}>
                None. After repeated wrong passwords, further attempts from the same place are delayed and
                appear here. People who have logged in before from the same browser or address are not
                delayed.
              </p>
            ) : (
              <ul className={styles.list} data-live>
                {locks.map((lock) => (
                  <li key={`${lock.kind} ${whichOf(lock)}`} className={styles.lock}>
                    <div className={styles.who}>
                      <strong className={styles.name}>{lock.username ?? 'Any account'}</strong>
                      {lock.exists === false ? <small>no such account</small> : null}
                      <span className={styles.where}>{whereOf(lock)}</span>
                    </div>
                    <div className={styles.state}>
                      <span className={lock.state === 'locked' ? styles.locked : undefined}>
                        {lock.state === 'locked' ? 'Locked' : 'Delayed'}, ends <Ago at={lock.until} />
                      </span>
                      <small>
                        {plural(lock.failures, 'failure')} since <Instant at={lock.since} />
                      </small>
                    </div>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Unlock ${lock.username ?? 'any account'}, ${whereOf(lock)}`}
                      loading={mutation.isPending && mutation.variables === lock}
                      onClick={() => mutation.mutate(lock)}
                    >
                      Unlock
                    </Button>
                  </li>
                ))}
              </ul>
            )}
            {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
          </div>
        )}
      </QueryView>
    </Section>
  );
}

/** A lock of an account opens with all that is counted against it; one of an address with all from there. */
function whichOf({ kind, username, address }: LoginLock): string {
  return new URLSearchParams({
    ...(username === null ? {} : { username }),
    ...(address === null || (kind !== 'address' && kind !== 'pair') ? {} : { address }),
  }).toString();
}

function whereOf({ kind, address, from }: LoginLock): string {
  if (kind === 'browser') return 'from a browser that has used it before';
  if (kind === 'account')
    return from.length === 0 ? 'from new places' : `from new places, mostly ${from.join(', ')}`;
  return `from ${address ?? 'an unknown address'}`;
}
