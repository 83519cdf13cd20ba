/**
 * The reporter that `./sandglass test` gives to the test runner: file by file, with what the runner's own JSON leaves
 * out, the time of hooks, the failure of a hook, and the file an uncaught error came from.
 * Writes to the path in SANDGLASS_TEST_REPORT.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node';
import type { FileReport, TestReport } from './test-report.ts';

type Failure = FileReport['failures'][number];
type Failing = { message: string } & Partial<Record<'VITEST_TEST_PATH', unknown>>;

export default class FileReporter implements Reporter {
  #root = '';

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): void {
    const path = process.env['SANDGLASS_TEST_REPORT'];
    if (path === undefined) throw new Error('SANDGLASS_TEST_REPORT must name the file to write to');
    const files = modules.map((module) => this.#fileReport(module));
    const strayErrors: string[] = [];
    for (const error of uncaught as readonly Failing[]) {
      const file = files.find(
        ({ path }) =>
          typeof error.VITEST_TEST_PATH === 'string' && path === this.#relative(error.VITEST_TEST_PATH),
      );
      const reason = firstLine(error.message);
      if (file === undefined) strayErrors.push(reason);
      else file.failures.push({ name: 'an error that nobody caught', reason });
    }
    const report: TestReport = { files, strayErrors };
    writeFileSync(path, `${JSON.stringify(report, null, 1)}\n`);
  }

  #fileReport(module: TestModule): FileReport {
    const { collectDuration, duration, environmentSetupDuration, prepareDuration } = module.diagnostic();
    const tests = [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      result: test.result(),
    }));
    const failures: Failure[] = tests
      .filter(({ result }) => result.state === 'failed')
      .map(({ name, result }) => ({ name, reason: firstLine(result.errors?.[0]?.message) }));
    for (const error of module.errors())
      failures.push({ name: 'the file', reason: firstLine(error.message) });
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors())
        failures.push({ name: `${suite.fullName} (around its tests)`, reason: firstLine(error.message) });
    }
    // A worker that died leaves no error behind.
    if (failures.length === 0 && !['passed', 'skipped'].includes(module.state()))
      failures.push({ name: 'the file', reason: 'it did not come to an end' });
    return {
      path: this.#relative(module.moduleId),
      ms: Math.round(collectDuration + duration + environmentSetupDuration + prepareDuration),
      passed: tests.filter(({ result }) => result.state === 'passed').length,
      skipped: tests.filter(({ result }) => result.state === 'skipped').length,
      failures,
    };
  }

  #relative(path: string): string {
    return relative(this.#root, path);
  }
}

function firstLine(message: string | undefined): string {
  return (message ?? 'no reason was given').split('\n', 1)[0]?.slice(0, 300) ?? '';
}
