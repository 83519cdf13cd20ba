/** A compiler's run: the sources go in, the program comes out. Whose doing it is that there is none is decided in `compile.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Limits, Measurement } from '@sandglass/contracts';
import { describeSignal, formatBytes, formatUs } from '@sandglass/domain';
import {
  compileCommand,
  findLanguage,
  type CompileCommand,
  type LanguageDefinition,
} from '@sandglass/languages';
import type { RunResult, RunSpec } from '@sandglass/sandbox';
import { whyNoEntry } from './entry-class.ts';
import { JudgeError, JudgingCancelled } from './errors.ts';
import { measurementOf } from './measurement.ts';
import type { Program, SourceFile, Toolchain } from './program.ts';
import type { SlotBreaker } from './slot-breaker.ts';
import { boundedText } from './text.ts';

export interface CompileRequest {
  /** Language id. */
  readonly language: string;
  readonly files: readonly SourceFile[];
  readonly entryPoint: string | null;
  readonly limits: Limits;
  readonly toolchains: ReadonlyMap<string, Toolchain>;
  /** Folder for the program, mode 755; default: a new one in the work folder. */
  readonly directory?: string | undefined;
  /** A compiler that breaks its slot: false throws `JUDGE_BREAKS_SLOT`, so that another host sees it as well. Default: true. */
  readonly mayBlame?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type CompileResult =
  | {
      readonly kind: 'compiled';
      readonly program: Program;
      /** What the compiler said: warnings. */
      readonly output: string;
      readonly measurement: Measurement | null;
    }
  /** A compile error. `measurement` is null when no compiler had to be asked. */
  | { readonly kind: 'rejected'; readonly output: string; readonly measurement: Measurement | null };

/** What says which program comes out of a compilation, but for the sources' content. */
export type ProgramRequest = Pick<
  CompileRequest,
  'language' | 'files' | 'entryPoint' | 'limits' | 'toolchains'
>;

/** Compiler messages that are kept; more than anybody reads, and small enough for every list. */
const keptBytes = 64 * 1024;
/** A compilation that makes more than this is not a contest's. */
const resultBytes = 256 * 1024 * 1024;
const resultFiles = 4096;
/** gcc and javac start helpers that open many headers and class files. */
const openFiles = 1024;

/**
 * What is asked for, in commands.
 * @throws JudgeError `JUDGE_LANGUAGE_UNKNOWN`, `JUDGE_LANGUAGE_UNAVAILABLE`; LanguageError where no program can be made of the sources
 */
export function describeProgram(request: ProgramRequest): {
  command: CompileCommand;
  language: LanguageDefinition;
  tools: Program['tools'];
} {
  const language = findLanguage(request.language);
  if (language === null) throw new JudgeError('JUDGE_LANGUAGE_UNKNOWN', { language: request.language });
  const toolchain = request.toolchains.get(language.id);
  if (toolchain === undefined)
    throw new JudgeError('JUDGE_LANGUAGE_UNAVAILABLE', { language: language.name });
  return { command: commandFor(language, toolchain, request), language, tools: toolchain.programs };
}

function commandFor(
  language: LanguageDefinition,
  toolchain: Toolchain,
  { files, entryPoint, limits }: ProgramRequest,
): CompileCommand {
  const decoder = new TextDecoder();
  return compileCommand(language, {
    files: files.map(({ name, data, included = false }) => ({ name, text: decoder.decode(data), included })),
    entryPoint,
    memoryBytes: limits.memoryBytes,
    programs: toolchain.programs,
  });
}

/** How the compiler is run: with blame for what breaks its slot, or without. */
export type RunCompiler = (
  spec: RunSpec,
) => Promise<{ readonly kind: 'result'; readonly result: RunResult } | SlotBreaker>;

/**
 * Runs the compiler and takes what it has made.
 * @throws what `run` rejects with
 * @throws JudgingCancelled
 */
export async function compileWith(
  runCompiler: RunCompiler,
  { files, limits }: Pick<CompileRequest, 'files' | 'limits'>,
  command: CompileCommand,
  program: Program,
): Promise<CompileResult> {
  const placed = placedFiles(files, command);
  const run = await runCompiler({
    argv: command.argv,
    env: command.env,
    files: placed.map(({ path, data }) => ({ path, data })),
    ...collection(command.result, program.directory),
    stdin: 'empty',
    stdout: { captureBytes: keptBytes, maxBytes: limits.outputBytes },
    stderr: 'stdout',
    limits: { ...limits, openFiles },
  });
  if (run.kind === 'breaks-its-slot') {
    return { kind: 'rejected', output: `Compiling: ${run.reason}`, measurement: null };
  }
  const { result } = run;
  if (result.outcome === 'cancelled') throw new JudgingCancelled();
  const measurement = measurementOf(result);
  const said = boundedText(result.stdout ?? new Uint8Array(), keptBytes, result.stdoutBytes);
  const reject = (why: string): CompileResult => ({
    kind: 'rejected',
    output: [said.trimEnd(), why].filter((text) => text !== '').join('\n'),
    measurement,
  });
  const failure = failureOf(result, limits);
  if (failure !== null) return reject(failure);
  const missing =
    (await takeResult(command.result, result, placed, program.directory)) ?? (await whyNoEntry(program));
  if (missing !== null) return reject(missing);
  return { kind: 'compiled', program, output: said, measurement };
}

interface PlacedData {
  readonly path: string;
  readonly data: Uint8Array;
}

function placedFiles(files: readonly SourceFile[], command: CompileCommand): PlacedData[] {
  const byName = new Map(files.map(({ name, data }) => [name, data]));
  return command.files.map(({ name, placedAs }) => ({
    path: placedAs,
    data: byName.get(name) ?? new Uint8Array(),
  }));
}

function collection(
  result: CompileCommand['result'],
  directory: string,
): Pick<RunSpec, 'collect' | 'collectTree'> {
  switch (result.kind) {
    case 'file':
      return {
        collect: [
          { path: result.path, to: join(directory, result.path), maxBytes: resultBytes, optional: true },
        ],
      };
    case 'tree':
      return {
        collectTree: { path: result.path, to: directory, maxBytes: resultBytes, maxFiles: resultFiles },
      };
    case 'sources':
      return {};
  }
}

/** Null when the compiler said that all is well; '' when its own words say enough. */
function failureOf(result: RunResult, limits: Limits): string | null {
  switch (result.outcome) {
    case 'exited':
      if (result.exitCode === 0) return null;
      if (result.stdoutBytes > 0) return '';
      return `The compiler ended with status ${String(result.exitCode)} and said nothing.`;
    case 'signalled':
      return `The compiler was killed by ${describeSignal(result.signal ?? 0)}.`;
    case 'cpu-limit':
      return `Compilation was stopped: it took more than ${formatUs(limits.cpuUs)} of CPU time.`;
    case 'wall-limit':
      return `Compilation was stopped: it was not ready after ${formatUs(limits.wallUs)}.`;
    case 'memory-limit':
      return `Compilation was stopped: it needed more than ${formatBytes(limits.memoryBytes)} of memory.`;
    case 'output-limit':
      return `Compilation was stopped: it printed more than ${formatBytes(limits.outputBytes)}.`;
    case 'cancelled':
      return 'Compilation was cancelled.';
  }
}

/**
 * The sources lie beside what was made of them, for the program's folder is its working directory too (format 2025-09,
 * "Working directory"). Where both have one name, it is the compiler's.
 */
async function placeSources(
  placed: readonly PlacedData[],
  directory: string,
  made: CompileCommand['result'],
): Promise<void> {
  for (const { path, data } of placed) {
    const target = join(directory, path);
    try {
      await mkdir(dirname(target), { recursive: true, mode: 0o755 });
      await writeFile(target, data, { mode: 0o644, flag: 'wx' });
    } catch (error) {
      // Of a program that was made, a name in the way is no loss; without one, the sources are the program.
      if (made.kind === 'sources' || !isInTheWay(error)) throw error;
    }
  }
}

function isInTheWay(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR';
}

/** Puts the program where runs look for it. Null when it is there, else what is wrong with the sources. */
async function takeResult(
  kind: CompileCommand['result'],
  result: RunResult,
  placed: readonly PlacedData[],
  directory: string,
): Promise<string | null> {
  await placeSources(placed, directory, kind);
  if (kind.kind === 'sources') return null;
  if (result.collected.some(({ tooLarge }) => tooLarge)) {
    return `The compiled program is larger than ${formatBytes(resultBytes)}.`;
  }
  return result.collected.length === 0 ? 'The compiler made no program.' : null;
}
