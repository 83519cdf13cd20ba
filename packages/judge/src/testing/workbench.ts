import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  answersLanguage,
  ordinaryKind,
  type Limits,
  type ProblemKind,
  type RunReport,
} from '@sandglass/contracts';
import { effectiveLimits } from '@sandglass/domain';
import { languageById } from '@sandglass/languages';
import { detectToolchains, type Toolchain } from '@sandglass/languages/detect';
import { createSlot, type Slot, type SlotOptions } from '@sandglass/sandbox';
import { judgeSubmission, type Compiled, type JudgeEvent } from '../judge-submission.ts';
import type { TestFiles } from '../test-request.ts';
import { companionOptions, slotOptionsOf } from '../slot-options.ts';
import { ValidatorCache } from '../validator-cache.ts';
import type { Validator } from '../validation.ts';
import { WorkFolder } from '../work-folder.ts';

export interface TestJob {
  readonly language: string;
  /** One text, or file names with their texts. */
  readonly source: string | Readonly<Record<string, string | Buffer>>;
  readonly entryPoint?: string;
  /** Input and answer of each test; default: one test with empty input and answer "42". */
  readonly tests?: readonly (readonly [input: string, answer: string])[];
  readonly timeLimitMs?: number;
  readonly memoryMiB?: number;
  readonly outputMiB?: number;
  readonly compilationTimeS?: number;
  readonly wallUs?: number;
  /** Source of a custom validator. */
  readonly validator?: {
    readonly language: string;
    readonly source: string;
    readonly limits?: Partial<Limits>;
  };
  readonly flags?: readonly string[];
  readonly kind?: Partial<ProblemKind>;
  /** Command-line arguments of every test. */
  readonly args?: readonly string[];
  /** The package's own files for every submission. */
  readonly included?: Readonly<Record<string, string>>;
  /** Found in the working folder of every test. */
  readonly testFiles?: Readonly<Record<string, string>>;
  readonly lazy?: boolean;
  readonly keepBytes?: number;
  readonly mayBlame?: boolean;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: JudgeEvent) => void;
}

export interface TestJudged {
  readonly compile: Compiled | undefined;
  readonly runs: readonly RunReport[];
}

export interface WorkbenchPlace {
  readonly ordinal?: number;
  readonly cpus?: readonly number[];
  readonly languages?: readonly string[];
}

const fileNames: Readonly<Record<string, string>> = {
  c: 'main.c',
  cpp: 'main.cpp',
  java: 'Main.java',
  python3: 'main.py',
};

/** One real slot with real compilers, for integration tests. Needs root. */
export class Workbench {
  readonly slot: Slot;
  readonly toolchains: ReadonlyMap<string, Toolchain>;
  readonly folder: string;
  readonly work: WorkFolder;
  readonly validators: ValidatorCache;
  readonly #options: SlotOptions;
  #companion: Promise<Slot> | undefined;
  #files = 0;

  private constructor(
    slot: Slot,
    options: SlotOptions,
    toolchains: readonly Toolchain[],
    folder: string,
    work: WorkFolder,
  ) {
    this.slot = slot;
    this.#options = options;
    this.toolchains = new Map(toolchains.map((toolchain) => [toolchain.language, toolchain]));
    this.folder = folder;
    this.work = work;
    this.validators = new ValidatorCache(join(folder, 'validators'));
  }

  /** @param place which slot, on which CPUs, for which languages; default: the first, on CPU 0, for all */
  static async open(place: WorkbenchPlace = {}): Promise<Workbench> {
    const { ordinal = 0, cpus = [0] } = place;
    const toolchains = await detectToolchains({ languages: place.languages?.map(languageById) });
    const folder = await mkdtemp(join(tmpdir(), 'sandglass-judge-test-'));
    const work = await WorkFolder.create(join(folder, 'slot'));
    const [options] = slotOptionsOf([{ ordinal, cpus }], toolchains, { uidBase: 61_500 });
    if (options === undefined) throw new Error('no slot');
    return new Workbench(await createSlot(options), options, toolchains, folder, work);
  }

  async close(): Promise<void> {
    await this.slot.close();
    await (await this.#companion)?.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  async judge(job: TestJob): Promise<TestJudged> {
    const { language } = job;
    const limits = effectiveLimits(
      {
        timeLimitMs: job.timeLimitMs ?? 2000,
        memoryMiB: job.memoryMiB ?? 256,
        outputMiB: job.outputMiB ?? 1,
        compilationTimeS: job.compilationTimeS ?? 30,
      },
      language === answersLanguage ? {} : languageById(language).adjustment,
    );
    const tests = await Promise.all(
      (job.tests ?? [['', '42\n']]).map(([input, answer]) => this.#test(input, answer, job.testFiles)),
    );
    let compile: Compiled | undefined;
    const runs: RunReport[] = [];
    await judgeSubmission(
      this.slot,
      this.work,
      {
        kind: { ...ordinaryKind, ...job.kind },
        included: textFiles(job.included ?? {}),
        companion: () => (this.#companion ??= createSlot(companionOptions(this.#options))),
        language,
        entryPoint: job.entryPoint ?? null,
        files: this.#sources(job),
        toolchains: this.toolchains,
        compileLimits: limits.compile,
        limits: { ...limits.run, wallUs: job.wallUs ?? limits.run.wallUs },
        validator: () => this.#validator(job, limits.validation),
        tests: tests.map((files, ordinal) => ({
          ordinal,
          name: `test ${String(ordinal)}`,
          flags: job.flags ?? [],
          args: job.args,
          files: () => files,
        })),
        lazy: job.lazy ?? false,
        keepBytes: job.keepBytes ?? 1024,
        mayBlame: job.mayBlame,
      },
      (event) => {
        if (event.kind === 'compiled') compile = event.result;
        if (event.kind === 'run') runs.push(event.report);
        job.onEvent?.(event);
      },
      job.signal,
    );
    return { compile, runs };
  }

  /** The one run of a job with one test. */
  async run(job: TestJob): Promise<RunReport> {
    const { compile, runs } = await this.judge(job);
    const [run] = runs;
    if (run === undefined) throw new Error(`nothing was run: ${compile?.output ?? 'not compiled'}`);
    return run;
  }

  #sources({ language, source }: TestJob): { name: string; data: Buffer }[] {
    const files = typeof source === 'string' ? { [fileNames[language] ?? 'main']: source } : source;
    return textFiles(files);
  }

  async #validator({ validator }: TestJob, limits: Limits): Promise<Validator> {
    if (validator === undefined) return { kind: 'default' };
    const name = `validate_${fileNames[validator.language] ?? ''}`;
    const data = Buffer.from(validator.source);
    const program = await this.validators.get(this.slot, this.work, {
      language: validator.language,
      key: [{ name, sha256: createHash('sha256').update(data).digest('hex') }],
      files: () => Promise.resolve([{ name, data }]),
      limits: { ...limits, fileBytes: 512 * 1024 * 1024 },
      toolchains: this.toolchains,
    });
    return { kind: 'custom', program, limits: { ...limits, ...validator.limits } };
  }

  async #test(input: string, answer: string, own: Readonly<Record<string, string>> = {}): Promise<TestFiles> {
    this.#files += 1;
    const number = String(this.#files);
    const written = async (name: string, text: string): Promise<string> => {
      const path = join(this.folder, `${number}.${name}`);
      await writeFile(path, text);
      return path;
    };
    const files = Object.entries(own).map(async ([name, text], index) => ({
      name,
      path: await written(`file-${String(index)}`, text),
    }));
    return {
      inputPath: await written('in', input),
      answerPath: await written('ans', answer),
      files: await Promise.all(files),
    };
  }
}

function textFiles(files: Readonly<Record<string, string | Buffer>>): { name: string; data: Buffer }[] {
  return Object.entries(files).map(([name, text]) => ({
    name,
    data: typeof text === 'string' ? Buffer.from(text) : text,
  }));
}
