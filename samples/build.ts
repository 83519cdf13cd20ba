/**
 * Makes the sample contest's problem packages complete.
 *
 *     node samples/build.ts [OUTPUT FOLDER] [--only sum,tide]
 *
 * Every folder of `samples/problems/` is copied to the output folder (default: `samples/build/`, not in git), and its
 * generator adds `data/sample` and `data/secret`. The same sources give the same bytes everywhere. What has been
 * built from the same sources before is left alone, so that a second call takes milliseconds.
 */
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPackage } from './lib/package-builder.ts';
import type { BuiltPackage } from './lib/package-builder.ts';

export type { BuiltPackage } from './lib/package-builder.ts';

/** Where the packages' sources are. */
export const problemsFolder: string = fileURLToPath(new URL('problems', import.meta.url));

/** The contest file, plain YAML: names, times, problems with labels and colours, teams. */
export const contestFile: string = fileURLToPath(new URL('contest.yaml', import.meta.url));

/** Where complete packages go unless something else is asked for. */
export const defaultOutput: string = fileURLToPath(new URL('build', import.meta.url));

export interface BuildOptions {
  /** Folder for the packages; made if it does not exist. Default: {@link defaultOutput}. */
  readonly output?: string;
  /** Short names of the problems to build. Default: all of them. */
  readonly only?: readonly string[];
  /** Called after each package, in the order of the problems' short names. */
  readonly onPackage?: (built: BuiltPackage) => void;
}

/**
 * Builds the packages, one after the other.
 *
 * @throws Error when `only` names a problem that does not exist, or a generator makes an unusable test case
 */
export async function buildSamples(options: BuildOptions = {}): Promise<BuiltPackage[]> {
  const output = resolve(options.output ?? defaultOutput);
  const built: BuiltPackage[] = [];
  for (const shortName of await chosenProblems(options.only)) {
    const done = await buildPackage(resolve(problemsFolder, shortName), resolve(output, shortName));
    built.push(done);
    options.onPackage?.(done);
  }
  return built;
}

async function chosenProblems(only: readonly string[] | undefined): Promise<string[]> {
  const entries = await readdir(problemsFolder, { withFileTypes: true });
  const known = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const unknown = only?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`no such problem: ${unknown.join(', ')}; there are ${known.toSorted().join(', ')}`);
  return known.filter((name) => only?.includes(name) ?? true).toSorted();
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' } },
    allowPositionals: true,
  });
  const [output = defaultOutput, ...more] = positionals;
  if (more.length > 0) throw new Error(`one output folder at most, but there is also ${more.join(', ')}`);
  await buildSamples({
    output,
    ...(values.only === undefined ? {} : { only: values.only.split(',') }),
    onPackage: ({ shortName, testCases, bytes, reused }) => {
      const size = `${(bytes / 1e6).toFixed(1)} MB`;
      console.log(
        `${shortName.padEnd(8)} ${String(testCases).padStart(4)} tests ${size.padStart(9)}${reused ? '   (as it was)' : ''}`,
      );
    },
  });
}

if (import.meta.main) await main();
