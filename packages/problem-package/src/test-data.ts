/** Test cases below data/, in the judging order, and every file there that belongs to none. */
import { readFile } from 'node:fs/promises';
import { makeIssue } from './issue.ts';
import type { Issue, SampleDisplay, TestCase, ValidatorTest } from './model.ts';
import {
  groupSettings,
  legacyGroupSettings,
  readCaseSettings,
  type SettingsLookup,
  type TestSettings,
} from './test-config.ts';
import type { PackageTree } from './tree.ts';

/** Longest first: `1.in.statement` is not a file `1.in` with a stray end. */
const suffixes = [
  '.in.statement',
  '.ans.statement',
  '.in.download',
  '.ans.download',
  '.interaction',
  '.in',
  '.ans',
  '.out',
  '.yaml',
  '.args',
  '.desc',
  '.hint',
  '.png',
  '.jpg',
  '.jpeg',
  '.svg',
] as const;
type Suffix = (typeof suffixes)[number];

const pictures: readonly Suffix[] = ['.svg', '.png', '.jpg', '.jpeg'];
/** Settings of directories, not of a test case. */
const groupFiles = new Set(['test_group.yaml', 'testdata.yaml']);
const annotationBytes = 64 * 1024;

/** Everything that shares a base name. */
interface Cluster {
  /** Below data/: `secret/huge/03`. */
  name: string;
  files: Map<Suffix, string>;
  /** Below `NAME.files/`. */
  extra: string[];
}

export interface TestDataOptions {
  format: 'legacy' | '2025-09';
  /** It is a draft of that format. */
  draft: boolean;
  constants: Readonly<Record<string, string>>;
  /** Problem-wide arguments of the output validator (legacy). */
  validatorFlags: readonly string[];
  limitBytes: number;
}

export interface TestData {
  testCases: TestCase[];
  validatorTests: ValidatorTest[];
  issues: Issue[];
}

export async function readTestData(tree: PackageTree, options: TestDataOptions): Promise<TestData> {
  const issues: Issue[] = [];
  const settings =
    options.format === '2025-09'
      ? groupSettings(tree, options, issues)
      : legacyGroupSettings(tree, options.limitBytes, issues);

  const testCases: TestCase[] = [];
  for (const top of ['sample', 'secret']) {
    for (const cluster of clusters(tree, `data/${top}`)) {
      const testCase = await toTestCase(tree, cluster, options, settings, issues);
      if (testCase !== null) testCases.push(testCase);
    }
  }
  testCases.sort((a, b) => compareNames(a.name, b.name));
  if (!testCases.some((testCase) => !testCase.isSample))
    issues.push(makeIssue('test-data-missing', 'data/secret'));
  issues.push(...structureIssues(tree, testCases, options.format));
  const validatorTests =
    options.format === '2025-09' ? await readValidatorTests(tree, options, settings, issues) : [];
  return { testCases, validatorTests, issues };
}

/** Byte order level by level: a group is sorted among its siblings by its own name. */
export function compareNames(first: string, second: string): number {
  const a = first.split('/');
  const b = second.split('/');
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const left = a[index] ?? '';
    const right = b[index] ?? '';
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

function clusters(tree: PackageTree, directory: string): Cluster[] {
  const found = new Map<string, Cluster>();
  const at = (name: string): Cluster => {
    let cluster = found.get(name);
    if (cluster === undefined) found.set(name, (cluster = { name, files: new Map(), extra: [] }));
    return cluster;
  };
  for (const { file, rest } of tree.below(directory)) {
    const name = file.path.slice('data/'.length);
    const inFiles = /^(.*?[^/])\.files\//.exec(name);
    if (inFiles?.[1] !== undefined) {
      at(inFiles[1]).extra.push(file.path);
      continue;
    }
    if (groupFiles.has(rest.slice(rest.lastIndexOf('/') + 1))) continue;
    const suffix = suffixes.find((ending) => name.endsWith(ending) && !name.endsWith(`/${ending}`));
    if (suffix !== undefined) at(name.slice(0, -suffix.length)).files.set(suffix, file.path);
  }
  return [...found.values()];
}

async function toTestCase(
  tree: PackageTree,
  cluster: Cluster,
  options: TestDataOptions,
  lookup: SettingsLookup,
  issues: Issue[],
): Promise<TestCase | null> {
  const { name, files } = cluster;
  const isSample = name.startsWith('sample/');
  const input = tree.get(files.get('.in') ?? '');
  const answer = tree.get(files.get('.ans') ?? '');
  if (input === undefined) {
    const expected = `data/${name}.in`;
    for (const [suffix, path] of files) {
      // Legacy interactive problems may have interaction logs of their own.
      if (suffix === '.interaction' && isSample) continue;
      issues.push(makeIssue(suffix === '.ans' ? 'answer-orphan' : 'test-file-orphan', path, { expected }));
    }
    return null;
  }
  if (answer === undefined) {
    issues.push(makeIssue('answer-missing', input.path, { expected: `data/${name}.ans` }));
    return null;
  }
  const directory = `data/${name.slice(0, name.lastIndexOf('/'))}`;
  const settings: Partial<TestSettings> = { ...(await lookup(directory)) };
  const ofDraft = files.get('.args');
  if (ofDraft !== undefined && options.format === '2025-09')
    issues.push(makeIssue('test-args-file', ofDraft, { expected: `data/${name}.yaml` }));
  const own = files.get('.yaml');
  if (own !== undefined && options.format === '2025-09') {
    Object.assign(settings, await readCaseSettings(tree, own, options.limitBytes, issues));
  }
  return {
    name,
    group: groupOf(name, options.format),
    isSample,
    inputPath: input.path,
    answerPath: answer.path,
    inputBytes: input.sizeBytes,
    answerBytes: answer.sizeBytes,
    args: settings.args ?? [],
    validatorFlags: [...options.validatorFlags, ...(settings.outputValidatorFlags ?? [])],
    inputValidatorFlags: settings.inputValidatorFlags ?? [],
    files: cluster.extra,
    description: settings.description ?? (await annotation(tree, files.get('.desc'))),
    hint: settings.hint ?? (await annotation(tree, files.get('.hint'))),
    imagePath: picture(cluster, issues),
    display: isSample ? display(cluster, issues) : null,
    fullFeedback: settings.fullFeedback ?? isSample,
  };
}

/** 2025-09 knows one level of groups below secret; legacy any number. */
function groupOf(name: string, format: 'legacy' | '2025-09'): string {
  const directories = name.split('/').slice(0, -1);
  return (format === 'legacy' ? directories : directories.slice(0, 2)).join('/');
}

async function annotation(tree: PackageTree, path: string | undefined): Promise<string | null> {
  const file = tree.get(path ?? '');
  if (file === undefined || file.sizeBytes > annotationBytes) return null;
  return (await readFile(file.absolute, 'utf8')).trim();
}

function picture(cluster: Cluster, issues: Issue[]): string | null {
  const found = pictures.map((suffix) => cluster.files.get(suffix)).filter((path) => path !== undefined);
  const [used, second] = found;
  if (used !== undefined && second !== undefined) {
    issues.push(makeIssue('image-several', second, { name: cluster.name, used }));
  }
  return used ?? null;
}

/** The format's priorities of files shown and handed out, and its rules on which exclude each other. */
function display(cluster: Cluster, issues: Issue[]): SampleDisplay {
  const at = (suffix: Suffix): string | null => cluster.files.get(suffix) ?? null;
  const complain = (file: string, reason: string): void => {
    issues.push(makeIssue('sample-display', file, { reason }));
  };
  const interaction = at('.interaction');
  const out = at('.out');
  const shownAnswer = at('.ans.statement');
  if (out !== null && shownAnswer !== null)
    complain(out, '.out and .ans.statement exclude each other; keep one');
  for (const suffix of ['.in.statement', '.ans.statement', '.out'] as const) {
    const file = at(suffix);
    if (interaction !== null && file !== null)
      complain(file, `${suffix} and .interaction exclude each other; keep one`);
  }
  for (const side of ['.in', '.ans'] as const) {
    const statement = at(`${side}.statement`);
    const download = at(`${side}.download`);
    if ((statement === null) !== (download === null)) {
      const reason = `${side}.statement and ${side}.download go together; the other one is missing`;
      complain(statement ?? download ?? '', reason);
    }
  }
  return {
    inputPath: at('.in.statement') ?? at('.in'),
    answerPath: shownAnswer ?? out ?? at('.ans'),
    interactionPath: interaction,
    downloadInputPath: at('.in.download') ?? at('.in'),
    downloadAnswerPath: at('.ans.download') ?? out ?? at('.ans'),
  };
}

/** Names that clash, and groups where the format wants none. */
function structureIssues(
  tree: PackageTree,
  testCases: readonly TestCase[],
  format: 'legacy' | '2025-09',
): Issue[] {
  const issues: Issue[] = [];
  const directories = new Set<string>();
  for (const { rest } of tree.below('data')) {
    const parts = rest.split('/');
    for (let length = 1; length < parts.length; length++) directories.add(parts.slice(0, length).join('/'));
  }
  for (const { name, inputPath } of testCases) {
    if (directories.has(name)) issues.push(makeIssue('test-name-clash', inputPath, { name }));
    const base = name.slice(name.lastIndexOf('/') + 1);
    if (format === '2025-09' && base === 'test_group') {
      issues.push(makeIssue('test-name-reserved', inputPath, { name: base }));
    }
  }
  if (format === '2025-09') {
    const grouped = testCases.find((testCase) => testCase.group !== 'secret' && !testCase.isSample);
    const plain = testCases.find((testCase) => testCase.group === 'secret');
    if (grouped !== undefined && plain !== undefined)
      issues.push(makeIssue('test-data-mixed', 'data/secret'));
    const sample = testCases.find((testCase) => testCase.isSample && testCase.group !== 'sample');
    if (sample !== undefined) issues.push(makeIssue('sample-group', `data/${sample.group}`));
  }
  return issues;
}

async function readValidatorTests(
  tree: PackageTree,
  options: TestDataOptions,
  lookup: SettingsLookup,
  issues: Issue[],
): Promise<ValidatorTest[]> {
  const found: ValidatorTest[] = [];
  for (const kind of ['invalid_input', 'invalid_output', 'valid_output'] as const) {
    for (const { name, files } of clusters(tree, `data/${kind}`)) {
      const inputPath = files.get('.in');
      if (inputPath === undefined) {
        const [first] = files.values();
        if (first !== undefined)
          issues.push(makeIssue('test-file-orphan', first, { expected: `data/${name}.in` }));
        continue;
      }
      const own = files.get('.yaml');
      const settings = {
        ...(await lookup(`data/${name.slice(0, name.lastIndexOf('/'))}`)),
        ...(own === undefined ? {} : await readCaseSettings(tree, own, options.limitBytes, issues)),
      };
      found.push({
        kind,
        name,
        inputPath,
        answerPath: files.get('.ans') ?? null,
        outputPath: files.get('.out') ?? null,
        inputValidatorFlags: settings.inputValidatorFlags ?? [],
        validatorFlags: settings.outputValidatorFlags ?? [],
      });
    }
  }
  return found.sort((a, b) => compareNames(a.name, b.name));
}
