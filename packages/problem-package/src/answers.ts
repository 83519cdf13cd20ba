/** Answers as somebody hands them in: single files, or zip archives of them. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { defaultBounds } from './bounds.ts';
import { unzipSafely } from './unzip.ts';

export interface AnswerFile {
  /** A name of its own, or a path below the archive's top folder. */
  readonly name: string;
  readonly data: Uint8Array;
}

/** One for each test and some more; a submission is kept whole in memory. */
const mostEntries = 2000;
const depth = 4;

/**
 * Every file as it is, every archive as the files in it: what somebody's file manager added is left out, and so is a
 * folder around everything else.
 * @param totalBytes of all files together, unpacked
 * @throws PackageError for an archive that is broken, hostile or too large
 */
export async function expandAnswers(
  files: readonly AnswerFile[],
  totalBytes: number,
): Promise<readonly AnswerFile[]> {
  const expanded: AnswerFile[] = [];
  for (const file of files) {
    if (isArchive(file)) expanded.push(...(await unzip(file, totalBytes)));
    else expanded.push(file);
  }
  return expanded;
}

function isArchive({ name, data }: AnswerFile): boolean {
  return /\.zip$/i.test(name) && Buffer.from(data.subarray(0, 2)).toString('latin1') === 'PK';
}

async function unzip({ data }: AnswerFile, totalBytes: number): Promise<AnswerFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-answers-'));
  try {
    const archive = join(folder, 'archive');
    const target = join(folder, 'files');
    await writeFile(archive, data);
    const bounds = { ...defaultBounds, entries: mostEntries, fileBytes: totalBytes, totalBytes, depth };
    await unzipSafely(archive, target, bounds);
    return withoutTop(await filesBelow(target));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function filesBelow(folder: string): Promise<AnswerFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: AnswerFile[] = [];
  for (const path of paths.toSorted()) {
    const name = relative(folder, path);
    if (name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')) continue;
    files.push({ name, data: await readFile(path) });
  }
  return files;
}

/** `answers/01.out`, `answers/02.out` → `01.out`, `02.out`; the test data's own folders have a meaning and stay. */
function withoutTop(files: readonly AnswerFile[]): AnswerFile[] {
  const tops = new Set(files.map(({ name }) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '')));
  const [top = ''] = tops;
  if (tops.size !== 1 || ['', 'sample', 'secret'].includes(top)) return [...files];
  return files.map(({ name, data }) => ({ name: name.slice(top.length + 1), data }));
}
