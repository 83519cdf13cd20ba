/**
 * What problem.yaml says as the drafts before 2025-09 (`2023-07-draft` and what came after it) or legacy have it, put into the
 * words of 2025-09 where both mean the same. What 2025-09 has not any more is refused by its name: nothing that was said
 * is passed over. Packages of 2025-09 have such keys too, the format's own examples among them, which were drafts once.
 *
 * Source: Kattis/problem-package-format, the versions of spec/2023-07-draft.md, its changelog, and examples/.
 */
import { PackageError, makeIssue } from './issue.ts';
import { boundedIssues } from './issue-bound.ts';
import type { Issue } from './model.ts';
import type { YamlFile } from './yaml-file.ts';

const versions: ReadonlySet<unknown> = new Set(['2023-07-draft', '2023-07', '2025-09-draft', 'draft']);

/** Whether a `problem_format_version` is that of a draft of 2025-09. */
export function isDraft(version: unknown): version is string {
  return versions.has(version);
}

/** What replaces an older key, by its path. */
const gone: Readonly<Record<string, string>> = {
  validation:
    'an output validator is used where output_validator/ has one; say "type: interactive" where it is interactive',
  validator_flags: 'write output_validator_args into data/test_group.yaml',
  grading: 'scores are in test_group.yaml',
  scoring: 'scores are in test_group.yaml',
  libraries: 'there is nothing in its place',
  'limits.time_multiplier': 'write limits.time_multipliers.ac_to_time_limit',
  'limits.time_safety_margin': 'write limits.time_multipliers.time_limit_to_tle',
};

type Raw = Record<string, unknown>;

/**
 * The map of the file in the words of 2025-09, each change with a warning.
 * @param value the file's map, without keys that have no value
 * @throws PackageError with every key that has no counterpart
 */
export function inPresentWords(value: unknown, yaml: YamlFile, issues: Issue[]): unknown {
  if (!isMap(value)) return value;
  refuseGone(value, yaml);
  const raw: Raw = { ...value };
  const changed = (key: string, as: string): void => {
    issues.push(makeIssue('draft-key', yaml.file, { key, as }, yaml.keyPosition([], key)));
  };
  for (const key of ['type', 'keywords', 'languages']) {
    const words = wordsOf(raw[key]);
    // One type, or one language, needs no list.
    if (words === null || (words.length === 1 && key !== 'keywords')) continue;
    raw[key] = words;
    changed(key, `the list [${words.join(', ')}]`);
  }
  if ('source_url' in raw && typeof raw['source'] === 'string') {
    raw['source'] = { name: raw['source'], url: raw['source_url'] };
    delete raw['source_url'];
    changed('source_url', 'url of source');
  }
  if (typeof raw['author'] === 'string' && !('credits' in raw)) {
    raw['credits'] = { authors: raw['author'].split(/,| and /).map((author) => author.trim()) };
    delete raw['author'];
    changed('author', 'authors of credits');
  }
  return raw;
}

function refuseGone(value: Raw, yaml: YamlFile): void {
  const limits = isMap(value['limits']) ? value['limits'] : {};
  const found = Object.entries(gone).flatMap(([path, instead]) => {
    const inLimits = path.startsWith('limits.');
    const key = inLimits ? path.slice('limits.'.length) : path;
    if (!(key in (inLimits ? limits : value))) return [];
    const position = yaml.keyPosition(inLimits ? ['limits'] : [], key);
    return [makeIssue('draft-key-gone', yaml.file, { key: path, instead }, position)];
  });
  if (found.length > 0) throw new PackageError(boundedIssues(found));
}

/** Words in one string; null: it is something else. */
function wordsOf(value: unknown): string[] | null {
  if (typeof value !== 'string') return null;
  return value.split(/\s+/).filter((word) => word !== '');
}

function isMap(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
