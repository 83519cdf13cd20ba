import type { Contest, SubmissionFilters } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Balloon } from '../../components/balloon.tsx';
import { unhealthyPeriodsQuery } from './rejudging-queries.ts';
import { unhealthyPresets } from './unhealthy-presets.ts';
import styles from './presets.module.css';

export interface PresetsProps {
  contestId: string;
  contest: Contest | null;
  filters: SubmissionFilters;
  limits: 'changed' | undefined;
  onChange: (filters: SubmissionFilters & { limits?: 'changed' | undefined }) => void;
}

/** What a jury rejudges in a bad hour, one press away. A preset sets filters; they can be changed further. */
export function Presets({ contestId, contest, filters, limits, onChange }: PresetsProps): ReactNode {
  const periods = useQuery(unhealthyPeriodsQuery(contestId));
  const is = (wanted: SubmissionFilters & { limits?: 'changed' }): boolean => {
    const now: Record<string, string | undefined> = { ...filters, limits };
    const asked: Record<string, string | undefined> = { ...wanted };
    return [...new Set([...Object.keys(now), ...Object.keys(asked)])].every(
      (name) => now[name] === asked[name],
    );
  };
  const preset = (
    wanted: SubmissionFilters & { limits?: 'changed' },
    title: string,
    text: string,
  ): ReactNode => (
    <button
      key={`${title} ${text}`}
      type="button"
      className={styles.preset}
      aria-pressed={is(wanted)}
      onClick={() => onChange(is(wanted) ? {} : wanted)}
    >
      <strong>{title}</strong>
      <span>{text}</span>
    </button>
  );
  return (
    <div className={styles.box}>
      <div className={styles.problems} role="group" aria-label="All of a problem">
        <span>This problem:</span>
        {(contest?.problems ?? []).map(({ label, name, colour }) => (
          <button
            key={label}
            type="button"
            title={`${label}: ${name}`}
            aria-label={`${label}: ${name}`}
            className={styles.problem}
            aria-pressed={is({ problem: label })}
            onClick={() => onChange(is({ problem: label }) ? {} : { problem: label })}
          >
            <Balloon label={label} colour={colour} size={28} />
          </button>
        ))}
      </div>
      <div className={styles.presets}>
        {preset({ verdict: 'TLE,WTL' }, 'All TLE and WTL', 'All time-limit verdicts')}
        {preset({ suspect: 'yes' }, 'Suspect', 'A run was starved of CPU time, not slow')}
        {preset(
          { limits: 'changed' },
          'Affected by the new wall limit',
          'The new limit would or could change their verdict',
        )}
        {unhealthyPresets(periods.data?.periods, periods.error).map((one) =>
          preset(one.filters, one.title, one.text),
        )}
      </div>
    </div>
  );
}
