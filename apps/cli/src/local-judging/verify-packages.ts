/** Every jury submission of some packages, side by side on all slots, against what its authors expect. */
import { answersLanguage, type Verdict } from '@sandglass/contracts';
import { matchesExpected } from '@sandglass/domain';
import { findLanguage } from '@sandglass/languages';
import {
  checkDemands,
  nameInProgram,
  PackageError,
  validatePackage,
  type Issue,
  type JurySubmission,
  type OpenedPackage,
} from '@sandglass/problem-package';
import { UsageError } from '../platform/command.ts';
import { openGivenPackage } from './open-given-package.ts';
import { judgeInPackage, whyNotJudgeable, type JudgedSource } from './judge-in-package.ts';
import type { LocalSlot, LocalSlots } from './slots.ts';

export interface VerifiedSubmission {
  readonly path: string;
  readonly language: string | null;
  readonly expected: readonly Verdict[];
  /** Null when it could not be judged. */
  readonly verdict: Verdict | null;
  readonly ok: boolean;
  /** Why this verdict, or why there is none. */
  readonly reason: string;
  readonly testsRun: number;
  readonly maxCpuUs: number | null;
}

export interface VerifiedPackage {
  readonly path: string;
  readonly problem: string | null;
  readonly ok: boolean;
  readonly issues: readonly Issue[];
  /** Why nothing of it could be judged; null when it could. */
  readonly error: string | null;
  readonly submissions: readonly VerifiedSubmission[];
}

export interface Job {
  readonly opened: OpenedPackage;
  readonly submission: JurySubmission;
  readonly result: (verified: VerifiedSubmission) => void;
}

/** Packages that were opened and validated, with what is to be judged in them. */
export interface PreparedPackages extends AsyncDisposable {
  readonly jobs: readonly Job[];
  /** Ids of the languages that are needed. */
  readonly languages: ReadonlySet<string>;
  /** Complete when every job has its result. */
  results(): VerifiedPackage[];
}

/**
 * Opens and validates the packages at these paths; what is wrong with one is in its result.
 * @throws UsageError for a path where nothing is
 */
export async function preparePackages(
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<PreparedPackages> {
  const stack = new AsyncDisposableStack();
  const jobs: Job[] = [];
  const results: (() => VerifiedPackage)[] = [];
  try {
    for (const path of paths) results.push(await prepare(path, stack, jobs, signal));
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
  const languages = jobs.flatMap(({ opened, submission }) => {
    const { validator } = opened.problem;
    return [submission.language, validator.kind === 'custom' ? validator.language : null];
  });
  return {
    jobs,
    languages: new Set(languages.filter((language) => language !== null)),
    results: () => results.map((result) => result()),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/**
 * Judges every jury submission, side by side on all slots.
 * @param onProgress gets one line for people whenever something has moved on
 * @throws JudgeError for a failure of this machine; what is wrong with a package is in its result
 */
export async function judgeJobs(
  host: LocalSlots,
  jobs: readonly Job[],
  onProgress: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  let done = 0;
  const queue = jobs.values();
  const works = async (slot: LocalSlot): Promise<void> => {
    // One iterator for all slots: a free slot takes the next.
    for (const job of queue) {
      signal?.throwIfAborted();
      const name = `${job.opened.problem.shortName}/${job.submission.path}`;
      const report = (what: string): void =>
        onProgress(`[${String(done)}/${String(jobs.length)}] ${name}${what}`);
      report('');
      job.result(
        await verifySubmission(
          host,
          slot,
          job,
          (test, total) => report(`: test ${String(test)} of ${String(total)}`),
          signal,
        ),
      );
      done += 1;
    }
  };
  await Promise.all(host.slots.map(works));
}

async function prepare(
  path: string,
  stack: AsyncDisposableStack,
  jobs: Job[],
  signal: AbortSignal | undefined,
): Promise<() => VerifiedPackage> {
  let opened: OpenedPackage;
  try {
    opened = stack.use(await openGivenPackage(path, signal));
  } catch (error) {
    if (error instanceof UsageError || signal?.aborted === true) throw error;
    // A file that cannot be read is this package's trouble: the others are looked at all the same.
    const issues = error instanceof PackageError ? error.issues : [];
    const why = error instanceof Error ? error.message : String(error);
    const refused = { path, problem: null, ok: false, issues, error: why, submissions: [] };
    return () => refused;
  }
  const issues = await validatePackage(opened);
  const error = whyNotJudgeable(opened);
  const { shortName, submissions } = opened.problem;
  const verified: VerifiedSubmission[] = [];
  if (error === null) {
    for (const [index, submission] of submissions.entries())
      jobs.push({ opened, submission, result: (one) => (verified[index] = one) });
  }
  return () => ({
    path,
    problem: shortName,
    ok:
      error === null &&
      issues.every(({ severity }) => severity !== 'error') &&
      verified.every(({ ok }) => ok),
    issues,
    error,
    submissions: verified,
  });
}

async function verifySubmission(
  host: LocalSlots,
  slot: LocalSlot,
  { opened, submission }: Job,
  onTest: (done: number, total: number) => void,
  signal: AbortSignal | undefined,
): Promise<VerifiedSubmission> {
  const { path, language, expected, demands } = submission;
  const none = { path, language, expected, verdict: null, ok: false, testsRun: 0, maxCpuUs: null };
  if (language === null) return { ...none, reason: 'its language cannot be determined from its files' };
  if (language !== answersLanguage && findLanguage(language) === null)
    return { ...none, reason: `language ${language} is not supported yet` };
  if (language !== answersLanguage && !host.toolchains.has(language))
    return { ...none, reason: `no compiler for ${language} on this host` };
  const files = await Promise.all(
    submission.files.map(async (file) => ({
      name: nameInProgram(path, file),
      data: await opened.read(file),
    })),
  );
  const judged = await judgeInPackage(
    host,
    slot,
    opened,
    // Demands on single tests can be checked on a complete run only.
    { language, entryPoint: submission.entryPoint, files, lazy: demands.length === 0 },
    (_test, done, total) => onTest(done, total),
    signal,
  );
  const complaints = [
    ...(judged.verdict === 'CE' ? [] : complaintsOf(submission, judged)),
    ...tooLarge(submission, files, judged),
  ];
  return {
    ...none,
    verdict: judged.verdict,
    ok: matchesExpected(judged.verdict, expected) && complaints.length === 0,
    reason: [reasonOf(judged), ...complaints].filter((text) => text !== '').join('; '),
    testsRun: judged.tests.length,
    maxCpuUs: judged.tests.length === 0 ? null : Math.max(...judged.tests.map(({ cpuUs }) => cpuUs)),
  };
}

/** Other submissions may be larger than any contestant's: a table that is slow to compile, say. An accepted one shows that it can be done. */
function tooLarge(
  { expected }: JurySubmission,
  files: readonly { readonly data: Uint8Array }[],
  { limits }: JudgedSource,
): string[] {
  const bytes = files.reduce((sum, { data }) => sum + data.length, 0);
  if (bytes <= limits.sourceBytes || !expected.every((verdict) => verdict === 'AC') || expected.length === 0)
    return [];
  return [
    `its files have ${String(bytes)} bytes where contestants may hand in ${String(limits.sourceBytes)} (limits.code)`,
  ];
}

function complaintsOf({ demands }: JurySubmission, { tests }: JudgedSource): string[] {
  const results = tests.map(({ name, verdict, validatorMessage }) => ({
    name,
    verdict,
    message: validatorMessage,
  }));
  return checkDemands(demands, results).flatMap(({ complaint }) => (complaint === null ? [] : [complaint]));
}

/** The deciding test and its reason, or the compiler's words. */
function reasonOf({ compile, tests }: JudgedSource): string {
  if (compile.kind === 'rejected') return compile.output.trim();
  const deciding = tests.find(({ verdict }) => verdict !== 'AC');
  return deciding === undefined ? '' : `${deciding.name}: ${deciding.reason}`;
}
