/**
 * The figures of a host: the one table from which the judgehost's `/metrics` and the api's are made, and which
 * docs/host-figures.md lists. A figure is read from what a heartbeat carries, so it is the same on both sides.
 */
import {
  advisorySchema,
  healthStates,
  type HostCondition,
  type HostReport,
  type SlotState,
} from '@sandglass/contracts';
import { isHarmlessWait } from './alarms/host-rules.ts';

/** What a heartbeat carries; null: the host has not reported it. */
export interface ReportedHost {
  readonly report: HostReport | null;
  readonly condition: HostCondition | null;
  readonly slots: readonly SlotState[];
  readonly software: string | null;
}

/** Samples of the same labels are summed. Without a value there is no sample. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null | undefined];

export interface HostFigure {
  /** Without `sandglass_judgehost_`; it ends with the unit, where there is one. */
  readonly name: string;
  readonly meaning: string;
  readonly labels: readonly string[];
  readonly of: (host: ReportedHost) => readonly Sample[];
}

/** Tasks in uninterruptible sleep, without those that wait on purpose: neither rules nor health look at them. */
export function stuckWaits({ dState }: HostReport): HostReport['dState']['waits'] {
  return dState.waits.filter(({ what }) => !isHarmlessWait(what));
}

export function longestWaitMs(waits: HostReport['dState']['waits']): number {
  return Math.max(0, ...waits.map(({ longestMs }) => longestMs ?? 0));
}

export function tasksIn(waits: HostReport['dState']['waits']): number {
  return waits.reduce((sum, { count }) => sum + count, 0);
}

export function swapUsedBytes({ memory }: HostReport): number {
  return memory.swapTotalBytes - memory.swapFreeBytes;
}

/** Null: no quota above the host, or not known now. */
export function throttledShare(report: HostReport | null): number | null {
  return report?.vitals?.throttling?.share ?? null;
}

type Value = number | null | undefined;
const figure = (name: string, meaning: string, of: (host: ReportedHost) => Value): HostFigure => ({
  name,
  meaning,
  labels: [],
  of: (host) => [[{}, of(host)]],
});
const reported = (name: string, meaning: string, of: (report: HostReport) => Value): HostFigure =>
  figure(name, meaning, ({ report }) => (report === null ? null : of(report)));
const ofCondition = (name: string, meaning: string, of: (condition: HostCondition) => Value): HostFigure =>
  figure(name, meaning, ({ condition }) => (condition === null ? null : of(condition)));

const fromMs = (ms: Value): number | null => (ms == null ? null : ms / 1000);
const fromUs = (us: Value): number | null => (us == null ? null : us / 1e6);

export const hostFigures: readonly HostFigure[] = [
  ofCondition(
    'health',
    `Health that the host reports: ${healthStates.map((state, level) => `${level} ${state}`).join(', ')}`,
    ({ state }) => healthStates.indexOf(state),
  ),
  ofCondition('allowed_slots', 'Slots that the host allows itself now', ({ allowed }) => allowed.slots),
  reported('load1', 'Load of the last minute', ({ load }) => load[0]),
  reported('load5', 'Load of five minutes', ({ load }) => load[1]),
  reported('load15', 'Load of fifteen minutes', ({ load }) => load[2]),
  reported(
    'runnable_threads',
    'Threads of the machine that could run at that moment',
    ({ vitals }) => vitals?.tasks.running,
  ),
  reported(
    'd_state',
    'Tasks in uninterruptible sleep, without those that are frozen or wait for a child',
    (report) => tasksIn(stuckWaits(report)),
  ),
  reported('d_state_longest_seconds', 'The longest wait of one of them', (report) =>
    fromMs(longestWaitMs(stuckWaits(report))),
  ),
  {
    name: 'd_state_tasks',
    meaning: 'Tasks in uninterruptible sleep by the function of the kernel they wait in, and what it means',
    labels: ['where', 'what'],
    of: ({ report }) =>
      (report?.dState.waits ?? []).map(({ where, what, count }) => [
        { where, what: what?.split(':')[0] ?? '' },
        count,
      ]),
  },
  {
    name: 'cpu_ratio',
    meaning: 'Where the time of the CPUs went since the report before',
    labels: ['part'],
    of: ({ report }) => Object.entries(report?.vitals?.cpu ?? {}).map(([part, share]) => [{ part }, share]),
  },
  reported('throttled_ratio', 'Share of its periods in which a CPU quota stopped the host', throttledShare),
  reported(
    'throttled_seconds',
    'CPU time that a quota withheld since the report before, summed over CPUs',
    ({ vitals }) => fromMs(vitals?.throttling?.stoppedMs),
  ),
  reported('pressure_cpu_percent', 'PSI, some, 10 s', ({ psi }) => psi?.cpuSome10),
  reported('pressure_io_percent', 'PSI, some, 10 s', ({ psi }) => psi?.ioSome10),
  reported('pressure_memory_percent', 'PSI, some, 10 s', ({ psi }) => psi?.memorySome10),
  reported('memory_total_bytes', 'Memory of the machine', ({ memory }) => memory.totalBytes),
  reported(
    'memory_available_bytes',
    'Memory that can be had without swapping',
    ({ memory }) => memory.availableBytes,
  ),
  reported(
    'memory_free_bytes',
    'Memory used for nothing, not even cache',
    ({ vitals }) => vitals?.memory.freeBytes,
  ),
  reported(
    'memory_cache_bytes',
    'Page cache and what else can be reclaimed',
    ({ memory }) => memory.cacheBytes,
  ),
  reported(
    'memory_min_free_bytes',
    'What the kernel keeps free (min_free_kbytes)',
    ({ vitals }) => vitals?.memory.minFreeBytes,
  ),
  reported('swap_total_bytes', 'Swap of the machine', ({ memory }) => memory.swapTotalBytes),
  reported('swap_used_bytes', 'Swap in use', swapUsedBytes),
  reported('disk_total_bytes', 'Size of the disk that the host’s data is on', ({ disk }) => disk?.totalBytes),
  reported('disk_free_bytes', 'Free on that disk', ({ disk }) => disk?.freeBytes),
  reported('disk_free_ratio', 'Share of that disk that is free', ({ disk }) =>
    disk === null || disk.totalBytes === 0 ? null : disk.freeBytes / disk.totalBytes,
  ),
  reported('usable_cpus', 'CPUs that the host may use', ({ cpus }) => cpus.usable.length),
  reported('cgroups', 'Control groups', ({ vitals }) => vitals?.cgroups?.live),
  reported(
    'cgroups_dying',
    'Control groups that are removed and not yet freed',
    ({ vitals }) => vitals?.cgroups?.dying,
  ),
  {
    name: 'namespaces',
    meaning: 'Namespaces of the machine with a process in them',
    labels: ['kind'],
    of: ({ report }) => (report?.vitals?.namespaces ?? []).map(({ kind, count }) => [{ kind }, count]),
  },
  reported('namespaces_age_seconds', 'Age of the count of namespaces when it was reported', (report) =>
    report.vitals?.namespacesAgeMs == null
      ? null
      : fromMs((report.ageMs ?? 0) + report.vitals.namespacesAgeMs),
  ),
  reported('temperature_celsius', 'The hottest CPU sensor', ({ vitals }) => vitals?.temperatureC),
  {
    name: 'advisories',
    meaning: 'Advisories that apply, by severity',
    labels: ['severity'],
    of: ({ report }) =>
      advisorySchema.shape.severity.options.map((severity) => [
        { severity },
        report?.advisories.filter((advisory) => advisory.severity === severity).length,
      ]),
  },
  ofCondition('recent_gap_p50_seconds', 'Median gap of recent runs', ({ gap }) => fromUs(gap?.p50Us)),
  ofCondition('recent_gap_p95_seconds', 'p95 of the gap of recent runs', ({ gap }) => fromUs(gap?.p95Us)),
  ofCondition('recent_gap_p99_seconds', 'p99 of the gap of recent runs', ({ gap }) => fromUs(gap?.p99Us)),
  ofCondition(
    'calibration_drift_ratio',
    'CPU time of the calibration program beyond what it took when the host was healthy',
    ({ calibration }) => calibration?.cpuDrift,
  ),
  ofCondition(
    'calibration_wait_ratio',
    'How long the calibration program waited for a core, relative to its CPU time when the host was healthy',
    ({ calibration }) => calibration?.wallDrift,
  ),
  ofCondition('clock_skew_seconds', 'The host’s clock minus the api’s', ({ clock }) => fromMs(clock?.skewMs)),
  ofCondition(
    'loop_lag_p50_seconds',
    'Delay of the judgehost’s event loop, median of five seconds',
    ({ loopLag }) => fromMs(loopLag?.p50Ms),
  ),
  ofCondition('loop_lag_p99_seconds', 'The same, p99', ({ loopLag }) => fromMs(loopLag?.p99Ms)),
  ofCondition(
    'loop_lag_max_seconds',
    'The longest that the event loop was blocked within five seconds',
    ({ loopLag }) => fromMs(loopLag?.maxMs),
  ),
  ofCondition(
    'last_error_timestamp_seconds',
    'When something of the host’s own failed last',
    ({ lastError }) => (lastError === null ? null : Date.parse(lastError.at) / 1000),
  ),
  figure('longest_running_seconds', 'How long the slot has been at work that has been longest', ({ slots }) =>
    fromMs(
      Math.max(
        0,
        ...slots.map(({ state, sinceMs }) => (state === 'idle' || state === 'broken' ? 0 : sinceMs)),
      ),
    ),
  ),
  {
    name: 'info',
    meaning: 'What runs on the host; always 1',
    labels: ['software', 'kernel', 'cpu'],
    of: ({ software, report }) => [
      [{ software: software ?? '', kernel: report?.kernel ?? '', cpu: report?.cpuModel ?? '' }, 1],
    ],
  },
];
