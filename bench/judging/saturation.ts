/** All slots busy: how much is judged, and what share of a slot's time is spent inside contestants' programs. */
import { rounded } from '../lib/statistics.ts';
import type { Bare } from './bare.ts';
import { testCount, type BenchContest } from './contest.ts';
import type { Program } from './programs.ts';

export interface Saturated {
  readonly submissionsPerS: number;
  readonly testsPerS: number;
  /** Share of slots × time in compilations and runs, by their own clocks. */
  readonly utilisation: number;
  /** What a test costs its slot beyond its run and its part of the compilation: everything else there is. */
  readonly perTestOverheadMs: number;
  /** Submissions per second ÷ those of the bare programs on as many cores; null: not compared. */
  readonly ofBare: number | null;
}

export async function saturate(
  contest: BenchContest,
  all: readonly Program[],
  slots: number,
  bare: Bare | null,
): Promise<Saturated> {
  const { ids } = await contest.submitAll(all);
  await contest.judged(ids);
  const details = await Promise.all(ids.map((id) => contest.detail(id)));
  const judgings = details.flatMap(({ judgings: [judging] }) => judging ?? []);
  // From the first claim on every slot has something to do, until there is nothing left to begin.
  const starts = judgings.map(({ startedAt }) => Date.parse(startedAt ?? ''));
  const ends = judgings.map(({ endedAt }) => Date.parse(endedAt ?? ''));
  const spanMs = Math.max(...ends) - Math.min(...starts);
  const insideMs = judgings.reduce((sum, judging) => sum + msInside(judging), 0);
  const seconds = spanMs / 1000;
  const bareSeconds = bare === null ? null : await bare(Math.ceil(all.length / slots), slots);
  return {
    submissionsPerS: all.length / seconds,
    testsPerS: (all.length * testCount) / seconds,
    utilisation: insideMs / (slots * spanMs),
    perTestOverheadMs: (slots * spanMs - insideMs) / (all.length * testCount),
    ofBare: bareSeconds === null ? null : bareSeconds / seconds,
  };
}

function msInside({
  compile,
  tests,
}: Awaited<ReturnType<BenchContest['detail']>>['judgings'][number]): number {
  const runs = tests.reduce((sum, { measurement }) => sum + (measurement?.wallUs ?? 0), 0);
  return ((compile?.measurement?.wallUs ?? 0) + runs) / 1000;
}

export function rowOf(what: string, count: number, result: Saturated): Record<string, string | number> {
  return {
    what,
    judged: count,
    'submissions/s': rounded(result.submissionsPerS),
    'tests/s': rounded(result.testsPerS, 1),
    'slot utilisation': rounded(result.utilisation, 3),
    'overhead per test ms': rounded(result.perTestOverheadMs),
    ...(result.ofBare === null ? {} : { 'of bare': rounded(result.ofBare, 3) }),
  };
}
