import type { Alarm, HostRow } from '@sandglass/contracts';
import { type ReactNode, memo } from 'react';
import { ChevronIcon, WarningIcon } from '../../components/icons.tsx';
import { formatBytes } from '../../lib/format.ts';
import { useTick } from '../../lib/use-tick.ts';
import { CpuBar, FillBar, LoadBar } from './bars.tsx';
import { percentOf, shortAge, shortNumber, shortTime, signedPercent, signedTime } from './figures.ts';
import { GapCurve } from './gap-curve.tsx';
import { isMissed, isPutAway } from './host-presence.ts';
import { SlotStrip } from './slot-strip.tsx';
import { SubmissionLink } from './submission-link.tsx';
import styles from './host-line.module.css';

/** What the columns are called, in their order. */
export const columns = [
  'Host',
  'Slots',
  'Longest running',
  'Load / slots',
  'CPU',
  'Stuck in the kernel',
  'Pressure',
  'Memory, disk',
  'Gap, p95',
  'Pieces / min',
  'Drift, clock',
] as const;

/** Less is ordinary on a machine that works. */
const waitingFrom = 0.1;

export interface HostLineProps {
  host: HostRow;
  alarms: readonly Alarm[];
  offsetMs: number;
  open: boolean;
  /** Two figures beside each other instead of eleven: there is room for more squares in a line. */
  narrow: boolean;
  onToggle: (name: string) => void;
}

/** One judgehost: eleven figures in two lines of text. Whatever has an alarm is marked where it stands. */
export const HostLine = memo(function HostLine(props: HostLineProps): ReactNode {
  const { host, alarms, offsetMs, open, narrow, onToggle } = props;
  const rings = new Set(alarms.map(({ rule }) => rule));
  const cell = (label: (typeof columns)[number], ringing: boolean, content: ReactNode): ReactNode => (
    <td data-label={label} className={ringing ? styles.ringing : undefined}>
      {content}
    </td>
  );
  // None of one that is silent for long: then there is nothing to hold its load against.
  const slots = host.slots.length;
  const { load, blocked, memory, disk, gap } = host;
  return (
    <tr className={host.online ? styles.row : `${styles.row} ${styles.away}`}>
      <th scope="row" className={styles.host}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          data-row-link
          onClick={() => onToggle(host.name)}
        >
          <span className={open ? styles.turned : styles.chevron}>
            <ChevronIcon size={14} />
          </span>
          <span className={styles.name}>{host.name}</span>
          <HostState host={host} />
        </button>
        <small>
          <Age at={host.figuresAt} offsetMs={offsetMs} mayBeOld={isPutAway(host)} />
          {host.kernel === null ? null : ` · ${host.kernel.replace(/-.*/, '')}`}
          {host.restricted ? ' · restricted' : ''}
          <Flags host={host} alarms={alarms} />
        </small>
      </th>
      {cell('Slots', false, <Slots host={host} columns={narrow ? 24 : 10} />)}
      {cell('Longest running', false, <Longest host={host} offsetMs={offsetMs} />)}
      {cell(
        'Load / slots',
        rings.has('load'),
        load === null ? (
          '–'
        ) : (
          <>
            <b>
              {shortNumber(load[0])}
              {slots === 0 ? null : <small> / {slots}</small>}
            </b>
            {slots === 0 ? null : <LoadBar load={load[0]} runnable={host.runnable} slots={slots} />}
            {host.runnable === null ? null : <small>{host.runnable} runnable</small>}
          </>
        ),
      )}
      {cell(
        'CPU',
        false,
        host.cpu === null ? (
          '–'
        ) : (
          <>
            <b>
              {percentOf(host.cpu.user)}
              <small> + {percentOf(host.cpu.system)} %</small>
            </b>
            <CpuBar cpu={host.cpu} />
            {host.cpu.steal >= 0.005 ? (
              <small className={styles.bad}>{percentOf(host.cpu.steal)} % stolen</small>
            ) : null}
          </>
        ),
      )}
      {cell(
        'Stuck in the kernel',
        rings.has('d-state'),
        blocked === null ? (
          '–'
        ) : blocked.count === 0 ? (
          <span className={styles.calm}>none</span>
        ) : (
          <>
            <b>{blocked.count}</b>
            <small>
              {blocked.where ?? 'place hidden'} {blocked.longestMs > 0 ? shortAge(blocked.longestMs) : ''}
            </small>
          </>
        ),
      )}
      {cell('Pressure', rings.has('throttled'), <Pressure host={host} />)}
      {cell(
        'Memory, disk',
        rings.has('disk'),
        memory === null ? (
          '–'
        ) : (
          <span className={styles.two}>
            <FillBar
              share={1 - memory.availableBytes / Math.max(1, memory.totalBytes)}
              alarming={memory.swapUsedBytes > 0}
              words={`${formatBytes(memory.availableBytes)} of ${formatBytes(memory.totalBytes)} memory free${memory.swapUsedBytes > 0 ? `, ${formatBytes(memory.swapUsedBytes)} swapped out` : ''}`}
            />
            {disk === null ? null : (
              <FillBar
                share={1 - disk.freeBytes / Math.max(1, disk.totalBytes)}
                alarming={rings.has('disk')}
                words={`${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} disk free`}
              />
            )}
            <small>{formatBytes(memory.availableBytes)} free</small>
          </span>
        ),
      )}
      {cell(
        'Gap, p95',
        rings.has('gap'),
        <span className={styles.gap}>
          <GapCurve gaps={host.gapHistory} name={host.name} />
          <b>{gap === null ? '–' : shortTime(gap.p95Us)}</b>
        </span>,
      )}
      {cell('Pieces / min', false, <b>{host.piecesPerMinute}</b>)}
      {cell(
        'Drift, clock',
        rings.has('drift') || rings.has('clock-skew'),
        <>
          <b className={rings.has('drift') ? styles.bad : undefined}>
            {host.cpuDrift === null ? '–' : signedPercent(host.cpuDrift)}
          </b>
          <Waiting share={host.wallDrift} />
          <small className={rings.has('clock-skew') ? styles.bad : undefined}>
            {host.skewMs === null ? '–' : signedTime(host.skewMs)}
          </small>
        </>,
      )}
    </tr>
  );
});

/** In words and by shape, not by colour alone. */
function HostState({ host }: { host: HostRow }): ReactNode {
  // One that was put away on purpose and has gone is nothing to worry about; one that holds tasks still is missed.
  if (isMissed(host))
    return <span className={styles.offline}>{host.lastSeenAt === null ? 'never seen' : 'silent'}</span>;
  if (host.mode === 'off') return <span className={styles.off}>off</span>;
  if (host.mode === 'drain')
    return <span className={styles.off}>{host.drained ? 'drained' : 'draining'}</span>;
  const state = host.state ?? 'calm';
  return (
    <span className={styles[state]} title={host.reasons.join('\n') || undefined}>
      {state}
    </span>
  );
}

/** How old the figures of the line are: not since it was heard of last, but since it read them. */
function Age(props: { at: string | null; offsetMs: number; mayBeOld: boolean }): ReactNode {
  const now = useTick(500) + props.offsetMs;
  if (props.at === null) return 'no figures';
  const ageMs = now - Date.parse(props.at);
  return (
    <span
      className={props.mayBeOld || ageMs < 4000 ? undefined : styles.bad}
      title="how old the figures of this line are"
    >
      {shortAge(ageMs)} old
    </span>
  );
}

/** How long the calibration program waited for a core, where that is what rings or is about to. */
function Waiting({ share }: { share: number | null }): ReactNode {
  if (share === null || share < waitingFrom) return null;
  return (
    <small title="how long the calibration program waits for a core, against its CPU time when the host was calm">
      {' '}
      waits {share < 10 ? `${percentOf(share)} %` : `${Math.round(share)}×`}
    </small>
  );
}

function Flags({ host, alarms }: { host: HostRow; alarms: readonly Alarm[] }): ReactNode {
  const { critical, warning } = host.advisories;
  return (
    <>
      {alarms.length === 0 ? null : (
        <span className={styles.bad} title={alarms.map(({ text }) => text).join('\n')}>
          {' '}
          <WarningIcon size={12} /> {alarms.length}
        </span>
      )}
      {critical + warning === 0 ? null : (
        <span title={`${critical} critical advisories, ${warning} warnings`}>
          {' '}
          · {critical + warning} adv.
        </span>
      )}
    </>
  );
}

function Slots({ host, columns }: { host: HostRow; columns: number }): ReactNode {
  if (host.slots.length === 0) return '–';
  const busy = host.slots.filter(({ state }) => state !== 'idle' && state !== 'broken').length;
  const broken = host.slots.filter(({ state }) => state === 'broken').length;
  const held = host.allowed !== null && host.allowed.slots < host.allowed.of;
  const words = `${busy} of ${host.slots.length} at work${broken > 0 ? `, ${broken} broken` : ''}`;
  return (
    <>
      <SlotStrip slots={host.slots} columns={columns} label={words} />
      <small className={held ? styles.bad : undefined} title={host.allowed?.why ?? undefined}>
        {held ? `allows itself ${host.allowed?.slots} of ${host.allowed?.of}` : words}
      </small>
    </>
  );
}

function Longest({ host, offsetMs }: { host: HostRow; offsetMs: number }): ReactNode {
  const now = useTick(500) + offsetMs;
  if (host.slots.length === 0) return '–';
  const working = host.slots.filter(({ state }) => state !== 'idle' && state !== 'broken');
  const longest = working.reduce<(typeof working)[number] | null>(
    (most, slot) => (most === null || slot.sinceMs > most.sinceMs ? slot : most),
    null,
  );
  if (longest === null || host.lastSeenAt === null) return <span className={styles.calm}>idle</span>;
  const sinceMs = longest.sinceMs + (host.online ? Math.max(0, now - Date.parse(host.lastSeenAt)) : 0);
  return (
    <>
      <b>{shortAge(sinceMs)}</b>
      <small>
        <SubmissionLink id={longest.submissionId} contest={longest.contestId} />
        {longest.test === null ? ` ${longest.state}` : ` test ${longest.test + 1}`}
      </small>
    </>
  );
}

function Pressure({ host }: { host: HostRow }): ReactNode {
  const { pressure, throttledShare } = host;
  return (
    <>
      {pressure === null ? (
        <span className={styles.calm}>not told</span>
      ) : (
        <b title="share of the last 10 s in which a task waited for CPU, disk, memory">
          {shortNumber(pressure.cpu)}
          <small>
            {' '}
            {shortNumber(pressure.io)} {shortNumber(pressure.memory)} %
          </small>
        </b>
      )}
      {throttledShare === null ? null : (
        <small className={throttledShare >= 0.02 ? styles.bad : undefined}>
          throttled {percentOf(throttledShare)} %
        </small>
      )}
    </>
  );
}
