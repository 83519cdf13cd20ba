/**
 * Which languages this host can judge: where their programs are, which version they are,
 * and whether they really compile.
 *
 * Only system programs count. What a user has in a home folder (pyenv and sdkman shims) is
 * not there inside the sandbox, which shows /usr, /bin, /lib and /etc/alternatives; so a
 * program is taken only when its real path, all links followed, lies below those.
 */
import { execFile } from 'node:child_process';
import { access, constants, glob, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { languages } from './catalogue.ts';
import { compileCommand } from './command.ts';
import type { LanguageDefinition, ProgramSearch, ToolPaths } from './definition.ts';

const run = promisify(execFile);

/** Folders of the host that every sandbox shows. */
export const sandboxVisible = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'] as const;

export interface Toolchain {
  /** Id of the language. */
  readonly language: string;
  /** The compiler's path. */
  readonly path: string;
  /** First line of what it says of its version. */
  readonly version: string;
  /** For `compileCommand` and `runCommand`. */
  readonly programs: ToolPaths;
  /** Folders outside the visible ones that must be shown read-only in the sandbox as well. */
  readonly hostPaths: readonly string[];
}

export interface MissingToolchain {
  readonly language: string;
  /** "gcc is not below /usr …": what is missing and where it was looked for. */
  readonly reason: string;
}

export interface DetectOptions {
  readonly languages?: readonly LanguageDefinition[];
  /** Default: that of this process. */
  readonly path?: string;
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
  const results = await Promise.all(
    (options.languages ?? languages).map((language) => detectOne(language, options)),
  );
  for (const result of results) {
    if ('reason' in result) missing.push(result);
    else found.push(result);
  }
  return { found, missing };
}

async function detectOne(
  language: LanguageDefinition,
  options: DetectOptions,
): Promise<Toolchain | MissingToolchain> {
  const fail = (reason: string): MissingToolchain => ({ language: language.id, reason });
  const searchPath = options.path ?? process.env['PATH'] ?? '';
  const compiler = await findProgram(language.programs.compiler, searchPath);
  if (compiler === null) return fail(notFound(language.programs.compiler));
  let runtime: string | null = null;
  if (language.programs.runtime !== null) {
    runtime = await findRuntime(language.programs.runtime, compiler, searchPath);
    if (runtime === null) return fail(notFound(language.programs.runtime));
  }
  const programs: ToolPaths = { compiler, runtime };
  try {
    const version = await versionOf(runtime ?? compiler, language.versionArguments);
    if (language.probe !== null && options.probe !== false) await compileProbe(language, programs);
    return {
      language: language.id,
      path: compiler,
      version,
      programs,
      hostPaths: await existing(language.hostPaths),
    };
  } catch (error) {
    return fail(`${compiler} does not work: ${firstLines(error)}`);
  }
}

/** A runtime beside its compiler fits it surely; two JDKs are often installed side by side. */
async function findRuntime(
  search: ProgramSearch,
  compiler: string,
  searchPath: string,
): Promise<string | null> {
  const beside = search.names.map((name) => path.join(path.dirname(compiler), name));
  return findProgram({ ...search, wellKnown: [...beside, ...search.wellKnown] }, searchPath);
}

async function findProgram(search: ProgramSearch, searchPath: string): Promise<string | null> {
  const folders = searchPath.split(':').filter((folder) => folder.startsWith('/'));
  const candidates = [
    ...(await expand(search.wellKnown)),
    ...folders.flatMap((folder) => search.names.map((name) => path.join(folder, name))),
  ];
  for (const candidate of candidates) {
    const real = await systemProgram(candidate);
    if (real !== null) return real;
  }
  return null;
}

/** The real path of an executable the sandbox will see too; else null. */
async function systemProgram(candidate: string): Promise<string | null> {
  try {
    const real = await realpath(candidate);
    if (!sandboxVisible.some((folder) => real.startsWith(`${folder}/`))) return null;
    await access(real, constants.X_OK);
    // gcc, g++ and python3 find their parts by the name they are called with: keep it where it is visible.
    return sandboxVisible.some((folder) => candidate.startsWith(`${folder}/`)) &&
      !viaAlternatives(candidate, real)
      ? candidate
      : real;
  } catch {
    return null;
  }
}

/** Java's launchers look for their VM relative to their real path: name that one. */
function viaAlternatives(candidate: string, real: string): boolean {
  return path.dirname(real) !== path.dirname(candidate);
}

async function expand(patterns: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(patterns.map((pattern) => existingMatches(pattern)));
  return lists.flat();
}

/** Matches of a pattern, the highest version first. A path without `*` is its own match. */
async function existingMatches(pattern: string): Promise<string[]> {
  if (!pattern.includes('*')) return [pattern];
  const found: string[] = [];
  for await (const match of glob(pattern)) found.push(match);
  return found.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

async function existing(patterns: readonly string[]): Promise<string[]> {
  const candidates = await expand(patterns);
  const checked = await Promise.all(
    candidates.map(async (candidate) => {
      try {
        await access(candidate, constants.R_OK);
        return candidate;
      } catch {
        return null;
      }
    }),
  );
  return checked.filter((candidate) => candidate !== null).sort();
}

async function versionOf(program: string, versionArguments: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(program, [...versionArguments], {
    timeout: 20_000,
    env: cleanEnvironment(),
  });
  // java -version speaks on the error stream.
  const line = `${stdout}\n${stderr}`.split('\n').find((text) => text.trim() !== '');
  return line?.trim() ?? 'unknown version';
}

/** Finds what a version does not tell: no libc headers, no static libraries, a broken linker. */
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

function notFound(search: ProgramSearch): string {
  return `${search.names.join(' or ')} not found: looked at ${search.wellKnown.join(', ')} and in PATH, below ${sandboxVisible.join(', ')} only`;
}

function firstLines(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').slice(0, 4).join(' / ');
}
