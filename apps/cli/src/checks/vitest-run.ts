import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../platform/checkout.ts';
import type { RunTests } from './test-project.ts';
import { parseReport, type TestReport } from './test-report.ts';

export const binaries = join(checkoutRoot, 'node_modules/.bin');
const results = join(checkoutRoot, '.sandglass/test-results');

/** Some of a project's files, run by a process of their own. */
export interface Shard {
  readonly name: string;
  /** Globs of its files; without any, it has what the shards before it leave. */
  readonly files?: readonly string[];
  /** Words for the test runner: how many files at a time. */
  readonly words?: readonly string[];
}

/** One after the other; the shards of a stage run side by side. */
export type Stages = readonly (readonly Shard[])[];

/**
 * Runs a project with vitest; files chosen by name run one after the other.
 * What each file took is left in `.sandglass/test-results/<project>[-<shard>].json`.
 */
export function vitestRunner(project: string, stages: Stages = [[{ name: '' }]]): RunTests {
  const taken = stages.flat().flatMap(({ files = [] }) => files);
  return async (files) => {
    if (files !== undefined)
      return runShard(project, { name: 'second-try', words: ['--no-file-parallelism', ...files] }, {});
    const runs: Awaited<ReturnType<typeof runShard>>[] = [];
    for (const stage of stages) {
      const shards = stage.map((shard, i) => runShard(project, shard, { taken, quiet: i > 0 }));
      runs.push(...(await Promise.all(shards)));
    }
    const reports = runs.map(({ report }) => report);
    return {
      status: Math.max(...runs.map(({ status }) => status)),
      report: reports.every((report) => report !== undefined) ? together(reports) : undefined,
    };
  };
}

async function runShard(
  project: string,
  { name, files, words = [] }: Shard,
  { taken = [], quiet = false }: { readonly taken?: readonly string[]; readonly quiet?: boolean },
): Promise<{ status: number; report: TestReport | undefined }> {
  const file = join(results, `${[project, name].filter(Boolean).join('-')}.json`);
  mkdirSync(results, { recursive: true });
  rmSync(file, { force: true });
  const reporter = join(checkoutRoot, 'apps/cli/src/checks/file-reporter.ts');
  const status = await exitStatus(
    join(binaries, 'vitest'),
    ['run', '--project', project, '--reporter=default', `--reporter=${reporter}`, ...words],
    {
      environment: {
        SANDGLASS_TEST_REPORT: file,
        // The runner's own --exclude does not reach a project.
        ...(files === undefined
          ? { SANDGLASS_TEST_WITHOUT: taken.join(':') }
          : { SANDGLASS_TEST_ONLY: files.join(':') }),
      },
      quiet,
    },
  );
  return { status, report: readReport(file) };
}

function together(reports: readonly TestReport[]): TestReport {
  return {
    files: reports.flatMap(({ files }) => files),
    strayErrors: reports.flatMap(({ strayErrors }) => strayErrors),
  };
}

function readReport(file: string): TestReport | undefined {
  try {
    return parseReport(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`The test runner left no report: ${String(error)}`);
    return undefined;
  }
}

/**
 * @param quiet what the program prints is kept until its end, so that two do not speak at once
 * @returns 1 also when it died of a signal
 */
export function exitStatus(
  program: string,
  words: readonly string[],
  {
    environment = {},
    quiet = false,
  }: { environment?: Readonly<Record<string, string>>; quiet?: boolean } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: checkoutRoot,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      env: { ...process.env, ...environment, PATH: `${binaries}:${process.env['PATH'] ?? ''}` },
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (bytes: Buffer) => said.push(bytes));
    }
    child.once('error', reject);
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code ?? 1);
    });
  });
}
