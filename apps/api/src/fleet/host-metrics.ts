/** What every judgehost reported last, what the api knows of it, and the alarms, for Prometheus. */
import type { Alarm, HostRow, Judgehost } from '@sandglass/contracts';
import { hostFigures } from '@sandglass/domain';
import { Gauge, type Registry } from 'prom-client';
import { findMismatches } from '../judgehosts/host-mismatches.ts';

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null | undefined];

/** Of one host; the label `judgehost` is added. Samples of the same labels are summed. */
interface Figure<Source> {
  readonly name: string;
  readonly meaning: string;
  readonly labels: readonly string[];
  readonly of: (source: Source) => readonly Sample[];
}

const figure = <Source>(
  name: string,
  meaning: string,
  of: (source: Source) => number | null | undefined,
): Figure<Source> => ({ name, meaning, labels: [], of: (source) => [[{}, of(source)]] });

/** What the api knows beyond what the host reports of itself. */
const ofHosts: readonly Figure<Judgehost>[] = [
  figure('taking', 'Whether it may take tasks (mode on)', ({ mode }) => Number(mode === 'on')),
  figure('silent_seconds', 'Since its last sign of life', ({ lastSeenAt }) =>
    lastSeenAt === null ? null : (Date.now() - Date.parse(lastSeenAt)) / 1000,
  ),
  figure('figures_age_seconds', 'How old its figures are now', ({ report, lastSeenAt }) =>
    report === null || lastSeenAt === null
      ? null
      : (Math.max(0, Date.now() - Date.parse(lastSeenAt)) + (report.ageMs ?? 0)) / 1000,
  ),
  figure('cached_bytes', 'Test data on its disk', ({ condition }) => condition?.cache?.bytes),
  {
    name: 'cache_lookups',
    meaning: 'Files its cache was asked for since it started, by whether they were there',
    labels: ['result'],
    of: ({ condition }) => [
      [{ result: 'hit' }, condition?.cache?.hits],
      [{ result: 'miss' }, condition?.cache?.misses],
    ],
  },
  {
    name: 'slots',
    meaning: 'Slots by state',
    labels: ['state'],
    of: ({ slots }) => slots.map(({ state }) => [{ state }, 1]),
  },
];

const ofRows: readonly Figure<HostRow>[] = [
  figure(
    'tasks_per_minute',
    'Judge tasks it ended within the last minute',
    ({ tasksPerMinute }) => tasksPerMinute,
  ),
];

export interface HostMetricsParts {
  readonly hosts: () => readonly Judgehost[];
  readonly rows: () => readonly HostRow[];
  /** When hosts and rows were read, ms; null: never yet. */
  readonly lookedAtMs: () => number | null;
  readonly alarms: () => readonly Alarm[];
}

/** After so long without a look at the database nobody knows which host is there, ms. */
const blindAfterMs = 10_000;

/** Read when /metrics is asked: nothing here costs anything in between. */
export function registerHostMetrics(registry: Registry, parts: HostMetricsParts): void {
  const registers = [registry];
  registerFigures(registry, [...hostFigures, ...ofHosts], parts.hosts);
  registerFigures(registry, ofRows, parts.rows);
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
      for (const { name, online } of parts.hosts()) up.set({ judgehost: name }, Number(online));
    },
  });
  const mismatches = new Gauge({
    name: 'sandglass_judgehost_mismatches',
    help: 'Things in which judgehosts differ that should be alike',
    labelNames: ['kind'],
    registers,
    collect: () => {
      mismatches.reset();
      for (const { kind } of findMismatches([...parts.hosts()])) mismatches.inc({ kind });
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

/** A gauge each. What a host does not report has no sample. */
function registerFigures<Source extends { readonly name: string }>(
  registry: Registry,
  figures: readonly Figure<Source>[],
  sources: () => readonly Source[],
): void {
  for (const { name, meaning, labels, of } of figures) {
    const gauge = new Gauge({
      name: `sandglass_judgehost_${name}`,
      help: meaning,
      labelNames: ['judgehost', ...labels],
      registers: [registry],
      collect: () => {
        gauge.reset();
        for (const source of sources()) {
          for (const [more, value] of of(source))
            if (value !== null && value !== undefined) gauge.inc({ judgehost: source.name, ...more }, value);
        }
      },
    });
  }
}
