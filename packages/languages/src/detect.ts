/**
 * Which languages this host can judge: where their programs are, which version they are,
 * and whether they really compile.
 *
 * Only system programs count. What a user has in a home folder (pyenv and sdkman shims) is
 * not there inside the sandbox, which shows /usr, /bin, /lib and /etc/alternatives; so a
 * program is taken only when its real path, all links followed, lies below those, or below a
 * tool chain folder that the sandbox is then shown as well: those that SANDGLASS_TOOLCHAINS
 * names, else those in /opt, and what `scripts/setup/toolchains.sh` made.
 */
import { execFile } from 'node:child_process';
import { access, constants, glob, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { languages } from './catalogue.ts';
import { compileCommand } from './command.ts';
import type { LanguageDefinition, ToolPaths } from './definition.ts';
import {
  findToolchain,
  type FoundProgram,
  type MissingToolchain,
  type Place,
  type Toolchain,
} from './toolchain.ts';

export { findToolchain, type MissingToolchain, type Place, type Toolchain } from './toolchain.ts';

const run = promisify(execFile);

/** Folders of the host that every sandbox shows. */
export const sandboxVisible = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'] as const;

/** A Node of contestants' own, which set-up copies there; shown where it is used. */
const preparedNode = '/var/cache/sandglass/node';

export interface DetectOptions {
  readonly languages?: readonly LanguageDefinition[] | undefined;
  /** Default: that of this process. */
  readonly path?: string;
  /** Tool chain folders outside the visible ones; default: SANDGLASS_TOOLCHAINS, else the folders in /opt. */
  readonly folders?: readonly string[];
  /** Compile each language's probe; default true. */
  readonly probe?: boolean;
}

/** The usable tool chains, in the order of the catalogue. Never rejects: what fails is missing. */
export async function detectToolchains(options: DetectOptions = {}): Promise<Toolchain[]> {
  return (await surveyToolchains(options)).found;
}

/** The usable tool chains and, for `doctor`, why the others are not. */
export async function surveyToolchains(
  options: DetectOptions = {},
): Promise<{ found: Toolchain[]; missing: MissingToolchain[] }> {
  const found: Toolchain[] = [];
  const missing: MissingToolchain[] = [];
  const place = await host(options);
  const { probe = true } = options;
  const results = await Promise.all(
    (options.languages ?? languages).map((language) => findToolchain(place, language, { probe })),
  );
  for (const result of results) {
    if ('reason' in result) missing.push(result);
    else found.push(result);
  }
  return { found, missing };
}

async function host({ path: searchPath, folders }: DetectOptions): Promise<Place> {
  const named = folders ?? namedFolders();
  const toolchainFolders = (await Promise.all((named ?? ['/opt/*']).map(matches))).flat();
  const ofPath = (searchPath ?? process.env['PATH'] ?? '').split(':').filter((one) => one.startsWith('/'));
  const inside = toolchainFolders.flatMap((folder) => [`${folder}/bin`, folder]);
  return {
    where: `in PATH, below ${[...sandboxVisible, ...toolchainFolders].join(', ')} only`,
    // Who names a folder wants what is in it; what merely lies in /opt is for want of anything else.
    firstFolders: named === null ? [] : inside,
    lastFolders: named === null ? [...ofPath, ...inside] : ofPath,
    matches,
    program: (candidate) => visibleProgram(candidate, [...toolchainFolders, preparedNode]),
    exists: isReadable,
    ask: async (program, args) => {
      const said = await run(program, [...args], { timeout: 20_000, env: cleanEnvironment() });
      return `${said.stdout}\n${said.stderr}`;
    },
    probe: compileProbe,
  };
}

function namedFolders(): string[] | null {
  const named = process.env['SANDGLASS_TOOLCHAINS'];
  if (named === undefined || named === '') return null;
  return named.split(':').filter((folder) => folder.startsWith('/'));
}

/** An executable whose real path the sandbox can show; else null. */
async function visibleProgram(candidate: string, folders: readonly string[]): Promise<FoundProgram | null> {
  try {
    const real = await realpath(candidate);
    const isVisible = sandboxVisible.some((visible) => real.startsWith(`${visible}/`));
    const folder = isVisible ? null : (folders.find((one) => real.startsWith(`${one}/`)) ?? null);
    if (!isVisible && folder === null) return null;
    await access(real, constants.X_OK);
    // gcc, g++ and python3 find their parts by the name they are called with: keep it where it is visible.
    // Java's launchers look for their VM relative to their real path: name that one.
    return { path: path.dirname(real) === path.dirname(candidate) ? candidate : real, folder };
  } catch {
    return null;
  }
}

async function matches(pattern: string): Promise<string[]> {
  if (!pattern.includes('*')) return [pattern];
  const found: string[] = [];
  for await (const match of glob(pattern)) found.push(match);
  return found.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

async function isReadable(candidate: string): Promise<boolean> {
  try {
    await access(candidate, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds what a version does not show: no libc headers, no static libraries, a broken linker. */
async function compileProbe(language: LanguageDefinition, programs: ToolPaths): Promise<void> {
  if (language.probe === null) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'sandglass-probe-'));
  try {
    await writeFile(path.join(folder, language.probe.file), language.probe.text);
    const command = compileCommand(language, {
      files: [{ name: language.probe.file, text: language.probe.text }],
      memoryBytes: 1024 ** 3,
      programs,
    });
    const [program, ...rest] = command.argv;
    await run(program ?? programs.compiler, rest, { cwd: folder, timeout: 60_000, env: cleanEnvironment() });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of this process's environment only what finds programs: no LD_PRELOAD, no JAVA_TOOL_OPTIONS. */
function cleanEnvironment(): Record<string, string> {
  return { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
}
