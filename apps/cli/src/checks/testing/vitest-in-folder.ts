/** The real test runner on real files, in a process of its own: for tests of what is made of its outcome. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '../../platform/checkout.ts';
import type { RunTests } from '../test-project.ts';
import { parseReport } from '../test-report.ts';

export interface FolderOfTests extends AsyncDisposable {
  readonly run: RunTests;
}

/** @param sources of test files by name; they may use the runner's functions as globals */
export async function folderOfTests(sources: Readonly<Record<string, string>>): Promise<FolderOfTests> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-tests-'));
  for (const [name, source] of Object.entries(sources)) await writeFile(join(folder, name), source);
  const path = join(folder, 'report.json');
  const reporter = join(checkoutRoot, 'apps/cli/src/checks/file-reporter.ts');
  const vitest = join(checkoutRoot, 'node_modules/vitest/vitest.mjs');
  return {
    run: async (files = []) => {
      const words = ['run', '--root', folder, '--globals', '--pool', 'forks', '--no-cache', ...files];
      const status = await new Promise<number>((resolve) => {
        const child = execFile(
          process.execPath,
          [vitest, ...words, `--reporter=${reporter}`],
          { cwd: folder, env: { ...process.env, SANDGLASS_TEST_REPORT: path } },
          () => resolve(child.exitCode ?? 1),
        );
      });
      return { status, report: parseReport(await readFile(path, 'utf8')) };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
