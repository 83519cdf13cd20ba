/** The test data of a package, made by its own generators on one slot. */
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Limits } from '@sandglass/contracts';
import { effectiveLimits } from '@sandglass/domain';
import { compileProgram, generateFile, generatorLimits, withIncluded, type Program } from '@sandglass/judge';
import { guessLanguage, languageById } from '@sandglass/languages';
import {
  nameInProgram,
  sha256File,
  type GeneratedTest,
  type GeneratorProgram,
  type OpenedPackage,
} from '@sandglass/problem-package';
import { includedFiles } from './judge-in-package.ts';
import type { LocalSlot, LocalSlots } from './slots.ts';

export interface GenerateWishes {
  /** Makes the answers; null: none are made. */
  readonly solution: GeneratorProgram | null;
  /** Nothing is written: what lies there must be what would be made. */
  readonly check: boolean;
  /** Generators are run twice, and must make the same both times. */
  readonly twice: boolean;
}

/** `same`: it lay there already. `new`, `changed`: it was written, or with `check` would have been. */
export type FileState = 'same' | 'new' | 'changed';

export interface MadeFile {
  /** `data/secret/01.in` */
  readonly file: string;
  readonly by: string;
  readonly state: FileState | 'failed';
  readonly bytes: number | null;
  readonly cpuUs: number | null;
  /** Why it could not be made; '' when it was. */
  readonly reason: string;
}

/** Language ids of these programs. Null for one whose files belong to no language, or to several. */
export function languageOfProgram({ files }: GeneratorProgram): string | null {
  return guessLanguage(files);
}

/**
 * Makes every test, each as soon as the one before is done; a failure is reported and does not stop the others.
 * @param onFile called after each file
 */
export async function generateTests(
  host: LocalSlots,
  slot: LocalSlot,
  opened: OpenedPackage,
  tests: readonly GeneratedTest[],
  wishes: GenerateWishes,
  onFile: (made: MadeFile) => void,
): Promise<void> {
  const maker = new Maker(host, slot, opened, wishes);
  for (const test of tests) {
    const input = await maker.input(test);
    onFile(input.made);
    if (wishes.solution === null || input.path === null) continue;
    onFile(await maker.answer(test.test, wishes.solution, input.path));
  }
}

interface Made {
  readonly made: MadeFile;
  /** Where the new content lies; null when there is none. */
  readonly path: string | null;
}

class Maker {
  readonly #host: LocalSlots;
  readonly #slot: LocalSlot;
  readonly #opened: OpenedPackage;
  readonly #wishes: GenerateWishes;
  readonly #programs = new Map<string, Promise<Program>>();

  constructor(host: LocalSlots, slot: LocalSlot, opened: OpenedPackage, wishes: GenerateWishes) {
    this.#host = host;
    this.#slot = slot;
    this.#opened = opened;
    this.#wishes = wishes;
  }

  input({ test, program, args }: GeneratedTest): Promise<Made> {
    return this.#make(`data/${test}.in`, program, {
      args,
      inputPath: null,
      to: join(this.#host.folder, 'made.in'),
      limits: generatorLimits,
      twice: this.#wishes.twice,
    });
  }

  async answer(test: string, solution: GeneratorProgram, inputPath: string): Promise<MadeFile> {
    const { made } = await this.#make(`data/${test}.ans`, solution, {
      args: [],
      inputPath,
      to: join(this.#host.folder, 'made.ans'),
      limits: this.#limitsOf(solution).run,
      twice: false,
    });
    return made;
  }

  async #make(
    file: string,
    source: GeneratorProgram,
    run: { args: readonly string[]; inputPath: string | null; to: string; limits: Limits; twice: boolean },
  ): Promise<Made> {
    const by = source.path;
    try {
      const program = await this.#program(source);
      const { bytes, sha256, measurement } = await generateFile(this.#slot.sandbox, program, {
        ...run,
        name: by,
        file,
      });
      const state = await this.#place(file, run.to, sha256);
      return { made: { file, by, state, bytes, cpuUs: measurement.cpuUs, reason: '' }, path: run.to };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { made: { file, by, state: 'failed', bytes: null, cpuUs: null, reason }, path: null };
    }
  }

  /** Puts the file into the package, whole or not at all, unless it is there already. */
  async #place(file: string, made: string, sha256: string): Promise<FileState> {
    const target = join(this.#opened.root, file);
    const there = this.#opened.files().includes(file);
    if (there && (await sha256File(target)) === sha256) return 'same';
    if (!this.#wishes.check) {
      await mkdir(dirname(target), { recursive: true });
      const partial = `${target}.partial`;
      try {
        await copyFile(made, partial);
        await rename(partial, target);
      } finally {
        await rm(partial, { force: true });
      }
    }
    return there ? 'changed' : 'new';
  }

  #limitsOf(source: GeneratorProgram): ReturnType<typeof effectiveLimits> {
    return effectiveLimits(
      this.#opened.problem.limits,
      languageById(languageOfProgram(source) ?? '').adjustment,
    );
  }

  #program(source: GeneratorProgram): Promise<Program> {
    const known = this.#programs.get(source.path) ?? this.#compile(source);
    this.#programs.set(source.path, known);
    return known;
  }

  async #compile(source: GeneratorProgram): Promise<Program> {
    const language = languageOfProgram(source);
    if (language === null)
      throw new Error(`the language of ${source.path} cannot be determined from its files`);
    const own = await Promise.all(
      source.files.map(async (path) => ({
        name: nameInProgram(source.path, path),
        data: await this.#opened.read(path),
      })),
    );
    const isSubmission = source.path.startsWith('submissions/');
    const directory = join(this.#host.folder, `maker-${String(this.#programs.size)}`);
    await mkdir(directory, { mode: 0o755 });
    const result = await compileProgram(this.#slot.sandbox, this.#slot.work, {
      language,
      files: isSubmission ? withIncluded(own, await includedFiles(this.#opened, { language })) : own,
      entryPoint: null,
      limits: this.#limitsOf(source).compile,
      toolchains: this.#host.toolchains,
      directory,
    });
    if (result.kind === 'rejected')
      throw new Error(`${source.path} does not compile: ${result.output.trim()}`);
    return result.program;
  }
}
