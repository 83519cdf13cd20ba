/**
 * One problem package: sources plus generated data, written beside the target and then moved into its place, so
 * that nobody ever sees half a package.
 */
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fingerprint, listFiles } from './fingerprint.ts';
import type { Generate, TestCase } from './test-case.ts';

export interface BuiltPackage {
  /** Name of the package's folder, such as `sum`. */
  readonly shortName: string;
  /** Absolute path of the complete package. */
  readonly directory: string;
  readonly testCases: number;
  /** Size of all the package's files together. */
  readonly bytes: number;
  /** True when the package was there already, made from the same sources. */
  readonly reused: boolean;
}

/** What is remembered about a package, in `.built/` beside it: never in it, where it would be part of the problem. */
interface BuildRecord {
  readonly fingerprint: string;
  readonly testCases: number;
  readonly files: Readonly<Record<string, number>>;
}

const library = dirname(fileURLToPath(import.meta.url));

/**
 * Makes `target` a complete package of the sources in `source`.
 *
 * @throws Error when the generator yields a test case with a bad name, the same name twice or no final newline
 */
export async function buildPackage(source: string, target: string): Promise<BuiltPackage> {
  const shortName = basename(target);
  const recordFile = join(dirname(target), '.built', `${shortName}.json`);
  const wanted = await fingerprint([source, library]);

  const earlier = await readRecord(recordFile);
  if (earlier?.fingerprint === wanted && (await isIntact(target, earlier))) {
    return summary(target, earlier, true);
  }

  await mkdir(dirname(recordFile), { recursive: true });
  const work = await mkdtemp(join(dirname(recordFile), `${shortName}.`));
  try {
    await cp(source, work, { recursive: true, filter: (path) => basename(path) !== '__pycache__' });
    const testCases = await writeTestCases(source, work);
    const record = { fingerprint: wanted, testCases, files: await fileSizes(work) };
    // Somebody else may have built the same meanwhile, and be reading it already.
    if ((await readRecord(recordFile))?.fingerprint !== wanted || !(await isIntact(target, record))) {
      await chmod(work, 0o755); // mkdtemp's folder is for its owner only
      // The record goes first and comes back last: a crash in between costs a rebuild and never trusts a mixture.
      await rm(recordFile, { force: true });
      await rm(target, { recursive: true, force: true });
      await rename(work, target);
      await writeFile(recordFile, JSON.stringify(record));
    }
    return summary(target, record, false);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeTestCases(source: string, work: string): Promise<number> {
  const generator = pathToFileURL(join(source, 'generators', 'generate.ts')).href;
  const { generate } = (await import(generator)) as { generate: Generate };
  const describe = (await isLegacy(work)) ? describeInText : describeInYaml;
  const names = new Set<string>();
  for (const test of generate()) {
    check(test, names);
    const path = join(work, 'data', test.name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.in`, test.input);
    await writeFile(`${path}.ans`, test.answer);
    if (test.description !== undefined) await describe(path, test.description);
  }
  return names.size;
}

function check({ name, input, answer }: TestCase, names: Set<string>): void {
  if (!/^(sample|secret)\/[a-z0-9][a-z0-9-]*$/.test(name))
    throw new Error(`test case ${name}: not a name such as secret/01-small`);
  if (names.has(name)) throw new Error(`test case ${name}: the name is taken already`);
  const last = typeof input === 'string' ? input.charCodeAt(input.length - 1) : input.at(-1);
  if (last !== 0x0a || !answer.endsWith('\n'))
    throw new Error(`test case ${name}: input and answer must end with a newline`);
  names.add(name);
}

async function isLegacy(directory: string): Promise<boolean> {
  const metadata = await readFile(join(directory, 'problem.yaml'), 'utf8');
  return !/^problem_format_version: 2025-09$/m.test(metadata);
}

async function describeInText(path: string, description: string): Promise<void> {
  await writeFile(`${path}.desc`, `${description}\n`);
}

/** A JSON string is a YAML string, too. */
async function describeInYaml(path: string, description: string): Promise<void> {
  await writeFile(`${path}.yaml`, `description: ${JSON.stringify(description)}\n`);
}

async function readRecord(file: string): Promise<BuildRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as BuildRecord;
  } catch {
    return undefined; // not built yet, or cut off while it was written: build again
  }
}

/** The same files with the same sizes: catches deleted and half-copied packages without reading 150 MB. */
async function isIntact(target: string, record: BuildRecord): Promise<boolean> {
  const there = await readdir(target).catch(() => []);
  if (there.length === 0) return false;
  const sizes = await fileSizes(target);
  const names = Object.keys(sizes);
  return (
    names.length === Object.keys(record.files).length &&
    names.every((name) => sizes[name] === record.files[name])
  );
}

async function fileSizes(directory: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const file of await listFiles(directory)) sizes[file] = (await stat(join(directory, file))).size;
  return sizes;
}

function summary(directory: string, { testCases, files }: BuildRecord, reused: boolean): BuiltPackage {
  const bytes = Object.values(files).reduce((sum, size) => sum + size, 0);
  return { shortName: basename(directory), directory, testCases, bytes, reused };
}
