/**
 * Whose doing it is that a step of a run has failed. A submission chooses names, sizes and numbers of files and what its
 * program does: what comes of those is a verdict, never a failure of ours that every host tries again.
 */
import { constants as system } from 'node:os';
import { SandboxError } from '@sandglass/sandbox';

/**
 * `sources`: the submitted files cannot be laid out, or not be named to a compiler, where the errno is one of the kernel's
 * words for that. `program`: what it started cannot be ended (slot-breaker.ts decides with a known program).
 * `host`: nothing a submission holds reaches the step.
 */
export type Blame = 'sources' | 'program' | 'host';

/** Every step between the request for a run and its answer; blame.test.ts holds it against the native sources. */
export const blameOfStep: Readonly<Record<string, Blame>> = {
  // More than a request may hold (core/wire/protocol.cc).
  files: 'sources',
  argv: 'sources',
  env: 'host',
  'mkdir in box': 'sources',
  'open folder in box': 'sources',
  'create in box': 'sources',
  'write in box': 'sources',
  'copy into box': 'sources',
  'chown in box': 'host',
  'chmod in box': 'host',
  execve: 'sources',

  kill: 'program',
  'end of PID namespace': 'program',
  'empty control group': 'program',

  start: 'host',
  'setns pid': 'host',
  'clone program': 'host',
  'cgroup tasks': 'host',
  'open oom_score_adj': 'host',
  oom_score_adj: 'host',
  setsid: 'host',
  stdin: 'host',
  stdout: 'host',
  stderr: 'host',
  'clock descriptor': 'host',
  close_range: 'host',
  RLIMIT_STACK: 'host',
  RLIMIT_FSIZE: 'host',
  RLIMIT_NOFILE: 'host',
  setpriority: 'host',
  setgroups: 'host',
  setresgid: 'host',
  setresuid: 'host',
  chdir: 'host',
  'read CPU clock': 'host',
  'stat program': 'host',
  'program is not a folder': 'host',
  pipe: 'host',
  'pipe flags': 'host',
  'pipe mode': 'host',
  'pipe owner': 'host',
  memfd: 'host',
  'memfd write': 'host',
  'memfd rewind': 'host',
  'memfd copy': 'host',
  'read file': 'host',
  'drain output': 'host',
  'write output': 'host',
  // Nothing a submission compiles to has to be there: collecting it is optional.
  collect: 'host',
  // The names that are collected are bounded where they are collected (core/run/box.cc).
  'send result': 'host',
};

const { ENOSPC, ENAMETOOLONG, ENOTDIR, EEXIST, EISDIR, ELOOP, E2BIG, EDOM } = system.errno;
/** No room for so many or so large files, or names that cannot be; of others (no memory, a broken disk) the host must hear. */
const faultsOfTheSources = new Map<number | undefined, string>([
  [EDOM, 'they are too many'],
  [ENOSPC, 'they are too many, or too large together'],
  [ENAMETOOLONG, 'a name is too long'],
  [ENOTDIR, 'the name of one file is the folder of another'],
  [EEXIST, 'two of them have one name, or the name of one is the folder of another'],
  [EISDIR, 'the name of one file is the folder of another'],
  [ELOOP, 'a name is that of a link'],
]);

/** As much fits in every box: where it does not, it is the host that has no memory left. */
const fitsEverywhere = 16 * 1024 * 1024;
const contentSteps = new Set(['write in box', 'copy into box']);

/**
 * Why the sources are to blame that a compiler could not be started; null: they are not.
 * @param bytes of all files together
 * @returns a text for contestants
 */
export function faultOfSources(error: unknown, bytes: number): string | null {
  if (!(error instanceof SandboxError) || error.code !== 'SETUP' || error.step === undefined) return null;
  if (blameOfStep[error.step] !== 'sources') return null;
  // Any other errno of an execve is about the compiler, which is ours.
  if (error.step === 'execve')
    return error.errno === E2BIG
      ? 'The compiler cannot be started: the names of the files are too long together.'
      : null;
  if (contentSteps.has(error.step) && bytes <= fitsEverywhere) return null;
  const why = faultsOfTheSources.get(error.errno);
  return why === undefined ? null : `The files cannot be laid out for the compiler: ${why}.`;
}
