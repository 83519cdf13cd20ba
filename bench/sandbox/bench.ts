/**
 * What the sandbox adds to a run: a trivial program through the promise API, beside posix_spawn and wait of the same
 * program by a native helper. The two sides take turns in short rounds, so that other work of the machine hits both
 * alike; the figures are medians over all runs of all rounds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createSlot } from '@sandglass/sandbox';
import type { RunSpec, Slot } from '@sandglass/sandbox';
import { barChart } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, percentile, rounded } from '../lib/statistics.ts';
import { BareFloor } from './bare-floor.ts';
import { churn, type Churn } from './churn.ts';
import { measureRebuild } from './rebuild.ts';
import { slotMemory, type SlotMemory } from './slot-memory.ts';

const concurrencies = [1, 2, 4, 6];
const idleGapMs = 100;
const churnConcurrency = 4;

interface Effort {
  rounds: number;
  runsPerRound: number;
  idleRuns: number;
  rateMs: number;
  churnRuns: number;
}

interface Samples {
  bare: number[];
  ours: number[];
}

export const bench: Bench = {
  name: 'sandbox',
  summary: 'cost of a run over a bare spawn, runs per second, lost wake-ups, event loop, memory of a slot',
  run,
  picture,
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const effort: Effort = quick
    ? { rounds: 5, runsPerRound: 40, idleRuns: 15, rateMs: 200, churnRuns: 2000 }
    : { rounds: 40, runsPerRound: 100, idleRuns: 120, rateMs: 500, churnRuns: 100_000 };
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-bench-'));
  const floor = await BareFloor.start(folder);
  // One slot per core, as a judgehost makes them; beyond the cores they share.
  const slots = await Promise.all(
    Array.from({ length: Math.max(...concurrencies) }, (_, i) =>
      createSlot({ ordinal: i, uidBase: 63000, cpus: [i % availableParallelism()] }),
    ),
  );
  try {
    const spec: RunSpec = {
      argv: ['/program/nothing'],
      program: { directory: folder },
      limits: { cpuUs: 1_000_000, wallUs: 3_000_000, memoryBytes: 256 << 20, processes: 16 },
    };
    await Promise.all(slots.map((slot) => many(slot, spec, 20)));
    progress('back to back');
    const backToBack = await inTurns(floor, slots[0]!, spec, effort);
    progress(`after ${String(idleGapMs)} ms idle`);
    const idle = await afterIdle(floor, slots[0]!, spec, effort.idleRuns);
    const rates = await throughput(floor, slots, spec, effort, progress);
    progress('main thread');
    const mainThreadUs = await mainThread(slots[0]!, spec, quick ? 200 : 2000);
    const memory = slotMemory();
    progress(`${String(effort.churnRuns)} runs, watched`);
    const churned = await churn(slots.slice(0, churnConcurrency), spec, effort.churnRuns, progress);
    progress('slots rebuilt');
    const rebuilt = await measureRebuild(spec, quick ? 5 : 40);
    return report(backToBack, idle, rates, mainThreadUs, memory, churned, rebuilt);
  } finally {
    await floor.stop();
    await Promise.all(slots.map((slot) => slot.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function timed(slot: Slot, spec: RunSpec): Promise<number> {
  const began = performance.now();
  const { outcome } = await slot.run(spec);
  if (outcome !== 'exited') throw new Error(`the trivial program ended with ${outcome}`);
  return (performance.now() - began) * 1000;
}

async function many(slot: Slot, spec: RunSpec, runs: number): Promise<number[]> {
  const durations: number[] = [];
  for (let i = 0; i < runs; i++) durations.push(await timed(slot, spec));
  return durations;
}

async function inTurns(floor: BareFloor, slot: Slot, spec: RunSpec, effort: Effort): Promise<Samples> {
  const samples: Samples = { bare: [], ours: [] };
  for (let round = 0; round < effort.rounds; round++) {
    samples.bare.push(...(await floor.serial(effort.runsPerRound)));
    samples.ours.push(...(await many(slot, spec, effort.runsPerRound)));
  }
  return samples;
}

async function afterIdle(floor: BareFloor, slot: Slot, spec: RunSpec, runs: number): Promise<Samples> {
  const samples: Samples = { bare: [], ours: [] };
  for (let i = 0; i < runs; i++) {
    await delay(idleGapMs);
    samples.bare.push(...(await floor.serial(1)));
    await delay(idleGapMs);
    samples.ours.push(await timed(slot, spec));
  }
  return samples;
}

interface Rate {
  concurrency: number;
  bare: number;
  ours: number;
}

async function throughput(
  floor: BareFloor,
  slots: Slot[],
  spec: RunSpec,
  effort: Effort,
  progress: BenchOptions['progress'],
): Promise<Rate[]> {
  const samples = new Map(concurrencies.map((n) => [n, { bare: [] as number[], ours: [] as number[] }]));
  for (let round = 0; round < 5; round++) {
    progress(`runs per second, round ${String(round + 1)} of 5`);
    for (const [n, { bare, ours }] of samples) {
      bare.push(await floor.rate(n, effort.rateMs));
      ours.push(await rate(slots.slice(0, n), spec, effort.rateMs));
    }
  }
  return [...samples].map(([concurrency, { bare, ours }]) => ({
    concurrency,
    bare: median(bare),
    ours: median(ours),
  }));
}

async function rate(slots: Slot[], spec: RunSpec, ms: number): Promise<number> {
  const began = performance.now();
  let runs = 0;
  await Promise.all(
    slots.map(async (slot) => {
      while (performance.now() - began < ms) {
        await slot.run(spec);
        runs++;
      }
    }),
  );
  return (runs / (performance.now() - began)) * 1000;
}

/** CPU the JavaScript thread itself spends on a run: what the event loop is blocked for. */
async function mainThread(slot: Slot, spec: RunSpec, runs: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let i = 0; i < runs; i++) await slot.run(spec);
  const spent = process.threadCpuUsage(before);
  return (spent.user + spent.system) / runs;
}

function report(
  backToBack: Samples,
  idle: Samples,
  rates: Rate[],
  mainThreadUs: number,
  memory: SlotMemory,
  churned: Churn,
  rebuilt: Readonly<Record<string, number>>,
): BenchReport {
  const figures: Record<string, number> = {};
  const rows: Record<string, string | number>[] = [];
  const cost = (name: string, key: string, { bare, ours }: Samples) => {
    for (const [label, p] of [
      ['median', 0.5],
      ['p95', 0.95],
    ] as const) {
      const difference = percentile(ours, p) - percentile(bare, p);
      figures[`overhead_us_${label}_${key}`] = rounded(difference, 0);
      rows.push({
        what: `${name}, ${label}, µs`,
        bare: rounded(percentile(bare, p), 0),
        sandbox: rounded(percentile(ours, p), 0),
        difference: rounded(difference, 0),
      });
    }
  };
  cost('one run, back to back', 'c1', backToBack);
  cost(`one run after ${String(idleGapMs)} ms idle`, 'idle', idle);
  for (const { concurrency, bare, ours } of rates) {
    figures[`runs_per_s_c${String(concurrency)}`] = rounded(ours, 0);
    figures[`bare_per_s_c${String(concurrency)}`] = rounded(bare, 0);
    rows.push({
      what: `runs/s at concurrency ${String(concurrency)}`,
      bare: rounded(bare, 0),
      sandbox: rounded(ours, 0),
      difference: `${rounded((ours / bare) * 100, 0)} %`,
    });
  }
  figures['main_thread_us_per_run'] = rounded(mainThreadUs, 1);
  figures['slot_memory_mib'] = rounded(memory.residentMiB);
  figures['slot_memory_pss_mib'] = rounded(memory.proportionalMiB);
  figures['lost_wakeups'] = churned.lost;
  figures['churn_runs'] = churned.runs;
  figures['churn_runs_per_s'] = rounded(churned.perSecond, 0);
  figures['event_loop_delay_p99_ms'] = churned.eventLoopDelayP99Ms;
  Object.assign(figures, rebuilt);
  return { name: 'sandbox', machine: describeMachine(), figures, rows };
}

function picture({ figures }: BenchReport): string {
  const bars = concurrencies.flatMap((n) => [
    {
      label: `concurrency ${String(n)}`,
      value: figures[`bare_per_s_c${String(n)}`] ?? 0,
      series: 'bare spawn',
    },
    { label: '', value: figures[`runs_per_s_c${String(n)}`] ?? 0, series: 'sandbox' },
  ]);
  return barChart('Runs of a trivial program per second', 'runs/s', bars);
}
