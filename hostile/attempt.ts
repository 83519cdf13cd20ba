/** One hostile program let loose, through the same calls that judging makes. */
import type { Limits } from '@sandglass/contracts';
import {
  compileProgram,
  runTest,
  type Program,
  type SourceFile,
  type Toolchain,
  type WorkFolder,
} from '@sandglass/judge';
import { languageById, runCommand, type RunCommand } from '@sandglass/languages';
import type { Slot } from '@sandglass/sandbox';
import { basename } from 'node:path';
import { letTalk } from './conversation.ts';
import { text, usualLimits, type Attempt, type Done } from './ending.ts';
import {
  isBuiltBefore,
  languageOf,
  sourceNameOf,
  stageOf,
  type HostileProgram,
  type Stage,
} from './model.ts';
import { letRun } from './run.ts';
import type { HostileFixture } from './fixture.ts';

const mebibyte = 1 << 20;

/** What compilers need for honest programs, and the judge gives. */
const compileLimits: Limits = {
  cpuUs: 4_000_000,
  wallUs: 8_000_000,
  memoryBytes: 512 * mebibyte,
  outputBytes: mebibyte,
  fileBytes: 256 * mebibyte,
  processes: 64,
};

/** On a busy host, the slowest compiler of the suite. */
const buildLimits: Limits = { ...compileLimits, cpuUs: 20_000_000, wallUs: 60_000_000, memoryBytes: 1 << 30 };

export interface Place {
  readonly fixture: HostileFixture;
  readonly slot: Slot;
  /** Where the other side of a conversation runs. */
  readonly companion: Slot;
  readonly work: WorkFolder;
  readonly toolchains: ReadonlyMap<string, Toolchain>;
}

/** The judge compiles what runs and was not compiled when the suite began: that is no part of the attempt. */
export async function prepare(place: Place, program: HostileProgram): Promise<void> {
  const { fixture, slot, work, toolchains } = place;
  if (stageOf(program) !== 'run' || isBuiltBefore(program)) return;
  const result = await compileProgram(slot, work, {
    language: languageOf(program),
    files: await sourceFiles(place, program),
    entryPoint: null,
    limits: buildLimits,
    toolchains,
    directory: await fixture.emptyProgramFolder(program),
  });
  if (result.kind === 'rejected') throw new Error(`${program.file} does not compile: ${result.output}`);
  await fixture.openProgramFolder(program);
}

export async function attempt(place: Place, program: HostileProgram): Promise<Attempt> {
  const before = performance.now();
  const stage = stageOf(program);
  const limits = { ...usualLimits, ...program.limits };
  const done =
    stage === 'run'
      ? {
          ...(await letRun(place, program, commandLine(place, program, limits.memoryBytes), {
            ...limits,
            wallUs: patience(program, limits),
          })),
          allowedUs: limits.wallUs,
        }
      : stage === 'compile'
        ? await letCompile(place, program)
        : stage === 'interaction'
          ? await letTalk(place, program, limits)
          : await letJudge(place, program, stage);
  return { ...done, elapsedUs: (performance.now() - before) * 1000 };
}

/** Those that must end of themselves wait for a core on a busy host, and the clock must not end them first. */
function patience({ expect }: HostileProgram, { wallUs }: Limits): number {
  return expect.includes('wall-limit') ? wallUs : Math.max(wallUs, 8_000_000);
}

async function letCompile(place: Place, program: HostileProgram): Promise<Done> {
  const { fixture, slot, work, toolchains } = place;
  const limits = { ...compileLimits, ...program.limits };
  // Another team was judged on this slot a moment ago.
  await slot.run({
    argv: ['/program/program'],
    program: { directory: fixture.otherTeam },
    limits: usualLimits,
  });
  const result = await compileProgram(slot, work, {
    language: languageOf(program),
    files: await sourceFiles(place, program),
    entryPoint: null,
    limits,
    toolchains,
  });
  return {
    ending: result.kind,
    out: result.output,
    detail: JSON.stringify(result.measurement),
    allowedUs: limits.wallUs + usualLimits.wallUs,
  };
}

async function sourceFiles(
  { fixture }: Place,
  program: Pick<HostileProgram, 'file' | 'sentAs'>,
): Promise<SourceFile[]> {
  const data = await fixture.source(program);
  return (program.sentAs ?? [sourceNameOf(program)]).map((name) => ({ name, data }));
}

/** A hostile validator judges an honest program; or an honest one a hostile program, or one that cannot be started. */
async function letJudge(place: Place, program: HostileProgram, stage: Stage): Promise<Done> {
  const { fixture, slot, work } = place;
  const limits = { ...usualLimits, ...program.limits };
  const compiled = stage === 'output' ? null : await compiledByTheJudge(place, program);
  const honest: Program = { ...toolsOf(place, 'c'), directory: fixture.otherTeam, entryPoint: null };
  const built: Program = {
    ...toolsOf(place, languageOf(program) === 'python3' ? 'python3' : 'c'),
    directory: fixture.programFolder(program),
    entryPoint: 'program',
  };
  const validator = stage === 'validator' ? compiled : null;
  const report = await runTest(
    slot,
    work,
    validator === null ? (compiled ?? built) : honest,
    { ordinal: 1, name: '1', flags: [], inputPath: fixture.inputFile, answerPath: fixture.answerFile },
    {
      limits,
      validator: validator === null ? { kind: 'default' } : { kind: 'custom', program: validator, limits },
      keepBytes: 65_536,
    },
  );
  // The default validator quotes the answer, for the jury; a hostile one must not get it to us another way.
  const message = validator === null ? '' : report.validatorMessage;
  return {
    ending: report.verdict,
    out: [message, text(Buffer.from(report.outputHead, 'base64'))].join('\n'),
    detail: report.reason,
    allowedUs: 2 * limits.wallUs + (compiled === null ? 0 : compileLimits.wallUs),
  };
}

async function compiledByTheJudge(place: Place, program: HostileProgram): Promise<Program> {
  const { slot, work, toolchains, fixture } = place;
  const language = languageOf(program);
  const files = await sourceFiles(place, program);
  const header = { name: 'hostile.h', data: await fixture.source({ file: 'hostile.h' }) };
  const flat = files.map(({ name, data }) => ({
    name,
    data: Buffer.from(Buffer.from(data).toString().replace('../hostile.h', 'hostile.h')),
  }));
  const result = await compileProgram(slot, work, {
    language,
    files: language === 'c' || language === 'cpp' ? [header, ...flat] : files,
    entryPoint: null,
    limits: compileLimits,
    toolchains,
  });
  if (result.kind === 'rejected') throw new Error(`${program.file} does not compile: ${result.output}`);
  return result.program;
}

function toolsOf({ toolchains }: Place, language: string): Pick<Program, 'language' | 'tools'> {
  const toolchain = toolchains.get(language);
  if (toolchain === undefined) throw new Error(`this host has no tool chain for ${language}`);
  return { language: languageById(language), tools: toolchain.programs };
}

function commandLine(
  place: Place,
  program: HostileProgram,
  memoryBytes: number,
): Pick<RunCommand, 'argv' | 'env'> {
  const language = languageOf(program);
  const env = place.fixture.environment;
  if (language === 'c' || language === 'cpp') return { argv: ['/program/program'], env };
  if (language === 'sh') return { argv: ['/bin/sh', '/program/program'], env };
  const file = sourceNameOf(program);
  const run = runCommand(languageById(language), {
    entryPoint: language === 'python3' ? 'program' : language === 'java' ? basename(file, '.java') : file,
    // The limit holds the virtual machine too.
    memoryBytes: Math.max(16 * mebibyte, memoryBytes - (heapBeside[language] ?? 0)),
    programs: toolsOf(place, language).tools,
  });
  return { argv: run.argv, env: { ...run.env, ...env } };
}

/** What virtual machines need beside the heap that they are given. */
const heapBeside: Readonly<Record<string, number>> = {
  java: 256 * mebibyte,
  javascript: 128 * mebibyte,
  typescript: 128 * mebibyte,
};
