import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Limits, RunReport } from '@sandglass/contracts';
import { effectiveLimits } from '@sandglass/domain';
import { languageById } from '@sandglass/languages';
import { detectToolchains, type Toolchain } from '@sandglass/languages/detect';
import { createSlot, type Slot } from '@sandglass/sandbox';
import type { CompileResult } from '../compile.ts';
import { judgeSubmission, type JudgeEvent } from '../judge-submission.ts';
import { slotOptionsOf } from '../slot-options.ts';
import { ValidatorCache } from '../validator-cache.ts';
import type { Validator } from '../validation.ts';
import { WorkFolder } from '../work-folder.ts';

export interface TestJob {
  readonly language: string;
  /** One text, or file names with their texts. */
  readonly source: string | Readonly<Record<string, string>>;
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
  readonly lazy?: boolean;
  readonly keepBytes?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: JudgeEvent) => void;
}

export interface TestJudged {
  readonly compile: CompileResult | undefined;
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
  #files = 0;

  private constructor(slot: Slot, toolchains: readonly Toolchain[], folder: string, work: WorkFolder) {
    this.slot = slot;
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
    return new Workbench(await createSlot(options), toolchains, folder, work);
  }

  async close(): Promise<void> {
    await this.slot.close();
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
      languageById(language).adjustment,
    );
    const tests = await Promise.all(
      (job.tests ?? [['', '42\n']]).map(([input, answer]) => this.#test(input, answer)),
    );
    let compile: CompileResult | undefined;
    const runs: RunReport[] = [];
    await judgeSubmission(
      this.slot,
      this.work,
      {
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
          files: () => files,
        })),
        lazy: job.lazy ?? false,
        keepBytes: job.keepBytes ?? 1024,
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
    return Object.entries(files).map(([name, text]) => ({ name, data: Buffer.from(text) }));
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

  async #test(input: string, answer: string): Promise<{ inputPath: string; answerPath: string }> {
    this.#files += 1;
    const inputPath = join(this.folder, `${String(this.#files)}.in`);
    const answerPath = join(this.folder, `${String(this.#files)}.ans`);
    await Promise.all([writeFile(inputPath, input), writeFile(answerPath, answer)]);
    return { inputPath, answerPath };
  }
}
