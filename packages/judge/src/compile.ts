/**
 * Sources to a program, in the sandbox: a compiler is fed by strangers and is trusted as little as
 * what it makes. Its own failure (a limit, a crash, no program made) is the sources' fault and a compile
 * error; that it could not be started is ours, but where the names or sizes of the sources are why (blame.ts).
 */
import { LanguageError } from '@sandglass/languages';
import type { Slot } from '@sandglass/sandbox';
import { faultOfSources } from './blame.ts';
import {
  compileWith,
  describeProgram,
  type CompileRequest,
  type CompileResult,
  type ProgramRequest,
} from './compiler-run.ts';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import { emptyFolder, knownCompilation } from './known-run.ts';
import type { Program } from './program.ts';
import { runOrBlame } from './slot-breaker.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * Compiles in the slot.
 * @throws JudgeError `JUDGE_LANGUAGE_UNKNOWN`, `JUDGE_LANGUAGE_UNAVAILABLE`, `JUDGE_COMPILE_FAILED`,
 * `JUDGE_BREAKS_SLOT`
 * @throws JudgingCancelled when `signal` is aborted
 */
export async function compileProgram(
  slot: Slot,
  work: WorkFolder,
  request: CompileRequest,
): Promise<CompileResult> {
  let described: ReturnType<typeof describeProgram>;
  try {
    described = describeProgram(request);
  } catch (error) {
    // Sources that no compiler need look at: the text is fit for contestants.
    if (error instanceof LanguageError) return { kind: 'rejected', output: error.message, measurement: null };
    throw error;
  }
  const { mayBlame, signal } = request;
  if (signal?.aborted === true) throw new JudgingCancelled();
  const directory = request.directory ?? (await work.programFolder());
  const { command, language, tools } = described;
  const program: Program = { language, tools, directory, entryPoint: command.entryPoint };
  try {
    return await compileWith(
      (spec) =>
        runOrBlame({
          run: () => slot.run(spec, { signal }),
          known: knownCompilation(slot, work, program, signal),
          clean: () => emptyFolder(directory),
          mayBlame,
          signal,
        }),
      request,
      command,
      program,
    );
  } catch (error) {
    if (error instanceof JudgingCancelled || error instanceof JudgeError) throw error;
    const bytes = request.files.reduce((sum, { data }) => sum + data.length, 0);
    const fault = faultOfSources(error, bytes);
    if (fault !== null) return { kind: 'rejected', output: fault, measurement: null };
    throw new JudgeError(
      'JUDGE_COMPILE_FAILED',
      { language: language.name, cause: messageOf(error) },
      { cause: error },
    );
  }
}

/**
 * The program in a folder that has been filled with what a compilation of the same request made, here or elsewhere.
 * @throws JudgeError `JUDGE_LANGUAGE_UNKNOWN`, `JUDGE_LANGUAGE_UNAVAILABLE`; LanguageError where none can be made of the sources
 */
export function programIn(directory: string, request: ProgramRequest): Program {
  const { command, language, tools } = describeProgram(request);
  return { language, tools, directory, entryPoint: command.entryPoint };
}
