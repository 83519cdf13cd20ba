/**
 * Command lines for compiling and running, filled in from a language's templates.
 */
import type { LanguageDefinition, SourceFile, ToolPaths } from './definition.ts';
import { resolveEntryPoint } from './entry-point.ts';
import { withoutExtension } from './file-name.ts';
import { placeFiles, type PlacedFile } from './sources.ts';

/** Where things are inside the sandbox. */
export const sandboxPaths = { box: '/box', program: '/program' } as const;

/** The whole environment of every program; nothing of the host's comes in. */
const baseEnvironment = { PATH: '/usr/bin:/bin', HOME: '/box', LANG: 'C.UTF-8', TMPDIR: '/tmp' } as const;

const MiB = 1024 * 1024;

export interface CompileCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** To be put into `/box`, the working directory. */
  readonly files: readonly PlacedFile[];
  /** What becomes the program folder: `/box/…` after a compilation that ended with 0, or the placed files. */
  readonly result: LanguageDefinition['compile']['result'];
  /** To be given to {@link runCommand}. */
  readonly entryPoint: string | null;
}

export interface RunCommand {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Programs at their first well-known place: right for display, on hosts use what `detect` found. */
export function usualPrograms(language: LanguageDefinition): ToolPaths {
  const { compiler, runtime } = language.programs;
  return { compiler: first(compiler.wellKnown), runtime: runtime === null ? null : first(runtime.wellKnown) };
}

/**
 * @param input.entryPoint as stored with the submission; null: guessed
 * @param input.memoryBytes memory limit of the compilation
 * @throws LanguageError when the files cannot be compiled as they are
 */
export function compileCommand(
  language: LanguageDefinition,
  input: {
    readonly files: readonly SourceFile[];
    readonly entryPoint?: string | null;
    readonly memoryBytes: number;
    readonly programs?: ToolPaths;
  },
): CompileCommand {
  const files = placeFiles(language, input.files);
  const entryPoint = resolveEntryPoint(language, input.files, input.entryPoint ?? null);
  const holes = {
    ...toolHoles(language, input.programs),
    ...entryHoles(entryPoint),
    compileHeapMiB: String(Math.max(64, Math.floor((input.memoryBytes / MiB) * 0.7))),
  };
  const sources = files.filter((file) => file.isSource).map((file) => argumentOf(file.placedAs));
  return {
    argv: fill(language.compile.argv, holes, { sources }),
    env: { ...baseEnvironment, ...fillValues(language.compile.env, holes) },
    files,
    result: language.compile.result,
    entryPoint,
  };
}

/**
 * @param input.memoryBytes memory limit of the *problem*, without the language's extra
 * @param input.args of the test case
 * @param input.program folder of the compiled program; default `/program`
 */
export function runCommand(
  language: LanguageDefinition,
  input: {
    readonly entryPoint: string | null;
    readonly memoryBytes: number;
    readonly programs?: ToolPaths;
    readonly program?: string;
    readonly args?: readonly string[];
  },
): RunCommand {
  const heapMiB = Math.max(16, Math.floor(input.memoryBytes / MiB));
  const holes = {
    ...toolHoles(language, input.programs),
    program: input.program ?? sandboxPaths.program,
    ...entryHoles(input.entryPoint),
    heapMiB: String(heapMiB),
    // A quarter of the memory: deep recursion is common, and untouched stack costs nothing.
    stackMiB: String(Math.min(Math.max(64, Math.floor(heapMiB / 4)), 512)),
  };
  return {
    argv: [...fill(language.run.argv, holes, {}), ...(input.args ?? [])],
    env: { ...baseEnvironment, ...fillValues(language.run.env, holes) },
  };
}

/** The sign of exhausted memory on the error stream of a crashed run; null when there is none. For `decideRun`. */
export function outOfMemoryMark(language: LanguageDefinition, stderr: string): string | null {
  return language.outOfMemoryMarks.find((mark) => `\n${stderr}`.includes(mark))?.trim() ?? null;
}

/** `-x` and `@x` would be an option and an argument file to gcc and javac. */
function argumentOf(name: string): string {
  return /^[-@]/.test(name) ? `./${name}` : name;
}

function toolHoles(language: LanguageDefinition, programs: ToolPaths | undefined): Record<string, string> {
  const { compiler, runtime, prepared } = programs ?? usualPrograms(language);
  return {
    compiler,
    ...(runtime === null ? {} : { runtime }),
    ...(language.prepare === null ? {} : { prepared: prepared ?? language.prepare.otherwise }),
  };
}

function entryHoles(entryPoint: string | null): Record<string, string> {
  const entry = argumentOf(entryPoint ?? '');
  return { entry, entryStem: withoutExtension(entry) };
}

/** @throws RangeError for a hole nobody fills: a mistake in a language file, found by its test */
function fill(
  template: readonly string[],
  holes: Readonly<Record<string, string>>,
  lists: Readonly<Record<string, readonly string[]>>,
): string[] {
  return template.flatMap((element) => {
    const list = lists[element.slice(1, -1)];
    if (list !== undefined && element.startsWith('{')) return list;
    return fillOne(element, holes);
  });
}

function fillValues(
  env: Readonly<Record<string, string>>,
  holes: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fillOne(value, holes)]));
}

function fillOne(template: string, holes: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = holes[name];
    if (value === undefined) throw new RangeError(`nothing fills ${hole} in "${template}"`);
    return value;
  });
}

function first(paths: readonly string[]): string {
  const path = paths[0];
  if (path === undefined) throw new RangeError('a language without a well-known path');
  return path;
}
