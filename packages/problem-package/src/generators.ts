/**
 * Which test case is made by which command: `generators/generators.yaml`, in the part of BAPCtools' format that names
 * every test. The packages format itself keeps generators for the record and says nothing about how they are run.
 *
 *     solution: /submissions/accepted/ada.cpp
 *     data:
 *       secret:
 *         data:
 *           01-small: random.py 10 {seed}
 *           02-large:
 *             generate: random.py 100000 {seed}
 *           03-by-hand:
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { makeIssue, PackageError, refusal } from './issue.ts';
import type { Issue } from './model.ts';
import type { OpenedPackage } from './opening.ts';
import { splitFlags } from './validator-flags.ts';
import { checkYaml, parseYaml, type YamlFile } from './yaml-file.ts';

export const generatorsFile = 'generators/generators.yaml';

/** A program of the package, as it is to be compiled: a file, or all files of a folder. */
export interface GeneratorProgram {
  /** `generators/random.py`, or the folder `generators/random`. */
  readonly path: string;
  readonly files: readonly string[];
}

export interface GeneratedTest {
  /** `secret/01-small`: below `data/`, without extension. */
  readonly test: string;
  /** As it is written in the file. */
  readonly command: string;
  readonly program: GeneratorProgram;
  /** `{seed}` and `{name}` replaced. */
  readonly args: readonly string[];
}

export interface GeneratorPlan {
  /** The submission that makes the answers; null when the file names none. */
  readonly solution: GeneratorProgram | null;
  /** In the order of the file. */
  readonly tests: readonly GeneratedTest[];
}

const namePattern = /^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,254}$/;
const groups = new Set(['sample', 'secret', 'invalid_input', 'invalid_output', 'valid_output']);

const topSchema = z.strictObject({
  version: z.string().optional(),
  solution: z.string().min(1).optional(),
  random_salt: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
});
const testSchema = z.strictObject({
  generate: z.string().min(1),
  description: z.string().optional(),
  hint: z.string().optional(),
});

/**
 * Reads the file; nothing is run.
 * @throws PackageError `generators-missing`, `generator-test`, `generator-unknown`, `yaml-*`
 */
export async function readGenerators(opened: OpenedPackage): Promise<GeneratorPlan> {
  const files = opened.files();
  if (!files.includes(generatorsFile)) throw refusal('generators-missing', generatorsFile);
  // As text: a test called 02 is not the number 2.
  const yaml = parseYaml((await opened.read(generatorsFile)).toString(), generatorsFile, 'text');
  const top = checkYaml(yaml, topSchema);
  return new Reader(yaml, files, top.random_salt ?? '').plan(top);
}

/**
 * One command outside the file, as `./sandglass generate --command` gives it.
 * @throws PackageError `generator-test`, `generator-unknown`
 */
export function generatedTest(opened: OpenedPackage, test: string, command: string): GeneratedTest {
  const plan = new Reader(null, opened.files(), '').plan({ data: nested(test.split('/'), command) });
  const [made] = plan.tests;
  if (made === undefined) throw refusal('generator-test', '', { test, reason: 'there is nothing to make' });
  return made;
}

function nested(path: readonly string[], command: string): Record<string, unknown> {
  const [first = '', ...rest] = path;
  return { [first]: rest.length === 0 ? command : { data: nested(rest, command) } };
}

/** The number that replaces `{seed}`: the same for the same command, another for every other. */
export function seedOf(command: string, salt: string): number {
  return createHash('sha256').update(`${salt}\0${command}`).digest().readUInt32BE(0) & 0x7fff_ffff;
}

class Reader {
  readonly #yaml: YamlFile | null;
  readonly #files: readonly string[];
  readonly #salt: string;
  readonly #issues: Issue[] = [];
  readonly #tests: GeneratedTest[] = [];

  constructor(yaml: YamlFile | null, files: readonly string[], salt: string) {
    this.#yaml = yaml;
    this.#files = files;
    this.#salt = salt;
  }

  plan({ solution, data }: z.infer<typeof topSchema>): GeneratorPlan {
    for (const [name, value] of Object.entries(data)) {
      if (groups.has(name)) this.#folder([name], value, ['data', name]);
      else
        this.#refuse(name, 'tests lie in sample, secret, or a folder that tries the validators', [
          'data',
          name,
        ]);
    }
    const found = solution === undefined ? null : this.#program(solution, 'submissions');
    if (solution !== undefined && found === null)
      this.#issue('generator-unknown', { test: 'answers', name: solution }, ['solution']);
    if (this.#issues.length > 0) throw new PackageError(this.#issues);
    return { solution: found, tests: this.#tests };
  }

  #folder(path: readonly string[], value: unknown, at: readonly string[]): void {
    const shape = z.looseObject({ data: z.record(z.string(), z.unknown()) }).safeParse(value);
    if (!shape.success) {
      const reason =
        'a folder has its tests, each by its name, under the key data (numbered lists are not read)';
      this.#refuse(path.join('/'), reason, at);
      return;
    }
    for (const [name, entry] of Object.entries(shape.data.data)) {
      const inner = [...path, name],
        where = [...at, 'data', name];
      if (!namePattern.test(name)) {
        this.#refuse(
          inner.join('/'),
          'names begin with a letter or digit and have letters, digits, ".", "_" and "-"',
          where,
        );
      } else if (isFolder(entry)) {
        this.#folder(inner, entry, where);
      } else if (entry !== null && entry !== '') {
        this.#test(inner.join('/'), entry, where);
      }
    }
  }

  #test(test: string, entry: unknown, at: readonly string[]): void {
    const shape = z
      .union([
        z
          .string()
          .min(1)
          .transform((generate) => ({ generate })),
        testSchema,
      ])
      .safeParse(entry);
    if (!shape.success) {
      this.#refuse(test, 'it is a command, or a map with the command under the key generate', at);
      return;
    }
    const command = shape.data.generate.trim();
    const [name = '', ...args] = splitFlags(command);
    const program = this.#program(name, 'generators');
    if (program === null) {
      this.#issue('generator-unknown', { test, name }, at);
      return;
    }
    const seed = (salted: string) => String(seedOf(command, this.#salt + salted));
    const replaced = args.map((arg) =>
      arg
        .replaceAll('{name}', test.slice(test.lastIndexOf('/') + 1))
        .replaceAll(/\{seed(?::(\d+))?\}/g, (_, number: string | undefined) => seed(number ?? '')),
    );
    this.#tests.push({ test, command, program, args: replaced });
  }

  /** A name below `folder`, or with a leading slash below the package. A program's extension may be left out. */
  #program(name: string, folder: string): GeneratorProgram | null {
    const path = name.startsWith('/') ? name.slice(1) : `${folder}/${name}`;
    if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return null;
    if (path === generatorsFile) return null;
    if (this.#files.includes(path)) return { path, files: [path] };
    const inside = this.#files.filter((file) => file.startsWith(`${path}/`));
    if (inside.length > 0) return { path, files: inside };
    const [only, ...others] = this.#files.filter(
      (file) => file.replace(/\.[^./]*$/, '') === path && file !== generatorsFile,
    );
    return only === undefined || others.length > 0 ? null : { path: only, files: [only] };
  }

  #refuse(test: string, reason: string, at: readonly string[]): void {
    this.#issue('generator-test', { test, reason }, at);
  }

  #issue(
    code: 'generator-test' | 'generator-unknown',
    values: Record<string, string>,
    at: readonly string[],
  ): void {
    const file = this.#yaml === null ? '' : generatorsFile;
    this.#issues.push(
      makeIssue(code, file, values, this.#yaml?.keyPosition(at.slice(0, -1), at.at(-1) ?? '')),
    );
  }
}

function isFolder(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'data' in entry;
}
