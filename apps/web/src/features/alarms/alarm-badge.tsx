import { Link } from '@tanstack/react-router';
import type { MonitorMessage } from '@sandglass/contracts';
import { openIncidents } from '@sandglass/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { BellIcon } from '../../components/icons.tsx';
import { plural } from '../../lib/format.ts';
import { useSilence } from '../../live/silence.ts';
import { useMonitorStream } from '../../live/use-monitor-stream.ts';
import { openAlarmsQuery, setOpenAlarms } from './alarm-queries.ts';
import styles from './alarm-badge.module.css';

/**
 * On every page of jury and administrator: how many incidents nobody has acknowledged, and how bad they are. It keeps the
 * open alarms current for other parts that show them.
 */
export function AlarmBadge(): ReactNode {
  const client = useQueryClient();
  const receive = useCallback(
    (message: MonitorMessage): void => {
      if (message.type === 'alarms') void setOpenAlarms(client, message.alarms);
    },
    [client],
  );
  useMonitorStream(null, receive);
  const silentSince = useSilence();
  const { data: alarms = [], isError } = useQuery(openAlarmsQuery);
  // What was true when the api was last heard is not what is true now.
  const unknown = isError || silentSince !== null;
  const incidents = openIncidents(alarms);
  const fresh = incidents.filter(({ isNew }) => isNew);
  const critical = fresh.some(({ severity }) => severity === 'critical');
  const look = unknown
    ? styles.warning
    : fresh.length === 0
      ? styles.quiet
      : critical
        ? styles.critical
        : styles.warning;
  const words = unknown
    ? 'Alarms unknown: the server does not answer'
    : incidents.length === 0
      ? 'No alarms'
      : `${plural(fresh.length, 'alarm')} not acknowledged${incidents.length > fresh.length ? `, ${incidents.length - fresh.length} acknowledged` : ''}`;
  return (
    <Link
      to="/alarms"
      className={`${styles.badge} ${look}`}
      aria-label={words}
      title={
        unknown || fresh.length === 0
          ? words
          : fresh
              .map(({ judgehost, alarms: [{ text }] }) =>
                judgehost === null ? text : `${judgehost}: ${text}`,
              )
              .join('\n')
      }
    >
      <BellIcon size={18} />
      {unknown ? <span className={styles.count}>?</span> : null}
      {unknown || incidents.length === 0 ? null : (
        <span className={styles.count}>{fresh.length || incidents.length}</span>
      )}
      <output className={styles.announced}>{critical || unknown ? words : ''}</output>
    </Link>
  );
}
