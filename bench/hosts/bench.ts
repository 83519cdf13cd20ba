import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostReport } from '@sandglass/contracts';
import { readHostReport } from '@sandglass/host-health';
import { startStack, type TestStack } from '@sandglass/testing';
import { lineChart } from '../lib/line-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchReport } from '../lib/report.ts';
import { percentile, rounded } from '../lib/statistics.ts';
import { SimulatedHost } from './simulated-host.ts';
import { downInMetrics, Page } from './watching.ts';

/** Hosts that fall silent for good at the end, one after another over this time: at any moment of their beat. */
const deaths = 20;
const dyingMs = 4_000;
/** Between two looks at the metrics. */
const lookMs = 500;
/** A death that is not known by then counts as this. */
const givenUpMs = 60_000;

/**
 * Liveness with hundreds of hosts: simulated judgehosts in this one process, each with a token of its own, send
 * real reports to a real api at the pace it asks for. During that /metrics is asked which hosts are up, and a page is
 * open that receives every host and alarm: a host that is alive and is called down by either is a false "down". At the
 * end some fall silent, and the time from the last sign of life of each until the metrics, the page and the alarm show
 * it is taken.
 *
 * `SANDGLASS_BENCH_SECONDS` shortens the time before the deaths, for a trial.
 */
export const bench: Bench = {
  name: 'hosts',
  summary: 'heartbeats of 500 simulated judgehosts: false "down"s, and how soon a real death is known',

  async run({ quick, progress }) {
    const [count, usual] = quick ? [100, 10] : [500, 600];
    const seconds = Number(process.env['SANDGLASS_BENCH_SECONDS'] ?? usual);
    progress('starting a stack');
    await using stack = await startStack({
      problems: [],
      judgehost: false,
      durable: true,
      unthrottled: true,
    });
    const report = await readHostReport();
    progress(`${String(count)} hosts join`);
    const { hosts, beating } = await joinAll(stack, count, report);
    await settled(stack);
    await using page = new Page(stack);
    const beatsOf = (): number => hosts.reduce((sum, host) => sum + host.latencies.length, 0);
    const beatsBefore = beatsOf();
    for (const host of hosts) host.takeRecent();
    const started = performance.now();
    const cpu = await cpuSeconds(stack);
    const parts: { atS: number; p50: number; p99: number }[] = [];
    let falseDowns = 0;
    while (performance.now() - started < seconds * 1000) {
      const down = await downInMetrics(stack);
      falseDowns += down.length;
      if (down.length > 0) progress(`false down: ${down.slice(0, 5).join(', ')}`);
      const atS = (performance.now() - started) / 1000;
      if (atS >= (parts.at(-1)?.atS ?? 0) + seconds / 12) {
        const recent = hosts.flatMap((host) => host.takeRecent());
        parts.push({ atS, p50: percentile(recent, 0.5), p99: percentile(recent, 0.99) });
        progress(
          `${atS.toFixed(0)} s: ${String(recent.length)} heartbeats, p99 ${percentile(recent, 0.99).toFixed(0)} ms`,
        );
      }
      await delay(lookMs);
    }
    const lastedS = (performance.now() - started) / 1000;
    const beats = beatsOf() - beatsBefore;
    const usedCpu = (await cpuSeconds(stack)) - cpu;
    falseDowns += page.forget();

    progress(`${String(deaths)} hosts fall silent`);
    const dying = hosts.slice(0, deaths);
    const inMetrics = await die(dying, stack, page);
    const known = dying.map((host) => {
      const after = (at: number | undefined): number =>
        Math.min(Math.max((at ?? Infinity) - host.lastSignMs, 0), givenUpMs) / 1000;
      const ways = {
        metrics: after(inMetrics.get(host.name)),
        page: after(page.down.get(host.name)),
        alarm: after(page.alarm.get(host.name)),
      };
      progress(
        `${host.name}: /metrics ${ways.metrics.toFixed(2)} s, page ${ways.page.toFixed(2)} s, alarm ${ways.alarm.toFixed(2)} s`,
      );
      return ways;
    });
    const slowest = (way: 'metrics' | 'page' | 'alarm'): number =>
      rounded(Math.max(...known.map((ways) => ways[way])));
    // Those who lived on while others died count as well.
    falseDowns += [...page.down.keys()].filter((name) => !dying.some((host) => host.name === name)).length;
    for (const host of hosts) host.stop();
    await Promise.all(beating);
    const all = hosts.flatMap((host) => host.latencies);
    return {
      name: 'hosts',
      machine: describeMachine(),
      figures: {
        hosts: count,
        seconds: rounded(lastedS),
        heartbeats_per_s: rounded(beats / lastedS),
        false_downs: falseDowns,
        failed_heartbeats: hosts.reduce((sum, host) => sum + host.failures, 0),
        deaths,
        death_known_s_max: Math.max(slowest('metrics'), slowest('page'), slowest('alarm')),
        death_in_metrics_s_max: slowest('metrics'),
        death_on_page_s_max: slowest('page'),
        death_alarm_s_max: slowest('alarm'),
        heartbeat_ms_p50: rounded(percentile(all, 0.5)),
        heartbeat_ms_p99: rounded(percentile(all, 0.99)),
        api_cpu_share: rounded(usedCpu / lastedS),
        page_stream_broken: page.broken,
      },
      rows: parts.map(({ atS, p50, p99 }) => ({
        second: Math.round(atS),
        heartbeat_ms_p50: rounded(p50),
        heartbeat_ms_p99: rounded(p99),
      })),
    };
  },

  picture: (report: BenchReport) =>
    lineChart({
      title: `Heartbeats of ${String(report.figures['hosts'])} judgehosts: ${String(report.figures['false_downs'])} false downs, deaths known within ${String(report.figures['death_known_s_max'])} s`,
      x: 'seconds',
      y: 'ms',
      series: (['heartbeat_ms_p50', 'heartbeat_ms_p99'] as const).map((key) => ({
        name: key.replace('heartbeat_ms_', 'answer to a heartbeat, '),
        points: report.rows.map((row) => [Number(row['second']), Number(row[key])] as const),
      })),
    }),
};

async function joinAll(
  stack: TestStack,
  count: number,
  report: HostReport,
): Promise<{ hosts: SimulatedHost[]; beating: Promise<void>[] }> {
  const hosts: SimulatedHost[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `simulated-${String(index)}`;
    const { token } = await stack.admin.createJudgehost(name);
    hosts.push(new SimulatedHost(stack.url, name, token, report));
  }
  const beating: Promise<void>[] = [];
  for (const host of hosts) {
    // The pace that the api answers depends on how many there are: all are known by now.
    await host.register();
    beating.push(host.beat());
  }
  return { hosts, beating };
}

/** Resolves when nobody is called down any more: hundreds that join within seconds are a crowd of their own. */
async function settled(stack: TestStack): Promise<void> {
  const deadline = performance.now() + givenUpMs;
  for (let quiet = 0; quiet < 6 && performance.now() < deadline; await delay(lookMs))
    quiet = (await downInMetrics(stack)).length === 0 ? quiet + 1 : 0;
}

/** Resolves when everybody knows of every death, or nobody will any more. @returns when the metrics knew, by name */
async function die(
  dying: readonly SimulatedHost[],
  stack: TestStack,
  page: Page,
): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  const stopping = (async () => {
    for (const host of dying) {
      host.stop();
      await delay(dyingMs / dying.length);
    }
  })();
  const deadline = performance.now() + givenUpMs;
  const allKnown = (): boolean =>
    dying.every(({ name }) => known.has(name) && page.down.has(name) && page.alarm.has(name));
  while (!allKnown() && performance.now() < deadline) {
    const now = performance.now();
    for (const name of await downInMetrics(stack)) if (!known.has(name)) known.set(name, now);
    await delay(lookMs / 2);
  }
  await stopping;
  return known;
}

/** CPU time of the api's process so far: the kernel counts it in hundredths. */
async function cpuSeconds({ stack }: TestStack): Promise<number> {
  const pid = stack.api?.identity.pid;
  if (pid === undefined) return 0;
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
