/**
 * What a slot does during a burn-in: judge, over and over, one submission whose tests are what contests are made of: many
 * short runs, some that compute for long, one that touches much memory; and a compilation before them. It goes the
 * way of every submission, through the compiler, the sandbox and the default validator.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Measurement } from '@sandglass/contracts';
import { effectiveLimits } from '@sandglass/domain';
import { judgeSubmission, JudgingCancelled, messageOf, type SubmissionToJudge } from '@sandglass/judge';
import { languageById } from '@sandglass/languages';
import type { LocalSlot, LocalSlots } from '../local-judging/slots.ts';

export const burnMs = 200;
const touchMiB = 64;
const shortRuns = 4;

/** `burn` computes for 200 ms, `touch` writes to 64 MiB, `short` adds two numbers; `compile` is gcc. */
export type WorkKind = 'short' | 'burn' | 'touch' | 'compile';

const source = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int main(void) {
  char work[16];
  long amount;
  if (scanf("%15s %ld", work, &amount) != 2) return 1;
  if (strcmp(work, "burn") == 0) {
    struct timespec used = {0, 0};
    while (used.tv_sec * 1000 + used.tv_nsec / 1000000 < amount) {
      for (volatile int i = 0; i < 20000; i++) {}
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    }
  }
  if (strcmp(work, "touch") == 0) {
    char *memory = malloc(amount << 20);
    if (memory == NULL) return 2;
    memset(memory, 1, amount << 20);
    if (memory[(amount << 20) - 1] != 1) return 3;
  }
  printf("%ld\\n", amount);
  return 0;
}
`;

const order: readonly Exclude<WorkKind, 'compile'>[] = [
  ...Array.from({ length: shortRuns }, () => 'short' as const),
  'burn',
  ...Array.from({ length: shortRuns }, () => 'short' as const),
  'touch',
  ...Array.from({ length: shortRuns }, () => 'short' as const),
  'burn',
];

const amounts = { short: 3, burn: burnMs, touch: touchMiB };

/** What a burn-in looks at in a run. */
export type Observed = Pick<Measurement, 'cpuUs' | 'gapUs' | 'memoryBytes' | 'coreWaitUs'>;

/** Called for everything that happens on a slot. */
export interface WorkObserver {
  ran(slot: number, kind: WorkKind, measurement: Observed): void;
  failed(slot: number, why: string): void;
}

/** Writes the tests' files below `folder`. */
export async function prepareWork(host: LocalSlots, folder: string): Promise<SubmissionToJudge> {
  await mkdir(folder, { recursive: true });
  for (const [kind, amount] of Object.entries(amounts)) {
    await writeFile(join(folder, `${kind}.in`), `${kind} ${amount}\n`);
    await writeFile(join(folder, `${kind}.ans`), `${amount}\n`);
  }
  const limits = effectiveLimits({ timeLimitMs: 5000, memoryMiB: 256 }, languageById('c').adjustment);
  return {
    language: 'c',
    entryPoint: null,
    files: [{ name: 'burnin.c', data: new TextEncoder().encode(source) }],
    toolchains: host.toolchains,
    compileLimits: limits.compile,
    limits: limits.run,
    validator: () => ({ kind: 'default' }),
    tests: order.map((kind, ordinal) => ({
      ordinal,
      name: kind,
      flags: [],
      files: () => ({ inputPath: join(folder, `${kind}.in`), answerPath: join(folder, `${kind}.ans`) }),
    })),
    lazy: false,
    keepBytes: 0,
  };
}

/** Works until `signal` is aborted. */
export async function workOn(
  { sandbox, work }: LocalSlot,
  submission: SubmissionToJudge,
  observer: WorkObserver,
  signal: AbortSignal,
): Promise<void> {
  const { ordinal } = sandbox;
  while (!signal.aborted) {
    try {
      await judgeSubmission(
        sandbox,
        work,
        submission,
        (event) => {
          if (event.kind === 'compiled') {
            const { result } = event;
            if (result.kind === 'rejected') observer.failed(ordinal, `the compiler: ${result.output}`);
            else if (result.measurement !== null) observer.ran(ordinal, 'compile', result.measurement);
          } else if (event.kind === 'run') {
            const { verdict, reason } = event.report;
            if (verdict !== 'AC') observer.failed(ordinal, `${event.test}: ${verdict}, ${reason}`);
            else observer.ran(ordinal, event.test as WorkKind, event.report);
          }
        },
        signal,
      );
    } catch (error) {
      if (error instanceof JudgingCancelled) return;
      observer.failed(ordinal, messageOf(error));
      // What failed once may fail at once again: it shall not spin.
      await delay(200, undefined, { signal }).catch(() => undefined);
    }
  }
}
