import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterMenu, type FilterChoice } from '../../components/filter-menu.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { PeopleSearch } from './people-search.ts';
import styles from './people-page.module.css';

export interface Filter {
  readonly name: 'group' | 'organisation' | 'role';
  readonly label: string;
  readonly choices: readonly FilterChoice[];
}

/** What a list is narrowed by, kept in the address. */
export function Filters({
  search,
  filters,
}: {
  search: PeopleSearch;
  filters: readonly Filter[];
}): ReactNode {
  const navigate = useNavigate({ from: '/people' });
  return (
    <div className={styles.filters}>
      <SearchBox
        className={styles.searchBox}
        label="Search the list"
        placeholder="Search"
        value={search.search ?? ''}
        onChange={(text) =>
          void navigate({
            search: (now) => ({ ...now, search: text === '' ? undefined : text }),
            replace: true,
          })
        }
      />
      {filters
        .filter(({ choices }) => choices.length > 0)
        .map(({ name, label, choices }) => {
          const value = search[name];
          return (
            <FilterMenu
              key={name}
              label={label}
              choices={choices}
              single
              value={value === undefined ? [] : [value]}
              onChange={([first]) =>
                void navigate({ search: (now) => ({ ...now, [name]: first }), replace: true })
              }
            />
          );
        })}
    </div>
  );
}
