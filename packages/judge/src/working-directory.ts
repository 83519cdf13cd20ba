/**
 * The working directory of a run: the submitted files, what was compiled of them, what the package includes, and the
 * test's own files in place of others of the same name (problem package format 2025-09, "Working directory").
 *
 * Usually that is the program's folder itself, which runs see read-only: nothing is copied for a run. A test with
 * files of its own gets a folder of copies. Only where the problem lets programs write is everything copied into the box.
 */
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { sandboxPaths } from '@sandglass/languages';
import type { BoxFile, RunSpec } from '@sandglass/sandbox';
import { JudgeError, messageOf } from './errors.ts';
import { staysInside } from './program-archive.ts';
import type { Program } from './program.ts';
import type { TestFiles } from './test-request.ts';
import type { WorkFolder } from './work-folder.ts';

/**
 * What is copied for every run of a program that may write: the smallest files first, as many as fit. Each takes a
 * descriptor of the request, of which there are 250, and its name is sent along: a submission must not be able to make a
 * run that cannot be asked for.
 */
const copied = { files: 128, bytes: 32 * 1024 * 1024, nameBytes: 32 * 1024 } as const;

export interface WorkingDirectory extends AsyncDisposable {
  readonly spec: Pick<RunSpec, 'cwd' | 'program' | 'files'>;
}

/**
 * Makes the working directory of one run.
 * @param mayWrite the program may make and change files in it
 * @throws JudgeError `JUDGE_RUN_FAILED`
 */
export async function workingDirectory(
  work: WorkFolder,
  program: Program,
  { name, files = [] }: Pick<TestFiles, 'files'> & { readonly name: string },
  mayWrite: boolean,
): Promise<WorkingDirectory> {
  const { directory } = program;
  if (files.length === 0 && !mayWrite) return inside(directory, async () => {});
  try {
    for (const file of files)
      if (!staysInside(file.name)) throw new Error(`"${file.name}" is no name of a file below a folder`);
    if (mayWrite) {
      const own = (await filesOf(directory)).filter(({ path }) => !isInTheWay(path, files));
      return {
        spec: {
          cwd: sandboxPaths.box,
          program: { directory },
          files: [...fitting(own), ...files.map((file) => ({ path: file.name, source: file.path }))],
        },
        [Symbol.asyncDispose]: async () => {},
      };
    }
    const folder = await work.runFolder();
    await fill(folder, program, files);
    return inside(folder, () => rm(folder, { recursive: true, force: true }));
  } catch (error) {
    throw new JudgeError('JUDGE_RUN_FAILED', { test: name, cause: messageOf(error) }, { cause: error });
  }
}

function inside(directory: string, dispose: () => Promise<void>): WorkingDirectory {
  return {
    spec: { cwd: sandboxPaths.program, program: { directory } },
    [Symbol.asyncDispose]: dispose,
  };
}

async function fill(
  folder: string,
  { directory, language }: Program,
  files: NonNullable<TestFiles['files']>,
): Promise<void> {
  const { result } = language.compile;
  // What the test brings takes the place of anything but the one file that is started.
  const brought = files.filter(({ name }) => result.kind !== 'file' || !isInTheWay(result.path, [{ name }]));
  for (const { path, source } of await filesOf(directory))
    if (!isInTheWay(path, brought)) await place(source, join(folder, path));
  for (const { name, path } of brought) await place(path, join(folder, name));
}

/** Of the same name as a file of the test, or a file where that needs a folder, or the other way round. */
function isInTheWay(path: string, files: readonly { readonly name: string }[]): boolean {
  return files.some(
    ({ name }) => name === path || name.startsWith(`${path}/`) || path.startsWith(`${name}/`),
  );
}

/**
 * A copy, which costs nothing where the file system shares blocks. A second link would show: its count says how many runs
 * there are of this test, and the change time of the file when the last one began.
 */
async function place(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const { mode } = await stat(source);
  await chmod(target, (mode & 0o111) === 0 ? 0o644 : 0o755);
}

interface ProgramFile {
  readonly path: string;
  readonly source: string;
  readonly mode: number;
  readonly bytes: number;
}

async function filesOf(directory: string): Promise<ProgramFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const source = join(entry.parentPath, entry.name);
        const { mode, size } = await stat(source);
        return { path: relative(directory, source), source, mode: mode & 0o777, bytes: size };
      }),
  );
}

function fitting(files: readonly ProgramFile[]): BoxFile[] {
  const chosen: BoxFile[] = [];
  let bytes = 0;
  let nameBytes = 0;
  for (const file of files.toSorted((a, b) => a.bytes - b.bytes)) {
    bytes += file.bytes;
    nameBytes += Buffer.byteLength(file.path);
    if (chosen.length >= copied.files || bytes > copied.bytes || nameBytes > copied.nameBytes) break;
    chosen.push({ path: file.path, source: file.source, mode: file.mode });
  }
  return chosen;
}
