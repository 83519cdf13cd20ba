import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { ImageNotices } from './image-notices.tsx';
import { JudgehostPanel } from './judgehost-panel.tsx';
import { judgehostsQuery } from './judgehost-queries.ts';
import styles from './judgehosts-page.module.css';

const everyMs = 2000;

/** The instrument panel: what every judgehost is, does and suffers from. */
export function JudgehostsPage(): ReactNode {
  const query = useQuery({ ...judgehostsQuery, refetchInterval: everyMs, staleTime: everyMs });
  const hosts = query.data?.judgehosts ?? [];
  const online = hosts.filter((host) => host.online);
  const slots = online.flatMap((host) => host.slots);
  const busy = slots.filter((slot) => slot.state !== 'idle' && slot.state !== 'broken');
  return (
    <Page
      title="Judgehosts"
      width="wide"
      actions={
        hosts.length === 0 ? undefined : (
          <span className={styles.sum}>
            {plural(online.length, 'host')} online, {busy.length} of {plural(slots.length, 'slot')} at work
          </span>
        )
      }
    >
      {query.isError && query.data !== undefined ? (
        <Notice kind="warning">The figures cannot be renewed now; they are from the last answer.</Notice>
      ) : null}
      <QueryView query={query}>
        {({ judgehosts: list, images }) =>
          list.length === 0 ? (
            <EmptyState title="No judgehost has registered">
              Submissions wait until one does. Start one with the token that the administrator gives out.
            </EmptyState>
          ) : (
            <div className={styles.hosts}>
              <ImageNotices images={images} />
              {list.map((host) => (
                <JudgehostPanel key={host.id} host={host} />
              ))}
            </div>
          )
        }
      </QueryView>
    </Page>
  );
}
