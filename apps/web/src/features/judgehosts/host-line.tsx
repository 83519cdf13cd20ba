import type { Alarm, HostRow } from '@sandglass/contracts';
import { type ReactNode, memo } from 'react';
import { ChevronIcon, WarningIcon } from '../../components/icons.tsx';
import { formatBytes } from '../../lib/format.ts';
import { useTick } from '../../lib/use-tick.ts';
import { CpuBar, FillBar, LoadBar } from './bars.tsx';
import { percentOf, shortAge, shortNumber, shortTime, signedTime } from './figures.ts';
import { GapCurve } from './gap-curve.tsx';
import { Calibration, Longest, Pressure, Slots } from './host-cells.tsx';
import { isMissed, isPutAway } from './host-presence.ts';
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
  'Free memory, disk',
  'Gap, p95',
  'Tasks / min',
  'Calibration, clock',
] as const;

export interface HostLineProps {
  host: HostRow;
  alarms: readonly Alarm[];
  offsetMs: number;
  open: boolean;
  /** Two figures beside each other instead of eleven: there is room for more squares in a line. */
  narrow: boolean;
  onToggle: (name: string) => void;
}

/** One judgehost: eleven figures in two lines of text. A figure with an alarm is marked in its place. */
export const HostLine = memo(function HostLine(props: HostLineProps): ReactNode {
  const { host, alarms, offsetMs, open, narrow, onToggle } = props;
  const raised = new Set(alarms.map(({ rule }) => rule));
  const cell = (label: (typeof columns)[number], alarming: boolean, content: ReactNode): ReactNode => (
    <td data-label={label} className={alarming ? styles.alarming : undefined}>
      {content}
    </td>
  );
  // None of one that is silent for long: then there is nothing to hold its load against.
  const slots = host.slots.length;
  const { load, blocked, memory, disk, gap } = host;
  return (
    <tr
      className={[
        styles.row,
        host.online ? '' : styles.away,
        host.figuresAt === null ? styles.without : '',
      ].join(' ')}
    >
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
          <span className={styles.name} title={host.name}>
            {host.name}
          </span>
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
        raised.has('load'),
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
            <b>{percentOf(host.cpu.user)} %</b>
            <CpuBar cpu={host.cpu} />
            {host.cpu.steal >= 0.005 ? (
              <small className={styles.bad}>stolen {percentOf(host.cpu.steal)} %</small>
            ) : (
              <small>kernel {percentOf(host.cpu.system)} %</small>
            )}
          </>
        ),
      )}
      {cell(
        'Stuck in the kernel',
        raised.has('d-state'),
        blocked === null ? (
          '–'
        ) : blocked.count === 0 ? (
          <span className={styles.quiet}>none</span>
        ) : (
          <>
            <b>{blocked.count}</b>
            <small title={placeOf(blocked)}>{placeOf(blocked)}</small>
            {blocked.longestMs > 0 ? <small>longest {shortAge(blocked.longestMs)}</small> : null}
          </>
        ),
      )}
      {cell('Pressure', raised.has('throttled'), <Pressure host={host} />)}
      {cell(
        'Free memory, disk',
        raised.has('disk'),
        memory === null ? (
          '–'
        ) : (
          <span className={styles.two}>
            <small>
              mem <i>{formatBytes(memory.availableBytes)}</i>
            </small>
            <FillBar
              share={1 - memory.availableBytes / Math.max(1, memory.totalBytes)}
              alarming={memory.swapUsedBytes > 0}
              words={`${formatBytes(memory.availableBytes)} of ${formatBytes(memory.totalBytes)} memory free${memory.swapUsedBytes > 0 ? `, ${formatBytes(memory.swapUsedBytes)} swapped out` : ''}`}
            />
            {disk === null ? null : (
              <>
                <small>
                  disk <i>{formatBytes(disk.freeBytes)}</i>
                </small>
                <FillBar
                  share={1 - disk.freeBytes / Math.max(1, disk.totalBytes)}
                  alarming={raised.has('disk')}
                  words={`${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} disk free`}
                />
              </>
            )}
          </span>
        ),
      )}
      {cell(
        'Gap, p95',
        raised.has('gap'),
        <span className={styles.gap}>
          <GapCurve gaps={host.gapHistory} name={host.name} />
          <b>{gap === null ? '–' : shortTime(gap.p95Us)}</b>
        </span>,
      )}
      {cell('Tasks / min', false, <b>{host.tasksPerMinute}</b>)}
      {cell(
        'Calibration, clock',
        raised.has('drift') || raised.has('clock-skew'),
        <>
          <Calibration host={host} raised={raised.has('drift')} />
          <small className={raised.has('clock-skew') ? styles.bad : styles.minor}>
            clock {host.skewMs === null ? '–' : signedTime(host.skewMs)}
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
  const state = host.state ?? 'healthy';
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
      title="age of the figures in this row"
    >
      {shortAge(ageMs)} old
    </span>
  );
}

/** The commonest place that is known, and how many of all wait there. */
function placeOf({ count, where, there }: NonNullable<HostRow['blocked']>): string {
  if (where === null) return 'place unknown';
  return there === count ? where : `${there} at ${where}`;
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
