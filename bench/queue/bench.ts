/**
 * The order of judging: one queue in order of arrival against ours, on the same load of a regional. Waiting is what a
 * team feels beyond its program's own time: verdict − arrival − time on a slot.
 */
import { barChart } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { percentile, rounded } from '../lib/statistics.ts';
import { measureLive } from './live.ts';
import { generateLoad, regional, type LoadJob } from './load.ts';
import { firstCome, ours, simulate, type JudgedJob, type SimulationOptions } from './simulate.ts';

const policies = [
  { name: 'first come, first served', options: firstCome },
  { name: 'virtual deadline', options: ours },
] as const;

/** Slots at which the rush is more than they can do, about what they can, and less. */
const slotCounts = [2, 3, 4, 6, 8];
const shown = 3;
/** Slots at which hardly anything waits: there is nothing to win, and tasks cost a little. */
const enoughSlots = 6;

export const bench: Bench = {
  name: 'queue',
  summary: 'waiting of live submissions on a regional’s load: order of arrival against virtual deadlines',
  run,
  picture,
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const seeds = quick ? [1] : [1, 2, 3, 4, 5];
  const rows: Record<string, string | number>[] = [];
  const figures: Record<string, number> = {};
  for (const rejudged of [0, regional.rejudged]) {
    for (const slots of slotCounts) {
      progress(`${slots} slots, ${rejudged} rejudged`);
      const results = policies.map(({ name, options }) => {
        const summary = summarise(seeds, rejudged, { ...options, slots });
        rows.push({ slots, rejudged, policy: name, ...summary });
        return summary;
      });
      const [before, after] = results;
      if (before === undefined || after === undefined) continue;
      if (rejudged === 0 && slots === enoughSlots) {
        figures['calm_mean_wait_ratio'] = rounded(after['mean s'] / before['mean s'], 3);
        figures['calm_mean_wait_ms'] = Math.round(after['mean s'] * 1000);
        figures['calm_arrival_mean_wait_ms'] = Math.round(before['mean s'] * 1000);
      }
      if (slots !== shown) continue;
      const key = rejudged === 0 ? 'rush_' : '';
      figures[`${key}mean_wait_ratio`] = rounded(after['mean s'] / before['mean s'], 3);
      figures[`${key}p95_wait_ratio`] = rounded(after['p95 s'] / before['p95 s'], 3);
      figures[`${key}longest_wait_ratio`] = rounded(after['longest s'] / before['longest s'], 3);
      if (rejudged > 0) {
        figures['rejudging_end_ratio'] = rounded(
          after['rejudged after min'] / before['rejudged after min'],
          3,
        );
      }
    }
  }
  if (!quick) await addLive(rows, figures, progress);
  return { name: 'queue', machine: describeMachine(), figures, rows };
}

/** What really happens on a small load, beside what the simulator says of it. */
async function addLive(
  rows: Record<string, string | number>[],
  figures: Record<string, number>,
  progress: BenchOptions['progress'],
): Promise<void> {
  const [before, after] = [await measureLive('arrival', progress), await measureLive('deadline', progress)];
  const waits = (sample: readonly number[]) => ({
    'mean s': rounded(sample.reduce((sum, ms) => sum + ms, 0) / sample.length / 1000),
    'p50 s': rounded(percentile(sample, 0.5) / 1000),
    'p95 s': rounded(percentile(sample, 0.95) / 1000),
    'p99 s': rounded(percentile(sample, 0.99) / 1000),
    'longest s': rounded(percentile(sample, 1) / 1000),
  });
  figures['live_slots_least'] = Math.min(before.leastSlots, after.leastSlots);
  for (const kind of ['measured', 'simulated'] as const) {
    const [fcfs, own] = [waits(before[kind]), waits(after[kind])];
    rows.push({ slots: 2, policy: `first come, first served, small load, ${kind}`, ...fcfs });
    rows.push({ slots: 2, policy: `virtual deadline, small load, ${kind}`, ...own });
    const key = kind === 'measured' ? 'live' : 'live_simulated';
    figures[`${key}_mean_wait_ratio`] = rounded(own['mean s'] / fcfs['mean s'], 3);
    figures[`${key}_p95_wait_ratio`] = rounded(own['p95 s'] / fcfs['p95 s'], 3);
    figures[`${key}_longest_wait_ratio`] = rounded(own['longest s'] / fcfs['longest s'], 3);
  }
}

interface Summary {
  readonly 'mean s': number;
  readonly 'p50 s': number;
  readonly 'p95 s': number;
  readonly 'p99 s': number;
  readonly 'longest s': number;
  readonly 'judged per min': number;
  readonly 'rejudged after min': number;
}

/** Of several contests together. */
function summarise(
  seeds: readonly number[],
  rejudged: number,
  options: SimulationOptions,
): Summary & Record<string, number> {
  const waits: number[] = [];
  let judgedCount = 0;
  let spanMs = 0;
  let rejudgingMs = 0;
  for (const seed of seeds) {
    const load = generateLoad({ ...regional, seed, rejudged });
    const judged = simulate(load, options);
    waits.push(...judged.filter(isLive).map(({ waitMs }) => waitMs / 1000));
    judgedCount += judged.length;
    spanMs += Math.max(...judged.map(({ endMs }) => endMs));
    rejudgingMs += rejudgingTime(load, judged);
  }
  const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  return {
    'mean s': rounded(mean),
    'p50 s': rounded(percentile(waits, 0.5)),
    'p95 s': rounded(percentile(waits, 0.95)),
    'p99 s': rounded(percentile(waits, 0.99)),
    'longest s': rounded(percentile(waits, 1)),
    'judged per min': rounded(judgedCount / (spanMs / 60_000), 1),
    'rejudged after min': rounded(rejudgingMs / seeds.length / 60_000, 1),
  };
}

function isLive({ job }: JudgedJob): boolean {
  return job.class === 'live';
}

/** From the moment it was ordered until its last verdict. */
function rejudgingTime(load: readonly LoadJob[], judged: readonly JudgedJob[]): number {
  const ordered = load.find((job) => job.class === 'rejudging')?.arrivalMs ?? 0;
  return Math.max(0, ...judged.filter((one) => !isLive(one)).map(({ endMs }) => endMs)) - ordered;
}

function picture(report: BenchReport): string {
  const columns = ['mean s', 'p95 s', 'p99 s', 'longest s'];
  const bars = columns.flatMap((column) =>
    report.rows
      .filter((row) => row['slots'] === shown && row['rejudged'] === regional.rejudged)
      .map((row) => ({
        label: `${column.replace(' s', '')}, ${String(row['policy'])}`,
        value: Number(row[column]),
        series: String(row['policy']),
      })),
  );
  return barChart(
    `Waiting for a verdict, ${shown} slots, with a rejudging of ${regional.rejudged}`,
    's',
    bars,
  );
}
