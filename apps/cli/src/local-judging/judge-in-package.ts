/** One source against a problem package on one slot, as the judgehost would judge it. */
import { chmod, copyFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createHash } from 'node:crypto';
import type { RunReport, Verdict } from '@sandglass/contracts';
import {
  certainVerdict,
  effectiveLimits,
  includedFor,
  recordResult,
  startProgress,
  type EffectiveLimits,
} from '@sandglass/domain';
import {
  judgeSubmission,
  type Compiled,
  type SourceFile,
  type TestSource,
  type Validator,
} from '@sandglass/judge';
import { languageById } from '@sandglass/languages';
import {
  expandAnswers,
  kindOf,
  nameInProgram,
  type OpenedPackage,
  type TestCase,
} from '@sandglass/problem-package';
import type { LocalSlot, LocalSlots } from './slots.ts';

export interface SourceToJudge {
  readonly language: string;
  readonly entryPoint: string | null;
  readonly files: readonly SourceFile[];
  /** Stop at the first test that is not accepted. */
  readonly lazy: boolean;
}

export interface JudgedTest extends RunReport {
  readonly name: string;
}

export interface JudgedSource {
  /** Null only when there are no tests. */
  readonly verdict: Verdict;
  readonly compile: Compiled;
  readonly tests: readonly JudgedTest[];
  readonly limits: EffectiveLimits;
}

/** Answers that unpack to more are no submission. */
const answerBytes = 64 * 1024 * 1024;
/** Bytes of output and error stream kept per test for those who ask for JSON. */
const keepBytes = 4096;

/**
 * Why this package cannot be judged here; null when it can.
 */
export function whyNotJudgeable({ problem }: OpenedPackage): string | null {
  const { type, validator } = problem;
  if (type.scoring)
    return 'scoring problems cannot be judged: a submission is accepted or not, there are no points here';
  if (validator.kind === 'default' && (type.interactive || type.multiPass))
    return 'an interactive or multi-pass problem needs an output validator of its own';
  if (validator.kind === 'custom' && (validator.hasBuildScript || validator.hasRunScript))
    return `the output validator ${validator.directory} has a build or run script, which is not supported`;
  if (validator.kind === 'custom' && validator.language === null)
    return `the language of the output validator ${validator.directory} cannot be determined from its files`;
  if (problem.testCases.length === 0) return 'the package has no test cases';
  return null;
}

/**
 * Judges one source.
 * @param onTest called after each test
 * @throws JudgeError for our own failures; LanguageError for an unknown language
 */
export async function judgeInPackage(
  host: LocalSlots,
  slot: LocalSlot,
  opened: OpenedPackage,
  source: SourceToJudge,
  onTest: (test: JudgedTest, done: number, total: number) => void = () => {},
  signal?: AbortSignal,
): Promise<JudgedSource> {
  const { problem } = opened;
  const kind = kindOf(problem);
  const adjustment = kind.submitAnswer ? {} : languageById(source.language).adjustment;
  const limits = effectiveLimits(problem.limits, adjustment);
  const tests: JudgedTest[] = [];
  let compile: Compiled | undefined;
  await judgeSubmission(
    slot.sandbox,
    slot.work,
    {
      ...source,
      files: kind.submitAnswer ? await expandAnswers(source.files, answerBytes) : source.files,
      kind,
      included: await includedFiles(opened, source),
      toolchains: host.toolchains,
      compileLimits: limits.compile,
      limits: limits.run,
      validator: () => validatorOf(host, slot, opened, limits, signal),
      companion: () => slot.companion(),
      tests: problem.testCases.map((test, ordinal) => testSource(opened, slot, test, ordinal)),
      keepBytes,
    },
    (event) => {
      if (event.kind === 'compiled') compile = event.result;
      if (event.kind !== 'run') return;
      const test = { name: event.test, ...event.report };
      tests.push(test);
      onTest(test, tests.length, problem.testCases.length);
    },
    signal,
  );
  if (compile === undefined) throw new Error('the judging ended without a compilation');
  return { verdict: verdictOf(compile, tests, problem.testCases.length), compile, tests, limits };
}

function verdictOf(compile: Compiled, tests: readonly JudgedTest[], total: number): Verdict {
  if (compile.kind === 'rejected') return 'CE';
  let progress = startProgress(total);
  for (const { ordinal, verdict } of tests) progress = recordResult(progress, ordinal, verdict);
  return certainVerdict(progress) ?? 'JE';
}

function testSource(opened: OpenedPackage, slot: LocalSlot, test: TestCase, ordinal: number): TestSource {
  const custom = opened.problem.validator.kind === 'custom';
  return {
    ordinal,
    name: test.name,
    flags: test.validatorFlags,
    args: test.args,
    files: async () => {
      const inputPath = opened.resolve(test.inputPath);
      const answerPath = opened.resolve(test.answerPath);
      const files = test.files.map((path) => ({
        name: relative(`data/${test.name}.files`, path),
        path: opened.resolve(path),
      }));
      if (!custom) return { inputPath, answerPath, files };
      return {
        files,
        inputPath: await readableByAll(inputPath, join(slot.work.path, 'input')),
        answerPath: await readableByAll(answerPath, join(slot.work.path, 'answer')),
      };
    },
  };
}

/** A validator runs as the slot's user: a file of a package that is private to its owner is copied for it. */
async function readableByAll(path: string, copy: string): Promise<string> {
  const { mode } = await stat(path);
  if ((mode & 0o004) !== 0) return path;
  await copyFile(path, copy);
  await chmod(copy, 0o644);
  return copy;
}

async function validatorOf(
  host: LocalSlots,
  slot: LocalSlot,
  opened: OpenedPackage,
  limits: EffectiveLimits,
  signal: AbortSignal | undefined,
): Promise<Validator> {
  const { validator } = opened.problem;
  if (validator.kind === 'default') return { kind: 'default' };
  const files = await Promise.all(
    validator.files.map(async (path) => ({
      name: nameInProgram(validator.directory, path),
      data: await opened.read(path),
    })),
  );
  const program = await host.validators.get(slot.sandbox, slot.work, {
    language: validator.language ?? '',
    key: files.map(({ name, data }) => ({ name, sha256: sha256(data) })),
    files: () => Promise.resolve(files),
    limits: limits.compile,
    toolchains: host.toolchains,
    signal,
  });
  return { kind: 'custom', program, limits: limits.validation };
}

/** Files the package adds to every submission of a language (2025-09 `include/`). */
export async function includedFiles(
  opened: OpenedPackage,
  { language }: Pick<SourceToJudge, 'language'>,
): Promise<SourceFile[]> {
  const included = includedFor(opened.problem.includes, language);
  return Promise.all(
    (included?.files ?? []).map(async (path) => ({
      name: relative(`include/${included?.language ?? ''}`, path),
      data: await opened.read(path),
    })),
  );
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
