/** Where the program of a judging comes from: compiled here, or made for another task of the same judging. */
import type { CompileRequest, CompileResult } from './compiler-run.ts';

export interface MadeProgram {
  readonly result: CompileResult;
  /** It was compiled for this task, which therefore reports the compilation. */
  readonly compiledHere: boolean;
}

/**
 * @param request what is to be compiled
 * @param compile compiles it in the judging's slot; into a folder (mode 755), or else into one of the slot's own
 * @throws as `compileProgram`
 */
export type MakeProgram = (
  request: CompileRequest,
  compile: (directory: string | undefined) => Promise<CompileResult>,
) => Promise<MadeProgram>;
