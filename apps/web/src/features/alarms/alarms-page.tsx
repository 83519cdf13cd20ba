import { Button, NativeSelect } from '@mantine/core';
import { type Alarm, alarmRuleIds } from '@sandglass/contracts';
import { describeAlarmRule } from '@sandglass/domain';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/notice.tsx';
import { OldNotice } from '../../components/old-notice.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { isOld, useMonitorState } from '../../live/monitor-stream.ts';
import { AlarmCard } from './alarm-card.tsx';
import { AlarmGroup } from './alarm-group.tsx';
import { type AlarmFilters, alarmFiltersSchema, alarmLogQuery, openAlarmsQuery } from './alarm-queries.ts';
import { WatchTabs } from './watch-tabs.tsx';
import styles from './alarms-page.module.css';

/** The alarms that ring, and those that rang. */
export function AlarmsPage(): ReactNode {
  const open = useQuery(openAlarmsQuery);
  const old = isOld(useMonitorState());
  return (
    <Page title="Alarms" actions={<WatchTabs />}>
      {old ? <OldNotice what="Alarms" missing={open.data === undefined} /> : null}
      <QueryView query={open} apart>
        {(alarms) =>
          alarms.length === 0 ? (
            <p className={styles.calm} data-ringing="no">
              Nothing rings. Hosts and queue are looked at every second.
            </p>
          ) : (
            <div className={old ? `${styles.open} ${styles.old}` : styles.open} data-ringing="yes">
              {groupsOf(alarms).map((group) => (
                <AlarmGroup key={group[0]?.judgehost ?? ''} alarms={group} />
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

/** By host, within it and among them the most urgent first: a sick host rings for several reasons at once. */
function groupsOf(alarms: readonly Alarm[]): Alarm[][] {
  const sorted = alarms.toSorted(byUrgency);
  return [...Map.groupBy(sorted, ({ judgehost }) => judgehost).values()];
}

/** Not taken on before taken on, critical before warnings, then the latest. */
function byUrgency(a: Alarm, b: Alarm): number {
  const rank = (alarm: Alarm): number =>
    (alarm.acknowledged === null ? 0 : 2) + (alarm.severity === 'critical' ? 0 : 1);
  return rank(a) - rank(b) || b.raisedAt.localeCompare(a.raisedAt);
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
              : 'No such alarm has ended yet'
          }
        >
          An alarm moves here once its figures are good again.
        </EmptyState>
      ) : null}
      <div className={styles.log}>
        {ended.map((alarm) => (
          <AlarmCard key={alarm.id} alarm={alarm} where />
        ))}
      </div>
      {query.hasNextPage ? (
        <Button
          variant="default"
          onClick={() => void query.fetchNextPage()}
          loading={query.isFetchingNextPage}
        >
          Older ones
        </Button>
      ) : null}
    </Section>
  );
}

/** When alarms ring: the rules are the same for every host. */
function Rules(): ReactNode {
  return (
    <Section title="When alarms ring">
      <dl className={styles.rules}>
        {alarmRuleIds.map((id) => {
          const { title, rings } = describeAlarmRule(id);
          return (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{rings}</dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
