import type { WallLimitHistory, WallLimitRuleBody } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Instant } from '../../components/instant.tsx';
import { Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { formatLimitMs } from '../../lib/format.ts';
import { historyQuery } from './wall-limit-queries.ts';
import styles from './limit-history.module.css';

const verbs: Readonly<Record<string, string>> = {
  'wall-limit.put': 'set',
  'wall-limit.propose': 'proposed',
  'wall-limit.approved': 'approved the proposal of',
  'wall-limit.declined': 'declined the proposal of',
  'wall-limit.expired': 'let expire the proposal of',
  'wall-limit.superseded': 'set a rule in place of the proposal of',
};

/** Who set what, from the audit log. */
export function LimitHistory({ contestId }: { contestId: string }): ReactNode {
  const query = useQuery(historyQuery(contestId));
  return (
    <Section title="Who set what">
      <QueryView query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className={styles.none}>
              Nobody has changed a limit: the default of 2 × CPU limit + 2 s is in force.
            </p>
          ) : (
            <ol className={styles.list}>
              {entries.map((entry) => (
                <li key={`${entry.at} ${entry.action} ${entry.target}`}>
                  <Instant at={entry.at} />
                  <Entry of={entry} />
                </li>
              ))}
            </ol>
          )
        }
      </QueryView>
    </Section>
  );
}

function Entry({ of }: { of: WallLimitHistory['entries'][number] }): ReactNode {
  const took = of.action === 'wall-limit.put' && of.after === null;
  return (
    <span>
      <strong>{of.actor ?? 'The system'}</strong>{' '}
      {took ? 'took away the rule' : `${verbs[of.action] ?? of.action} ${ruleInWords(of.after)}`} for{' '}
      {of.target === 'global' ? 'everything' : of.target}
      {of.before === null ? '' : ` (was ${ruleInWords(of.before)})`}
    </span>
  );
}

function ruleInWords(rule: WallLimitRuleBody | null): string {
  if (rule === null) return 'no rule';
  if (rule.fixedUs !== undefined) return formatLimitMs(rule.fixedUs / 1000);
  return [
    rule.factor === undefined ? '' : `${rule.factor} × CPU limit`,
    rule.marginUs === undefined ? '' : `${formatLimitMs(rule.marginUs / 1000)} of room`,
  ]
    .filter((part) => part !== '')
    .join(' + ');
}
