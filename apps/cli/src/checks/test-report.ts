import { z } from 'zod';

const fileSchema = z.object({
  /** Relative to the checkout. */
  path: z.string(),
  /** Everything the file took: loading it, its hooks, its tests. */
  ms: z.number(),
  passed: z.number(),
  skipped: z.number(),
  /** Tests that failed, and hooks, loading or stray errors, each by name with the first line of what went wrong. */
  failures: z.array(z.object({ name: z.string(), reason: z.string() })),
});

const reportSchema = z.object({
  files: z.array(fileSchema),
  /** Errors that nobody caught and that no file can be blamed for; with the files that never ran. */
  strayErrors: z.array(z.string()),
});

export type FileReport = z.infer<typeof fileSchema>;
/** What one run of the test runner came to; `file-reporter.ts` writes it. */
export type TestReport = z.infer<typeof reportSchema>;

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** @throws SyntaxError, ZodError when it is not a report */
export function parseReport(text: string): TestReport {
  return reportSchema.parse(JSON.parse(text));
}

/** The files in which something failed. */
export function failingFiles(report: TestReport): string[] {
  return report.files.filter(({ failures }) => failures.length > 0).map(({ path }) => path);
}

/** The other files: one that failed may have ended early, or have waited in vain. */
export function steadyFiles(report: TestReport): FileReport[] {
  return report.files.filter(({ failures }) => failures.length === 0);
}

/** A failed hook or a file that cannot be loaded counts like a failed test. */
export function countsOf(report: TestReport): Counts {
  const sum = (of: (file: FileReport) => number): number =>
    report.files.reduce((total, file) => total + of(file), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failures }) => failures.length) + report.strayErrors.length,
    skipped: sum(({ skipped }) => skipped),
  };
}

/** A test that failed, and passed when its file ran once more, alone. */
export interface Flaky {
  readonly file: string;
  readonly name: string;
  readonly reason: string;
}

/**
 * The report in which the files that ran a second time count by that run.
 * Only a file that is in the second report is replaced: what did not run again stays failed.
 */
export function withSecondTry(
  first: TestReport,
  second: TestReport,
): { readonly report: TestReport; readonly flaky: readonly Flaky[] } {
  const again = new Map(second.files.map((file) => [file.path, file]));
  const flaky = first.files.flatMap(({ path, failures }) => {
    const file = again.get(path);
    if (file === undefined) return [];
    const stillFailing = new Set(file.failures.map(({ name }) => name));
    return failures
      .filter(({ name }) => !stillFailing.has(name))
      .map(({ name, reason }) => ({ file: path, name, reason }));
  });
  const files = first.files.map((file) => again.get(file.path) ?? file);
  return { report: { files, strayErrors: [...first.strayErrors, ...second.strayErrors] }, flaky };
}
