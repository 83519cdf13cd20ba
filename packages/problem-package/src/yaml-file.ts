/**
 * YAML from strangers: one document, core schema, no aliases, no tags, unique keys;
 * every complaint carries line and column.
 */
import {
  LineCounter,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  parseDocument,
  visit,
  type Document,
} from 'yaml';
import type { z } from 'zod';
import { PackageError, makeIssue, refusal } from './errors.ts';
import type { Issue, Position } from './model.ts';

export class YamlFile {
  readonly file: string;
  /** Plain JavaScript: maps, arrays, strings, numbers, booleans, null. */
  readonly value: unknown;
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;

  constructor(file: string, value: unknown, document: Document.Parsed, lines: LineCounter) {
    this.file = file;
    this.value = value;
    this.#document = document;
    this.#lines = lines;
  }

  /** Where a value stands; of the nearest parent when the path leads to nothing. */
  position(path: readonly PropertyKey[]): Position | undefined {
    for (let length = path.length; length >= 0; length--) {
      const node = length === 0 ? this.#document.contents : this.#document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lineAndColumn(this.#lines, node.range[0]);
    }
    return undefined;
  }

  /** Where a key stands. */
  keyPosition(path: readonly PropertyKey[], key: string): Position | undefined {
    const parent = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    if (!isMap(parent)) return this.position(path);
    for (const pair of parent.items) {
      const found = pair.key;
      if (isPair(pair) && isScalar(found) && String(found.value) === key && found.range) {
        return lineAndColumn(this.#lines, found.range[0]);
      }
    }
    return this.position(path);
  }
}

function lineAndColumn(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/**
 * @param scalars `typed`: numbers and booleans by YAML's core schema; `text`: everything is a string.
 * @throws PackageError `yaml-syntax`, `yaml-aliases` with line and column.
 */
export function parseYaml(text: string, file: string, scalars: 'typed' | 'text' = 'typed'): YamlFile {
  const lines = new LineCounter();
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      version: '1.2',
      schema: scalars === 'typed' ? 'core' : 'failsafe',
      strict: true,
      uniqueKeys: true,
      merge: false,
      prettyErrors: false,
      // Not 'silent': that would also silence a second document.
      logLevel: 'error',
      lineCounter: lines,
    });
  } catch (error) {
    // Thousands of nested brackets overflow the parser's stack.
    const reason = error instanceof RangeError ? 'it is nested too deeply' : String(error);
    throw refusal('yaml-syntax', file, { reason });
  }
  const trouble = document.errors[0] ?? document.warnings[0];
  if (trouble !== undefined) {
    const reason = trouble.message.replace(/\.$/, '');
    throw refusal('yaml-syntax', file, { reason }, lineAndColumn(lines, trouble.pos[0]));
  }
  try {
    visit(document, (_key, node) => {
      if (isAlias(node)) {
        throw refusal('yaml-aliases', file, {}, node.range ? lineAndColumn(lines, node.range[0]) : undefined);
      }
      if (isPair(node) && isScalar(node.key) && node.key.value === '__proto__') {
        throw refusal('yaml-value', file, { key: '__proto__', reason: 'this name cannot be used' });
      }
    });
    return new YamlFile(file, document.toJS({ maxAliasCount: 0 }), document, lines);
  } catch (error) {
    if (error instanceof PackageError) throw error;
    const reason = error instanceof RangeError ? 'it is nested too deeply' : String(error);
    throw refusal('yaml-syntax', file, { reason });
  }
}

/** The file's map without the keys that have nothing behind their colon: such a key is not given. */
export function withoutEmptyKeys(yaml: YamlFile): unknown {
  const { value } = yaml;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, content]) => content !== null));
}

/**
 * Checks a file against a schema; strict schemas make unknown keys errors.
 * @throws PackageError `yaml-value`, `yaml-unknown-key`: all complaints at once, each with its place.
 */
export function checkYaml<T>(yaml: YamlFile, schema: z.ZodType<T>, value: unknown = yaml.value): T {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issues: Issue[] = [];
  for (const complaint of result.error.issues) {
    if (complaint.code === 'unrecognized_keys') {
      for (const key of complaint.keys) {
        const name = [...complaint.path, key].map(String).join('.');
        issues.push(
          makeIssue('yaml-unknown-key', yaml.file, { key: name }, yaml.keyPosition(complaint.path, key)),
        );
      }
    } else {
      const key = complaint.path.map(String).join('.') || 'the file';
      const reason = complaint.message.charAt(0).toLowerCase() + complaint.message.slice(1);
      issues.push(makeIssue('yaml-value', yaml.file, { key, reason }, yaml.position(complaint.path)));
    }
  }
  issues.sort((a, b) => (a.position?.line ?? 0) - (b.position?.line ?? 0));
  throw new PackageError(issues);
}

/** Warnings for keys of a map that are not in `known`: legacy packages are full of private keys. */
export function unknownKeyWarnings(
  yaml: YamlFile,
  path: readonly string[],
  value: object,
  known: readonly string[],
): Issue[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) =>
      makeIssue(
        'yaml-unknown-key-legacy',
        yaml.file,
        { key: [...path, key].join('.') },
        yaml.keyPosition(path, key),
      ),
    );
}
