/**
 * What the exchange costs: the same two programs ask and answer through it and over two bare pipes with nobody between
 * them, in turn. Each sentence passes one process more, the supervisor of the program's slot.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSlot, runInteractive, type InteractiveResult, type Slot } from '@sandglass/sandbox';
import { barChart } from '../lib/bar-chart.ts';
import { coreCpus } from '../lib/cores.ts';
import { describeMachine } from '../lib/machine.ts';
import { compileC, NativeHelper } from '../lib/native-helper.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, percentile, rounded } from '../lib/statistics.ts';

const limits = { cpuUs: 60_000_000, wallUs: 60_000_000, memoryBytes: 64 << 20, processes: 4 };

export const bench: Bench = {
  name: 'interactive',
  summary: 'round trips of a program and its interactor through the exchange, over two bare pipes',
  run,
  picture,
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-interactive-'));
  await chmod(folder, 0o755);
  const [first = 0, second = first] = await coreCpus();
  const slots: Slot[] = [];
  let helper: NativeHelper | undefined;
  try {
    const talk = await compileC(join(import.meta.dirname, 'talk.c'), join(folder, 'talk'), 'static');
    helper = new NativeHelper(talk, ['bare']);
    const [program, near, far] = await Promise.all(
      [first, first, second].map((cpu, ordinal) => createSlot({ ordinal, uidBase: 63100, cpus: [cpu] })),
    );
    if (program === undefined || near === undefined || far === undefined) throw new RangeError('no slots');
    slots.push(program, near, far);
    const setup: Setup = { folder, program, helper };
    const [rounds, trips] = quick ? [3, 500] : [25, 20_000];
    progress('both on one core');
    const same = await compare(setup, near, [first, first], rounds, trips);
    progress('on two cores');
    const apart = await compare(setup, far, [first, second], rounds, trips);
    progress('a whole conversation of one question');
    const whole = await wholeRuns(setup, near, quick ? 10 : 500);
    return report(same, apart, whole);
  } finally {
    await helper?.stop();
    await Promise.all(slots.map((slot) => slot.close()));
    await rm(folder, { recursive: true, force: true });
  }
}

interface Setup {
  readonly folder: string;
  readonly program: Slot;
  readonly helper: NativeHelper;
}

/** µs of a round trip, one sample a conversation. */
interface Samples {
  readonly bare: number[];
  readonly exchange: number[];
}

async function compare(
  setup: Setup,
  interactor: Slot,
  cpus: readonly [number, number],
  rounds: number,
  trips: number,
): Promise<Samples> {
  const samples: Samples = { bare: [], exchange: [] };
  for (let round = 0; round < rounds; round++) {
    const [ns = 0] = await setup.helper.ask([trips, ...cpus].join(' '));
    samples.bare.push(ns / trips / 1000);
    const { program } = await talk(setup, interactor, trips);
    samples.exchange.push(Number(Buffer.from(program.stderr ?? []).toString()) / trips / 1000);
  }
  return samples;
}

/** @throws Error when a word was lost */
async function talk({ folder, program }: Setup, interactor: Slot, trips: number): Promise<InteractiveResult> {
  const side = (...words: string[]) => ({
    argv: ['/program/talk', ...words],
    program: { directory: folder },
    stderr: { captureBytes: 100 },
    limits,
  });
  const result = await runInteractive(program, interactor, {
    program: side('ask', String(trips)),
    interactor: side('answer'),
    transcriptBytes: 65_536,
  });
  if (result.program.exitCode !== 0 || result.interactor.exitCode !== 42) {
    throw new Error(`a conversation went wrong: ${JSON.stringify({ ...result, transcript: [] })}`);
  }
  return result;
}

/** From call to result, µs: a plain run of the answering side on empty input, and a conversation of one question. */
async function wholeRuns(setup: Setup, interactor: Slot, times: number): Promise<Samples> {
  const samples: Samples = { bare: [], exchange: [] };
  const plain = { argv: ['/program/talk', 'answer'], program: { directory: setup.folder }, limits };
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await setup.program.run(plain);
    const between = performance.now();
    await talk(setup, interactor, 1);
    samples.bare.push((between - start) * 1000);
    samples.exchange.push((performance.now() - between) * 1000);
  }
  return samples;
}

function report(same: Samples, apart: Samples, whole: Samples): BenchReport {
  const row = (what: string, { bare, exchange }: Samples) => ({
    what,
    bare: rounded(median(bare)),
    exchange: rounded(median(exchange)),
    exchange_p95: rounded(percentile(exchange, 0.95)),
    ratio: rounded(median(exchange) / median(bare)),
    per_s: Math.round(1e6 / median(exchange)),
  });
  const rows = [
    row('round trip, one core, µs', same),
    row('round trip, two cores, µs', apart),
    row('plain run / conversation of one question, µs', whole),
  ];
  const [one, two, all] = rows;
  return {
    name: 'interactive',
    machine: describeMachine(),
    figures: {
      round_trip_us: one?.exchange ?? 0,
      bare_round_trip_us: one?.bare ?? 0,
      ratio: one?.ratio ?? 0,
      round_trip_us_two_cores: two?.exchange ?? 0,
      bare_round_trip_us_two_cores: two?.bare ?? 0,
      ratio_two_cores: two?.ratio ?? 0,
      conversation_us: all?.exchange ?? 0,
      plain_run_us: all?.bare ?? 0,
    },
    rows,
  };
}

function picture({ figures }: BenchReport): string {
  const bar = (label: string, key: string, series: string) => ({ label, value: figures[key] ?? 0, series });
  return barChart('A question and its answer', 'µs', [
    bar('one core, bare pipes', 'bare_round_trip_us', 'bare'),
    bar('one core, exchange', 'round_trip_us', 'sandbox'),
    bar('two cores, bare pipes', 'bare_round_trip_us_two_cores', 'bare'),
    bar('two cores, exchange', 'round_trip_us_two_cores', 'sandbox'),
  ]);
}
