import type { AlarmRuleId, HealthSign, HostCondition, Judgehost, HostRow, Alarm } from '@sandglass/contracts';
import { describeAlarmRule, openIncidents } from '@sandglass/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Ago, Instant } from '../../components/instant.tsx';
import { IncidentCard } from '../alarms/incident-card.tsx';
import { shortAge, unbroken } from './figures.ts';
import { isMissed } from './host-presence.ts';
import { hostHealthQuery } from './judgehost-queries.ts';
import styles from './host-head.module.css';

/** The alarm about the same figure, and what to do about it. */
const ruleOf: Partial<Record<HealthSign, AlarmRuleId>> = {
  'calibration-cpu': 'drift',
  'calibration-wall': 'drift',
  gap: 'gap',
  'd-state': 'd-state',
  stuck: 'd-state',
  load: 'load',
  throttled: 'throttled',
};
const remedies: Partial<Record<HealthSign, string>> = {
  steal: 'Move the judgehost to a machine that is not shared.',
  temperature: 'Look at the cooling of the machine.',
};

/** How the host is, since when, why, and what to do: before all figures. */
export function HostHead(props: { host: Judgehost; row: HostRow; alarms: readonly Alarm[] }): ReactNode {
  const { host, row, alarms } = props;
  const { condition } = host;
  const silent = isMissed(row);
  const incidents = useMemo(() => openIncidents(alarms), [alarms]);
  return (
    <div className={styles.head}>
      <p className={styles.state}>
        {silent ? (
          <>
            <strong className={styles.bad}>
              {host.lastSeenAt === null ? 'This host has never reported' : 'Silent'}
            </strong>
            {host.lastSeenAt === null ? null : (
              <span>
                since <Instant at={host.lastSeenAt} />, <Ago at={host.lastSeenAt} />
              </span>
            )}
          </>
        ) : condition === null ? null : (
          <>
            <strong className={styles[condition.state]}>{words[condition.state]}</strong>
            <span>
              since <Instant at={condition.since} />, <Ago at={condition.since} />
            </span>
            <Allowed of={condition.allowed} />
          </>
        )}
      </p>
      {condition === null || silent ? null : <Reasons of={condition} alarms={alarms} />}
      {condition?.untrusted == null ? null : <p className={styles.bad}>{condition.untrusted}</p>}
      {incidents.map((incident) => (
        <IncidentCard key={incident.alarms[0].rule} incident={incident} here />
      ))}
      <History host={host} />
    </div>
  );
}

const words = { healthy: 'Healthy', degraded: 'Degraded', unhealthy: 'Unhealthy' } as const;

function Allowed({ of: { slots, of, why } }: { of: HostCondition['allowed'] }): ReactNode {
  if (slots >= of) return null;
  return (
    <span>
      <b>{unbroken(`${slots} of ${of} slots`)}</b> take tasks{why === null ? '' : `: ${why}`}
    </span>
  );
}

/** Those over their bounds that no alarm says already; where none is, that it recovers, and from what. */
function Reasons({ of, alarms }: { of: HostCondition; alarms: readonly Alarm[] }): ReactNode {
  const said = new Set(alarms.map(({ rule }) => rule));
  const over = of.reasons.filter(({ timesBound = 1 }) => timesBound >= 1);
  const own = over.filter(({ sign }) => !said.has(ruleOf[sign] ?? 'unhealthy'));
  const texts = [...new Set(own.map(({ text }) => text))];
  if (over.length === 0 && of.reasons.length > 0)
    return (
      <p className={styles.note}>
        All figures are within their bounds again. It counts as healthy when they have stayed so for a while.{' '}
        {of.reasons.map(({ sign, state, text }) => (
          <span key={`${sign} ${state}`}>{sentence(text.replace(/^recovering; /, ''))} </span>
        ))}
      </p>
    );
  if (texts.length === 0) return null;
  const todo = new Set(
    own.flatMap(({ sign }) => {
      const rule = ruleOf[sign];
      return rule === undefined ? (remedies[sign] ?? []) : describeAlarmRule(rule).remedy;
    }),
  );
  return (
    <>
      <ul className={styles.reasons}>
        {texts.map((text) => (
          <li key={text}>{unbroken(sentence(text))}</li>
        ))}
      </ul>
      {todo.size === 0 ? null : (
        <p>
          <b>What to do:</b> {[...todo].join(' ')}
        </p>
      )}
    </>
  );
}

/** Reasons come as clauses. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** Degraded and unhealthy times: what to rejudge is found by them. */
function History({ host }: { host: Judgehost }): ReactNode {
  const { data } = useQuery({ ...hostHealthQuery(host.name), refetchInterval: 15_000, staleTime: 15_000 });
  const troubles = (data?.periods ?? [])
    .filter(({ state, to }) => state !== 'healthy' && to !== null)
    .slice(0, 4);
  if (troubles.length === 0) return null;
  return (
    <p className={styles.note}>
      Before:{' '}
      {troubles.map(({ id, state, from, to }, index) => (
        <span key={id}>
          {index === 0 ? null : ', '}
          {state} at <Instant at={from} />
          {to === null ? null : ` for ${unbroken(shortAge(Date.parse(to) - Date.parse(from)))}`}
        </span>
      ))}
    </p>
  );
}
