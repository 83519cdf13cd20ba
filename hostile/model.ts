/** What a hostile program is to the suite: data, one entry a program, in `manifest/`. */
import type { Limits } from '@sandglass/contracts';

/** Ids of languages that contestants have, and `sh`: what the system's own shell runs. */
export const languageNames = {
  c: 'C',
  cpp: 'C++',
  python3: 'Python',
  pypy3: 'PyPy',
  java: 'Java',
  sh: 'shell',
  go: 'Go',
  rust: 'Rust',
  csharp: 'C#',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  php: 'PHP',
  ruby: 'Ruby',
  perl: 'Perl',
  lua: 'Lua',
  bash: 'Bash',
  pascal: 'Pascal',
  awk: 'AWK',
} as const;

export type Language = keyof typeof languageNames;

/**
 * Where the program is hostile: while it runs, while it is compiled, at its start after the judge compiled it, in its
 * output, as a validator of somebody else's output, or while it talks to an interactor (or is one).
 */
export type Stage = 'run' | 'compile' | 'start' | 'output' | 'validator' | 'interaction';

/**
 * How it may end. Runs: `exited N`, `signalled SIGX` or the name of a limit; compilations: `compiled`, `rejected`;
 * validators, outputs and conversations: the verdict. Several where the kernel, the compiler or the clock may answer in several
 * right ways.
 */
export type Ending = string;

/** What must hold on the host afterwards. All are checked after every program; an entry names the one it aims at. */
export const invariants = {
  'no-process': 'no process of the slot’s user is left',
  'empty-group': 'the slot’s control group holds no process',
  'clean-slot':
    'a benign run right after it is accepted and finds the slot exactly as a new one: folders, sockets, locks, limits, descriptors, mounts, memory, space',
  'host-files': 'the planted files, the program, the test data and the system’s accounts are as they were',
  'host-mounts': 'the host has the same mounts',
  supervisor: 'the supervisor is the same process, or was rebuilt and counted where that is allowed',
  'supervisor-size': 'the supervisor has the same descriptors open and less than 16 MiB resident',
  'host-size': 'the host’s memory and disk are not used up',
  'bounded-time': 'the whole attempt took no longer than its wall limit and 5 s',
  secrets: 'the planted secrets were not printed, collected or quoted',
  network: 'nobody connected to the host’s listeners',
} as const;

export type Invariant = keyof typeof invariants;

export interface HostileProgram {
  /** Below `programs/`. Its first comment says what it attacks. */
  readonly file: string;
  readonly expect: readonly Ending[];
  /** The invariant it aims at. */
  readonly aims: Invariant;
  /** What differs from the suite's usual limits. */
  readonly limits?: Partial<Limits>;
  /** Runs without another beside it, because CPU time is what it plays with. */
  readonly alone?: boolean;
  /** Files are collected from the box as after a compilation. */
  readonly collects?: boolean;
  /** Names it is sent to the compiler under; default: its own. */
  readonly sentAs?: readonly string[];
  /** Which side of a conversation it is; default: the program. */
  readonly as?: 'interactor';
  /** When its extension does not show it. */
  readonly language?: Language;
  /** It makes system calls by their numbers, which are those of x86-64. */
  readonly numbers?: true;
  /** Id in FINDINGS.md of a hole that is still open: the check must fail, so that it is noticed when it is closed. */
  readonly openFinding?: string;
}

const languageOfExtension: Readonly<Record<string, Language>> = {
  c: 'c',
  cpp: 'cpp',
  py: 'python3',
  java: 'java',
  sh: 'sh',
  go: 'go',
  rs: 'rust',
  cs: 'csharp',
  js: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  php: 'php',
  rb: 'ruby',
  pl: 'perl',
  lua: 'lua',
  bash: 'bash',
  pas: 'pascal',
  awk: 'awk',
};

/** Their programs are made before the slots are there; all others are compiled by the judge when their turn comes. */
const builtBefore: readonly Language[] = ['c', 'cpp', 'java', 'python3', 'sh'];

/** Its file's name as it is sent; ours are called `.txt` where our own tools would take them for parts of Sandglass. */
export function sourceNameOf({ file }: Pick<HostileProgram, 'file'>): string {
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.txt$/, '');
}

export function groupOf({ file }: HostileProgram): string {
  return file.slice(0, file.indexOf('/'));
}

/** @throws RangeError for a file in no known language */
export function languageOf(program: Pick<HostileProgram, 'file' | 'language'>): Language {
  const { file } = program;
  const name = sourceNameOf(program);
  const language = program.language ?? languageOfExtension[name.slice(name.lastIndexOf('.') + 1)];
  if (language === undefined) throw new RangeError(`${file} is in no language of the suite`);
  return language;
}

export function isBuiltBefore(program: HostileProgram): boolean {
  return builtBefore.includes(languageOf(program));
}

export function stageOf(program: HostileProgram): Stage {
  const group = groupOf(program);
  const judged = program.expect.every((ending) => /^[A-Z]{2,3}$/.test(ending));
  if (group === 'compile') return judged ? 'start' : 'compile';
  if (group === 'validator') return 'validator';
  if (group === 'interaction') return 'interaction';
  return judged ? 'output' : 'run';
}
