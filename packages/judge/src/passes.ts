/** One test case from its first pass to its last: ordinary problems have one, multi-pass problems several. */
import type { Exchange, Pass } from '@sandglass/contracts';
import { decidePass, type RunDecision } from '@sandglass/domain';
import type { RunResult } from '@sandglass/sandbox';
import type { SlotBreaker } from './slot-breaker.ts';
import { leftNoResult } from './unstartable.ts';

/** What became of one pass. */
export interface PassResult {
  /** Of the program, not of a validator. */
  readonly result: RunResult;
  readonly stderr: Buffer;
  /** The first bytes of its output; of an interactive run there is none beside the exchange. */
  readonly output: Buffer;
  readonly decision: RunDecision;
  readonly validatorMessage: string;
  readonly teamMessage: string;
  readonly asksForMore: boolean;
  readonly exchange: Exchange | null;
}

/** Of a program that leaves no result, and is to blame for it. */
export function brokenPass({ reason }: SlotBreaker, said: Exchange | null = null): PassResult {
  const result = leftNoResult(reason);
  return {
    result,
    stderr: Buffer.from(result.stderr ?? new Uint8Array()),
    output: Buffer.alloc(0),
    decision: { verdict: 'RTE', reason },
    validatorMessage: '',
    teamMessage: '',
    asksForMore: false,
    exchange: said,
  };
}

/** Runs pass after pass until one is final. @returns all of them, the last with the decision on the test */
export async function runPasses(
  limit: number,
  run: (number: number, said: Exchange | null) => Promise<PassResult>,
): Promise<readonly [PassResult, ...PassResult[]]> {
  const step = async (
    number: number,
    said: Exchange | null,
  ): Promise<{ pass: PassResult; again: boolean }> => {
    const pass = await run(number, said);
    const { decision, again } = decidePass({ ...pass, number, limit });
    return { pass: { ...pass, decision }, again };
  };
  const first = await step(1, null);
  const passes: [PassResult, ...PassResult[]] = [first.pass];
  let { pass: last, again } = first;
  while (again) {
    ({ pass: last, again } = await step(passes.length + 1, last.exchange));
    passes.push(last);
  }
  return passes;
}

/**
 * The pass whose measurement is that of the whole run: the one that decided, or the slowest when all were accepted,
 * because each has the limits for itself.
 */
export function decisivePass(passes: readonly [PassResult, ...PassResult[]]): PassResult {
  const last = passes.at(-1) ?? passes[0];
  if (last.decision.verdict !== 'AC') return last;
  return passes.reduce((slowest, pass) => (pass.result.cpuUs > slowest.result.cpuUs ? pass : slowest));
}

/** In short, for the report. */
export function passOf({ result }: PassResult): Pass {
  const { outcome, exitCode, signal, cpuUs, wallUs, memoryBytes, stdoutBytes } = result;
  return { outcome, exitCode, signal, cpuUs, wallUs, memoryBytes, stdoutBytes };
}
