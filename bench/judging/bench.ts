/**
 * What a judgehost with two slots gets done, beside the bare programs; how long a verdict takes when nothing else is
 * going on and when the slots are busy four fifths of the time; and what ten thousand waiting judgings cost.
 */
import { availableParallelism, tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startStack, type TestStack } from '@sandglass/testing';
import { barChart } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { percentile, rounded } from '../lib/statistics.ts';
import { prepareBare } from './bare.ts';
import { BenchContest, testCount } from './contest.ts';
import { longQueue } from './long-queue.ts';
import { mix, programIn, programs } from './programs.ts';
import { rowOf, saturate, type Saturated } from './saturation.ts';
import { idle, underLoad } from './waiting.ts';

const slots = Math.min(2, availableParallelism());
const load = 0.8;

export const bench: Bench = {
  name: 'judging',
  summary:
    'submissions/s at saturation beside the bare programs, latency idle and busy, 10 000 queued judgings',
  run,
  picture: (report) =>
    barChart(
      `Share of a slot's time inside compilations and runs, ${String(testCount)} tests each`,
      '%',
      report.rows
        .filter((row) => 'slot utilisation' in row)
        .map((row) => ({
          label: String(row['what']),
          value: rounded(Number(row['slot utilisation']) * 100, 1),
          series: 'at saturation',
        })),
    ),
};

async function run({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const scratch = await mkdtemp(join(tmpdir(), 'sandglass-judging-'));
  progress('starting a stack');
  await using stack = await startStack({ problems: [], slots, durable: true, unthrottled: true });
  const contest = await BenchContest.make(stack, scratch);
  try {
    return await measure(stack, contest, scratch, { quick, progress });
  } finally {
    contest.close();
    await rm(scratch, { recursive: true });
  }
}

async function measure(
  stack: TestStack,
  contest: BenchContest,
  scratch: string,
  { quick, progress }: BenchOptions,
): Promise<BenchReport> {
  const scale = quick ? 0.1 : 1;
  const times = (count: number): number => Math.max(2 * slots, Math.round(count * scale));
  const bareOf = await prepareBare(scratch);
  const rows: Record<string, string | number>[] = [];
  const figures: Record<string, number> = { slots };

  const results = new Map<string, Saturated>();
  for (const program of programs) {
    const count = times(program.count);
    progress(`${String(count)} submissions in ${program.language}`);
    const bare = await bareOf(program);
    // Caches fill, connections are made.
    await contest.judged((await contest.submitAll(Array(slots).fill(program))).ids);
    const result = await saturate(contest, Array(count).fill(program), slots, bare);
    results.set(program.language, result);
    rows.push(rowOf(program.language, count, result));
  }
  const mixed = mix(times(50));
  progress(`${String(mixed.length)} submissions, mixed`);
  const saturated = await saturate(contest, mixed, slots, null);
  rows.push(rowOf('mixed', mixed.length, saturated));
  const hardest = results.get('c') ?? saturated;
  Object.assign(figures, {
    slot_utilisation: rounded(saturated.utilisation, 3),
    c_slot_utilisation: rounded(hardest.utilisation, 3),
    per_test_overhead_ms: rounded(hardest.perTestOverheadMs, 3),
    submissions_per_s: rounded(hardest.submissionsPerS),
    tests_per_s: rounded(hardest.testsPerS, 1),
    mixed_submissions_per_s: rounded(saturated.submissionsPerS),
    c_of_bare_ratio: rounded(hardest.ofBare ?? 0, 3),
  });

  progress('latency, idle');
  const quiet = await idle(contest, programIn('c'), times(40));
  progress(`latency at ${String(load * 100)} % load`);
  const busy = await underLoad(contest, programIn('c'), hardest.submissionsPerS * load, times(200));
  for (const [what, key, sample] of [
    ['latency, idle', 'idle', quiet],
    [`latency at ${String(load * 100)} % load`, 'busy', busy],
  ] as const) {
    const at = (p: number): number => rounded(percentile(sample, p), 1);
    rows.push({ what, judged: sample.length, 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) });
    figures[`${key}_ms_p50`] = at(0.5);
    figures[`${key}_ms_p95`] = at(0.95);
    figures[`${key}_ms_p99`] = at(0.99);
  }

  const count = quick ? 300 : 10_000;
  progress(`${String(count)} queued`);
  const [host] = await stack.admin.judgehosts();
  await stack.admin.http.request('PATCH', `/api/judgehosts/${host?.id ?? ''}`, { enabled: false });
  const long = await longQueue(stack, contest, count);
  rows.push(...long.rows);
  Object.assign(figures, long.figures, { queued: count });
  return { name: 'judging', machine: describeMachine(), figures, rows };
}
