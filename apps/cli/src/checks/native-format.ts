/** Is the C++ and C of the repository as `.clang-format` has it? */
import { existsSync, globSync } from 'node:fs';
import { checkoutRoot } from '../platform/checkout.ts';
import type { TestOutcome } from './test-project.ts';
import { exitStatus } from './vitest-run.ts';

/** Versions of clang-format disagree: it is one of them, that of Debian 12. */
const formatter = '/usr/bin/clang-format-14';

/** Built and installed files are not ours. The hostile programs, which are odd on purpose, are in a folder of their own. */
const leftOut = new Set(['node_modules', 'build']);

/** @param say why it is skipped, where it is */
export async function checkNativeFormat(say: (line: string) => void): Promise<TestOutcome> {
  const outcome = (name: 'passed' | 'failed' | 'skipped'): TestOutcome => ({
    counts: { passed: 0, failed: 0, skipped: 0, [name]: 1 },
    flaky: [],
  });
  if (!existsSync(formatter)) {
    say('skipped: C++ and C (clang-format-14 is not installed)');
    return outcome('skipped');
  }
  const files = globSync('{native,bench}/**/*.{cc,h,c}', {
    cwd: checkoutRoot,
    exclude: (name) => leftOut.has(name.split('/').at(-1) ?? ''),
  });
  const status = await exitStatus(formatter, ['--dry-run', '-Werror', ...files]);
  return outcome(status === 0 ? 'passed' : 'failed');
}
