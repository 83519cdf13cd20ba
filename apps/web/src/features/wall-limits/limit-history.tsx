import type { WallLimitHistory } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { type LimitsOfContest, defaultText, placeOfTarget, placeText, ruleText } from './rule-text.ts';
import { historyQuery } from './wall-limit-queries.ts';
import styles from './limit-history.module.css';

const verbs: Readonly<Record<string, string>> = {
  'wall-limit.put': 'set',
  'wall-limit.propose': 'proposed',
  'wall-limit.approved': 'approved the proposal of',
  'wall-limit.declined': 'declined the proposal of',
  'wall-limit.expired': 'closed the expired proposal of',
  'wall-limit.superseded': 'set a rule in place of the proposal of',
};

/** Change log, from the audit log. */
export function LimitHistory({ of }: { of: LimitsOfContest }): ReactNode {
  const query = useQuery(historyQuery(of.contestId));
  return (
    <Section title="Change log">
      <QueryView query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className={styles.none}>
              Nobody has changed a limit: the default of {defaultText(of.rules)} is in force.
            </p>
          ) : (
            <ol className={styles.list}>
              {entries.map((entry) => (
                <li key={`${entry.at} ${entry.action} ${entry.target}`}>
                  <Instant at={entry.at} />
                  <Entry of={entry} limits={of} />
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </Section>
  );
}

function Entry(props: { of: WallLimitHistory['entries'][number]; limits: LimitsOfContest }): ReactNode {
  const { of, limits } = props;
  const place = placeOfTarget(of.target);
  const took = of.action === 'wall-limit.put' && of.after === null;
  return (
    <span>
      <strong>{of.actor ?? 'The system'}</strong>{' '}
      {took ? 'removed the rule' : `${verbs[of.action] ?? of.action} ${ruleText(of.after, place, limits)}`}{' '}
      for {placeText(place, limits)}
      {of.before === null ? '' : ` (was ${ruleText(of.before, place, limits)})`}
    </span>
  );
}
