/** What judgehosts told last and no line of the judgehosts page has room for, for Prometheus. */
import type { Judgehost } from '@sandglass/contracts';
import { Gauge, type Registry } from 'prom-client';
import { findMismatches } from '../judgehosts/host-mismatches.ts';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null | undefined];

interface Family {
  readonly name: string;
  readonly help: string;
  /** Beside `judgehost`. */
  readonly labels: readonly string[];
  readonly of: (host: Judgehost) => readonly Sample[];
}

const one =
  (of: (host: Judgehost) => number | null | undefined): Family['of'] =>
  (host) => [[{}, of(host)]];

const families: readonly Family[] = [
  {
    name: 'figures_age_seconds',
    help: 'How old its figures are now',
    labels: [],
    of: one(({ report, lastSeenAt }) =>
      report === null || lastSeenAt === null
        ? null
        : (Math.max(0, Date.now() - Date.parse(lastSeenAt)) + (report.ageMs ?? 0)) / 1000,
    ),
  },
  {
    name: 'usable_cpus',
    help: 'CPUs it may use',
    labels: [],
    of: one(({ report }) => report?.cpus.usable.length),
  },
  {
    name: 'memory_free_bytes',
    help: 'Memory used for nothing, not even cache',
    labels: [],
    of: one(({ report }) => report?.vitals?.memory.freeBytes),
  },
  {
    name: 'memory_cache_bytes',
    help: 'Page cache and what else can be reclaimed',
    labels: [],
    of: one(({ report }) => report?.memory.cacheBytes),
  },
  {
    name: 'memory_min_free_bytes',
    help: 'What the kernel keeps free (min_free_kbytes)',
    labels: [],
    of: one(({ report }) => report?.vitals?.memory.minFreeBytes),
  },
  {
    name: 'swap_total_bytes',
    help: 'Swap of the machine',
    labels: [],
    of: one(({ report }) => report?.memory.swapTotalBytes),
  },
  {
    name: 'disk_total_bytes',
    help: 'Size of the disk its data is on',
    labels: [],
    of: one(({ report }) => report?.disk?.totalBytes),
  },
  {
    name: 'throttled_seconds',
    help: 'CPU time a quota withheld since the report before, summed over CPUs',
    labels: [],
    of: one(({ report }) => {
      const stoppedMs = report?.vitals?.throttling?.stoppedMs;
      return stoppedMs === undefined ? null : stoppedMs / 1000;
    }),
  },
  {
    name: 'cache_lookups',
    help: 'Files its cache was asked for since it started, by whether they were there',
    labels: ['result'],
    of: ({ condition }) => [
      [{ result: 'hit' }, condition?.cache?.hits],
      [{ result: 'miss' }, condition?.cache?.misses],
    ],
  },
  {
    name: 'cgroups',
    help: 'Control groups',
    labels: [],
    of: one(({ report }) => report?.vitals?.cgroups?.live),
  },
  {
    name: 'cgroups_dying',
    help: 'Control groups removed and not yet freed',
    labels: [],
    of: one(({ report }) => report?.vitals?.cgroups?.dying),
  },
  {
    name: 'namespaces',
    help: 'Namespaces with a process in them',
    labels: ['kind'],
    of: ({ report }) => (report?.vitals?.namespaces ?? []).map(({ kind, count }) => [{ kind }, count]),
  },
  {
    name: 'namespaces_age_seconds',
    help: 'Age of the count of namespaces when it was told',
    labels: [],
    of: one(({ report }) =>
      report?.vitals?.namespacesAgeMs == null
        ? null
        : ((report.ageMs ?? 0) + report.vitals.namespacesAgeMs) / 1000,
    ),
  },
  {
    name: 'd_state_tasks',
    help: 'Tasks in uninterruptible sleep by the function of the kernel they wait in, and what it means',
    labels: ['where', 'what'],
    of: ({ report }) =>
      (report?.dState.waits ?? []).map(({ where, what, count }) => [
        { where, what: what?.split(':')[0] ?? '' },
        count,
      ]),
  },
  {
    name: 'longest_running_seconds',
    help: 'How long the slot has been at work that has been longest',
    labels: [],
    of: one(({ slots }) => {
      const working = slots.filter(({ state }) => state !== 'idle' && state !== 'broken');
      return Math.max(0, ...working.map(({ sinceMs }) => sinceMs)) / 1000;
    }),
  },
  {
    name: 'last_error_timestamp_seconds',
    help: 'When something of its own failed last',
    labels: [],
    of: one(({ condition }) =>
      condition?.lastError == null ? null : Date.parse(condition.lastError.at) / 1000,
    ),
  },
  {
    name: 'info',
    help: 'What runs there',
    labels: ['software', 'kernel', 'cpu'],
    of: ({ software, report }) => [
      [{ software: software ?? '', kernel: report?.kernel ?? '', cpu: report?.cpuModel ?? '' }, 1],
    ],
  },
];

/** @param hosts as they were looked at last: nothing is asked for */
export function registerHostReportMetrics(registry: Registry, hosts: () => readonly Judgehost[]): void {
  for (const { name, help, labels, of } of families) {
    const gauge = new Gauge({
      name: `sandglass_judgehost_${name}`,
      help,
      labelNames: ['judgehost', ...labels],
      registers: [registry],
      collect: () => {
        gauge.reset();
        for (const host of hosts()) {
          for (const [more, value] of of(host)) {
            if (value !== null && value !== undefined) gauge.set({ judgehost: host.name, ...more }, value);
          }
        }
      },
    });
  }
  const mismatches = new Gauge({
    name: 'sandglass_judgehost_mismatches',
    help: 'Things in which judgehosts differ that should be alike',
    labelNames: ['kind'],
    registers: [registry],
    collect: () => {
      mismatches.reset();
      for (const { kind } of findMismatches([...hosts()])) mismatches.inc({ kind });
    },
  });
}
