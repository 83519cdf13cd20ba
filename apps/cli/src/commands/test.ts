import { join } from 'node:path';
import { testAllLanguages } from '../checks/all-languages.ts';
import { inWords as unsteadyInWords, testProject } from '../checks/test-project.ts';
import type { TestOutcome } from '../checks/test-project.ts';
import type { Counts } from '../checks/test-report.ts';
import { binaries, exitStatus, vitestRunner, type Stages } from '../checks/vitest-run.ts';
import { UsageError, type Command } from '../command.ts';
import { readWords } from '../words.ts';

interface Step {
  readonly name: string;
  run(): Promise<TestOutcome>;
}

const integration = (path: string): string => `${path}.integration.test.ts`;

/**
 * First what asserts nothing about time, in three lanes: much of it waits, for servers to come up and alarms to ring, while
 * the emulated machines and the compilers compute. Then the sandbox's limits and clocks, one file at a time: two at once
 * on two cores would disturb each other.
 */
const integrationStages: Stages = [
  [
    {
      name: 'untimed',
      files: [
        'apps/api/src/**/*',
        'packages/{queue,local-services,languages}/**/*',
        'packages/judge/src/{languages,machine-size}',
        'native/validator/**/*',
        'fuzz/**/*',
        'native/sandbox/test/{aarch64,protocol,sanitized}',
      ].map(integration),
      // Half of their work was to load the same api for every file anew.
      words: ['--no-isolate'],
    },
    {
      name: 'commands',
      files: [
        'apps/cli/src/**/*',
        'apps/judgehost/src/{file-cache,images,kept-slot,pieces}',
        'bench/{quick,trouble/bench}',
        'scripts/**/*',
      ].map(integration),
    },
    {
      name: 'machines',
      files: [
        'native/sandbox/test/old-kernel',
        '{packages,bench}/old-kernel/**/*',
        'bench/trouble/old-kernel',
      ].map(integration),
    },
  ],
  [{ name: 'timed' }],
];

/** Whoever waits for a lease to end or a host to be missed needs no core: three at a time, beside the browser. */
const endToEndStages: Stages = [
  [
    { name: 'browser' },
    {
      name: 'outages',
      files: ['e2e/outages/**/*.e2e.test.ts'],
      words: ['--fileParallelism', '--maxWorkers=3'],
    },
  ],
];

/** The checks in the order in which a mistake is cheapest to hear of. */
const steps: readonly Step[] = [
  check('format', ['oxfmt', '--check', '.']),
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
  usage: `Usage: ./sandglass test [--only STEP[,STEP…]]

Steps: ${steps.map((step) => step.name).join(', ')}.
By name only: ${named.map((step) => step.name).join(', ')} (every language with Debian's compiler, in a chroot image; a network and minutes).
A check that lacks something (root, a compiler) says so by name and counts as skipped.
Where at most three files of a step fail, these run once more, alone; a test that passes only then is named as
unsteady. What each file took is in .sandglass/test-results.
Exit status 0 when nothing failed. The last line is "N passed, N failed, N skipped".`,
  async run(argv) {
    const { values } = readWords(argv, { options: { only: { type: 'string' } } });
    const outcomes: TestOutcome[] = [];
    for (const step of chosen(values.only)) {
      const started = Date.now();
      console.log(`\n── ${step.name}`);
      const outcome = await step.run();
      console.log(
        `── ${step.name}: ${inWords(outcome.counts)} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
      );
      outcomes.push(outcome);
    }
    const unsteady = outcomes.flatMap((outcome) => outcome.unsteady);
    if (unsteady.length > 0) {
      console.log(`\n${String(unsteady.length)} passed only at the second try:`);
      for (const test of unsteady) console.log(unsteadyInWords(test));
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
      return { counts: { passed: 1 - failed, failed, skipped: 0 }, unsteady: [] };
    },
  };
}

function tests(project: string, stages?: Stages): Step {
  return {
    name: project,
    run: () => testProject(vitestRunner(project, stages), (line) => console.log(`── ${project}: ${line}`)),
  };
}
