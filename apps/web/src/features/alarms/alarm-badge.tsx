import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BellIcon } from '../../components/icons.tsx';
import { plural } from '../../lib/format.ts';
import { openAlarmsQuery } from './alarm-queries.ts';
import styles from './alarm-badge.module.css';

/** On every page of jury and administrator: how many alarms nobody has taken on, and how bad they are. */
export function AlarmBadge(): ReactNode {
  const { data: alarms = [] } = useQuery(openAlarmsQuery);
  const fresh = alarms.filter(({ acknowledged }) => acknowledged === null);
  const critical = fresh.some(({ severity }) => severity === 'critical');
  const look = fresh.length === 0 ? styles.calm : critical ? styles.critical : styles.warning;
  const words =
    alarms.length === 0
      ? 'No alarm'
      : `${plural(fresh.length, 'alarm')} to be taken on${alarms.length > fresh.length ? `, ${alarms.length - fresh.length} taken` : ''}`;
  return (
    <Link
      to="/alarms"
      className={`${styles.badge} ${look}`}
      aria-label={words}
      title={
        fresh.length === 0
          ? words
          : fresh.map(({ judgehost, text }) => `${judgehost ?? 'all'}: ${text}`).join('\n')
      }
    >
      <BellIcon size={18} />
      {alarms.length === 0 ? null : <span className={styles.count}>{fresh.length || alarms.length}</span>}
      <output className={styles.announced}>{critical ? words : ''}</output>
    </Link>
  );
}
