/**
 * A program that makes a file: a generator that makes test data, or the reference solution that makes the answer. Jury
 * code is somebody's code too, so it runs in the sandbox like any other, under limits of its own class.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Limits, Measurement } from '@sandglass/contracts';
import { describeSignal, formatBytes, formatUs } from '@sandglass/domain';
import type { RunResult, Slot } from '@sandglass/sandbox';
import { commandOf } from './commands.ts';
import { JudgeError, JudgingCancelled, messageOf } from './errors.ts';
import { measurementOf } from './measurement.ts';
import type { Program } from './program.ts';
import { boundedText } from './text.ts';

const mebibyte = 1024 * 1024;

/** What generators get: time to build something large, room for one large file, and no more than that. */
export const generatorLimits: Limits = {
  cpuUs: 60_000_000,
  wallUs: 120_000_000,
  memoryBytes: 2048 * mebibyte,
  outputBytes: 512 * mebibyte,
  fileBytes: 512 * mebibyte,
  processes: 64,
};

export interface GenerateRequest {
  /** What the program is called in messages: `generators/random.py`. */
  readonly name: string;
  /** What is made, in messages: `data/secret/01.in`. */
  readonly file: string;
  readonly args: readonly string[];
  /** Host path of standard input; null: empty. */
  readonly inputPath: string | null;
  /** Host path that standard output is written to; bounded by `limits.outputBytes`. */
  readonly to: string;
  readonly limits: Limits;
  /** Run it twice and compare: what is made must follow from the arguments alone. */
  readonly twice: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface GeneratedFile {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Of the first run. */
  readonly measurement: Measurement;
}

/** Of the error stream, what is quoted. */
const quotedBytes = 2000;

/**
 * Runs the program and keeps what it prints. A file that could not be made is not left behind.
 * @throws JudgeError `JUDGE_GENERATOR` when it does not end with status 0 within its limits, `JUDGE_GENERATOR_VARIES`
 * @throws JudgingCancelled when `signal` is aborted
 */
export async function generateFile(
  slot: Slot,
  program: Program,
  request: GenerateRequest,
): Promise<GeneratedFile> {
  try {
    const result = await runInto(slot, program, request, request.to);
    const sha256 = await sha256Of(request.to);
    if (request.twice) await compareSecondRun(slot, program, request, sha256);
    return { bytes: result.stdoutBytes, sha256, measurement: measurementOf(result) };
  } catch (error) {
    await rm(request.to, { force: true });
    throw error;
  }
}

async function compareSecondRun(
  slot: Slot,
  program: Program,
  request: GenerateRequest,
  sha256: string,
): Promise<void> {
  const second = `${request.to}.again`;
  try {
    await runInto(slot, program, request, second);
    if ((await sha256Of(second)) !== sha256)
      throw new JudgeError('JUDGE_GENERATOR_VARIES', { program: request.name, file: request.file });
  } finally {
    await rm(second, { force: true });
  }
}

async function runInto(
  slot: Slot,
  program: Program,
  request: GenerateRequest,
  to: string,
): Promise<RunResult> {
  const { limits, signal } = request;
  if (signal?.aborted === true) throw new JudgingCancelled();
  const command = commandOf(program, limits, request.args);
  let result: RunResult;
  try {
    result = await slot.run(
      {
        argv: command.argv,
        env: command.env,
        program: { directory: program.directory },
        stdin: request.inputPath === null ? 'empty' : { path: request.inputPath },
        stdout: { path: to, maxBytes: limits.outputBytes },
        stderr: { captureBytes: quotedBytes, maxBytes: limits.outputBytes },
        limits,
      },
      { signal },
    );
  } catch (error) {
    throw failed(request, messageOf(error), error);
  }
  if (result.outcome === 'cancelled') throw new JudgingCancelled();
  const trouble = troubleOf(result, limits);
  if (trouble === null) return result;
  const said = boundedText(result.stderr ?? new Uint8Array(), quotedBytes, result.stderrBytes).trim();
  throw failed(request, said === '' ? trouble : `${trouble} It said: ${said}`);
}

function failed({ name, file }: GenerateRequest, cause: string, error?: unknown): JudgeError {
  return new JudgeError('JUDGE_GENERATOR', { program: name, file, cause }, { cause: error });
}

function troubleOf(result: RunResult, limits: Limits): string | null {
  switch (result.outcome) {
    case 'exited':
      return result.exitCode === 0 ? null : `it ended with status ${String(result.exitCode)}.`;
    case 'signalled':
      return `it was killed by ${describeSignal(result.signal ?? 0)}.`;
    case 'cpu-limit':
      return `it took more than ${formatUs(limits.cpuUs)} of CPU time.`;
    case 'wall-limit':
      return `it was not ready after ${formatUs(limits.wallUs)}.`;
    case 'memory-limit':
      return `it needed more than ${formatBytes(limits.memoryBytes)} of memory.`;
    case 'output-limit':
      return `it printed more than ${formatBytes(limits.outputBytes)}.`;
    case 'cancelled':
      return 'it was cancelled.';
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
