/** Cells of a judgehost's row that have more to them than a figure. */
import type { HostRow } from '@sandglass/contracts';
import { driftLeads } from '@sandglass/domain';
import type { ReactNode } from 'react';
import { useTick } from '../../lib/use-tick.ts';
import { percentOf, shortAge, shortNumber, signedPercent } from './figures.ts';
import { SlotStrip } from './slot-strip.tsx';
import { SubmissionLink } from './submission-link.tsx';
import styles from './host-line.module.css';

export function Slots({ host, columns }: { host: HostRow; columns: number }): ReactNode {
  if (host.slots.length === 0) return '–';
  const busy = host.slots.filter(({ state }) => state !== 'idle' && state !== 'broken').length;
  const broken = host.slots.filter(({ state }) => state === 'broken').length;
  const held = host.allowed !== null && host.allowed.slots < host.allowed.of;
  const words = `${busy} of ${host.slots.length} at work${broken > 0 ? `, ${broken} broken` : ''}`;
  return (
    <>
      <SlotStrip slots={host.slots} columns={columns} label={words} />
      <small className={held ? styles.bad : undefined} title={host.allowed?.why ?? undefined}>
        {held ? `limited to ${host.allowed?.slots} of ${host.allowed?.of}` : words}
      </small>
    </>
  );
}

export function Longest({ host, offsetMs }: { host: HostRow; offsetMs: number }): ReactNode {
  const now = useTick(500) + offsetMs;
  if (host.slots.length === 0) return '–';
  const working = host.slots.filter(({ state }) => state !== 'idle' && state !== 'broken');
  const longest = working.reduce<(typeof working)[number] | null>(
    (most, slot) => (most === null || slot.sinceMs > most.sinceMs ? slot : most),
    null,
  );
  if (longest === null || host.lastSeenAt === null) return <span className={styles.quiet}>idle</span>;
  const sinceMs = longest.sinceMs + (host.online ? Math.max(0, now - Date.parse(host.lastSeenAt)) : 0);
  const work = longest.test === null ? longest.state : `test ${longest.test + 1}`;
  return (
    <>
      <b>{shortAge(sinceMs)}</b>
      <small title={work}>
        <SubmissionLink of={longest} /> {work}
      </small>
    </>
  );
}

export function Pressure({ host }: { host: HostRow }): ReactNode {
  const { pressure, throttledShare } = host;
  return (
    <>
      {pressure === null ? (
        <span className={styles.quiet}>not reported</span>
      ) : (
        <>
          <b title="share of the last 10 s in which a task waited for CPU, disk, memory">
            <small>cpu</small> {shortNumber(pressure.cpu)} %
          </b>
          <small>disk {shortNumber(pressure.io)} %</small>
          <small>mem {shortNumber(pressure.memory)} %</small>
        </>
      )}
      {throttledShare === null ? null : (
        <small className={throttledShare >= 0.02 ? styles.bad : undefined}>
          throttled {percentOf(throttledShare)} %
        </small>
      )}
    </>
  );
}

/** Of the calibration program: the figure that the alarm goes by first, and the other one below it. */
export function Calibration({ host, raised }: { host: HostRow; raised: boolean }): ReactNode {
  const { cpuDrift, wallDrift } = host;
  if (cpuDrift === null) return <b>–</b>;
  const cpu = ['cpu', signedPercent(cpuDrift)] as const;
  const waits = ['waits', wallDrift === null ? '–' : shareOf(wallDrift)] as const;
  const [first, second] = driftLeads({ cpuDrift, wallDrift }) ? [cpu, waits] : [waits, cpu];
  return (
    <>
      <b
        className={raised ? styles.bad : undefined}
        title="CPU time of the calibration program against that when the host was healthy, and how long it waits for a core, relative to it"
      >
        <small>{first[0]}</small> {first[1]}
      </b>
      <small className={styles.minor}>
        {second[0]} {second[1]}
      </small>
    </>
  );
}

/** `58 %`, `12×`. */
function shareOf(share: number): string {
  return share < 10 ? `${percentOf(share)} %` : `${Math.round(share)}×`;
}
