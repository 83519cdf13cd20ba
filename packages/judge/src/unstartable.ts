/**
 * A compiled program that the kernel refuses to execute. Sources can arrange that (an `.interp` section that names no
 * program is enough), so it must not become a failure of ours that every host tries again.
 */
import { accessSync, constants } from 'node:fs';
import { constants as system } from 'node:os';
import { join } from 'node:path';
import { nothingRun, SandboxError, type RunResult } from '@sandglass/sandbox';
import type { Program } from './program.ts';

const { ENOENT, EACCES, ENOEXEC, EINVAL, ENOMEM, E2BIG } = system.errno;
/** A missing or bad interpreter, not an executable, a bad layout; 80 is ELIBBAD, which Node has no name for. */
const faultsOfTheFile = new Set<number | undefined>([ENOENT, EACCES, ENOEXEC, EINVAL, ENOMEM, E2BIG, 80]);

/** What shells answer for a file that is there and cannot be executed. */
const cannotExecute = 126;
/** What shells answer for a program that was killed. */
const killedStatus = 137;
const explanation = 'The program cannot be executed: the kernel refuses the file that the compiler made.\n';

/**
 * True when the run failed at the very execve of a compiled file that is there and executable for us: then what is
 * wrong is inside the file.
 */
export function isUnstartable(error: unknown, { language, directory }: Program): boolean {
  if (!(error instanceof SandboxError) || error.step !== 'execve') return false;
  const { result } = language.compile;
  if (result.kind !== 'file' || !faultsOfTheFile.has(error.errno)) return false;
  // What is started for a jar is the host's virtual machine.
  if (language.run.argv[0] !== `{program}/${result.path}`) return false;
  try {
    accessSync(join(directory, result.path), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The result of a program that ended before it began. */
export function neverStarted(): RunResult {
  return explained(cannotExecute, explanation);
}

/** The result of a program that is to blame for there being none. */
export function leftNoResult(why: string): RunResult {
  return explained(killedStatus, `${why}\n`);
}

function explained(exitCode: number, text: string): RunResult {
  const stderr = Buffer.from(text);
  return { ...nothingRunNow(), exitCode, stderrBytes: stderr.length, stderr };
}

/** The result of a run that there was not, at this moment. */
export function nothingRunNow(): RunResult {
  return { ...nothingRun('exited'), startedAtUs: Number(process.hrtime.bigint() / 1000n) };
}
