/** Everything that is wrong with an opened package, including what only the files' content shows. */
import { unknownConstants } from './constants.ts';
import { makeIssue, PackageError } from './issue.ts';
import { fileChunks } from './file-chunks.ts';
import type { Issue, TestCase } from './model.ts';
import type { OpenedPackage } from './opening.ts';
import { hasConstantsIn } from './opened-package.ts';
import { readDefaultFlags } from './validator-flags.ts';

const mebi = 1024 * 1024;
const recommendedFileBytes = 100 * mebi;
const carriageReturn = 0x0d;
const newline = 0x0a;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * All issues, errors first, each file's in the order found. No error means: the package can be judged.
 */
export async function validatePackage(opened: OpenedPackage): Promise<Issue[]> {
  const issues: Issue[] = [...opened.issues, ...flagIssues(opened), ...(await constantIssues(opened))];
  for (const testCase of opened.problem.testCases) {
    issues.push(...sizeIssues(opened, testCase));
    issues.push(
      ...(await textIssues(opened, testCase.inputPath)),
      ...(await textIssues(opened, testCase.answerPath)),
    );
  }
  return issues.sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'));
}

/** Arguments of the default validator, each wrong list reported once. */
function flagIssues(opened: OpenedPackage): Issue[] {
  const { validator, testCases, format } = opened.problem;
  if (validator.kind !== 'default') return [];
  const issues: Issue[] = [];
  const seen = new Set<string>();
  const check = (flags: readonly string[], file: string): void => {
    const read = readDefaultFlags(flags);
    const key = JSON.stringify(flags);
    if (!('reason' in read) || seen.has(key)) return;
    seen.add(key);
    issues.push(makeIssue('validator-flags', file, { reason: read.reason }));
  };
  check(validator.flags, 'problem.yaml');
  for (const testCase of testCases) {
    const file = format === 'legacy' ? testCase.inputPath : `data/${testCase.name}`;
    check(testCase.validatorFlags, file);
  }
  return issues;
}

/** Every file that has constants filled in is tried, so that none is refused when it is used. */
async function constantIssues(opened: OpenedPackage): Promise<Issue[]> {
  const { constants, statements } = opened.problem;
  const shown = new Set(statements.filter(({ format }) => format === 'markdown').map(({ path }) => path));
  const issues: Issue[] = [];
  for (const path of opened.files()) {
    if (!hasConstantsIn(opened.problem, path)) continue;
    try {
      const text = (await opened.read(path)).toString('utf8');
      if (!shown.has(path)) continue;
      for (const name of unknownConstants(text, constants))
        issues.push(makeIssue('constant-unknown', path, { name }));
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      issues.push(...error.issues);
    }
  }
  return issues;
}

function sizeIssues(opened: OpenedPackage, testCase: TestCase): Issue[] {
  const issues: Issue[] = [];
  for (const [path, bytes] of [
    [testCase.inputPath, testCase.inputBytes],
    [testCase.answerPath, testCase.answerBytes],
  ] as const) {
    if (bytes > recommendedFileBytes) issues.push(makeIssue('data-large', path, { bytes }));
  }
  const { validator, limits } = opened.problem;
  // A custom validator's answer file may hold anything; the default one's is a right output.
  if (validator.kind === 'default' && testCase.answerBytes > limits.outputMiB * mebi) {
    const values = { bytes: testCase.answerBytes, limit: limits.outputMiB };
    issues.push(makeIssue('output-limit-low', testCase.answerPath, values));
  }
  return issues;
}

/** Line ends, byte-order mark and last newline of a data file, read in chunks. */
async function textIssues(opened: OpenedPackage, path: string): Promise<Issue[]> {
  const absolute = opened.resolve(path);
  let offset = 0;
  let crlfAt: number | null = null;
  let last = -1;
  let hasMark = false;
  for await (const chunk of fileChunks(absolute)) {
    if (offset === 0) hasMark = chunk.subarray(0, 3).equals(byteOrderMark);
    if (crlfAt === null) {
      const split = last === carriageReturn && chunk[0] === newline;
      const at = split ? -1 : chunk.indexOf('\r\n');
      if (split || at !== -1) crlfAt = offset + at;
    }
    last = chunk.at(-1) ?? last;
    offset += chunk.length;
  }
  if (offset === 0) return [];
  const issues: Issue[] = [];
  if (hasMark) issues.push(makeIssue('data-bom', path));
  if (crlfAt !== null) issues.push(makeIssue('data-crlf', path, { line: await lineAt(absolute, crlfAt) }));
  if (last !== newline) issues.push(makeIssue('data-final-newline', path));
  return issues;
}

/** Number of the line a byte is in; a second pass, for the few files that need it. */
async function lineAt(absolute: string, offset: number): Promise<number> {
  let line = 1;
  let start = 0;
  for await (const chunk of fileChunks(absolute)) {
    const end = Math.min(chunk.length, offset - start);
    for (let at = chunk.indexOf(newline); at !== -1 && at < end; at = chunk.indexOf(newline, at + 1)) line++;
    start += chunk.length;
    if (start >= offset) break;
  }
  return line;
}
