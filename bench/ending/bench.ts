/**
 * How long is a slot held beyond a run's limits? Programs that leave the kernel as much as they can to take away are
 * killed by a limit; right behind each a program that ends at once is run in the same slot. What is measured lies between
 * the instant at which the limit was reached and the start of that next program, both from the supervisor's own clock.
 * Beside it stands what the kernel alone needs to take the same program away (`bare.c`): where that is more, the slot
 * went on in a new world behind which the old one was still taken apart. The next but one run waits for the rest of that.
 */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createSlot, type RunLimits, type RunResult, type Slot } from '@sandglass/sandbox';
import { barChart } from '../lib/bar-chart.ts';
import { coreCpus } from '../lib/cores.ts';
import { describeMachine } from '../lib/machine.ts';
import { compileC } from '../lib/native-helper.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { percentile, rounded } from '../lib/statistics.ts';

const mebibyte = 1024 * 1024;
const limits: RunLimits = {
  cpuUs: 5_000_000,
  wallUs: 1_000_000,
  memoryBytes: 2048 * mebibyte,
  processes: 64,
  openFiles: 1024,
};
/** Enough for what prepares longest. */
const longWallUs = 6_000_000;

interface Case {
  readonly what: string;
  /** Of `worst.c`. */
  readonly argv: readonly string[];
  readonly wallUs?: number;
  /** Done in the quick form too. */
  readonly quick?: boolean;
}

const cases: readonly Case[] = [
  { what: 'a program that only waits', argv: ['nothing'], quick: true },
  { what: 'all signals ignored', argv: ['deaf'] },
  { what: '64 processes', argv: ['processes'], quick: true },
  { what: '64 threads', argv: ['threads'] },
  { what: 'stopped processes', argv: ['stopped'] },
  { what: 'processes that wait in vfork', argv: ['vforks'] },
  { what: 'orphans in sessions of their own', argv: ['orphans'] },
  { what: '1024 descriptors of full pipes', argv: ['pipes'] },
  { what: '1024 descriptors of full sockets', argv: ['sockets'], wallUs: 3_000_000 },
  { what: 'hard links to the bound', argv: ['hard-links'] },
  { what: 'folders inside folders to the bound', argv: ['deep-tree'] },
  { what: 'small files to the bound', argv: ['files'], wallUs: 2_000_000, quick: true },
  { what: 'sparse files of 40 GiB', argv: ['sparse-files'], wallUs: 3_000_000 },
  { what: 'a full box of 256 MiB', argv: ['full-box'] },
  { what: '65 000 mappings', argv: ['mappings'], wallUs: 2_000_000 },
  { what: '2000 MiB of memory', argv: ['memory', '2000'], wallUs: longWallUs },
  { what: '125 000 page tables', argv: ['page-tables', '250000'], wallUs: longWallUs },
  { what: '256 MiB shared by 64 processes', argv: ['memory-of-all', '256'], wallUs: longWallUs },
  {
    what: '65 000 mappings in each of 64 processes',
    argv: ['mappings-of-all'],
    wallUs: longWallUs,
    quick: true,
  },
];

interface Held {
  readonly heldUs: number;
  readonly cpuUs: number;
  /** What the kernel needs without Sandglass. */
  readonly bareUs: number;
  /** The slot went on in a new world. */
  readonly handovers: number;
  /** How much longer than alone a program of 100 ms of CPU time takes that is run behind it. */
  readonly slowedUs: number;
}

export const bench: Bench = {
  name: 'ending',
  summary: 'how long a slot is held beyond a limit by programs that are hard to take away',
  run,
  picture,
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-ending-'));
  await chmod(folder, 0o755);
  await mkdir(join(folder, 'scratch'));
  const [cpu = 0] = await coreCpus();
  const slot = await createSlot({ ordinal: 0, uidBase: 64_500, cpus: [cpu] });
  try {
    await compileC(join(import.meta.dirname, 'worst.c'), join(folder, 'worst'), 'static');
    await compileC(join(import.meta.dirname, 'bare.c'), join(folder, 'bare'), 'static');
    // The first builds the broker's and the kernel's caches.
    await next(slot);
    const rounds = quick ? 1 : 3;
    const samples = new Map<Case, Held[]>();
    for (let round = 1; round <= rounds; round++) {
      for (const one of cases) {
        if (quick && one.quick !== true) continue;
        progress(`round ${String(round)} of ${String(rounds)}: ${one.what}`);
        await atRest();
        const bareUs = await bare(cpu, folder, one);
        samples.set(one, [...(samples.get(one) ?? []), { ...(await held(slot, folder, one)), bareUs }]);
      }
    }
    return report(samples);
  } finally {
    await slot.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Error when the program was not held by a limit, SandboxError when it leaves no result */
async function held(
  slot: Slot,
  folder: string,
  { what, argv, wallUs = limits.wallUs }: Case,
): Promise<Omit<Held, 'bareUs'>> {
  const { handovers } = slot;
  const result = await slot.run({
    argv: ['/program/worst', ...argv],
    program: { directory: folder },
    stdout: { captureBytes: 16 },
    limits: { ...limits, wallUs },
  });
  const { startedAtUs } = await next(slot);
  const busy = await slot.run({
    argv: ['/program/worst', 'compute', '100'],
    program: { directory: folder },
    limits: { ...limits, processes: 1 },
  });
  if (!result.outcome.endsWith('-limit'))
    throw new Error(`${what}: the program ended with ${result.outcome}`);
  return {
    heldUs: startedAtUs - limitReachedAt(result, wallUs),
    cpuUs: result.cpuUs,
    handovers: slot.handovers - handovers,
    slowedUs: busy.wallUs - busy.cpuUs,
  };
}

/** Until what an earlier program left has been taken apart: its supervisor ends then. */
async function atRest(): Promise<void> {
  for (;;) {
    const brokers = await childrenOf(process.pid);
    const supervisors = await Promise.all(brokers.map(childrenOf));
    if (supervisors.flat().length <= 1) return;
    await setTimeout(10);
  }
}

/** None of a process that ends just then. */
async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').catch(
    () => '',
  );
  return children.split(' ').filter(Boolean).map(Number);
}

/** @returns µs */
async function bare(cpu: number, folder: string, { argv }: Case): Promise<number> {
  const words = [String(cpu), join(folder, 'scratch'), join(folder, 'worst'), ...argv];
  const { stdout } = await promisify(execFile)(join(folder, 'bare'), words);
  return Number(stdout);
}

function next(slot: Slot): Promise<RunResult> {
  return slot.run({ argv: ['/bin/true'], limits: { ...limits, memoryBytes: 64 * mebibyte, processes: 4 } });
}

/** On the clock of `startedAtUs`. One core: what the CPU clock is past its limit has passed on the wall clock too. */
function limitReachedAt({ startedAtUs, wallUs, cpuUs }: RunResult, wallLimitUs: number): number {
  return startedAtUs + Math.min(wallUs - Math.max(0, cpuUs - limits.cpuUs), wallLimitUs);
}

function report(samples: ReadonlyMap<Case, readonly Held[]>): BenchReport {
  const ms = (us: number): number => rounded(us / 1000, 1);
  const middle = (all: readonly Held[], of: (one: Held) => number): number => percentile(all.map(of), 0.5);
  const rows = [...samples].map(([{ what }, all]) => {
    const times = all.map(({ heldUs }) => heldUs);
    return {
      what,
      runs: all.length,
      'CPU it used, ms': ms(middle(all, ({ cpuUs }) => cpuUs)),
      'held beyond the limit, median, ms': ms(percentile(times, 0.5)),
      'most, ms': ms(percentile(times, 1)),
      'the kernel alone, ms': ms(middle(all, ({ bareUs }) => bareUs)),
      'went on in a new world': all.reduce((sum, { handovers }) => sum + handovers, 0),
      'a 100 ms program behind it waited, ms': ms(middle(all, ({ slowedUs }) => slowedUs)),
    };
  });
  const times = [...samples.values()].flat().map(({ heldUs }) => heldUs);
  return {
    name: 'ending',
    machine: describeMachine(),
    figures: {
      held_beyond_limit_ms_median: ms(percentile(times, 0.5)),
      held_beyond_limit_ms_p99: ms(percentile(times, 0.99)),
      held_beyond_limit_ms_max: ms(percentile(times, 1)),
      cases_over_100_ms: rows.filter((row) => row['held beyond the limit, median, ms'] > 100).length,
    },
    rows,
  };
}

function picture({ rows }: BenchReport): string {
  const bars = rows.map((row) => ({
    label: String(row['what']),
    value: Number(row['held beyond the limit, median, ms']),
    series: 'median',
  }));
  return barChart('How long a slot is held beyond a limit', 'ms', bars);
}
