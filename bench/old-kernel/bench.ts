/**
 * On Linux 6.1 an IPC namespace is freed after a grace period of its own, about 50 a second, and a pid written to
 * `cgroup.procs` may wait for one too (the IPC part was cured in 6.3). This shows what that costs a judge that makes
 * new ones for every run, beside the pooled sandbox, in one emulated machine.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  checkoutFiles,
  guestCheckout,
  liveNamespacesSource,
  runInMachine,
  sandboxFiles,
} from '@sandglass/old-kernel';
import { barChart } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { percentile, rounded } from '../lib/statistics.ts';
import { allWays } from './measurement.ts';
import type { Measurement, Way } from './measurement.ts';

const slots = 2;
const quota = 64;
/** Runs of each way under the quota, and in one round of the churn. */
const quotaRuns = 300;
const burnMs = 10;

export const bench: Bench = {
  name: 'old-kernel',
  summary: 'the pooled sandbox against fresh namespaces and groups per run, on an emulated Linux 6.1',
  run,
  picture,
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-old-kernel-'));
  try {
    return report(
      await measure(folder, quick ? { rounds: 1, runs: 100 } : { rounds: 5, runs: 300 }, progress),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  folder: string,
  churn: { readonly rounds: number; readonly runs: number },
  progress: BenchOptions['progress'],
): Promise<Measurement[]> {
  const programs = {
    burn: join(import.meta.dirname, 'burn.c'),
    'old-way': join(import.meta.dirname, 'old-way.c'),
    'live-namespaces': liveNamespacesSource,
  };
  for (const [name, source] of Object.entries(programs)) {
    await promisify(execFile)('gcc', ['-O2', '-static', source, '-o', join(folder, name)]);
  }
  const measured: Measurement[] = [];
  const shape = [churn.rounds, churn.runs, burnMs, quotaRuns, quota].join(' ');
  const result = await runInMachine({
    files: {
      ...sandboxFiles(),
      ...checkoutFiles('bench/old-kernel/guest.ts', 'bench/old-kernel/measurement.ts'),
      '/programs': { source: folder },
    },
    command: `exec node ${guestCheckout}/bench/old-kernel/guest.ts ${shape}`,
    cpus: slots,
    timeoutMs: 120_000 + churn.rounds * 60_000,
    onLine: (line) => {
      if (!line.startsWith('{')) return progress(line);
      const one = JSON.parse(line) as Measurement;
      measured.push(one);
      progress(
        `${one.phase}, ${one.way}: ${String(Math.round(one.elapsedMs))} ms, ${String(one.enospc)} refused`,
      );
    },
  });
  if (result.exitCode !== 0) throw new Error(`the measurement in the machine failed:\n${result.output}`);
  return measured;
}

function report(measured: readonly Measurement[]): BenchReport {
  const rows = allWays.map((way) => row(way, measured));
  const [bare, pooled, fresh] = rows as [Row, Row, Row];
  return {
    name: 'old-kernel',
    machine: describeMachine(),
    figures: {
      slots,
      enospc_pooled: pooled.refused_under_quota,
      enospc_fresh: fresh.refused_under_quota,
      live_ipc_pooled: pooled.live_ipc,
      live_ipc_fresh: fresh.live_ipc,
      failed_pooled: pooled.failed,
      gap_ms_p95_bare: bare.gap_ms_p95,
      gap_ms_p95_pooled: pooled.gap_ms_p95,
      gap_ms_p95_fresh: fresh.gap_ms_p95,
      gap_p95_fresh_over_pooled_ratio: rounded(fresh.gap_ms_p95 / Math.max(pooled.gap_ms_p95, 0.001)),
      ms_per_run_bare: bare.ms_per_run,
      ms_per_run_pooled: pooled.ms_per_run,
      ms_per_run_fresh: fresh.ms_per_run,
    },
    rows,
  };
}

type Row = ReturnType<typeof row>;

function row(way: Way, measured: readonly Measurement[]) {
  const own = measured.filter((one) => one.way === way);
  const churn = own.filter(({ phase }) => phase === 'churn');
  const gaps = churn.flatMap(({ gapUs }) => gapUs);
  const runs = gaps.length + total(churn, ({ failed, enospc }) => failed + enospc);
  const gapMs = (p: number): number => rounded(percentile(gaps, p) / 1000);
  return {
    way,
    runs,
    gap_ms_p50: gapMs(0.5),
    gap_ms_p95: gapMs(0.95),
    gap_ms_p99: gapMs(0.99),
    ms_per_run: rounded(total(churn, ({ elapsedMs }) => elapsedMs) / runs),
    live_ipc: Math.max(...own.map(({ live }) => live.ipc)),
    live_net: Math.max(...own.map(({ live }) => live.net)),
    failed: total(own, ({ failed }) => failed),
    refused_under_quota: total(
      own.filter(({ phase }) => phase === 'quota'),
      ({ enospc }) => enospc,
    ),
  };
}

function total(of: readonly Measurement[], value: (one: Measurement) => number): number {
  return of.reduce((sum, one) => sum + value(one), 0);
}

/** Two charts, for milliseconds and counts need scales of their own. */
function picture(report: BenchReport): string {
  const chart = (title: string, unit: string, shown: readonly (readonly [string, keyof Row])[]): string => {
    const bars = shown.flatMap(([label, key]) =>
      report.rows.map((row) => ({ label, value: Number(row[key]), series: String(row['way']) })),
    );
    return barChart(title, unit, bars);
  };
  return stacked([
    chart('Linux 6.1, pooled or fresh for every run: wall time minus processor time', 'ms', [
      ['median', 'gap_ms_p50'],
      ['95 of 100 below', 'gap_ms_p95'],
      ['99 of 100 below', 'gap_ms_p99'],
    ]),
    chart(`After ${String(quotaRuns)} quick runs`, '', [
      ['IPC namespaces alive', 'live_ipc'],
      ['network namespaces alive', 'live_net'],
      [`refused, quota ${String(quota)}`, 'refused_under_quota'],
    ]),
  ]);
}

function stacked(charts: readonly string[]): string {
  let width = 0;
  let height = 0;
  const parts = charts.map((chart) => {
    const [, chartWidth, chartHeight] = /viewBox="0 0 (\d+) (\d+)"/.exec(chart) ?? [];
    const size = `y="${String(height)}" width="${String(chartWidth)}" height="${String(chartHeight)}"`;
    width = Math.max(width, Number(chartWidth));
    height += Number(chartHeight);
    return chart.replace('<svg ', `<svg ${size} `);
  });
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(width)} ${String(height)}">`;
  return `${frame}\n${parts.join('')}</svg>\n`;
}
