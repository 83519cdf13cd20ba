/**
 * Can the clocks be trusted? A burner that only computes has a wall time equal to its CPU time, but for what the
 * machine and the judge do in that time. One burner per core, all cores at once; the bare program and the sandbox take
 * turns, so that both see the same minute. And a limit must be enforced when it is reached: how far past it the kill
 * came.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSlot, type RunSpec, type Slot } from '@sandglass/sandbox';
import { barChart } from '../lib/bar-chart.ts';
import { coreCpus } from '../lib/cores.ts';
import { describeMachine } from '../lib/machine.ts';
import { compileC, NativeHelper } from '../lib/native-helper.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { percentile, rounded } from '../lib/statistics.ts';

const burnMs = 200;
const limitMs = 50;
/** Runs of one side on one core before the other side's turn. */
const runsPerTurn = 5;

interface Setup {
  readonly cpus: readonly number[];
  readonly slots: readonly Slot[];
  readonly bare: readonly NativeHelper[];
  readonly folder: string;
}

/** All in µs. */
interface Samples {
  readonly bareGap: number[];
  readonly gap: number[];
  readonly cpuKillQuiet: number[];
  readonly cpuKillBusy: number[];
  readonly wallKillQuiet: number[];
}

export const bench: Bench = {
  name: 'gap',
  summary: 'wall minus CPU of a 200 ms burner on every core, over a bare run; time past a limit at the kill',
  run,
  picture,
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-gap-'));
  await chmod(folder, 0o755);
  const cpus = await coreCpus();
  const slots: Slot[] = [];
  const bare: NativeHelper[] = [];
  try {
    await compileC(join(import.meta.dirname, '../old-kernel/burn.c'), join(folder, 'burn'), 'static');
    const helper = await compileC(join(import.meta.dirname, 'bare-gap.c'), join(folder, 'bare-gap'));
    for (const [ordinal, cpu] of cpus.entries()) {
      slots.push(await createSlot({ ordinal, uidBase: 63000, cpus: [cpu] }));
      bare.push(new NativeHelper(helper, [String(cpu)]));
    }
    const [gapRuns, kills] = quick ? [4 * cpus.length, 10] : [500, 100];
    return report(await measure({ cpus, slots, bare, folder }, gapRuns, kills, progress), cpus.length);
  } finally {
    await Promise.all([...slots.map((slot) => slot.close()), ...bare.map((helper) => helper.stop())]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  b: Setup,
  gapRuns: number,
  kills: number,
  progress: BenchOptions['progress'],
): Promise<Samples> {
  const samples: Samples = { bareGap: [], gap: [], cpuKillQuiet: [], cpuKillBusy: [], wallKillQuiet: [] };
  const turns = Math.ceil(gapRuns / (runsPerTurn * b.cpus.length));
  for (let turn = -1; turn < turns; turn++) {
    const [bare, ours] = [await bareTurn(b), await sandboxTurn(b)];
    // The first fills caches.
    if (turn < 0) continue;
    samples.bareGap.push(...bare);
    samples.gap.push(...ours);
    if (turn % 10 === 0) progress(`gap, turn ${String(turn + 1)} of ${String(turns)}`);
  }
  progress('kills on a quiet machine');
  const [first] = b.slots as [Slot];
  samples.cpuKillQuiet.push(...(await cpuKills(first, b.folder, kills)));
  samples.wallKillQuiet.push(...(await wallKills(first, kills)));
  progress('kills with every core busy');
  const perSlot = Math.ceil(kills / b.slots.length);
  const busy = await Promise.all(b.slots.map((slot) => cpuKills(slot, b.folder, perSlot)));
  samples.cpuKillBusy.push(...busy.flat());
  return samples;
}

async function bareTurn({ bare, folder }: Setup): Promise<number[]> {
  const line = `${String(runsPerTurn)} ${join(folder, 'burn')} ${String(burnMs)}`;
  return (await Promise.all(bare.map((helper) => helper.ask(line)))).flat();
}

function burner(folder: string, ms: number, limitUs: number): RunSpec {
  return {
    argv: ['/program/burn', String(ms)],
    program: { directory: folder },
    limits: { cpuUs: limitUs, wallUs: 60_000_000, memoryBytes: 64 << 20, processes: 4 },
  };
}

async function sandboxTurn({ slots, folder }: Setup): Promise<number[]> {
  const perSlot = async (slot: Slot): Promise<number[]> => {
    const gaps: number[] = [];
    for (let i = 0; i < runsPerTurn; i++) {
      const result = await slot.run(burner(folder, burnMs, 10_000_000));
      if (result.outcome !== 'exited') throw new Error(`the burner ended with ${result.outcome}`);
      gaps.push(Math.max(0, result.gapUs));
    }
    return gaps;
  };
  return (await Promise.all(slots.map(perSlot))).flat();
}

async function cpuKills(slot: Slot, folder: string, kills: number): Promise<number[]> {
  const past: number[] = [];
  for (let i = 0; i < kills; i++) {
    const result = await slot.run(burner(folder, 60_000, limitMs * 1000));
    if (result.outcome !== 'cpu-limit') throw new Error(`the endless burner ended with ${result.outcome}`);
    past.push(result.cpuUs - limitMs * 1000);
  }
  return past;
}

async function wallKills(slot: Slot, kills: number): Promise<number[]> {
  const past: number[] = [];
  for (let i = 0; i < kills; i++) {
    const result = await slot.run({
      argv: ['/bin/sleep', '60'],
      limits: { cpuUs: 10_000_000, wallUs: limitMs * 1000, memoryBytes: 64 << 20, processes: 4 },
    });
    if (result.outcome !== 'wall-limit') throw new Error(`the sleeper ended with ${result.outcome}`);
    past.push(result.wallUs - limitMs * 1000);
  }
  return past;
}

function report(samples: Samples, cores: number): BenchReport {
  const ms = (of: readonly number[], p: number): number => rounded(percentile(of, p) / 1000, 3);
  const row = (what: string, of: readonly number[]) => ({
    what,
    runs: of.length,
    median: ms(of, 0.5),
    p95: ms(of, 0.95),
    p99: ms(of, 0.99),
    most: ms(of, 1),
  });
  return {
    name: 'gap',
    machine: describeMachine(),
    figures: {
      cores,
      gap_ms_median: ms(samples.gap, 0.5),
      gap_ms_p95: ms(samples.gap, 0.95),
      bare_gap_ms_median: ms(samples.bareGap, 0.5),
      bare_gap_ms_p95: ms(samples.bareGap, 0.95),
      gap_beyond_bare_ms_p95: rounded(ms(samples.gap, 0.95) - ms(samples.bareGap, 0.95), 3),
      kill_overshoot_ms_p95: ms(samples.cpuKillQuiet, 0.95),
      kill_overshoot_busy_ms_p95: ms(samples.cpuKillBusy, 0.95),
      kill_overshoot_wall_ms_p95: ms(samples.wallKillQuiet, 0.95),
    },
    rows: [
      row(`gap of a ${String(burnMs)} ms burner, every core busy, bare, ms`, samples.bareGap),
      row(`the same in the sandbox, ms`, samples.gap),
      row(
        `CPU past a limit of ${String(limitMs)} ms at the kill, other cores quiet, ms`,
        samples.cpuKillQuiet,
      ),
      row(`the same, every core busy, ms`, samples.cpuKillBusy),
      row(`wall time past a limit of ${String(limitMs)} ms at the kill, ms`, samples.wallKillQuiet),
    ],
  };
}

function picture({ rows }: BenchReport): string {
  const labels = ['bare gap', 'sandbox gap', 'CPU limit, quiet', 'CPU limit, busy', 'wall limit'];
  const bars = rows.flatMap((row, i) => [
    { label: labels[i] ?? '', value: Number(row['median']), series: 'median' },
    { label: '', value: Number(row['p95']), series: '95 of 100 below' },
  ]);
  return barChart('Wall − CPU of a 200 ms burner, and time past a limit at the kill', 'ms', bars);
}
