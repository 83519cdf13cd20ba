import type { HostReport, HostRow } from '@sandglass/contracts';
import type { ReactNode } from 'react';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { percentOf, shortAge, shortNumber, shortTime } from './figures.ts';
import styles from './host-figures.module.css';

type Figure = readonly [name: string, value: string, more?: string | null];

/** What the line of a host has no room for, in columns. */
export function HostFigures({ row, report }: { row: HostRow; report: HostReport }): ReactNode {
  const { vitals, memory, psi } = report;
  const slots = Math.max(1, row.slots.length);
  const figures: Figure[] = [
    [
      'Load 1, 5, 15 min',
      report.load.map(shortNumber).join('  '),
      `${shortNumber(report.load[0] / slots)} × ${slots} slots`,
    ],
  ];
  if (vitals != null) {
    figures.push(['Threads', `${vitals.tasks.running} run`, `of ${formatCount(vitals.tasks.total)}`]);
    if (vitals.cpu !== null) {
      const { user, system, ioWait, steal, idle } = vitals.cpu;
      figures.push([
        'CPU time',
        `${percentOf(user)} % programs, ${percentOf(system)} % kernel`,
        `disks ${percentOf(ioWait)} %, stolen ${percentOf(steal)} %, idle ${percentOf(idle)} %`,
      ]);
    }
    figures.push(
      vitals.throttling === null
        ? vitals.quota === false
          ? ['Throttling', 'none', 'no CPU quota above the judgehost']
          : ['Throttling', 'not known', 'its control groups do not answer, or it has just begun']
        : [
            'Throttling',
            `${percentOf(vitals.throttling.share)} % of periods`,
            `${Math.round(vitals.throttling.stoppedMs)} ms withheld at ${vitals.throttling.group}`,
          ],
    );
  }
  figures.push(
    psi === null
      ? ['Pressure', 'not told', 'the kernel does not measure it (psi=1)']
      : [
          'Pressure, 10 s',
          `CPU ${shortNumber(psi.cpuSome10)} %`,
          `disk ${shortNumber(psi.ioSome10)} %, memory ${shortNumber(psi.memorySome10)} %`,
        ],
    [
      'Memory',
      `${formatBytes(memory.availableBytes)} available`,
      `of ${formatBytes(memory.totalBytes)}; cache ${formatBytes(memory.cacheBytes)}`,
    ],
  );
  if (vitals != null) {
    const { freeBytes, dirtyBytes, minFreeBytes } = vitals.memory;
    figures.push([
      'Free for nothing',
      formatBytes(freeBytes),
      `min_free_kbytes ${minFreeBytes === null ? 'not told' : formatBytes(minFreeBytes)}; dirty ${formatBytes(dirtyBytes)}`,
    ]);
  }
  const swapUsed = memory.swapTotalBytes - memory.swapFreeBytes;
  figures.push([
    'Swap',
    memory.swapTotalBytes === 0 ? 'none' : formatBytes(swapUsed),
    memory.swapTotalBytes === 0 ? null : `of ${formatBytes(memory.swapTotalBytes)} in use`,
  ]);
  if (report.disk !== null) {
    figures.push([
      'Disk',
      `${formatBytes(report.disk.freeBytes)} free`,
      `of ${formatBytes(report.disk.totalBytes)} at ${report.disk.path}`,
    ]);
  }
  if (vitals?.cgroups != null) {
    const { live, dying } = vitals.cgroups;
    figures.push([
      'Control groups',
      formatCount(live),
      `${report.cgroupMode}${dying === null ? '' : `; ${formatCount(dying)} removed, not yet freed`}`,
    ]);
  }
  if (vitals != null && vitals.namespaces.length > 0) {
    figures.push([
      'Namespaces',
      vitals.namespaces.map(({ kind, count }) => `${kind} ${formatCount(count)}`).join('  '),
      vitals.namespacesAgeMs == null
        ? null
        : `counted ${shortAge((report.ageMs ?? 0) + vitals.namespacesAgeMs)} before`,
    ]);
  }
  if (vitals?.temperatureC != null) figures.push(['Temperature', `${vitals.temperatureC.toFixed(0)} °C`]);
  if (row.gap !== null) {
    figures.push([
      'Gap p50, p95, p99',
      `${shortTime(row.gap.p50Us)}  ${shortTime(row.gap.p95Us)}  ${shortTime(row.gap.p99Us)}`,
      `of ${formatCount(row.gap.runs)} runs`,
    ]);
  }
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            {more == null ? null : <span> {more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
