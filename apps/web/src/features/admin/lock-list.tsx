import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Ago } from '../../components/instant.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { locksQuery } from './admin-queries.ts';
import styles from './admin-page.module.css';

/** Accounts and addresses that may not log in now because of too many failures. */
export function LockList(): ReactNode {
  const query = useQuery({ ...locksQuery, refetchInterval: 10_000 });
  return (
    <Section title="Locked logins">
      <QueryView query={query}>
        {({ accounts, addresses }) =>
          accounts.length + addresses.length === 0 ? (
            <p className={styles.hint} style={{ margin: 0 }}>
              None. After repeated wrong passwords accounts and addresses are locked for a while and appear
              here.
            </p>
          ) : (
            <table className={styles.table}>
              <tbody>
                {[
                  ...accounts.map((one) => ({ who: one.username, ...one })),
                  ...addresses.map((one) => ({ who: one.address, ...one })),
                ].map((one) => (
                  <tr key={one.who}>
                    <th scope="row">{one.who}</th>
                    <td>{plural(one.failures, 'failure')}</td>
                    <td>
                      free <Ago at={one.until} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </QueryView>
    </Section>
  );
}
