import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from '../checkout.ts';
import { UsageError, type Command } from '../command.ts';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Step {
  readonly name: string;
  run(): Promise<Counts>;
}

const binaries = join(checkoutRoot, 'node_modules/.bin');

/** The checks in the order in which a mistake is cheapest to hear of. */
const steps: readonly Step[] = [
  check('format', ['oxfmt', '--check', '.']),
  check('lint', ['oxlint', '--type-aware', '--deny-warnings']),
  check('types', ['tsc', '--noEmit', '-p', 'tsconfig.json']),
  check('types-web', ['tsc', '--noEmit', '-p', 'apps/web/tsconfig.json']),
  tests('unit'),
  tests('integration'),
  tests('e2e'),
];

export const command: Command = {
  name: 'test',
  summary: 'run every check: lint, types, unit, integration, hostile programs, end-to-end',
  usage: `Usage: ./sandglass test [--only STEP[,STEP…]]

Steps: ${steps.map((step) => step.name).join(', ')}.
A check that lacks something (root, a compiler) says so by name and counts as skipped.
Exit status 0 when nothing failed. The last line is "N passed, N failed, N skipped".`,
  async run(argv) {
    const { values } = parseArgs({ args: [...argv], options: { only: { type: 'string' } } });
    const total: Counts = { passed: 0, failed: 0, skipped: 0 };
    for (const step of chosen(values.only)) {
      const started = Date.now();
      console.log(`\n── ${step.name}`);
      const counts = await step.run();
      console.log(`── ${step.name}: ${inWords(counts)} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      total.passed += counts.passed;
      total.failed += counts.failed;
      total.skipped += counts.skipped;
    }
    console.log(`\n${inWords(total)}`);
    return total.failed === 0 && total.passed > 0 ? 0 : 1;
  },
};

function chosen(only: string | undefined): readonly Step[] {
  if (only === undefined) return steps;
  return only.split(',').map((name) => {
    const step = steps.find((candidate) => candidate.name === name);
    if (step === undefined) throw new UsageError(`--only: there is no step "${name}"`);
    return step;
  });
}

function inWords({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function check(name: string, [program = '', ...args]: readonly string[]): Step {
  return {
    name,
    async run() {
      const status = await exitStatus(join(binaries, program), args);
      return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0 };
    },
  };
}

function tests(project: string): Step {
  return {
    name: project,
    async run() {
      const results = join(checkoutRoot, '.sandglass/test-results');
      const file = join(results, `${project}.json`);
      mkdirSync(results, { recursive: true });
      rmSync(file, { force: true });
      const status = await exitStatus(join(binaries, 'vitest'), [
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${file}`,
      ]);
      return countsOf(file, status);
    },
  };
}

/** A runner that broke off, or a file that could not even be loaded, is a failure although no test says so. */
function countsOf(file: string, status: number): Counts {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      numPendingTests: number;
      numTodoTests: number;
    };
    const failed = report.numFailedTests === 0 && status !== 0 ? 1 : report.numFailedTests;
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function exitStatus(program: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: checkoutRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `${binaries}:${process.env['PATH'] ?? ''}` },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
