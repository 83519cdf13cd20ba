import { Button } from '@mantine/core';
import type { Alarm } from '@sandglass/contracts';
import { consequenceOf, describeAlarmRule, type Incident, groupBy } from '@sandglass/domain';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useRef, useState } from 'react';
import { WarningIcon } from '../../components/icons.tsx';
import { Ago, Instant } from '../../components/instant.tsx';
import { PlainLink } from '../../components/plain-link.tsx';
import { focusPlace, useFocusBack } from '../../lib/focus-back.ts';
import { plural } from '../../lib/format.ts';
import { Acknowledge } from './acknowledge.tsx';
import styles from './incident-card.module.css';

/**
 * What is wrong with one host, or with the system: the cause, its worst figure, since when, what to do, and who has
 * acknowledged it.
 * @param props.here the page is about this host already
 */
export const IncidentCard = memo(function IncidentCard(props: {
  incident: Incident;
  here?: boolean;
}): ReactNode {
  const { incident, here = false } = props;
  const [asking, setAsking] = useState(false);
  const card = useRef<HTMLElement>(null);
  const opener = useFocusBack(asking, () => focusNext(card.current));
  const { judgehost, alarms, severity, raisedAt, isNew } = incident;
  const [lead, ...others] = alarms;
  const { title, raisedWhen, remedy } = describeAlarmRule(lead.rule);
  const fresh = alarms.filter(({ acknowledged }) => acknowledged === null);
  return (
    <article ref={card} className={`${styles.card} ${isNew ? styles[severity] : styles.taken}`}>
      <WarningIcon size={17} />
      <div className={styles.words}>
        <p className={styles.head}>
          {judgehost === null || here ? null : (
            <Link className={styles.where} to="/judgehosts" search={{ open: judgehost }}>
              {judgehost}
            </Link>
          )}
          <strong title={`Raised when ${raisedWhen}.`}>{title}</strong>
          <span className={styles.when}>
            since <Instant at={raisedAt} />, <Ago at={raisedAt} />
          </span>
        </p>
        <p>{lead.text}</p>
        <Worst alarm={lead} />
        <p>
          <b>What to do:</b> {remedy} <Where alarm={lead} />
        </p>
        {others.length === 0 ? null : (
          <ul className={styles.others}>
            {others.map((alarm) => (
              <li key={alarm.id}>
                <b>{describeAlarmRule(alarm.rule).title}:</b> {wordsBeside(alarm)}
              </li>
            ))}
          </ul>
        )}
        <Notes alarms={alarms} />
        {isNew && fresh.length < alarms.length ? (
          <p className={styles.note}>
            Not acknowledged: {fresh.map(({ rule }) => describeAlarmRule(rule).title).join(', ')}.
          </p>
        ) : null}
      </div>
      {!isNew || asking ? null : (
        <Button
          ref={opener}
          className={styles.button}
          size="compact-sm"
          variant="default"
          onClick={() => setAsking(true)}
          data-acknowledge
        >
          Acknowledge…
        </Button>
      )}
      {asking ? <Acknowledge ids={fresh.map(({ id }) => id)} onEnd={() => setAsking(false)} /> : null}
    </article>
  );
});

/** The next incident that nobody has acknowledged, also from the last to the first; the card itself where none is left. */
function focusNext(card: HTMLElement | null): void {
  if (card === null) return;
  const open = [...document.querySelectorAll<HTMLElement>('[data-acknowledge]')];
  const isBelow = (one: HTMLElement): boolean =>
    (card.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = open.find(isBelow) ?? open[0];
  if (next === undefined) focusPlace(card);
  else next.focus();
}

/** Where its reasons are said by the alarms beside it, only what follows from them. */
export function wordsBeside({ rule, text }: Pick<Alarm, 'rule' | 'text'>): string {
  return rule === 'unhealthy' ? consequenceOf(text) : text;
}

function Worst({ alarm: { text, worst } }: { alarm: Alarm }): ReactNode {
  if (worst === text) return null;
  return (
    <p className={styles.note}>
      <b>At worst:</b> {worst}
    </p>
  );
}

/** The pages on which something can be done about it. */
export function Where({ alarm: { rule, contests } }: { alarm: Alarm }): ReactNode {
  if (rule === 'no-host' || rule === 'queue-wait') return <Link to="/judgehosts">Judgehosts</Link>;
  if (rule !== 'judging-errors' || contests.length === 0) return null;
  return contests.map((contest, index) => (
    <span key={contest}>
      {index === 0 ? null : ', '}
      <PlainLink href={`/contests/${encodeURIComponent(contest)}/submissions?verdict=JE`}>
        {contests.length === 1 ? 'Show its submissions' : `Submissions of ${contest}`}
      </PlainLink>
    </span>
  ));
}

/** Who looks after it: alarms of an incident are mostly acknowledged together. */
export function Notes({ alarms }: { alarms: readonly Alarm[] }): ReactNode {
  const taken = groupBy(
    alarms.filter(({ acknowledged }) => acknowledged !== null),
    ({ acknowledged }) => `${acknowledged?.by ?? ''} ${acknowledged?.note ?? ''}`,
  );
  return [...taken].map(([key, [first, ...same]]) =>
    first?.acknowledged == null ? null : (
      <p key={key} className={styles.note}>
        Acknowledged by {first.acknowledged.by} <Ago at={first.acknowledged.at} />
        {first.acknowledged.note === '' ? '.' : `: ${first.acknowledged.note}`}
        {same.length === 0 || same.length + 1 === alarms.length
          ? null
          : ` (${plural(same.length + 1, 'alarm')})`}
      </p>
    ),
  );
}
