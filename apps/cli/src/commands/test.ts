import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { recordTimes, testTimes, withRun } from '../checks/test-times.ts';
import { checkoutRoot } from '../platform/checkout.ts';
import { testAllLanguages } from '../checks/all-languages.ts';
import { checkNativeFormat } from '../checks/native-format.ts';
import { inWords as flakyInWords, testProject } from '../checks/test-project.ts';
import type { TestOutcome } from '../checks/test-project.ts';
import type { Counts } from '../checks/test-report.ts';
import { endToEndStages, integrationStages } from '../checks/stages.ts';
import { binaries, exitStatus, vitestRunner, type Stages } from '../checks/vitest-run.ts';
import { UsageError, type Command } from '../platform/command.ts';
import { readWords } from '../platform/words.ts';

interface Step {
  readonly name: string;
  run(): Promise<TestOutcome>;
}

/** The checks in the order in which a mistake is cheapest to hear of. */
const steps: readonly Step[] = [
  {
    name: 'format',
    async run() {
      const outcomes = [
        await check('format', ['oxfmt', '--check', '.']).run(),
        await checkNativeFormat((line) => console.log(`── format: ${line}`)),
      ];
      return { counts: sum(outcomes.map(({ counts }) => counts)), flaky: [] };
    },
  },
  check('lint', ['oxlint', '--type-aware', '--deny-warnings']),
  check('types', ['tsc', '--noEmit', '-p', 'tsconfig.json']),
  check('types-web', ['tsc', '--noEmit', '-p', 'apps/web/tsconfig.json']),
  tests('unit'),
  tests('integration', integrationStages),
  tests('e2e', endToEndStages),
];

/** Weekly, or before a release: only by name. */
const named: readonly Step[] = [
  {
    name: 'all-languages',
    run: () => testAllLanguages((line) => console.log(`── all-languages: ${line}`)),
  },
];

export const command: Command = {
  name: 'test',
  summary: 'run every check: lint, types, unit, integration, hostile programs, end-to-end',
  usage: `Usage: ./sandglass test [--only STEP[,STEP…]] [--record-times]

Steps: ${steps.map((step) => step.name).join(', ')}.
By name only: ${named.map((step) => step.name).join(', ')} (every language with Debian's compiler, in a chroot image; a network and minutes).
A check that lacks something (root, a compiler) says so by name and counts as skipped.
Where at most three files of a step fail, these run once more, alone. A test that passes only then is flaky: it is named,
and has failed, unless apps/cli/src/checks/flaky-tests.ts lists it. What each file took is in .sandglass/test-results;
--record-times keeps it in apps/cli/src/checks/test-times.json, from which follows what begins first.
Exit status 0 when nothing failed. The last line is "N passed, N failed, N skipped".`,
  async run(argv) {
    const { values } = readWords(argv, {
      options: { only: { type: 'string' }, 'record-times': { type: 'boolean' } },
    });
    const outcomes: TestOutcome[] = [];
    for (const step of chosen(values.only)) {
      const started = Date.now();
      const before = coreTimes();
      console.log(`\n── ${step.name}`);
      const outcome = await step.run();
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const busy = busyShare(before, coreTimes());
      console.log(
        `── ${step.name}: ${inWords(outcome.counts)} in ${seconds} s, the machine’s cores ${busy} % busy`,
      );
      outcomes.push(outcome);
    }
    const flaky = outcomes.flatMap((outcome) => outcome.flaky);
    if (flaky.length > 0) {
      console.log(`\n${String(flaky.length)} passed only at the second try:`);
      for (const test of flaky) console.log(flakyInWords(test));
    }
    if (values['record-times'] === true) {
      const files = outcomes.flatMap((outcome) => outcome.steady ?? []);
      recordTimes(withRun(testTimes(), files, (path) => existsSync(join(checkoutRoot, path))));
    }
    const total = sum(outcomes.map(({ counts }) => counts));
    console.log(`\n${inWords(total)}`);
    return total.failed === 0 && total.passed > 0 ? 0 : 1;
  },
};

function chosen(only: string | undefined): readonly Step[] {
  if (only === undefined) return steps;
  return only.split(',').map((name) => {
    const step = [...steps, ...named].find((candidate) => candidate.name === name);
    if (step === undefined) throw new UsageError(`--only: there is no step "${name}"`);
    return step;
  });
}

interface CoreTimes {
  readonly busyMs: number;
  readonly allMs: number;
}

/** Of all cores since the machine started. */
function coreTimes(): CoreTimes {
  const times = cpus().flatMap(({ times }) => Object.entries(times));
  const allMs = times.reduce((total, [, ms]) => total + ms, 0);
  const idleMs = times.reduce((total, [state, ms]) => total + (state === 'idle' ? ms : 0), 0);
  return { busyMs: allMs - idleMs, allMs };
}

/** What more cores would make quicker is near 100; what waits for something else is not. */
function busyShare(before: CoreTimes, after: CoreTimes): number {
  return Math.round((100 * (after.busyMs - before.busyMs)) / Math.max(1, after.allMs - before.allMs));
}

function sum(all: readonly Counts[]): Counts {
  const of = (key: keyof Counts): number => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function check(name: string, [program = '', ...args]: readonly string[]): Step {
  return {
    name,
    async run() {
      const failed = (await exitStatus(join(binaries, program), args)) === 0 ? 0 : 1;
      return { counts: { passed: 1 - failed, failed, skipped: 0 }, flaky: [] };
    },
  };
}

function tests(project: string, stages?: Stages): Step {
  return {
    name: project,
    run: () => testProject(vitestRunner(project, stages), (line) => console.log(`── ${project}: ${line}`)),
  };
}
