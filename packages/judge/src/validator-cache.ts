import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits } from '@sandglass/contracts';
import type { Slot } from '@sandglass/sandbox';
import { compileProgram } from './compile.ts';
import { JudgeError, JudgingCancelled } from './errors.ts';
import type { Program, SourceFile, Toolchain } from './program.ts';
import type { WorkFolder } from './work-folder.ts';

export interface ValidatorRequest {
  readonly language: string;
  /** Name and SHA-256 of each file: what the compiled validator is known by. */
  readonly key: readonly { readonly name: string; readonly sha256: string }[];
  /** Asked for only when the validator has to be compiled. */
  files(): Promise<readonly SourceFile[]>;
  readonly limits: Limits;
  readonly toolchains: ReadonlyMap<string, Toolchain>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The custom validators of this process: each compiled once, by the slot that needs it first, and used
 * by all slots. Nothing outlives the process, so that a new compiler is never met by an old program.
 */
export class ValidatorCache {
  readonly #folder: string;
  readonly #programs = new Map<string, Promise<Program>>();

  /** @param folder of this process alone, reached by nobody else */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The compiled validator.
   * @throws JudgeError `JUDGE_VALIDATOR_NOT_COMPILED` with the compiler's output; those of `compileProgram`
   * @throws JudgingCancelled
   */
  async get(slot: Slot, work: WorkFolder, request: ValidatorRequest): Promise<Program> {
    const key = keyOf(request);
    for (;;) {
      const known = this.#programs.get(key);
      if (known === undefined) return this.#make(key, slot, work, request);
      try {
        return await known;
      } catch (error) {
        // Another judging was cancelled, and with it the compilation this one waited for.
        if (!(error instanceof JudgingCancelled) || request.signal?.aborted === true) throw error;
      }
    }
  }

  #make(key: string, slot: Slot, work: WorkFolder, request: ValidatorRequest): Promise<Program> {
    const making = this.#compile(key, slot, work, request);
    this.#programs.set(key, making);
    // A failure is not kept: the next judging tries again.
    making.catch(() => this.#programs.delete(key));
    return making;
  }

  async #compile(key: string, slot: Slot, work: WorkFolder, request: ValidatorRequest): Promise<Program> {
    const directory = join(this.#folder, key);
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true, mode: 0o755 });
    const { language, limits, toolchains, signal } = request;
    const files = await request.files();
    const result = await compileProgram(slot, work, {
      language,
      files,
      entryPoint: null,
      limits,
      toolchains,
      directory,
      signal,
    });
    if (result.kind === 'compiled') return result.program;
    throw new JudgeError('JUDGE_VALIDATOR_NOT_COMPILED', { cause: result.output });
  }
}

function keyOf({ language, key }: ValidatorRequest): string {
  const hash = createHash('sha256').update(language);
  for (const { name, sha256 } of [...key].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`\0${name}\0${sha256}`);
  }
  return hash.digest('hex');
}
