/**
 * A language as data: how its sources are recognised, compiled and run, and where its programs
 * are found. One file per language in `languages/`; nothing elsewhere knows their names.
 */
import { languageSchema } from '@sandglass/contracts';
import { z } from 'zod';

/**
 * Argument templates. An element that is exactly a hole is replaced by its value(s):
 *   {compiler} {runtime}     the programs found on the host
 *   {sources}                the source files to compile, one argument each
 *   {entry}                  main class or main file
 *   {entryStem}              main file without its extension
 *   {program}                folder of the compiled program
 *   {prepared}               see `prepare`
 * Numbers may be inside an element, and inside the values of an environment:
 *   {heapMiB}                memory of the problem
 *   {stackMiB}               stack of the main thread
 *   {compileHeapMiB}         memory for a compiler that needs a number
 */
const argvTemplateSchema = z.array(z.string().min(1)).min(1);

const programSchema = z.object({
  /** Absolute paths tried first, in order; a `*` matches one path component, the highest version first. */
  wellKnown: z.array(z.string().startsWith('/')),
  /** Then these names in the system's part of PATH. */
  names: z.array(z.string().min(1)).min(1),
});

export const languageDefinitionSchema = z.object({
  ...languageSchema.pick({ id: true, name: true, extensions: true, entryPoint: true, editorMode: true })
    .shape,
  /** Extensions that belong to the language and are not handed to the compiler (headers). */
  companionExtensions: z.array(z.string()),
  /** First words, in lower case, of files that are only a part of a program: it does not begin in one. */
  partWords: z.array(z.string()).optional(),
  guess: z.object({
    /** False for a second implementation (PyPy), whose files look like the first one's. */
    byExtension: z.boolean(),
    /** Extensions that are another language's first: a file that has one is this language's where its text says so. */
    shared: z
      .object({
        extensions: z.array(z.string()),
        isOurs: z.custom<(text: string) => boolean>((value) => typeof value === 'function'),
      })
      .optional(),
    /** What shows a nameless text to be in this language; null: nothing does. */
    sign: z.instanceof(RegExp).nullable(),
    /** Languages are tried from high to low: C++ before C, whose signs C++ programs carry too. */
    weight: z.number().int(),
  }),
  programs: z.object({ compiler: programSchema, runtime: programSchema.nullable() }),
  /** The Debian packages that bring it. */
  packages: z.array(z.string()).min(1),
  /** How it prints its version, which is that of the program named here. */
  version: z.object({ of: z.enum(['compiler', 'runtime']), arguments: z.array(z.string()) }),
  /** A program that is compiled once by `detect` to see that the tool chain is whole; null: the version is enough. */
  probe: z.object({ file: z.string(), text: z.string() }).nullable(),
  /** Host paths outside /usr that the tool chain reads; may hold `*`. Those that exist are shown in the sandbox. */
  hostPaths: z.array(z.string().startsWith('/')),
  /**
   * What is made once per host by `scripts/setup/toolchains.sh` so that no compilation pays for it. `{prepared}` is
   * the path where it exists and `otherwise` where it does not: slower, but right.
   */
  prepare: z.object({ path: z.string().startsWith('/'), otherwise: z.string().startsWith('/') }).nullable(),
  /** Run in the folder of the sources, `/box`. */
  compile: z.object({
    argv: argvTemplateSchema,
    env: z.record(z.string(), z.string()),
    /** The command as a person would type it, where `argv` is more than that; null: `argv` says it. */
    shown: z.string().nullable(),
    /** What the compilation leaves: one file, a folder of files, or the sources themselves (only checked). */
    result: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('file'), path: z.string() }),
      z.object({ kind: z.literal('tree'), path: z.string() }),
      z.object({ kind: z.literal('sources') }),
    ]),
  }),
  run: z.object({ argv: argvTemplateSchema, env: z.record(z.string(), z.string()) }),
  /** See `LanguageAdjustment` of the domain. */
  adjustment: z.object({
    timeFactor: z.number().positive(),
    timeExtraMs: z.number().nonnegative(),
    memoryExtraMiB: z.number().nonnegative(),
    processes: z.number().int().positive(),
    compileProcesses: z.number().int().positive(),
  }),
  /** Texts on the error stream of a crashed run that mean: memory ran out. */
  outOfMemoryMarks: z.array(z.string().min(1)),
});

export type LanguageDefinition = z.infer<typeof languageDefinitionSchema>;
export type ProgramSearch = z.infer<typeof programSchema>;

/** Where a host has the programs of a language. */
export interface ToolPaths {
  readonly compiler: string;
  /** Null when the compiled program runs by itself. */
  readonly runtime: string | null;
  /** Where what `prepare` describes is; absent or null when this host has none. */
  readonly prepared?: string | null;
}

/** A source file; the text is needed where names or entry points depend on it (Java). */
export interface SourceFile {
  readonly name: string;
  readonly text?: string;
  /**
   * The package adds it to the submission: a helper, which is not where the program begins unless it has the name of
   * a main file or holds the class `Main` (format 2025-09, "Included files").
   */
  readonly included?: boolean;
}
