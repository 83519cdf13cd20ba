/**
 * Jury submissions and the verdicts they are to get, from three sources: submissions.yaml
 * (2025-09), the folder, and an @EXPECTED_RESULTS@ comment.
 */
import { open } from 'node:fs/promises';
import { answersLanguage, type Verdict } from '@sandglass/contracts';
import { readEntryPoints } from './domjudge-entry-points.ts';
import { makeIssue } from './issue.ts';
import { expectedFinal } from './expectation.ts';
import type { ExpectationSource, Issue, JurySubmission } from './model.ts';
import { baseNames, type LanguageGuess } from './programs.ts';
import { readSubmissionRules, type SubmissionRules } from './submission-rules.ts';
import type { PackageTree } from './tree.ts';
import { isOpenFolder, readExpectedTag, verdictsByFolder, withoutRefinements } from './verdict-names.ts';

/** A tag is near the top or in a comment; sources beyond this size are data. */
const tagSearchBytes = 1024 * 1024;

export interface Submissions {
  submissions: JurySubmission[];
  issues: Issue[];
}

/** @param ofAnswers they are answers to the test cases, not programs */
export async function readSubmissions(
  tree: PackageTree,
  format: 'legacy' | '2025-09',
  testNames: readonly string[],
  guess: LanguageGuess,
  limitBytes: number,
  ofAnswers = false,
): Promise<Submissions> {
  const issues: Issue[] = [];
  const guessed: LanguageGuess = ofAnswers ? () => answersLanguage : guess;
  const { files, directories } = tree.children('submissions');
  for (const name of files) {
    if (name !== 'submissions.yaml') issues.push(makeIssue('submission-place', `submissions/${name}`));
  }
  const rules = format === '2025-09' ? await readSubmissionRules(tree, limitBytes, issues) : null;
  const entryPoints = format === 'legacy' ? await readEntryPoints(tree, limitBytes, issues) : null;
  const submissions: JurySubmission[] = [];
  for (const folder of directories) {
    const path = `submissions/${folder}`;
    const inside = tree.children(path);
    for (const name of [...inside.files, ...inside.directories].sort()) {
      if (/^readme/i.test(name)) continue;
      const isFile = inside.files.includes(name);
      const program = `${path}/${name}`;
      const own = isFile ? [program] : tree.below(program).map(({ file }) => file.path);
      const submission = await toSubmission(tree, folder, program, own, rules, testNames, guessed, issues);
      const entryPoint = submission.entryPoint ?? entryPoints?.get(program) ?? null;
      submissions.push({ ...submission, entryPoint });
    }
  }
  for (const pattern of rules?.unmatched(submissions.map(({ path }) => path)) ?? []) {
    issues.push(makeIssue('submissions-yaml-unmatched', 'submissions/submissions.yaml', { pattern }));
  }
  if (!submissions.some(({ expected }) => expected.length === 1 && expected[0] === 'AC')) {
    issues.push(makeIssue('accepted-missing', 'submissions'));
  }
  return { submissions, issues };
}

interface Expectation {
  expected: Verdict[];
  source: ExpectationSource;
}

async function toSubmission(
  tree: PackageTree,
  folder: string,
  path: string,
  files: string[],
  rules: SubmissionRules | null,
  testNames: readonly string[],
  guess: LanguageGuess,
  issues: Issue[],
): Promise<JurySubmission> {
  const facts = rules?.factsFor(path);
  const language = facts?.language ?? guess(files);
  if (language === null) issues.push(makeIssue('submission-language', path, { files: baseNames(files) }));

  let expectation: Expectation;
  if (facts?.hasOwnDemands) {
    const expected = expectedFinal(facts.demands, testNames);
    if (expected.length === 0) issues.push(makeIssue('submissions-yaml-impossible', path));
    expectation = { expected, source: 'submissions.yaml' };
  } else {
    expectation = await byFolderOrTag(tree, folder, path, files, issues);
  }
  return {
    path,
    folder,
    files,
    language,
    entryPoint: facts?.entryPoint ?? null,
    expected: withoutRefinements(expectation.expected),
    source: expectation.source,
    // What a folder demands follows from the final verdict; only what submissions.yaml adds
    // is worth running every test case for.
    demands: facts?.hasOwnDemands ? facts.demands : [],
    authors: facts?.authors ?? [],
    isModelSolution: facts?.isModelSolution ?? false,
  };
}

async function byFolderOrTag(
  tree: PackageTree,
  folder: string,
  path: string,
  files: readonly string[],
  issues: Issue[],
): Promise<Expectation> {
  const ofFolder = verdictsByFolder(folder);
  const ofTag = await findTag(tree, files, issues);
  if (ofTag === null) {
    if (ofFolder !== null) return { expected: [...ofFolder], source: 'folder' };
    issues.push(makeIssue('submission-folder', path, { folder, what: baseNames([path]) }));
    return { expected: [], source: 'none' };
  }
  if (ofFolder === null || isOpenFolder(folder)) return { expected: ofTag, source: '@EXPECTED_RESULTS@' };
  // In a folder with a meaning of its own a tag may narrow that meaning, not contradict it.
  if (ofTag.every((verdict) => ofFolder.includes(verdict)))
    return { expected: ofTag, source: '@EXPECTED_RESULTS@' };
  const names = { tag: ofTag.join(', '), folder, expected: ofFolder.join(', ') };
  issues.push(makeIssue('expected-results-folder', path, names));
  return { expected: [...ofFolder], source: 'folder' };
}

async function findTag(
  tree: PackageTree,
  files: readonly string[],
  issues: Issue[],
): Promise<Verdict[] | null> {
  for (const path of files) {
    const tag = readExpectedTag(await readStart(tree, path));
    if (tag === null) continue;
    for (const name of tag.unknown) issues.push(makeIssue('expected-results-unknown', path, { name }));
    if (tag.verdicts.length > 0) return tag.verdicts;
  }
  return null;
}

async function readStart(tree: PackageTree, path: string): Promise<string> {
  const file = tree.get(path);
  if (file === undefined) return '';
  const handle = await open(file.absolute);
  try {
    const buffer = Buffer.alloc(Math.min(file.sizeBytes, tagSearchBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
