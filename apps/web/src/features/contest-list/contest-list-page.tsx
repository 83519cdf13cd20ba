import { Button, Checkbox } from '@mantine/core';
import type { AdminContest } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { plural } from '../../lib/format.ts';
import { CloneDialog } from './clone-dialog.tsx';
import { adminContestsQuery } from './contest-list-queries.ts';
import { ContestRow } from './contest-row.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './contest-list.module.css';

const route = getRouteApi('/member/admin/contests');

/** What somebody is asked about a contest. */
type Asked = { readonly what: 'clone' | 'delete'; readonly contest: AdminContest };

/** Every contest with what can be done to it as a whole. */
export function ContestListPage(): ReactNode {
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const [withArchived, setWithArchived] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery(adminContestsQuery);
  const wanted = search.trim().toLocaleLowerCase();
  const close = (): void => setAsked(null);
  return (
    <Page
      title="Contests"
      above={<Link to="/admin">Administration</Link>}
      actions={
        <Button component={Link} to="/admin/contests/new">
          New contest
        </Button>
      }
    >
      <Section title="All contests">
        <div className={styles.filters}>
          <SearchBox
            label="Search the contests"
            placeholder="Search"
            value={search}
            onChange={(text) =>
              void navigate({ search: { search: text === '' ? undefined : text }, replace: true })
            }
          />
          <Checkbox
            label="Archived ones as well"
            checked={withArchived}
            onChange={(event) => setWithArchived(event.currentTarget.checked)}
          />
        </div>
        <QueryView query={query}>
          {(contests) => {
            const open = contests.filter(({ archivedAt }) => withArchived || archivedAt === null);
            const shown = open.filter(({ id, name, shortName }) =>
              [id, name, shortName].some((text) => text.toLocaleLowerCase().includes(wanted)),
            );
            if (shown.length === 0)
              return <NoContest all={contests.length} hidden={contests.length - open.length} />;
            return (
              <ul className={styles.contests}>
                {shown.map((contest) => (
                  <ContestRow
                    key={contest.id}
                    contest={contest}
                    onClone={() => setAsked({ what: 'clone', contest })}
                    onDelete={() => setAsked({ what: 'delete', contest })}
                  />
                ))}
              </ul>
            );
          }}
        </QueryView>
      </Section>
      <CloneDialog contest={asked?.what === 'clone' ? asked.contest : null} onClose={close} />
      <DeleteDialog contest={asked?.what === 'delete' ? asked.contest : null} onClose={close} />
    </Page>
  );
}

function NoContest({ all, hidden }: { all: number; hidden: number }): ReactNode {
  if (all === 0)
    return (
      <EmptyState title="There is no contest yet">
        <Link to="/admin/contests/new">Make the first one</Link>, or make one from a definition file.
      </EmptyState>
    );
  return (
    <EmptyState title="No contest matches">
      {hidden > 0 ? `${plural(hidden, 'archived contest is', 'archived contests are')} not shown.` : null}
    </EmptyState>
  );
}
