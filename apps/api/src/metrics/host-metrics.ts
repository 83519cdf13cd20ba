/** What every judgehost told last, and the alarms, for Prometheus. */
import type { Alarm, HostRow } from '@sandglass/contracts';
import { Gauge, type Registry } from 'prom-client';

interface HostFigure {
  readonly name: string;
  readonly help: string;
  readonly of: (row: HostRow) => number | null | undefined;
}

const ratio = (part: number | undefined, whole: number | undefined): number | null =>
  part === undefined || whole === undefined || whole === 0 ? null : part / whole;
const perSecond = (us: number | undefined): number | null => (us === undefined ? null : us / 1e6);

/** One gauge each, labelled by judgehost. What a host does not tell has no sample. */
const figures: readonly HostFigure[] = [
  { name: 'taking', help: 'Whether it may take tasks (mode on)', of: ({ mode }) => Number(mode === 'on') },
  {
    name: 'silent_seconds',
    help: 'Since its last sign of life',
    of: ({ lastSeenAt }) => (lastSeenAt === null ? null : (Date.now() - Date.parse(lastSeenAt)) / 1000),
  },
  {
    name: 'health',
    help: 'Its own word: 0 calm, 1 strained, 2 sick',
    of: ({ state }) => (state === null ? null : ['calm', 'strained', 'sick'].indexOf(state)),
  },
  { name: 'allowed_slots', help: 'Slots it allows itself now', of: ({ allowed }) => allowed?.slots },
  { name: 'load1', help: 'Load of the last minute', of: ({ load }) => load?.[0] },
  { name: 'load5', help: 'Load of five minutes', of: ({ load }) => load?.[1] },
  { name: 'load15', help: 'Load of fifteen minutes', of: ({ load }) => load?.[2] },
  { name: 'runnable_threads', help: 'Threads that could run at that moment', of: ({ runnable }) => runnable },
  { name: 'd_state', help: 'Tasks in uninterruptible sleep', of: ({ blocked }) => blocked?.count },
  {
    name: 'd_state_longest_seconds',
    help: 'The longest wait of a task in uninterruptible sleep',
    of: ({ blocked }) => (blocked === null ? null : blocked.longestMs / 1000),
  },
  {
    name: 'throttled_ratio',
    help: 'Share of periods in which a CPU quota stopped it',
    of: ({ throttledShare }) => throttledShare,
  },
  { name: 'pressure_cpu_percent', help: 'PSI, some, 10 s', of: ({ pressure }) => pressure?.cpu },
  { name: 'pressure_io_percent', help: 'PSI, some, 10 s', of: ({ pressure }) => pressure?.io },
  { name: 'pressure_memory_percent', help: 'PSI, some, 10 s', of: ({ pressure }) => pressure?.memory },
  {
    name: 'memory_available_bytes',
    help: 'Memory that can be had without swapping',
    of: ({ memory }) => memory?.availableBytes,
  },
  { name: 'memory_total_bytes', help: 'Memory of the machine', of: ({ memory }) => memory?.totalBytes },
  { name: 'swap_used_bytes', help: 'Swap in use', of: ({ memory }) => memory?.swapUsedBytes },
  { name: 'disk_free_bytes', help: 'Free where its data is', of: ({ disk }) => disk?.freeBytes },
  {
    name: 'disk_free_ratio',
    help: 'Share of the disk that is free',
    of: ({ disk }) => ratio(disk?.freeBytes, disk?.totalBytes),
  },
  {
    name: 'recent_gap_p50_seconds',
    help: 'Median gap of recent runs',
    of: ({ gap }) => perSecond(gap?.p50Us),
  },
  { name: 'recent_gap_p95_seconds', help: 'p95 gap of recent runs', of: ({ gap }) => perSecond(gap?.p95Us) },
  { name: 'recent_gap_p99_seconds', help: 'p99 gap of recent runs', of: ({ gap }) => perSecond(gap?.p99Us) },
  {
    name: 'tasks_per_minute',
    help: 'Pieces of judgings it ended within the last minute',
    of: ({ piecesPerMinute }) => piecesPerMinute,
  },
  {
    name: 'calibration_drift_ratio',
    help: 'CPU time of the calibration program against when the host was calm',
    of: ({ cpuDrift }) => cpuDrift,
  },
  {
    name: 'calibration_wait_ratio',
    help: 'Share of its time the calibration program waited for a core',
    of: ({ wallDrift }) => wallDrift,
  },
  {
    name: 'clock_skew_seconds',
    help: 'Its clock minus the api’s',
    of: ({ skewMs }) => (skewMs === null ? null : skewMs / 1000),
  },
  {
    name: 'loop_lag_p99_seconds',
    help: 'How late its event loop comes to what is due, p99 of five seconds',
    of: ({ loopLag }) => (loopLag === null ? null : loopLag.p99Ms / 1000),
  },
  {
    name: 'loop_lag_max_seconds',
    help: 'The longest that its event loop stood within five seconds',
    of: ({ loopLag }) => (loopLag === null ? null : loopLag.maxMs / 1000),
  },
  { name: 'temperature_celsius', help: 'The hottest CPU sensor', of: ({ temperatureC }) => temperatureC },
  { name: 'cached_bytes', help: 'Test data on its disk', of: ({ cacheBytes }) => cacheBytes },
];

export interface HostMetricsParts {
  readonly rows: () => readonly HostRow[];
  /** When the rows were read, ms; null: never yet. */
  readonly lookedAtMs: () => number | null;
  readonly alarms: () => readonly Alarm[];
}

/** After so long without a look at the database nobody knows which host is there, ms. */
const blindAfterMs = 10_000;

/** Read when /metrics is asked: nothing here costs anything in between. */
export function registerHostMetrics(registry: Registry, parts: HostMetricsParts): void {
  const registers = [registry];
  for (const { name, help, of } of figures) {
    const gauge = new Gauge({
      name: `sandglass_judgehost_${name}`,
      help,
      labelNames: ['judgehost'],
      registers,
      collect: () => {
        gauge.reset();
        for (const row of parts.rows()) {
          const value = of(row);
          if (value !== null && value !== undefined) gauge.set({ judgehost: row.name }, value);
        }
      },
    });
  }
  const lookAge = (): number | null => {
    const at = parts.lookedAtMs();
    return at === null ? null : Date.now() - at;
  };
  const look = new Gauge({
    name: 'sandglass_judgehosts_look_age_seconds',
    help: 'How long ago the judgehosts’ figures were read from the database; it grows while that is away',
    registers,
    collect: () => {
      look.remove();
      const age = lookAge();
      if (age !== null) look.set(age / 1000);
    },
  });
  const up = new Gauge({
    name: 'sandglass_judgehost_up',
    help: 'Whether the judgehost is heard of; no sample where that is not known',
    labelNames: ['judgehost'],
    registers,
    collect: () => {
      up.reset();
      if ((lookAge() ?? Infinity) > blindAfterMs) return;
      for (const { name, online } of parts.rows()) up.set({ judgehost: name }, Number(online));
    },
  });
  const slots = new Gauge({
    name: 'sandglass_judgehost_slots',
    help: 'Slots by state',
    labelNames: ['judgehost', 'state'],
    registers,
    collect: () => {
      slots.reset();
      for (const row of parts.rows()) {
        for (const { state } of row.slots) slots.inc({ judgehost: row.name, state });
      }
    },
  });
  const cpu = new Gauge({
    name: 'sandglass_judgehost_cpu_ratio',
    help: 'Where its CPUs’ time went since the report before',
    labelNames: ['judgehost', 'part'],
    registers,
    collect: () => {
      cpu.reset();
      for (const { name, cpu: split } of parts.rows()) {
        for (const [part, share] of Object.entries(split ?? {})) cpu.set({ judgehost: name, part }, share);
      }
    },
  });
  const advisories = new Gauge({
    name: 'sandglass_judgehost_advisories',
    help: 'Advisories that apply to it, by severity',
    labelNames: ['judgehost', 'severity'],
    registers,
    collect: () => {
      advisories.reset();
      for (const row of parts.rows()) {
        for (const [severity, count] of Object.entries(row.advisories)) {
          advisories.set({ judgehost: row.name, severity }, count);
        }
      }
    },
  });
  const alarms = new Gauge({
    name: 'sandglass_alarms',
    help: 'Open alarms',
    labelNames: ['rule', 'judgehost', 'severity', 'acknowledged'],
    registers,
    collect: () => {
      alarms.reset();
      for (const { rule, judgehost, severity, acknowledged } of parts.alarms()) {
        alarms.set(
          { rule, judgehost: judgehost ?? '', severity, acknowledged: String(acknowledged !== null) },
          1,
        );
      }
    },
  });
}
