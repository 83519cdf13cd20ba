import { Button, Select } from '@mantine/core';
import { type Contest, verdictIds } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { verdictMeanings } from '../../components/verdict/verdict-classes.ts';
import { judgehostsQuery } from '../judgehosts/judgehost-queries.ts';
import { scoreboardQuery } from '../scoreboard/scoreboard-queries.ts';
import type { SubmissionFilters } from './submission-queries.ts';
import styles from './submission-filter-bar.module.css';

export interface SubmissionFilterBarProps {
  contestId: string;
  contest: Contest | null;
  jury: boolean;
  filters: SubmissionFilters;
  onChange: (filters: SubmissionFilters) => void;
}

const verdictChoices = [
  { value: 'pending', label: 'Pending' },
  ...verdictIds.map((id) => ({ value: id, label: `${id}: ${verdictMeanings[id].name}` })),
];

export function SubmissionFilterBar(props: SubmissionFilterBarProps): ReactNode {
  const { contestId, contest, jury, filters, onChange } = props;
  const teams = useQuery({ ...scoreboardQuery(contestId, null), enabled: jury }).data?.rows ?? [];
  const hosts = useQuery({ ...judgehostsQuery, enabled: jury }).data?.judgehosts ?? [];

  const filter = (
    name: keyof SubmissionFilters,
    label: string,
    data: { value: string; label: string }[],
    first = false,
  ) => (
    <Select
      size="sm"
      className={styles.filter}
      placeholder={label}
      aria-label={`Filter by ${label.toLowerCase()}`}
      data={data}
      value={filters[name] ?? null}
      onChange={(value) => onChange({ ...filters, [name]: value ?? undefined })}
      clearable
      clearButtonProps={{ 'aria-label': `Clear the filter by ${label.toLowerCase()}`, tabIndex: 0 }}
      searchable
      nothingFoundMessage="Nothing found"
      {...(first ? { 'data-search': true } : {})}
    />
  );

  return (
    <div className={styles.bar} role="search" aria-label="Filter submissions">
      {jury
        ? filter(
            'team',
            'Team',
            teams.map((row) => ({ value: row.team.id, label: row.team.name })),
            true,
          )
        : null}
      {filter(
        'problem',
        'Problem',
        (contest?.problems ?? []).map((one) => ({ value: one.label, label: `${one.label}: ${one.name}` })),
        !jury,
      )}
      {filter(
        'language',
        'Language',
        (contest?.languages ?? []).map((one) => ({ value: one.id, label: one.name })),
      )}
      {filter('verdict', 'Verdict', verdictChoices)}
      {jury
        ? filter(
            'host',
            'Judgehost',
            hosts.map((host) => ({ value: host.name, label: host.name })),
          )
        : null}
      {jury
        ? filter('jury', 'Whose', [
            { value: 'no', label: 'Teams’ only' },
            { value: 'yes', label: 'Jury’s only' },
          ])
        : null}
      {Object.keys(filters).length === 0 ? null : (
        <Button variant="subtle" size="sm" onClick={() => onChange({})}>
          Clear all
        </Button>
      )}
    </div>
  );
}
