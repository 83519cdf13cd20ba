import { Link } from '@tanstack/react-router';
import type { MonitorMessage } from '@sandglass/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { BellIcon } from '../../components/icons.tsx';
import { plural } from '../../lib/format.ts';
import { isOld, useMonitorStream } from '../../live/monitor-stream.ts';
import { openAlarmsQuery, setOpenAlarms } from './alarm-queries.ts';
import styles from './alarm-badge.module.css';

/**
 * On every page of jury and administrator: how many alarms nobody has taken on, and how bad they are. It keeps the open
 * alarms current for whatever else shows them.
 */
export function AlarmBadge(): ReactNode {
  const client = useQueryClient();
  const receive = useCallback(
    (message: MonitorMessage): void => {
      if (message.type === 'alarms') void setOpenAlarms(client, message.alarms);
    },
    [client],
  );
  const state = useMonitorStream(null, receive);
  const { data: alarms = [], isError } = useQuery(openAlarmsQuery);
  // What was true when the api was last heard is not what is true now.
  const unknown = isError || isOld(state);
  const fresh = alarms.filter(({ acknowledged }) => acknowledged === null);
  const critical = fresh.some(({ severity }) => severity === 'critical');
  const look = unknown
    ? styles.warning
    : fresh.length === 0
      ? styles.calm
      : critical
        ? styles.critical
        : styles.warning;
  const words = unknown
    ? 'Alarms are not known: the api does not answer'
    : alarms.length === 0
      ? 'No alarm'
      : `${plural(fresh.length, 'alarm')} to be taken on${alarms.length > fresh.length ? `, ${alarms.length - fresh.length} taken` : ''}`;
  return (
    <Link
      to="/alarms"
      className={`${styles.badge} ${look}`}
      aria-label={words}
      title={
        unknown || fresh.length === 0
          ? words
          : fresh.map(({ judgehost, text }) => `${judgehost ?? 'all'}: ${text}`).join('\n')
      }
    >
      <BellIcon size={18} />
      {unknown ? <span className={styles.count}>?</span> : null}
      {unknown || alarms.length === 0 ? null : (
        <span className={styles.count}>{fresh.length || alarms.length}</span>
      )}
      <output className={styles.announced}>{critical || unknown ? words : ''}</output>
    </Link>
  );
}
