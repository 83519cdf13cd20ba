import type { Alarm, HostRow, Judgehost } from '@sandglass/contracts';
import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../../components/notice.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { plural } from '../../lib/format.ts';
import { useTick } from '../../lib/use-tick.ts';
import { CompilerList } from './compiler-list.tsx';
import { CoreMapView } from './core-map-view.tsx';
import { shortAge } from './figures.ts';
import { HostControls, useControlled } from './host-controls.tsx';
import { HostFactList } from './host-fact-list.tsx';
import { HostHead } from './host-head.tsx';
import { judgehostQuery } from './judgehost-queries.ts';
import { KernelWaits } from './kernel-waits.tsx';
import { SlotList } from './slot-list.tsx';
import styles from './host-detail.module.css';

/** An open host is read with every sign of life of its line; where there is none, its controls may change, ms. */
const everyMs = 5000;

/** Everything about one host, below its line. */
export const HostDetail = memo(function HostDetail(props: {
  row: HostRow;
  alarms: readonly Alarm[];
  offsetMs: number;
}): ReactNode {
  const { row, alarms, offsetMs } = props;
  const query = useQuery({ ...judgehostQuery(row.name), refetchInterval: everyMs, staleTime: everyMs });
  const { refetch } = query;
  const read = useRef(row.lastSeenAt);
  useEffect(() => {
    if (read.current === row.lastSeenAt) return;
    read.current = row.lastSeenAt;
    void refetch();
  }, [row.lastSeenAt, refetch]);
  return (
    <div className={styles.detail}>
      <QueryView query={query}>
        {(host) => <Whole host={host} row={row} alarms={alarms} offsetMs={offsetMs} />}
      </QueryView>
    </div>
  );
});

function Whole(props: {
  host: Judgehost;
  row: HostRow;
  alarms: readonly Alarm[];
  offsetMs: number;
}): ReactNode {
  const { host, row, alarms, offsetMs } = props;
  const { report } = host;
  return (
    <>
      <HostHead host={host} row={row} alarms={alarms} />
      <HostControls host={useControlled(host)} neverSeen={host.lastSeenAt === null} />
      {report === null ? (
        <p className={styles.nothing}>This host has not reported yet.</p>
      ) : (
        <>
          {report.dState.count === 0 ? null : (
            <Part title="Stuck in the kernel">
              <KernelWaits dState={report.dState} />
            </Part>
          )}
          <Part title="Figures">
            <FiguresAge host={host} offsetMs={offsetMs} />
            <HostFactList host={host} row={row} offsetMs={offsetMs} />
          </Part>
          <div className={styles.columns}>
            <Part title="Slots on cores">
              <CoreMapView host={host} />
            </Part>
            <div className={styles.stack}>
              <Part title={plural(report.advisories.length, 'advisory', 'advisories')}>
                <Advisories advisories={report.advisories} />
              </Part>
              <Part title={plural(host.compilers.length, 'compiler')}>
                <CompilerList compilers={host.compilers} />
              </Part>
            </div>
          </div>
          <Part title="Slots now">
            <SlotList slots={host.slots} at={host.online ? host.lastSeenAt : null} offsetMs={offsetMs} />
          </Part>
        </>
      )}
    </>
  );
}

/** How old the figures below are, which are read apart from the line. */
function FiguresAge({ host, offsetMs }: { host: Judgehost; offsetMs: number }): ReactNode {
  const now = useTick(500) + offsetMs;
  if (host.lastSeenAt === null) return null;
  const ageMs = now - Date.parse(host.lastSeenAt) + (host.report?.ageMs ?? 0);
  return <p className={styles.nothing}>{shortAge(ageMs)} old</p>;
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Advisories = memo(function Advisories(props: {
  advisories: NonNullable<Judgehost['report']>['advisories'];
}): ReactNode {
  const { advisories } = props;
  if (advisories.length === 0) return <p className={styles.nothing}>No advisories.</p>;
  return (
    <ul className={styles.advisories}>
      {advisories.map((one) => (
        <li key={one.id}>
          {one.severity === 'critical' ? (
            <Notice kind="error" title={one.title}>
              {one.what} {one.remedy}
              {one.source === undefined ? null : <> Source: {one.source}</>}
            </Notice>
          ) : (
            <details>
              <summary>
                <span className={one.severity === 'warning' ? styles.warning : styles.info}>
                  {one.severity}
                </span>{' '}
                {one.title}
              </summary>
              <p>
                {one.what} <strong>{one.remedy}</strong>
                {one.source === undefined ? null : <span> Source: {one.source}</span>}
              </p>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
});
