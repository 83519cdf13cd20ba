import { Button } from '@mantine/core';
import type { Alarm } from '@sandglass/contracts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Acknowledge, AlarmCard } from './alarm-card.tsx';
import styles from './alarm-group.module.css';

/** What rings for one host, or for all of them: taken on one by one, or as the one trouble that it is. */
export function AlarmGroup({ alarms }: { alarms: readonly Alarm[] }): ReactNode {
  const [asking, setAsking] = useState(false);
  const host = alarms[0]?.judgehost ?? null;
  const fresh = alarms.filter(({ acknowledged }) => acknowledged === null);
  return (
    <section className={styles.group} aria-label={host ?? 'All hosts'}>
      <div className={styles.head}>
        <h2 className={styles.where}>
          {host === null ? (
            'All hosts'
          ) : (
            <Link to="/judgehosts" search={{ open: host }}>
              {host}
            </Link>
          )}
        </h2>
        <span className={styles.count}>
          {fresh.length === 0
            ? `${plural(alarms.length, 'alarm')}, taken on`
            : plural(alarms.length, 'alarm')}
        </span>
        {fresh.length < 2 ? null : asking ? (
          <Acknowledge ids={fresh.map(({ id }) => id)} onEnd={() => setAsking(false)} />
        ) : (
          <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
            Take all on
          </Button>
        )}
      </div>
      {alarms.map((alarm) => (
        <AlarmCard key={alarm.id} alarm={alarm} />
      ))}
    </section>
  );
}
