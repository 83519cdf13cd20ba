/**
 * The tool chains of a chroot image, looked for inside it: with a slot on that image, by running its own programs.
 * The order of the search is the host's (`findToolchain`); what differs is that every path is one of the image.
 */
import { compileCommand, languages, type LanguageDefinition, type ToolPaths } from '@sandglass/languages';
import {
  findToolchain,
  type MissingToolchain,
  type Place,
  type Toolchain,
} from '@sandglass/languages/detect';
import { createSlot, type RunResult, type Slot } from '@sandglass/sandbox';
import { checkImage } from './image.ts';

const mebibyte = 1024 * 1024;

/** What asking for a version and compiling a few lines take at most. */
const limits = {
  cpuUs: 30_000_000,
  wallUs: 60_000_000,
  memoryBytes: 1024 * mebibyte,
  outputBytes: mebibyte,
  processes: 256,
};

export interface ImageSurvey {
  readonly found: Toolchain[];
  readonly missing: MissingToolchain[];
}

/**
 * Builds a slot on the image, looks, and closes it.
 * @param options.ordinal a slot number that nobody uses during the call; default 0
 * @throws JudgeError `JUDGE_IMAGE` when the folder is no image
 * @throws SandboxError when no slot can be built on it
 */
export async function surveyImage(
  rootfs: string,
  options: {
    readonly uidBase?: number | undefined;
    readonly ordinal?: number;
    readonly languages?: readonly LanguageDefinition[] | undefined;
    readonly probe?: boolean;
  } = {},
): Promise<ImageSurvey> {
  await checkImage(rootfs);
  const slot = await createSlot({ ordinal: options.ordinal ?? 0, uidBase: options.uidBase, rootfs });
  try {
    return await surveyInSlot(slot, options);
  } finally {
    await slot.close();
  }
}

/** The same with a slot that is already there. */
export async function surveyInSlot(
  slot: Slot,
  options: { readonly languages?: readonly LanguageDefinition[] | undefined; readonly probe?: boolean } = {},
): Promise<ImageSurvey> {
  const place = insideOf(slot);
  const found: Toolchain[] = [];
  const missing: MissingToolchain[] = [];
  // A slot runs one program at a time: side by side would be no faster.
  for (const language of options.languages ?? languages) {
    const result = await findToolchain(place, language, { probe: options.probe ?? true });
    if ('reason' in result) missing.push(result);
    else found.push(result);
  }
  return { found, missing };
}

function insideOf(slot: Slot): Place {
  return {
    where: 'in /usr/local/bin, /usr/bin and the folders of /opt in the image',
    firstFolders: [],
    lastFolders: ['/usr/local/bin', '/usr/bin', '/opt/*/bin', '/opt/*'],
    matches: async (pattern) => {
      if (!pattern.includes('*')) return [pattern];
      // Unquoted on purpose: this is where the shell expands it. Patterns are ours, from the language files.
      const said = await shell(slot, `for path in ${pattern}; do [ -e "$path" ] && echo "$path"; done; true`);
      const found = said.split('\n').filter((line) => line !== '');
      return found.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
    },
    program: async (path) => {
      const real = await shell(slot, '[ -f "$1" ] && [ -x "$1" ] && readlink -f "$1"; true', path);
      if (real === '') return null;
      return { path: folderOf(real) === folderOf(path) ? path : real, folder: null };
    },
    exists: async (path) => (await shell(slot, '[ -r "$1" ] && echo yes; true', path)) === 'yes',
    ask: async (program, args) => {
      const result = await run(slot, [program, ...args], {});
      if (result.outcome !== 'exited' || result.exitCode !== 0) throw new Error(whatHappened(result));
      return textOf(result);
    },
    probe: (language, programs) => compileProbe(slot, language, programs),
  };
}

async function compileProbe(slot: Slot, language: LanguageDefinition, programs: ToolPaths): Promise<void> {
  if (language.probe === null) return;
  const { file, text } = language.probe;
  const command = compileCommand(language, {
    files: [{ name: file, text }],
    memoryBytes: limits.memoryBytes,
    programs,
  });
  const result = await slot.run({
    argv: command.argv,
    env: command.env,
    files: [{ path: file, data: new TextEncoder().encode(text) }],
    stdout: { captureBytes: 4096 },
    stderr: 'stdout',
    limits,
  });
  if (result.outcome !== 'exited' || result.exitCode !== 0) throw new Error(whatHappened(result));
}

async function shell(slot: Slot, script: string, ...args: string[]): Promise<string> {
  const result = await run(slot, ['/bin/sh', '-c', script, 'sh', ...args], {});
  if (result.outcome !== 'exited' || result.exitCode !== 0) throw new Error(whatHappened(result));
  return textOf(result).trim();
}

function run(slot: Slot, argv: readonly string[], env: Readonly<Record<string, string>>): Promise<RunResult> {
  return slot.run({
    argv,
    env: { PATH: '/usr/bin:/bin', HOME: '/box', LANG: 'C.UTF-8', ...env },
    stdout: { captureBytes: 65_536 },
    stderr: 'stdout',
    limits,
  });
}

function whatHappened(result: RunResult): string {
  const end =
    result.outcome === 'exited'
      ? `status ${String(result.exitCode)}`
      : `${result.outcome} ${String(result.signal ?? '')}`;
  return [end.trim(), textOf(result).trim()].filter((text) => text !== '').join(': ');
}

function textOf(result: RunResult): string {
  return new TextDecoder().decode(result.stdout ?? new Uint8Array());
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
