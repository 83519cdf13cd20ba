/**
 * A compiled program as one file, for other hosts: the names and lengths of its files, then their bytes.
 *
 *   4 bytes big endian: length of the head · head, JSON: [{ path, bytes }, …] · the files one after another
 *
 * The names come from programs of strangers (a compiler's output folder), so they are looked at again where the
 * archive is opened: nothing is ever written outside the folder it is opened in.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';

const headSchema = z.array(
  z.object({
    path: z.string().min(1).max(4096).refine(staysInside, 'a path below the folder, without . and .. in it'),
    bytes: z.number().int().nonnegative(),
  }),
);

/** More of a head than thousands of class files need. */
const maxHeadBytes = 4 * 1024 * 1024;

/**
 * Everything in the program's folder.
 * @returns null when it has more than `maxBytes`: then each host compiles for itself
 */
export async function packProgram(directory: string, maxBytes: number): Promise<Buffer | null> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  paths.sort();
  let total = 0;
  for (const path of paths) {
    total += (await stat(path)).size;
    if (total > maxBytes) return null;
  }
  const files = await Promise.all(
    paths.map(async (path) => ({
      path: relative(directory, path).split(sep).join('/'),
      data: await readFile(path),
    })),
  );
  const head = Buffer.from(JSON.stringify(files.map(({ path, data }) => ({ path, bytes: data.length }))));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  const archive = Buffer.concat([length, head, ...files.map(({ data }) => data)]);
  return archive.length > maxBytes ? null : archive;
}

/**
 * Writes the program's files into an existing folder, executable for everybody like those of a compilation.
 * @throws Error when the archive is not one: what was written before that is of no use
 */
export async function unpackProgram(archive: Buffer, directory: string): Promise<void> {
  const headBytes = archive.length < 4 ? -1 : archive.readUInt32BE(0);
  if (headBytes < 0 || headBytes > maxHeadBytes || 4 + headBytes > archive.length)
    throw new Error('a program’s archive has no head');
  const head = headSchema.parse(JSON.parse(archive.toString('utf8', 4, 4 + headBytes)));
  const wanted = head.reduce((sum, { bytes }) => sum + bytes, 4 + headBytes);
  if (wanted !== archive.length)
    throw new Error(`a program’s archive has ${archive.length} bytes where its head names ${wanted}`);
  let at = 4 + headBytes;
  for (const { path, bytes } of head) {
    const target = join(directory, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await writeFile(target, archive.subarray(at, at + bytes), { mode: 0o755, flag: 'wx' });
    at += bytes;
  }
}

/** A path below a folder, each part of it a name. */
export function staysInside(path: string): boolean {
  return (
    !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
