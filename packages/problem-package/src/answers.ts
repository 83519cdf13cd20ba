/** Answers as somebody hands them in: single files, or zip archives of them. */
import { defaultBounds } from './bounds.ts';
import { unzipToMemory, type UnzippedFile } from './unzip.ts';

export interface AnswerFile {
  /** A name of its own, or a path below the archive's top folder. */
  readonly name: string;
  readonly data: Uint8Array;
}

/** Of all archives together: one for each test and some more; a submission is kept whole in memory. */
const mostEntries = 2000;
const depth = 4;

/**
 * Every file as it is, every archive as the files in it: what somebody's file manager added is left out, and so is a
 * folder around everything else. The archives are counted as one before any is unpacked, and nothing is written.
 * @param totalBytes of all files together, unpacked
 * @throws PackageError for an archive that is broken or hostile, or archives that are too large together
 */
export async function expandAnswers(
  files: readonly AnswerFile[],
  totalBytes: number,
): Promise<readonly AnswerFile[]> {
  const bounds = { ...defaultBounds, entries: mostEntries, fileBytes: totalBytes, totalBytes, depth };
  const archives = files.filter(isArchive);
  const contents = await unzipToMemory(
    archives.map(({ data }) => data),
    bounds,
  );
  const unpacked = new Map(archives.map((archive, index) => [archive, contents[index] ?? []]));
  return files.flatMap((file) => {
    const content = unpacked.get(file);
    return content === undefined ? [file] : withoutTop(answersAmong(content));
  });
}

function isArchive({ name, data }: AnswerFile): boolean {
  return /\.zip$/i.test(name) && data[0] === 0x50 && data[1] === 0x4b;
}

function answersAmong(files: readonly UnzippedFile[]): AnswerFile[] {
  return files
    .filter(({ path }) => !path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX'))
    .map(({ path, data }) => ({ name: path, data }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** `answers/01.out`, `answers/02.out` → `01.out`, `02.out`; the test data's own folders have a meaning and stay. */
function withoutTop(files: readonly AnswerFile[]): AnswerFile[] {
  const tops = new Set(files.map(({ name }) => (name.includes('/') ? name.slice(0, name.indexOf('/')) : '')));
  const [top = ''] = tops;
  if (tops.size !== 1 || ['', 'sample', 'secret'].includes(top)) return [...files];
  return files.map(({ name, data }) => ({ name: name.slice(top.length + 1), data }));
}
