/** Submission to verdict, idle and at a share of what the slots can do. */
import { setTimeout as sleep } from 'node:timers/promises';
import { random } from '../queue/load.ts';
import type { BenchContest } from './contest.ts';
import type { Program } from './programs.ts';

/** One after another, with a moment of rest between. @returns ms each */
export async function idle(contest: BenchContest, program: Program, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = -2; index < count; index += 1) {
    // The last judging's clean-up ends first.
    await sleep(200);
    const { id, startedMs } = await contest.submit(program);
    const ms = (await contest.judgedAt(id)) - startedMs;
    // The first two warm up.
    if (index >= 0) times.push(ms);
  }
  return times;
}

/** Open arrivals: Poisson at this rate, regardless of what is still being judged. @returns ms each */
export async function underLoad(
  contest: BenchContest,
  program: Program,
  perSecond: number,
  count: number,
): Promise<number[]> {
  const next = random(7);
  const begun: Promise<number>[] = [];
  let dueMs = performance.now();
  for (let index = 0; index < count; index += 1) {
    dueMs += (-Math.log(1 - next()) / perSecond) * 1000;
    await sleep(Math.max(0, dueMs - performance.now()));
    const one = (async (): Promise<number> => {
      const { id, startedMs } = await contest.submit(program);
      return (await contest.judgedAt(id)) - startedMs;
    })();
    // Its error is thrown when all have been handed in.
    one.catch(() => {});
    begun.push(one);
  }
  return Promise.all(begun);
}
