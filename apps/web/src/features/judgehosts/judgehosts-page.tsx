import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { Alarm, HostRow, LoopLagFigures, Waiting } from '@sandglass/contracts';
import { openIncidents, groupBy } from '@sandglass/domain';
import { Fragment, type ReactNode, useCallback, useMemo } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { Page } from '../../components/page.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { SkeletonLines } from '../../components/skeletons.tsx';
import { plural } from '../../lib/format.ts';
import { IncidentCard } from '../alarms/incident-card.tsx';
import { WatchTabs } from '../alarms/watch-tabs.tsx';
import { useSession } from '../session/session.ts';
import { shortAge, shortTime, unbroken } from './figures.ts';
import { HostDetail } from './host-detail.tsx';
import { columns, HostLine } from './host-line.tsx';
import { presenceOf, takesTasks } from './host-presence.ts';
import { ImageNotices } from './image-notices.tsx';
import { differencesQuery } from './fleet-queries.ts';
import { useFirstLines } from './use-first-lines.ts';
import { useFleet } from './use-fleet.ts';
import { WarmUpMenu } from './warm-up-menu.tsx';
import styles from './judgehosts-page.module.css';

const none: readonly Alarm[] = [];

/** From here on the alarm is near. */
const lateMs = 250;

/** The instrument panel: what every judgehost is, does and suffers from. */
export function JudgehostsPage(): ReactNode {
  const fleet = useFleet();
  const { hosts, alarms, apiLoopLag, waiting, offsetMs } = fleet;
  const idle = hosts !== null && !hosts.some(takesTasks);
  const byHost = useMemo(() => groupBy(alarms, ({ judgehost }) => judgehost ?? ''), [alarms]);
  const system = useMemo(
    () =>
      openIncidents(byHost.get('') ?? none).filter(({ alarms: [lead] }) => !idle || lead.rule !== 'no-host'),
    [byHost, idle],
  );
  const open = useSearch({ from: '/member/jury/judgehosts', select: (search) => search.open });
  const lines = useFirstLines(hosts, open);
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const navigate = useNavigate();
  const toggle = useCallback(
    (name: string): void =>
      void navigate({
        to: '/judgehosts',
        search: (search) => ({ open: search.open === name ? undefined : name }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  return (
    <Page title="Judgehosts" width="wide" actions={<Actions />}>
      <Warnings />
      <div className={styles.system} data-live>
        {idle ? <NoHost waiting={waiting} /> : null}
        {system.map((incident) => (
          <IncidentCard key={incident.alarms[0].rule} incident={incident} />
        ))}
      </div>
      {hosts === null ? (
        <SkeletonLines />
      ) : hosts.length === 0 ? (
        <EmptyState title="No judgehost has registered">
          Submissions wait until a judgehost registers. Start one with a token from the administrator.
        </EmptyState>
      ) : (
        <div data-live>
          <Sum hosts={hosts} apiLoopLag={apiLoopLag} />
          <ScrollRegion label="All judgehosts" className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {lines.map((host) => {
                  const ofHost = byHost.get(host.name) ?? none;
                  return (
                    <Fragment key={host.id}>
                      <HostLine
                        host={host}
                        alarms={ofHost}
                        offsetMs={offsetMs}
                        open={open === host.name}
                        narrow={narrow}
                        onToggle={toggle}
                      />
                      {open === host.name ? (
                        <tr className={styles.detail}>
                          <td colSpan={columns.length}>
                            <HostDetail row={host} alarms={ofHost} offsetMs={offsetMs} />
                          </td>
                        </tr>
                      ) : null}
                    </Fragment>
                  );
                })}
                {lines.length === hosts.length ? null : <Unseen count={hosts.length - lines.length} />}
              </tbody>
            </table>
          </ScrollRegion>
          <Legend />
        </div>
      )}
    </Page>
  );
}

function Actions(): ReactNode {
  const admin = useSession()?.user.role === 'admin';
  return (
    <>
      {admin ? <WarmUpMenu host={null} /> : null}
      <WatchTabs />
    </>
  );
}

/** Keeps the place of lines that are still to come: the page is as long as it will be. */
function Unseen({ count }: { count: number }): ReactNode {
  return <tr className={styles.unseen} style={{ height: `calc(${count} * 3.875rem)` }} aria-hidden />;
}

/** What teams feel, before all figures. */
function NoHost({ waiting }: { waiting: Waiting | null }): ReactNode {
  return (
    <p className={styles.nohost}>
      <WarningIcon size={17} />
      <span>
        <strong role="alert">No host takes work.</strong>{' '}
        {waiting === null || waiting.submissions === 0
          ? 'No submission waits.'
          : unbroken(
              `${plural(waiting.submissions, 'submission waits', 'submissions wait')}, the oldest for ${shortAge(waiting.oldestMs)}.`,
            )}
      </span>
    </p>
  );
}

/** What the whole fleet comes to. */
function Sum(props: { hosts: readonly HostRow[]; apiLoopLag: LoopLagFigures | null }): ReactNode {
  const { hosts, apiLoopLag } = props;
  const online = hosts.filter((host) => host.online);
  const slots = online.flatMap((host) => host.slots);
  const busy = slots.filter(({ state }) => state !== 'idle' && state !== 'broken');
  const unhealthy = online.filter(({ state }) => state === 'unhealthy').length;
  const degraded = online.filter(({ state }) => state === 'degraded').length;
  const rate = online.reduce((sum, host) => sum + host.tasksPerMinute, 0);
  const presence = presenceOf(hosts);
  const figures: [value: string, name: string, bad: boolean, title?: string][] = [
    [`${presence.taking} of ${presence.hosts}`, 'hosts take work', presence.taking === 0],
    [`${busy.length} of ${slots.length}`, 'slots at work', false],
    [String(rate), 'judge tasks per minute', false],
    [String(degraded), 'degraded', degraded > 0],
    [String(unhealthy), 'unhealthy', unhealthy > 0],
  ];
  if (apiLoopLag !== null) {
    const { p99Ms, maxMs } = apiLoopLag;
    figures.push([
      // The longest is in the title: both beside each other would push the figures behind them into a second line.
      shortTime(p99Ms * 1000),
      'api event-loop delay',
      Math.max(p99Ms, maxMs / 4) >= lateMs,
      `p99 of 5 s; the longest is ${shortTime(maxMs * 1000)}`,
    ]);
  }
  if (presence.missed > 0) figures.splice(1, 0, [String(presence.missed), 'silent', true]);
  if (presence.putAway > 0) figures.push([String(presence.putAway), 'disabled', false]);
  if (presence.neverSeen > 0) figures.push([String(presence.neverSeen), 'never seen', false]);
  return (
    <dl className={styles.sum}>
      {figures.map(([value, name, bad, title]) => (
        <div key={name} className={bad ? styles.bad : undefined} title={title}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What is not alike though it should be: known before the contest, not during it. */
function Warnings(): ReactNode {
  const { data } = useQuery(differencesQuery);
  if (data === undefined) return null;
  return (
    <div className={styles.warnings}>
      <ImageNotices images={data.images} />
      {data.mismatches.length === 0 ? null : (
        <details className={styles.mismatches}>
          <summary>
            {plural(data.mismatches.length, 'difference')} between hosts: verdicts may depend on where a
            program is judged
          </summary>
          <ul>
            {data.mismatches.map((one) => (
              <li key={`${one.kind} ${one.what}`}>{one.text}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Legend(): ReactNode {
  return (
    <p className={styles.legend}>
      <span className={styles.running}>running</span>
      <span className={styles.compiling}>compiling</span>
      <span className={styles.fetching}>fetching</span>
      <span className={styles.idle}>idle</span>
      <span className={styles.broken}>broken</span>
      <span className={styles.words}>
        Gap is wall − CPU time of runs over the last hour, logarithmic from 0.1 ms to 10 s; dashed: 100 ms.
      </span>
    </p>
  );
}
