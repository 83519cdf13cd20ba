/**
 * The limits a problem's submissions run under in one language.
 *
 * What a package leaves open is filled with the defaults of the ICPC problem package
 * format; a language may stretch CPU time, and a runtime that needs memory of its own
 * (the JVM) gets it on top of the problem's limit.
 */
import type { Limits } from '@sandglass/contracts';
import { KiB, MiB } from './units.ts';
import { wallLimit, type WallLimitRule, type WallLimitRules } from './wall-limit.ts';

/** What the programs of one judging run under. */
export interface JudgingLimits {
  readonly run: Limits;
  readonly compile: Limits;
  readonly validation: Limits;
}

/** Names and units of problem.yaml's `limits`, so that a package's limits fit as they are. */
export interface ProblemLimitValues {
  readonly timeLimitMs: number;
  readonly memoryMiB: number;
  readonly outputMiB: number;
  readonly codeKiB: number;
  readonly compilationTimeS: number;
  readonly compilationMemoryMiB: number;
  readonly validationTimeS: number;
  readonly validationMemoryMiB: number;
  readonly validationOutputMiB: number;
  /** The wall limit as such, ms; absent: it follows from the rules (`wallLimit`). */
  readonly wallTimeMs?: number;
  /** Processes and threads of a program, beside what its language's runtime needs; absent: the language's own number. */
  readonly processes?: number;
  /** Largest file a program may write; absent: the output limit. */
  readonly fileSizeMiB?: number;
  /** What a program may write in all; absent: what a slot holds. */
  readonly boxMiB?: number;
}

/** Of the problem package format. Time has none: a problem states it, or its reader measures it. */
export const defaultProblemLimits: Readonly<
  Omit<ProblemLimitValues, 'timeLimitMs' | 'wallTimeMs' | 'processes' | 'fileSizeMiB' | 'boxMiB'>
> = {
  memoryMiB: 2048,
  outputMiB: 8,
  codeKiB: 128,
  compilationTimeS: 60,
  compilationMemoryMiB: 2048,
  validationTimeS: 60,
  validationMemoryMiB: 2048,
  validationOutputMiB: 8,
};

/** What a language changes; everything optional, absent means no change. */
export interface LanguageAdjustment {
  /** CPU limit × this. */
  readonly timeFactor?: number;
  readonly timeExtraMs?: number;
  /** The runtime's own memory, on top of the problem's limit. */
  readonly memoryExtraMiB?: number;
  /** Processes and threads of a run. */
  readonly processes?: number;
  readonly compileProcesses?: number;
}

export interface EffectiveLimits {
  readonly run: Limits;
  readonly compile: Limits;
  readonly validation: Limits;
  readonly sourceBytes: number;
  /** The problem's memory limit without the runtime's extra: what a heap is sized by. */
  readonly programMemoryBytes: number;
  readonly wallExplanation: string;
}

const defaultProcesses = 64;
/** Compilers spawn stages (gcc) or threads (javac); validators seldom any. */
const defaultCompileProcesses = 128;
/** Compiler messages past this end the compilation: nobody reads them. */
const compileOutputBytes = 16 * MiB;
/** Object files, class files and one executable; debug information of templates is large. */
const compileFileBytes = 512 * MiB;
/** Beyond the CPU limit of our own helpers: they may read large files from a cold disk. */
const helperWallMarginUs = 15_000_000;

/** The rule of a package that names a wall limit; null for one that does not. */
export function wallRuleOfPackage({
  wallTimeMs,
}: Pick<ProblemLimitValues, 'wallTimeMs'>): WallLimitRule | null {
  return wallTimeMs === undefined ? null : { fixedUs: wallTimeMs * 1000 };
}

/**
 * Limits for compiling, running and validating.
 * @throws RangeError when `timeLimitMs` or another value is not a positive number
 */
export function effectiveLimits(
  problem: Pick<ProblemLimitValues, 'timeLimitMs'> & Partial<ProblemLimitValues>,
  language: LanguageAdjustment = {},
  wallRules: WallLimitRules = {},
): EffectiveLimits {
  const values = fillDefaults(problem);
  const cpuUs = Math.round(
    values.timeLimitMs * 1000 * (language.timeFactor ?? 1) + (language.timeExtraMs ?? 0) * 1000,
  );
  const wall = wallLimit(cpuUs, { ...wallRules, package: wallRuleOfPackage(values) });
  const outputBytes = Math.round(values.outputMiB * MiB);
  const programMemoryBytes = Math.round(values.memoryMiB * MiB);
  return {
    run: {
      cpuUs,
      wallUs: wall.wallUs,
      memoryBytes: programMemoryBytes + Math.round((language.memoryExtraMiB ?? 0) * MiB),
      outputBytes,
      // A file in the box is output that nobody reads: the same bound serves.
      fileBytes: values.fileSizeMiB === undefined ? outputBytes : Math.round(values.fileSizeMiB * MiB),
      ...(values.boxMiB === undefined ? {} : { boxBytes: Math.round(values.boxMiB * MiB) }),
      processes: processesOf(values.processes, language.processes ?? defaultProcesses),
    },
    compile: helperLimits(
      values.compilationTimeS,
      values.compilationMemoryMiB,
      compileOutputBytes,
      compileFileBytes,
      language.compileProcesses ?? defaultCompileProcesses,
    ),
    validation: helperLimits(
      values.validationTimeS,
      values.validationMemoryMiB,
      Math.round(values.validationOutputMiB * MiB),
      Math.round(values.validationOutputMiB * MiB),
      defaultProcesses,
    ),
    sourceBytes: Math.round(values.codeKiB * KiB),
    programMemoryBytes,
    wallExplanation: wall.explanation,
  };
}

/** A runtime that needs more than others (the JVM's threads) needs as many more beside a number of the problem's. */
function processesOf(ofProblem: number | undefined, ofLanguage: number): number {
  if (ofProblem === undefined) return ofLanguage;
  return ofProblem + Math.max(0, ofLanguage - defaultProcesses);
}

function helperLimits(
  seconds: number,
  memoryMiB: number,
  outputBytes: number,
  fileBytes: number,
  processes: number,
): Limits {
  const cpuUs = Math.round(seconds * 1_000_000);
  return {
    cpuUs,
    wallUs: cpuUs + helperWallMarginUs,
    memoryBytes: Math.round(memoryMiB * MiB),
    outputBytes,
    fileBytes,
    processes,
  };
}

function fillDefaults(
  problem: Pick<ProblemLimitValues, 'timeLimitMs'> & Partial<ProblemLimitValues>,
): ProblemLimitValues {
  const given = Object.fromEntries(Object.entries(problem).filter(([, value]) => value !== undefined));
  const values: ProblemLimitValues = { ...defaultProblemLimits, timeLimitMs: problem.timeLimitMs, ...given };
  const needed = ['timeLimitMs', ...Object.keys(defaultProblemLimits)] as (keyof ProblemLimitValues)[];
  const others = ['wallTimeMs', 'processes', 'fileSizeMiB', 'boxMiB'] as const;
  for (const name of [...needed, ...others.filter((one) => values[one] !== undefined)]) {
    const value = values[name];
    if (value === undefined || !Number.isFinite(value) || value <= 0) {
      throw new RangeError(`limit ${name} is ${value} and must be a number > 0`);
    }
  }
  return values;
}
