/** A package's tree → its model, for every format. */
import { readFile } from 'node:fs/promises';
import { defaultPackageLimits } from './bounds.ts';
import { isDraft } from './draft.ts';
import { PackageError, makeIssue, refusal } from './issue.ts';
import { parseIni, type IniFile } from './ini-file.ts';
import { guessLanguageByExtension } from './languages.ts';
import { readMetadata2025 } from './metadata-2025-09.ts';
import { readMetadataLegacy } from './metadata-legacy.ts';
import { parseSeconds, timeLimitMs, type Metadata } from './metadata.ts';
import type { Attachment, Issue, ProblemLimits, ProblemPackage, Statement } from './model.ts';
import type { OpenOptions, PackageBounds } from './opening.ts';
import { ownLimitsFile, readOwnLimits } from './own-limits.ts';
import {
  readIncludes,
  readOutputValidator,
  readPrograms,
  readStaticValidator,
  type LanguageGuess,
} from './programs.ts';
import { readStatements } from './statements.ts';
import { readSubmissions } from './submissions.ts';
import { readTestData } from './test-data.ts';
import { beginningOf, readText } from './text.ts';
import { caseIssues, oddNames, type PackageTree } from './tree.ts';
import { parseYaml, type YamlFile } from './yaml-file.ts';

type ReadFormat = 'legacy' | '2025-09';

interface KnownFormat {
  readonly format: ReadFormat;
  /** The package is of a draft of the format. */
  readonly draft: boolean;
}

const legacyFormat: KnownFormat = { format: 'legacy', draft: false };

export interface ReadPackage {
  problem: ProblemPackage;
  /** The files that count. */
  tree: PackageTree;
  issues: Issue[];
}

/** @throws PackageError when a file the model rests on cannot be read. */
export async function readPackage(
  whole: PackageTree,
  shortName: string,
  options: OpenOptions,
  bounds: PackageBounds,
): Promise<ReadPackage> {
  const issues: Issue[] = [];
  const yaml = await readProblemYaml(whole, bounds, issues);
  const { format, draft } = recogniseFormat(yaml, issues);
  const tree = dropOddNames(whole, format, issues);
  issues.push(...caseIssues(tree));
  // Swapped test data would be judged silently.
  const clash = issues.filter(({ code }) => code === 'path-case');
  if (clash.length > 0) throw new PackageError(clash);
  if (!/^[a-z0-9]+$/.test(shortName)) issues.push(makeIssue('short-name', '', { name: shortName }));

  const metadata = await readMetadata(tree, format, yaml, bounds, issues);
  const own = await readOwn(tree, bounds, issues);
  const { guessLanguage = guessLanguageByExtension } = options;
  const guess: LanguageGuess = (files) => guessLanguage(files, (path) => beginningOf(tree, path));
  const { statements, issues: statementIssues } = readStatements(tree, format);
  issues.push(...statementIssues);
  metadata.names ??= await nameInLatex(tree, statements, bounds);
  const names = nameProblem(metadata, statements, shortName, format, issues);

  const validator = readOutputValidator(tree, format, metadata, guess, issues);
  const inputValidators = ['input_validators', 'input_format_validators'].flatMap((folder) =>
    readPrograms(tree, folder, guess, issues),
  );
  if (inputValidators.length === 0) issues.push(makeIssue('input-validator-missing', 'input_validators'));

  const { constants } = metadata;
  const data = await readTestData(tree, {
    format,
    draft,
    constants,
    validatorFlags: metadata.validatorFlags,
    limitBytes: bounds.yamlBytes,
  });
  const testNames = data.testCases.map(({ name }) => name);
  const { submitAnswer } = metadata.type;
  const jury = await readSubmissions(tree, format, testNames, guess, bounds.yamlBytes, submitAnswer);
  issues.push(...data.issues, ...jury.issues);

  const problem: ProblemPackage = {
    format,
    shortName,
    uuid: metadata.uuid,
    version: metadata.version,
    names,
    type: metadata.type,
    limits: { ...fillLimits(metadata.limits, options.limits, issues), ...own },
    validator,
    inputValidators,
    staticValidator: format === '2025-09' ? readStaticValidator(tree, guess, issues) : null,
    statements,
    attachments: readAttachments(tree),
    testCases: data.testCases,
    validatorTests: data.validatorTests,
    submissions: jury.submissions,
    includes: readIncludes(tree),
    constants,
    allowedLanguages: metadata.allowedLanguages,
    allowFileWriting: metadata.allowFileWriting,
    keywords: metadata.keywords,
    authors: metadata.authors,
    sources: metadata.sources,
    license: metadata.license,
    rightsOwner: metadata.rightsOwner,
    color: metadata.color,
  };
  return { problem, tree, issues };
}

async function readProblemYaml(
  tree: PackageTree,
  bounds: PackageBounds,
  issues: Issue[],
): Promise<YamlFile | null> {
  // DOMjudge's oldest packages have its side file only.
  if (!tree.has('problem.yaml')) return null;
  const { text, issues: found } = await readText(tree, 'problem.yaml', bounds.yamlBytes);
  issues.push(...found);
  return parseYaml(text, 'problem.yaml');
}

async function readOwn(
  tree: PackageTree,
  bounds: PackageBounds,
  issues: Issue[],
): Promise<Partial<ProblemLimits>> {
  if (!tree.has(ownLimitsFile)) return {};
  const { text, issues: found } = await readText(tree, ownLimitsFile, bounds.yamlBytes);
  issues.push(...found);
  return readOwnLimits(text);
}

function recogniseFormat(yaml: YamlFile | null, issues: Issue[]): KnownFormat {
  const value = yaml?.value;
  if (yaml === null || value === null || value === undefined) return legacyFormat;
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw refusal(
      'yaml-value',
      yaml.file,
      { key: 'the file', reason: 'must be a map with the keys of the format' },
      yaml.position([]),
    );
  }
  const version: unknown = 'problem_format_version' in value ? value.problem_format_version : 'legacy';
  const position = yaml.position(['problem_format_version']);
  if (version === 'legacy' || version === 'legacy-icpc' || version === null) return legacyFormat;
  if (version === '2025-09') return { format: '2025-09', draft: false };
  const shown = typeof version === 'string' ? version : JSON.stringify(version);
  if (isDraft(version)) {
    issues.push(makeIssue('format-draft', yaml.file, { version: shown }, position));
    return { format: '2025-09', draft: true };
  }
  throw refusal('format-unknown', yaml.file, { version: shown }, position);
}

/** The 2025-09 format wants files with other names treated as absent; legacy packages are taken as they are. */
function dropOddNames(tree: PackageTree, format: ReadFormat, issues: Issue[]): PackageTree {
  if (format === 'legacy') return tree;
  const odd = oddNames(tree);
  for (const path of odd) issues.push(makeIssue('path-ignored', path));
  return tree.without(new Set(odd));
}

async function readMetadata(
  tree: PackageTree,
  format: ReadFormat,
  yaml: YamlFile | null,
  bounds: PackageBounds,
  issues: Issue[],
): Promise<Metadata> {
  const sideFile = async (path: string): Promise<string | null> => {
    if (!tree.has(path)) return null;
    const { text, issues: found } = await readText(tree, path, bounds.yamlBytes);
    issues.push(...found);
    return text;
  };
  const iniText = await sideFile('domjudge-problem.ini');
  const ini = iniText === null ? null : parseIni(iniText, 'domjudge-problem.ini');
  if (format === '2025-09' && yaml !== null) {
    const metadata = readMetadata2025(yaml);
    issues.push(...metadata.issues);
    return withSideFiles(metadata, ini);
  }
  const metadata = readMetadataLegacy(yaml, ini, await sideFile('.timelimit'));
  issues.push(...metadata.issues);
  return metadata;
}

/** DOMjudge writes its side file into 2025-09 packages too; problem.yaml has the last word. */
function withSideFiles(metadata: Metadata, ini: IniFile | null): Metadata {
  if (ini === null) return metadata;
  const ms = timeLimitMs(parseSeconds(ini.values.get('timelimit') ?? ''));
  const limits: Partial<ProblemLimits> =
    ms === null || metadata.limits.timeLimitMs !== undefined
      ? metadata.limits
      : { ...metadata.limits, timeLimitMs: ms, timeLimitSource: 'domjudge-problem.ini' };
  return { ...metadata, limits, color: ini.values.get('color') ?? null };
}

function fillLimits(
  stated: Partial<ProblemLimits>,
  defaults: Partial<ProblemLimits> | undefined,
  issues: Issue[],
): ProblemLimits {
  const limits = { ...defaultPackageLimits, ...defaults, ...stated };
  const failed = issues.some(({ code }) => code === 'time-limit-invalid');
  if (stated.timeLimitMs === undefined && !failed) {
    issues.push(makeIssue('time-limit-missing', 'problem.yaml', { seconds: limits.timeLimitMs / 1000 }));
  }
  return limits;
}

function nameProblem(
  metadata: Metadata,
  statements: readonly Statement[],
  shortName: string,
  format: ReadFormat,
  issues: Issue[],
): Record<string, string> {
  const languages = [...new Set(statements.map(({ language }) => language))];
  const [first, ...others] = languages;
  // A single name belongs to the only statement there is, or to the English one.
  const language = first !== undefined && others.length === 0 ? first : 'en';
  const { names } = metadata;
  if (names === null || (typeof names === 'object' && Object.keys(names).length === 0)) {
    issues.push(makeIssue('name-missing', 'problem.yaml', { name: shortName }));
    return { [language]: shortName };
  }
  if (typeof names === 'string') return { [language]: names };
  const given = Object.keys(names).sort();
  if (format === '2025-09' && languages.length > 0 && given.join() !== languages.toSorted().join()) {
    issues.push(
      makeIssue('name-languages', 'problem.yaml', {
        names: given.join(', '),
        statements: languages.join(', '),
      }),
    );
  }
  return names;
}

/** Legacy packages may leave the name to the statement: `\\problemname{…}`, or a plain one in a comment. */
async function nameInLatex(
  tree: PackageTree,
  statements: readonly Statement[],
  bounds: PackageBounds,
): Promise<Record<string, string> | null> {
  const names: Record<string, string> = {};
  for (const { path, format, language } of statements) {
    const file = tree.get(path);
    if (format !== 'tex' || file === undefined || file.sizeBytes > bounds.yamlBytes) continue;
    const text = await readFile(file.absolute, 'utf8');
    const plain =
      /^%%\s*plainproblemname:\s*(\S.*)$/m.exec(text) ?? /\\problemname\{([^{}$\\]+)\}/.exec(text);
    if (plain?.[1] !== undefined) names[language] = plain[1].trim();
  }
  return Object.keys(names).length > 0 ? names : null;
}

function readAttachments(tree: PackageTree): Attachment[] {
  return tree
    .below('attachments')
    .map(({ file, rest }) => ({ name: rest, path: file.path, sizeBytes: file.sizeBytes }));
}
