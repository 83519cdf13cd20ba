import { Switch } from '@mantine/core';
import type { HostReport, Judgehost } from '@sandglass/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keys } from '../../api/keys.ts';
import { Ago } from '../../components/instant.tsx';
import { ErrorNotice, Notice } from '../../components/notice.tsx';
import { formatBytes } from '../../lib/format.ts';
import { useSession } from '../session/session.ts';
import { Gauge } from './gauge.tsx';
import { setEnabled } from './judgehost-queries.ts';
import { SlotList } from './slot-list.tsx';
import styles from './judgehost-panel.module.css';

export function JudgehostPanel({ host }: { host: Judgehost }): ReactNode {
  const { report } = host;
  return (
    <section
      className={host.online ? styles.panel : `${styles.panel} ${styles.offline}`}
      aria-labelledby={`host-${host.id}`}
    >
      <PanelHead host={host} />
      {report === null ? (
        <p className={styles.nothing}>It has not reported anything yet.</p>
      ) : (
        <>
          <Gauges host={host} report={report} />
          <div className={styles.columns}>
            <SlotList slots={host.slots} />
            <HostFacts host={host} report={report} />
          </div>
          <Advisories report={report} />
        </>
      )}
    </section>
  );
}

function PanelHead({ host }: { host: Judgehost }): ReactNode {
  const client = useQueryClient();
  const admin = useSession()?.user.role === 'admin';
  const mutation = useMutation({
    mutationFn: (enabled: boolean) => setEnabled(host.id, enabled),
    onSettled: () => client.invalidateQueries({ queryKey: keys.judgehosts() }),
  });
  return (
    <>
      <header className={styles.head}>
        <h2 id={`host-${host.id}`} className={styles.name}>
          {host.name}
        </h2>
        <span className={host.online ? styles.up : styles.down}>{host.online ? 'online' : 'offline'}</span>
        <span className={styles.seen}>
          {host.lastSeenAt === null ? (
            'never seen'
          ) : (
            <>
              seen <Ago at={host.lastSeenAt} />
            </>
          )}
        </span>
        <Switch
          className={styles.switch}
          label={admin ? 'Gets work' : 'Gets work (the administrator decides)'}
          disabled={!admin}
          labelPosition="left"
          checked={mutation.isPending ? mutation.variables : host.enabled}
          onChange={(event) => mutation.mutate(event.currentTarget.checked)}
        />
      </header>
      {mutation.isError ? <ErrorNotice error={mutation.error} /> : null}
    </>
  );
}

/** Load of twice the slots or more means that something besides judging, or the kernel itself, is busy. */
const loadAlarm = 2;

function Gauges({ host, report }: { host: Judgehost; report: HostReport }): ReactNode {
  const slots = Math.max(1, host.slots.length || report.cpus.slots);
  const [one, five, fifteen] = report.load;
  const ratio = one / slots;
  const { memory, disk } = report;
  const memoryUsed = 1 - memory.availableBytes / Math.max(1, memory.totalBytes);
  const swapUsed = memory.swapTotalBytes - memory.swapFreeBytes;
  return (
    <div className={styles.gauges}>
      <Gauge
        name="Load"
        value={one.toFixed(2)}
        detail={`5 min ${five.toFixed(2)}, 15 min ${fifteen.toFixed(2)}; ${ratio.toFixed(1)} × slots`}
        share={ratio / loadAlarm}
        alarm={ratio >= loadAlarm ? `${ratio.toFixed(1)} × the slots` : null}
      />
      <Gauge
        name="D state"
        value={String(report.dState.count)}
        detail={
          report.dState.waits.length === 0
            ? 'no task waits in the kernel'
            : report.dState.waits.map(describeWait).join(', ')
        }
        share={report.dState.count / slots}
        alarm={report.dState.count >= slots ? 'tasks hang in the kernel' : null}
      />
      <Gauge
        name="Memory"
        value={formatBytes(memory.availableBytes)}
        detail={`free of ${formatBytes(memory.totalBytes)}; cache ${formatBytes(memory.cacheBytes)}; swap ${swapUsed === 0 ? 'unused' : formatBytes(swapUsed)}`}
        share={memoryUsed}
        alarm={swapUsed > 0 ? 'swap in use' : memoryUsed > 0.92 ? 'nearly full' : null}
      />
      <Gauge
        name="Pressure"
        value={report.psi === null ? 'off' : `${report.psi.cpuSome10.toFixed(1)} %`}
        detail={
          report.psi === null
            ? 'the kernel does not measure it'
            : `CPU; I/O ${report.psi.ioSome10.toFixed(1)} %, memory ${report.psi.memorySome10.toFixed(1)} %`
        }
        share={report.psi === null ? null : report.psi.cpuSome10 / 100}
        alarm={null}
      />
      <Gauge
        name="Disk"
        value={disk === null ? '–' : formatBytes(disk.freeBytes)}
        detail={disk === null ? 'not reported' : `free of ${formatBytes(disk.totalBytes)} at ${disk.path}`}
        share={disk === null ? null : 1 - disk.freeBytes / Math.max(1, disk.totalBytes)}
        alarm={disk !== null && disk.freeBytes < 2 ** 30 ? 'nearly full' : null}
      />
      <Gauge
        name="Steal"
        value={report.stealRatio === null ? '–' : `${(report.stealRatio * 100).toFixed(1)} %`}
        detail="taken by other guests of the machine"
        share={report.stealRatio}
        alarm={(report.stealRatio ?? 0) > 0.02 ? 'others use our cores' : null}
      />
    </div>
  );
}

/** "3 in cgroup_kn_lock_live (cgroup_mutex, 2.1 s)". */
function describeWait({ where, count, what, longestMs }: HostReport['dState']['waits'][number]): string {
  const known = what?.split(':')[0];
  const long = longestMs ? `${(longestMs / 1000).toFixed(1)} s` : undefined;
  const more = [known, long].filter((part) => part !== undefined).join(', ');
  return `${count} in ${where}${more === '' ? '' : ` (${more})`}`;
}

function HostFacts({ host, report }: { host: Judgehost; report: HostReport }): ReactNode {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>CPUs</dt>
        <dd>
          <details>
            <summary>{report.cpus.summary}</summary>
            <ul className={styles.bounds}>
              {report.cpus.bounds.map((bound) => (
                <li key={`${bound.source} ${bound.detail}`}>
                  <strong>{bound.source}</strong> {bound.cpus}: {bound.detail}
                </li>
              ))}
            </ul>
          </details>
        </dd>
      </div>
      <div>
        <dt>Machine</dt>
        <dd>
          {report.cpuModel}, {report.arch}
          {report.cpus.machine ? `; ${report.cpus.machine}` : ''}
        </dd>
      </div>
      <div>
        <dt>Kernel</dt>
        <dd>
          {report.kernel}, cgroup {report.cgroupMode}
        </dd>
      </div>
      <div>
        <dt>Compilers</dt>
        <dd>
          {host.compilers.length === 0 ? (
            'none found'
          ) : (
            <ul className={styles.compilers}>
              {host.compilers.map((compiler) => (
                <li key={`${compiler.image ?? ''}/${compiler.language}`}>
                  <strong>{compiler.language}</strong> {compiler.version}
                  {compiler.image === null ? null : ` (image ${compiler.image})`}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </div>
      <div>
        <dt>Sandglass</dt>
        <dd>
          {host.software ?? 'unknown'}; figures from <Ago at={report.takenAt} />
        </dd>
      </div>
    </dl>
  );
}

function Advisories({ report }: { report: HostReport }): ReactNode {
  if (report.advisories.length === 0) return null;
  return (
    <details
      className={styles.advisories}
      open={report.advisories.some((one) => one.severity === 'critical')}
    >
      <summary>
        {report.advisories.length === 1 ? '1 advisory' : `${report.advisories.length} advisories`}
      </summary>
      <div className={styles.advisoryList}>
        {report.advisories.map((one) => (
          <Notice key={one.id} kind={one.severity === 'critical' ? 'error' : one.severity} title={one.title}>
            {one.what} {one.remedy}
          </Notice>
        ))}
      </div>
    </details>
  );
}
