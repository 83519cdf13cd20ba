import { Button } from '@mantine/core';
import { type Contest, type SubmissionFilters, splitChoices, verdictIds } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, memo, useId, useState } from 'react';
import { type FilterChoice, FilterMenu } from '../../components/filter-menu.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { TimeFilter } from '../../components/time-filter.tsx';
import { VerdictIcon } from '../../components/verdict/verdict-icon.tsx';
import { verdictMeanings } from '../../components/verdict/verdict-classes.ts';
import { meaningOf, verdictColourClass } from '../../components/verdict/verdict.tsx';
import { judgehostNamesQuery } from '../judgehosts/judgehost-names.ts';
import { scoreboardQuery } from '../scoreboard/scoreboard-queries.ts';
import styles from './submission-filter-bar.module.css';

export interface SubmissionFilterBarProps {
  contestId: string;
  contest: Contest | null;
  jury: boolean;
  filters: SubmissionFilters;
  onChange: (filters: SubmissionFilters) => void;
  /** What has no verdict cannot be chosen: for a rejudging. */
  judgedOnly?: boolean;
  /** Somebody pressed Enter in the search box. */
  onSearched?: (search: string) => void;
}

/** What is seldom filtered by: out of the way until one of them is wanted. */
const rare = [
  ['host'],
  ['jury'],
  ['from', 'until'],
  ['judgedFrom', 'judgedUntil'],
  ['suspect'],
  ['unhealthy'],
] as const satisfies readonly (readonly (keyof SubmissionFilters)[])[];

const verdictChoices: readonly FilterChoice[] = verdictIds.map((id) => ({
  value: id,
  label: `${id}: ${verdictMeanings[id].name}`,
  short: id,
  face: (
    <span
      className={verdictColourClass(id)}
      style={{ display: 'inline-flex', color: 'var(--verdict-colour)' }}
    >
      <VerdictIcon of={meaningOf(id).className} size={14} />
    </span>
  ),
}));
const pending: FilterChoice = { value: 'pending', label: 'Pending' };

/** Every filter of the list; what they are set to is the address. Not made again with each page of the list. */
export const SubmissionFilterBar = memo(function SubmissionFilterBar(
  props: SubmissionFilterBarProps,
): ReactNode {
  const { contestId, contest, jury, filters, onChange, judgedOnly, onSearched } = props;
  const [opened, setOpened] = useState(false);
  const rareId = useId();
  // Names to choose from are read when somebody is about to choose, or to name what is chosen.
  const [near, setNear] = useState(false);
  const wanted = (name: 'team' | 'host'): boolean => jury && (near || filters[name] !== undefined);
  const teams = useQuery({ ...scoreboardQuery(contestId, null), enabled: wanted('team') }).data?.rows ?? [];
  const hosts = useQuery({ ...judgehostNamesQuery, enabled: wanted('host') }).data?.judgehosts ?? [];

  type Choosable = 'team' | 'problem' | 'language' | 'verdict' | 'host';
  const menu = (
    name: Choosable,
    label: string,
    choices: readonly FilterChoice[],
    first = false,
  ): ReactNode => (
    <FilterMenu
      label={label}
      choices={choices}
      value={splitChoices(filters[name] ?? '')}
      onChange={(value) => onChange({ ...filters, [name]: value.length === 0 ? undefined : value.join(',') })}
      first={first}
      onNear={() => setNear(true)}
    />
  );
  const mark = (name: 'suspect' | 'unhealthy', label: string, title: string): ReactNode => (
    <label className={filters[name] === undefined ? styles.mark : styles.marked} title={title}>
      <input
        type="checkbox"
        checked={filters[name] !== undefined}
        onChange={(event) =>
          onChange({ ...filters, [name]: event.currentTarget.checked ? 'yes' : undefined })
        }
      />
      {label}
    </label>
  );
  const set = Object.values(filters).some((value) => value !== undefined);
  const rareSet = rare.filter((names) => names.some((name) => filters[name] !== undefined)).length;
  // Where one is in force it must be in sight.
  const open = jury && (opened || rareSet > 0);

  return (
    <div className={styles.bar} role="search" aria-label="Filter submissions">
      <div className={styles.row}>
        {jury ? (
          <SearchBox
            className={styles.search}
            label="Search submissions"
            placeholder="#123 or team"
            value={filters.search ?? ''}
            onChange={(search) => onChange({ ...filters, search: search === '' ? undefined : search })}
            onEnter={onSearched}
          />
        ) : null}
        {jury
          ? menu(
              'team',
              'Team',
              teams.map((row) => ({ value: row.team.id, label: row.team.name })),
            )
          : null}
        {menu(
          'problem',
          'Problem',
          (contest?.problems ?? []).map((one) => ({
            value: one.label,
            label: `${one.label}: ${one.name}`,
            short: one.label,
          })),
          !jury,
        )}
        {menu('verdict', 'Verdict', judgedOnly === true ? verdictChoices : [pending, ...verdictChoices])}
        {menu(
          'language',
          'Language',
          (contest?.languages ?? []).map((one) => ({ value: one.id, label: one.name })),
        )}
        {jury ? (
          <Button
            className={rareSet > 0 ? styles.unneeded : styles.button}
            variant="subtle"
            size="compact-sm"
            aria-expanded={open}
            aria-controls={rareId}
            onClick={() => setOpened(!open)}
          >
            {open ? 'Fewer' : 'More'}
          </Button>
        ) : null}
        <Button
          className={set ? styles.button : styles.unneeded}
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange({})}
        >
          Clear all
        </Button>
      </div>
      {open ? (
        <div className={styles.row} id={rareId} role="group" aria-label="More filters">
          {menu(
            'host',
            'Judgehost',
            hosts.map((host) => ({ value: host.name, label: host.name })),
          )}
          <FilterMenu
            label="Submitted by"
            single
            choices={[
              { value: 'no', label: 'Teams only' },
              { value: 'yes', label: 'Jury only' },
            ]}
            value={filters.jury === undefined ? [] : [filters.jury]}
            onChange={([value]) => onChange({ ...filters, jury: value as SubmissionFilters['jury'] })}
          />
          <TimeFilter
            label="Submitted"
            from={filters.from}
            until={filters.until}
            onChange={(from, until) => onChange({ ...filters, from, until })}
          />
          <TimeFilter
            label="Judged"
            from={filters.judgedFrom}
            until={filters.judgedUntil}
            onChange={(judgedFrom, judgedUntil) => onChange({ ...filters, judgedFrom, judgedUntil })}
          />
          {mark('suspect', 'Suspect', 'A run was starved of CPU time: its time cannot be trusted')}
          {mark(
            'unhealthy',
            'Unhealthy host',
            'Judged while a host was unhealthy; with a judgehost selected, while that host was unhealthy',
          )}
        </div>
      ) : null}
    </div>
  );
});
