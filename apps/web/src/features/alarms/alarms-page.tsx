import { Button, NativeSelect } from '@mantine/core';
import { alarmRuleIds } from '@sandglass/contracts';
import { describeAlarmRule, openIncidents } from '@sandglass/domain';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { type AlarmFilters, alarmFiltersSchema, alarmLogQuery, openAlarmsQuery } from './alarm-queries.ts';
import { IncidentCard } from './incident-card.tsx';
import { IncidentLog } from './incident-log.tsx';
import { WatchTabs } from './watch-tabs.tsx';
import styles from './alarms-page.module.css';

/** The alarms that are raised, and those that were. */
export function AlarmsPage(): ReactNode {
  const open = useQuery(openAlarmsQuery);
  return (
    <Page title="Alarms" width="wide" actions={<WatchTabs />}>
      <QueryView query={open} apart>
        {(alarms) =>
          alarms.length === 0 ? (
            <p className={styles.quiet} data-live data-raised="no">
              No alarms. Hosts and the queue are checked every second.
            </p>
          ) : (
            <div className={styles.open} data-live data-raised="yes">
              {openIncidents(alarms).map((incident) => (
                <IncidentCard key={incident.judgehost ?? incident.alarms[0].rule} incident={incident} />
              ))}
            </div>
          )
        }
      </QueryView>
      <Log />
      <Rules />
    </Page>
  );
}

function Log(): ReactNode {
  const filters = useSearch({ from: '/member/jury/alarms' });
  const navigate = useNavigate();
  const query = useInfiniteQuery(alarmLogQuery(filters));
  const ended = query.data?.pages.flatMap((page) => page.alarms) ?? [];
  const { rule, judgehost } = filters;
  const narrowTo = (change: AlarmFilters): void =>
    void navigate({ to: '/alarms', search: alarmFiltersSchema.parse(change), replace: true });
  return (
    <Section
      title="Log"
      actions={
        <>
          {judgehost === undefined ? null : (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => narrowTo(rule === undefined ? {} : { rule })}
            >
              {judgehost} only: show all hosts
            </Button>
          )}
          <NativeSelect
            size="xs"
            aria-label="Rule"
            value={rule ?? ''}
            data={[
              { value: '', label: 'all rules' },
              ...alarmRuleIds.map((id) => ({ value: id, label: describeAlarmRule(id).title })),
            ]}
            onChange={(event) => {
              const chosen = alarmRuleIds.find((id) => id === event.currentTarget.value);
              narrowTo({
                ...(judgehost === undefined ? {} : { judgehost }),
                ...(chosen === undefined ? {} : { rule: chosen }),
              });
            }}
          />
        </>
      }
    >
      {query.isPending ? <SkeletonLines /> : null}
      {query.isError ? <ErrorNotice error={query.error} /> : null}
      {query.isSuccess && ended.length === 0 ? (
        <EmptyState
          title={
            rule === undefined && judgehost === undefined
              ? 'No alarm has ended yet'
              : 'No ended alarm matches these filters'
          }
        >
          An alarm appears here when it is cleared.
        </EmptyState>
      ) : null}
      <IncidentLog alarms={ended} />
      {query.hasNextPage ? (
        <Button
          variant="default"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
        >
          Show older
        </Button>
      ) : null}
    </Section>
  );
}

/** When alarms are raised: the rules are the same for every host. */
function Rules(): ReactNode {
  return (
    <details className={styles.rules}>
      <summary>When alarms are raised</summary>
      <dl>
        {alarmRuleIds.map((id) => {
          const { title, raisedWhen } = describeAlarmRule(id);
          return (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{raisedWhen}</dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
