/**
 * How a tool chain is found: on this host, or inside a chroot image. The order of the search and
 * what makes a tool chain whole are the same in both; only the hands differ, and they are a `Place`.
 */
import type { LanguageDefinition, ProgramSearch, ToolPaths } from './definition.ts';

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
  /** "gcc not found: looked at …": what is missing and where it was looked for. */
  readonly reason: string;
  /** Debian packages that would bring it. */
  readonly packages: readonly string[];
}

export interface FoundProgram {
  /** As it is to be called. */
  readonly path: string;
  /** The folder beside the usual ones that it lives in; null when every sandbox shows it. */
  readonly folder: string | null;
}

/** Where tool chains are looked for. */
export interface Place {
  /** In words, for "not found". */
  readonly where: string;
  /** Folders searched for programs before the well-known paths, and after them. */
  readonly firstFolders: readonly string[];
  readonly lastFolders: readonly string[];
  /** Existing paths that match, the highest version first; a path without `*` is its own match, existing or not. */
  matches(pattern: string): Promise<string[]>;
  /** The program at a path, if it is there and a sandbox can show it. */
  program(path: string): Promise<FoundProgram | null>;
  exists(path: string): Promise<boolean>;
  /** Runs a program with arguments that make it print its version; all it printed. Rejects when it fails. */
  ask(program: string, args: readonly string[]): Promise<string>;
  /** Compiles the language's probe. Rejects when that fails. */
  probe(language: LanguageDefinition, programs: ToolPaths): Promise<void>;
}

/**
 * The first tool chain that works. Never rejects: what fails is missing, with the reason of the first that was
 * there but did not work.
 */
export async function findToolchain(
  place: Place,
  language: LanguageDefinition,
  { probe = true }: { readonly probe?: boolean } = {},
): Promise<Toolchain | MissingToolchain> {
  const { compiler: search, runtime: runtimeSearch } = language.programs;
  let reason: string | null = null;
  for await (const compiler of programsOf(place, search)) {
    const runtime = runtimeSearch === null ? null : await besideOrElsewhere(place, runtimeSearch, compiler);
    if (runtime === null && runtimeSearch !== null) {
      reason ??= notFound(place, runtimeSearch);
      continue;
    }
    const programs: ToolPaths = {
      compiler: compiler.path,
      runtime: runtime?.path ?? null,
      prepared: await preparedPath(place, language),
    };
    try {
      const { of, arguments: args } = language.version;
      const asked = of === 'runtime' ? (programs.runtime ?? programs.compiler) : programs.compiler;
      const version = versionLine(await place.ask(asked, args));
      if (probe && language.probe !== null) await place.probe(language, programs);
      const hostPaths = await shownPaths(place, language, [compiler, runtime], programs.prepared ?? null);
      return { language: language.id, path: compiler.path, version, programs, hostPaths };
    } catch (error) {
      reason ??= `${compiler.path} does not work: ${firstLines(error)}`;
    }
  }
  return {
    language: language.id,
    reason: reason ?? notFound(place, search),
    packages: language.packages,
  };
}

/** Every program a search finds, best first, each once. */
async function* programsOf(place: Place, search: ProgramSearch): AsyncGenerator<FoundProgram> {
  const inFolders = (folders: readonly string[]): string[] =>
    folders.flatMap((folder) => search.names.map((name) => `${folder}/${name}`));
  const seen = new Set<string>();
  const patterns = [...inFolders(place.firstFolders), ...search.wellKnown, ...inFolders(place.lastFolders)];
  for (const pattern of patterns) {
    for (const path of await place.matches(pattern)) {
      const found = await place.program(path);
      if (found === null || seen.has(found.path)) continue;
      seen.add(found.path);
      yield found;
    }
  }
}

/** A runtime beside its compiler fits it surely; two JDKs are often installed side by side. */
async function besideOrElsewhere(
  place: Place,
  search: ProgramSearch,
  compiler: FoundProgram,
): Promise<FoundProgram | null> {
  const folder = compiler.path.slice(0, compiler.path.lastIndexOf('/'));
  for (const name of search.names) {
    const beside = await place.program(`${folder}/${name}`);
    if (beside !== null) return beside;
  }
  for await (const found of programsOf(place, search)) return found;
  return null;
}

async function preparedPath(place: Place, { prepare }: LanguageDefinition): Promise<string | null> {
  return prepare !== null && (await place.exists(prepare.path)) ? prepare.path : null;
}

async function shownPaths(
  place: Place,
  language: LanguageDefinition,
  programs: readonly (FoundProgram | null)[],
  prepared: string | null,
): Promise<string[]> {
  const lists = await Promise.all(language.hostPaths.map((pattern) => place.matches(pattern)));
  const candidates = lists.flat();
  const there = await Promise.all(candidates.map((path) => place.exists(path)));
  const paths = [
    ...candidates.filter((_, i) => there[i] === true),
    ...programs.map((program) => program?.folder ?? null),
    prepared,
  ].filter((path) => path !== null);
  return [...new Set(paths)].sort();
}

/** java -version speaks on the error stream, and some virtual machines have a warning to give first. */
function versionLine(said: string): string {
  const lines = said.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !/\bwarning\b/i.test(line)) ?? 'unknown version';
}

function notFound(place: Place, search: ProgramSearch): string {
  return `${search.names.join(' or ')} not found: looked at ${search.wellKnown.join(', ')} and ${place.where}`;
}

function firstLines(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').slice(0, 4).join(' / ');
}
