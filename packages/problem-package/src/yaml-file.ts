/**
 * YAML from strangers: one document, core schema, no aliases, no tags, unique keys;
 * every complaint carries line and column.
 */
import {
  Composer,
  Lexer,
  LineCounter,
  Parser,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  visit,
  type CST,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import type { z } from 'zod';
import { PackageError, makeIssue, refusal } from './issue.ts';
import { boundedIssues } from './issue-bound.ts';
import type { Issue, Position } from './model.ts';

/** Of maps and lists in each other; a package's deepest file (its generators) has 8 or so. */
const deepest = 64;

export class YamlFile {
  readonly file: string;
  /** Plain JavaScript: maps, arrays, strings, numbers, booleans, null. */
  readonly value: unknown;
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;
  readonly #maps = new Map<YAMLMap, Map<string, { key: Node; value: unknown }>>();

  constructor(file: string, value: unknown, document: Document.Parsed, lines: LineCounter) {
    this.file = file;
    this.value = value;
    this.#document = document;
    this.#lines = lines;
  }

  /** The position of a value; of the nearest parent when the path leads to nothing. */
  position(path: readonly PropertyKey[]): Position | undefined {
    const node = this.#nodes(path).findLast((one) => one.range);
    return node?.range ? lineAndColumn(this.#lines, node.range[0]) : undefined;
  }

  /** The position of a key. */
  keyPosition(path: readonly PropertyKey[], key: string): Position | undefined {
    const nodes = this.#nodes(path);
    const parent = nodes.at(-1);
    const found = nodes.length > path.length && isMap(parent) ? this.#entries(parent).get(key)?.key : null;
    return found?.range ? lineAndColumn(this.#lines, found.range[0]) : this.position(path);
  }

  /** The nodes on the way, from the whole file on; fewer than asked for where the path leads to nothing. */
  #nodes(path: readonly PropertyKey[]): Node[] {
    let node: unknown = this.#document.contents;
    const nodes: Node[] = [];
    for (let length = 0; isNode(node); length += 1) {
      nodes.push(node);
      const step = path[length];
      if (step === undefined) break;
      node = isMap(node) ? this.#entries(node).get(String(step))?.value : null;
      if (isSeq(nodes.at(-1))) node = (nodes.at(-1) as { items?: unknown[] }).items?.[Number(step)];
    }
    return nodes;
  }

  /** A map's keys, listed once: looking through the map for each of its keys would take the square of the time. */
  #entries(map: YAMLMap): ReadonlyMap<string, { key: Node; value: unknown }> {
    let entries = this.#maps.get(map);
    if (entries === undefined) {
      entries = new Map();
      for (const { key, value } of map.items) {
        if (isScalar(key)) entries.set(String(key.value), { key, value });
      }
      this.#maps.set(map, entries);
    }
    return entries;
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
  const refuse = (reason: string, offset?: number): PackageError =>
    refusal('yaml-syntax', file, { reason }, offset === undefined ? undefined : lineAndColumn(lines, offset));
  try {
    const document = compose(tokensOf(text, lines, refuse), text, scalars, refuse);
    checkNodes(document, file, lines, refuse);
    return new YamlFile(file, document.toJS({ maxAliasCount: 0 }), document, lines);
  } catch (error) {
    if (error instanceof PackageError) throw error;
    throw refuse(error instanceof RangeError ? 'it is nested too deeply' : String(error));
  }
}

type Refuse = (reason: string, offset?: number) => PackageError;

/**
 * As the library's `parse`, but it ends at the first fault and at the first level too many: composing, checking and
 * converting call themselves for every level.
 */
function* tokensOf(text: string, lines: LineCounter, refuse: Refuse): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) yield sound(token, refuse);
    // The document itself and a scalar in the deepest collection are there as well.
    if (parser.stack.length > deepest + 2) {
      throw refuse(`it is nested too deeply: ${deepest} levels are the most`, parser.offset);
    }
  }
  for (const token of parser.end()) yield sound(token, refuse);
}

function sound(token: CST.Token, refuse: Refuse): CST.Token {
  if (token.type === 'error') throw refuse(token.message.replace(/\.$/, ''), token.offset);
  return token;
}

/** The one document of the file. The first fault ends it: a hostile file may have a million. */
function compose(
  tokens: Iterable<CST.Token>,
  text: string,
  scalars: 'typed' | 'text',
  refuse: Refuse,
): Document.Parsed {
  const composer = new Composer({
    version: '1.2',
    schema: scalars === 'typed' ? 'core' : 'failsafe',
    strict: true,
    // The library compares every key with every other; `checkNodes` does not.
    uniqueKeys: false,
    merge: false,
  });
  // The library collects every fault, each an error with a stack of its own. Where it had no such member any more, the
  // faults are still found below.
  let first: PackageError | null = null;
  Object.assign(composer, {
    onError: (source: number | { offset: number } | [number, number], _code: string, message: string) => {
      const offset = typeof source === 'number' ? source : Array.isArray(source) ? source[0] : source.offset;
      // The library takes what is thrown here for a fault at the node around, and comes here again.
      first ??= refuse(message.replace(/\.$/, ''), offset);
      throw first;
    },
  });
  let document: Document.Parsed | null = null;
  for (const next of composer.compose(tokens, true, text.length)) {
    if (document !== null) throw refuse('it holds more than one document', next.range[0]);
    document = next;
    const trouble = document.errors[0] ?? document.warnings[0];
    if (trouble !== undefined) throw refuse(trouble.message.replace(/\.$/, ''), trouble.pos[0]);
  }
  if (document === null) throw refuse('it holds no document');
  return document;
}

/** No aliases, no key twice, and none that would be the object's own prototype. */
function checkNodes(document: Document.Parsed, file: string, lines: LineCounter, refuse: Refuse): void {
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      throw refusal('yaml-aliases', file, {}, node.range ? lineAndColumn(lines, node.range[0]) : undefined);
    }
    if (isPair(node) && isScalar(node.key) && node.key.value === '__proto__') {
      throw refusal('yaml-value', file, { key: '__proto__', reason: 'this name cannot be used' });
    }
    if (!isMap(node)) return;
    const keys = new Set<unknown>();
    for (const { key } of node.items) {
      if (!isScalar(key)) continue;
      if (keys.has(key.value)) throw refuse('Map keys must be unique', key.range?.[0]);
      keys.add(key.value);
    }
  });
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
  throw new PackageError(boundedIssues(issues));
}

/** Warnings for keys of a map that are not in `known`: legacy packages are full of private keys. */
export function unknownKeyWarnings(
  yaml: YamlFile,
  path: readonly string[],
  value: object,
  known: readonly string[],
): Issue[] {
  return boundedIssues(
    Object.keys(value)
      .filter((key) => !known.includes(key))
      .map((key) =>
        makeIssue(
          'yaml-unknown-key-legacy',
          yaml.file,
          { key: [...path, key].join('.') },
          yaml.keyPosition(path, key),
        ),
      ),
  );
}
