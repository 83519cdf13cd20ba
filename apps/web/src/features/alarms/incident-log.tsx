import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Alarm } from '@sandglass/contracts';
import { describeAlarmRule, endedIncidents, type Incident } from '@sandglass/domain';
import { type ReactNode, useState } from 'react';
import { Instant } from '../../components/instant.tsx';
import { plural } from '../../lib/format.ts';
import { Notes, Where, wordsBeside } from './incident-card.tsx';
import styles from './incident-log.module.css';

/** On a phone, until somebody asks for more. */
const shownOnPhone = 6;

/** What was wrong, the latest first: a line each on a phone, which opens; with its figures where there is room. */
export function IncidentLog({ alarms }: { alarms: readonly Alarm[] }): ReactNode {
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [whole, setWhole] = useState(false);
  const incidents = endedIncidents(alarms);
  const shown = narrow && !whole ? incidents.slice(0, shownOnPhone) : incidents;
  return (
    <div className={styles.log}>
      {shown.map((incident) => (
        <Entry key={incident.alarms[0].id} incident={incident} open={!narrow} />
      ))}
      {shown.length === incidents.length ? null : (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          Show {plural(incidents.length - shown.length, 'more incident')}
        </Button>
      )}
    </div>
  );
}

function Entry({ incident, open }: { incident: Incident; open: boolean }): ReactNode {
  const { judgehost, alarms, raisedAt, clearedAt } = incident;
  return (
    <details className={styles.entry} open={open}>
      <summary>
        <span className={styles.when}>
          <Instant at={raisedAt} />
          {clearedAt === null ? null : (
            <>
              {' to '}
              <Instant at={clearedAt} />
            </>
          )}
        </span>{' '}
        {judgehost === null ? null : <b>{judgehost}</b>}{' '}
        <span className={styles.what}>
          {alarms.map(({ rule }) => describeAlarmRule(rule).title).join(', ')}
        </span>
      </summary>
      <div className={styles.words}>
        {alarms.map((alarm) => (
          <p key={alarm.id}>
            {alarms.length === 1 ? null : <b>{describeAlarmRule(alarm.rule).title}: </b>}
            {alarms.length === 1 ? alarm.worst : wordsBeside({ rule: alarm.rule, text: alarm.worst })}{' '}
            <Where alarm={alarm} />
          </p>
        ))}
        <Notes alarms={alarms} />
      </div>
    </details>
  );
}
