/** What this host last told of itself, for Prometheus: the same figures as on the judgehosts page. */
import type { HostCondition, HostReport, SlotState } from '@sandglass/contracts';
import { isHarmlessWait } from '@sandglass/domain';
import { Gauge, type Registry } from 'prom-client';

/** The latest heartbeat's words; null before the first. */
export interface HostWords {
  readonly report: HostReport;
  readonly condition: HostCondition;
  readonly slots: readonly SlotState[];
  readonly software: string;
}

/** Without what is frozen on purpose, as on the judgehosts page. */
function blocked({ report }: HostWords): HostReport['dState']['waits'] {
  return report.dState.waits.filter(({ what }) => !isHarmlessWait(what));
}

function sinceCount({ ageMs, vitals }: HostReport): number | null {
  return vitals?.namespacesAgeMs == null ? null : ((ageMs ?? 0) + vitals.namespacesAgeMs) / 1000;
}

interface HostFigure {
  readonly name: string;
  readonly help: string;
  readonly of: (words: HostWords) => number | null | undefined;
}

const milliseconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);
const seconds = (us: number | undefined): number | null => (us === undefined ? null : us / 1e6);

const figures: readonly HostFigure[] = [
  { name: 'load1', help: 'Load of the last minute', of: ({ report }) => report.load[0] },
  { name: 'load5', help: 'Load of five minutes', of: ({ report }) => report.load[1] },
  { name: 'load15', help: 'Load of fifteen minutes', of: ({ report }) => report.load[2] },
  {
    name: 'runnable_threads',
    help: 'Threads of the machine that could run',
    of: ({ report }) => report.vitals?.tasks.running,
  },
  {
    name: 'd_state',
    help: 'Tasks in uninterruptible sleep, without those that are frozen or wait for a child',
    of: (words) => blocked(words).reduce((sum, { count }) => sum + count, 0),
  },
  {
    name: 'd_state_longest_seconds',
    help: 'The longest wait of one of them',
    of: (words) => Math.max(0, ...blocked(words).map(({ longestMs }) => (longestMs ?? 0) / 1000)),
  },
  {
    name: 'throttled_ratio',
    help: 'Share of periods in which a CPU quota stopped us',
    of: ({ report }) => report.vitals?.throttling?.share,
  },
  {
    name: 'throttled_seconds',
    help: 'CPU time a quota withheld since the report before, summed over CPUs',
    of: ({ report }) => {
      const throttling = report.vitals?.throttling;
      return throttling == null ? null : throttling.stoppedMs / 1000;
    },
  },
  { name: 'pressure_cpu_percent', help: 'PSI, some, 10 s', of: ({ report }) => report.psi?.cpuSome10 },
  { name: 'pressure_io_percent', help: 'PSI, some, 10 s', of: ({ report }) => report.psi?.ioSome10 },
  { name: 'pressure_memory_percent', help: 'PSI, some, 10 s', of: ({ report }) => report.psi?.memorySome10 },
  {
    name: 'memory_available_bytes',
    help: 'Memory that can be had without swapping',
    of: ({ report }) => report.memory.availableBytes,
  },
  {
    name: 'memory_free_bytes',
    help: 'Memory used for nothing, not even cache',
    of: ({ report }) => report.vitals?.memory.freeBytes,
  },
  { name: 'memory_total_bytes', help: 'Memory of the machine', of: ({ report }) => report.memory.totalBytes },
  { name: 'swap_total_bytes', help: 'Swap of the machine', of: ({ report }) => report.memory.swapTotalBytes },
  {
    name: 'swap_used_bytes',
    help: 'Swap in use',
    of: ({ report }) => report.memory.swapTotalBytes - report.memory.swapFreeBytes,
  },
  {
    name: 'memory_cache_bytes',
    help: 'Page cache and what else can be reclaimed',
    of: ({ report }) => report.memory.cacheBytes,
  },
  {
    name: 'memory_min_free_bytes',
    help: 'What the kernel keeps free (min_free_kbytes)',
    of: ({ report }) => report.vitals?.memory.minFreeBytes,
  },
  { name: 'usable_cpus', help: 'CPUs this host may use', of: ({ report }) => report.cpus.usable.length },
  {
    name: 'figures_age_seconds',
    help: 'Age of these figures when they were told',
    of: ({ report }) => (report.ageMs ?? 0) / 1000,
  },
  {
    name: 'namespaces_age_seconds',
    help: 'Age of the count of namespaces when it was told',
    of: ({ report }) => sinceCount(report),
  },
  {
    name: 'last_error_timestamp_seconds',
    help: 'When something of its own failed last',
    of: ({ condition }) => (condition.lastError === null ? null : Date.parse(condition.lastError.at) / 1000),
  },
  { name: 'disk_free_bytes', help: 'Free where our data is', of: ({ report }) => report.disk?.freeBytes },
  {
    name: 'disk_total_bytes',
    help: 'Size of the disk our data is on',
    of: ({ report }) => report.disk?.totalBytes,
  },
  { name: 'cgroups', help: 'Control groups', of: ({ report }) => report.vitals?.cgroups?.live },
  {
    name: 'cgroups_dying',
    help: 'Control groups removed and not yet freed',
    of: ({ report }) => report.vitals?.cgroups?.dying,
  },
  {
    name: 'temperature_celsius',
    help: 'The hottest CPU sensor',
    of: ({ report }) => report.vitals?.temperatureC,
  },
  {
    name: 'health',
    help: '0 calm, 1 strained, 2 sick',
    of: ({ condition }) => ['calm', 'strained', 'sick'].indexOf(condition.state),
  },
  {
    name: 'allowed_slots',
    help: 'Slots this host allows itself',
    of: ({ condition }) => condition.allowed.slots,
  },
  {
    name: 'recent_gap_p50_seconds',
    help: 'Median gap of recent runs',
    of: ({ condition }) => seconds(condition.gap?.p50Us),
  },
  {
    name: 'recent_gap_p95_seconds',
    help: 'p95 gap of recent runs',
    of: ({ condition }) => seconds(condition.gap?.p95Us),
  },
  {
    name: 'recent_gap_p99_seconds',
    help: 'p99 gap of recent runs',
    of: ({ condition }) => seconds(condition.gap?.p99Us),
  },
  {
    name: 'calibration_drift_ratio',
    help: 'CPU time of the calibration program against when this host was calm',
    of: ({ condition }) => condition.sentinel?.cpuDrift,
  },
  {
    name: 'calibration_wait_ratio',
    help: 'Share of its time the calibration program waited for a core',
    of: ({ condition }) => condition.sentinel?.wallDrift,
  },
  {
    name: 'loop_lag_p50_seconds',
    help: 'How late our event loop comes to what is due, median of five seconds',
    of: ({ condition }) => milliseconds(condition.loopLag?.p50Ms),
  },
  {
    name: 'loop_lag_p99_seconds',
    help: 'The same, p99',
    of: ({ condition }) => milliseconds(condition.loopLag?.p99Ms),
  },
  {
    name: 'loop_lag_max_seconds',
    help: 'The longest that our event loop stood within five seconds',
    of: ({ condition }) => milliseconds(condition.loopLag?.maxMs),
  },
  {
    name: 'clock_skew_seconds',
    help: 'Our clock minus the api’s',
    of: ({ condition }) => (condition.clock === null ? null : condition.clock.skewMs / 1000),
  },
];

interface Family {
  readonly name: string;
  readonly help: string;
  readonly labels: string[];
  /** Values with the same labels are summed. */
  readonly of: (words: HostWords) => readonly (readonly [labels: Record<string, string>, value: number])[];
}

const busy = ({ slots }: HostWords): SlotState[] =>
  slots.filter(({ state }) => !['idle', 'broken', 'calibrating'].includes(state));

const families: readonly Family[] = [
  {
    name: 'cpu_ratio',
    help: 'Where the CPUs’ time went since the report before',
    labels: ['part'],
    of: ({ report }) => Object.entries(report.vitals?.cpu ?? {}).map(([part, share]) => [{ part }, share]),
  },
  {
    name: 'd_state_tasks',
    help: 'Tasks in uninterruptible sleep by the function of the kernel they wait in, and what it means',
    labels: ['where', 'what'],
    of: ({ report }) =>
      report.dState.waits.map(({ where, what, count }) => [
        { where, what: what?.split(':')[0] ?? '' },
        count,
      ]),
  },
  {
    name: 'namespaces',
    help: 'Namespaces of the machine with a process in them',
    labels: ['kind'],
    of: ({ report }) => (report.vitals?.namespaces ?? []).map(({ kind, count }) => [{ kind }, count]),
  },
  {
    name: 'advisories',
    help: 'Advisories that apply, by severity',
    labels: ['severity'],
    of: ({ report }) => report.advisories.map(({ severity }) => [{ severity }, 1]),
  },
  {
    name: 'slot_busy_seconds',
    help: 'How long a slot that works has been in its state',
    labels: ['slot', 'state'],
    of: (words) =>
      busy(words).map(({ ordinal, state, sinceMs }) => [{ slot: String(ordinal), state }, sinceMs / 1000]),
  },
  {
    name: 'slot_test',
    help: 'The test a slot runs, counted from 0',
    labels: ['slot'],
    of: (words) =>
      busy(words).flatMap(({ ordinal, test }) => (test === null ? [] : [[{ slot: String(ordinal) }, test]])),
  },
  {
    name: 'info',
    help: 'What runs here',
    labels: ['software', 'kernel', 'cpu'],
    of: ({ report, software }) => [[{ software, kernel: report.kernel, cpu: report.cpuModel }, 1]],
  },
];

/** What is not known has no sample. */
export function registerHostGauges(registry: Registry, words: () => HostWords | null): void {
  const registers = [registry];
  for (const { name, help, of } of figures) {
    const gauge = new Gauge({
      name: `sandglass_judgehost_${name}`,
      help,
      registers,
      collect: () => {
        // A gauge without labels begins at 0, which would be a figure.
        gauge.remove();
        const told = words();
        const value = told === null ? null : of(told);
        if (value !== null && value !== undefined) gauge.set(value);
      },
    });
  }
  for (const { name, help, labels, of } of families) {
    const gauge = new Gauge({
      name: `sandglass_judgehost_${name}`,
      help,
      labelNames: labels,
      registers,
      collect: () => {
        gauge.reset();
        const told = words();
        for (const [label, value] of told === null ? [] : of(told)) gauge.inc(label, value);
      },
    });
  }
}
