/** The sources that the words of a command line name: regular files of a bounded size, each with a name of its own. */
import { constants } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Stats } from 'node:fs';
import type { SourceFile } from '@sandglass/judge';
import { UsageError } from '../platform/command.ts';

/**
 * Reads them.
 * @param limitBytes of all together
 * @throws UsageError naming the file and what would be right; nothing but regular files is ever opened
 */
export async function readSources(paths: readonly string[], limitBytes: number): Promise<SourceFile[]> {
  const names = new Map<string, string>();
  for (const path of paths) {
    const name = basename(path);
    const other = names.get(name);
    if (other !== undefined)
      throw new UsageError(
        `${other} and ${path} are both called ${name}: files of a submission have names of their own`,
      );
    names.set(name, path);
  }
  const files: SourceFile[] = [];
  let left = limitBytes;
  for (const path of paths) {
    const data = await readOne(path, left, limitBytes);
    left -= data.length;
    files.push({ name: basename(path), data });
  }
  return files;
}

async function readOne(path: string, most: number, limitBytes: number): Promise<Buffer> {
  let handle: FileHandle;
  try {
    refuseOthers(path, await stat(path));
    // Another file may have replaced it since then: opening it does not wait.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read: ${reasonOf(error, path)}`, { cause: error });
  }
  try {
    const info = await handle.stat();
    refuseOthers(path, info);
    const data = Buffer.alloc(Math.min(info.size, most) + 1);
    let length = 0;
    while (length < data.length) {
      const { bytesRead } = await handle.read(data, length, data.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    if (length > most || info.size > most)
      throw new UsageError(
        `${path}: the files have more than ${String(limitBytes)} bytes together, which is what the problem takes (limits.code)`,
      );
    return data.subarray(0, length);
  } finally {
    await handle.close();
  }
}

function refuseOthers(path: string, info: Stats): void {
  if (info.isFile()) return;
  const kind = info.isDirectory()
    ? 'a folder: name the files in it'
    : info.isFIFO()
      ? 'a named pipe'
      : info.isSocket()
        ? 'a socket'
        : 'a device';
  throw new UsageError(`${path} is ${kind}${info.isDirectory() ? '' : ': a source is a regular file'}`);
}

function reasonOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    // What was not UTF-8 in a word arrives as this character.
    return path.includes('\ufffd') ? 'its name is not UTF-8: give it another' : 'it does not exist';
  if (code === 'EACCES') return 'permission is denied';
  if (code === 'ELOOP') return 'it is a link that leads to itself';
  if (code === 'ENAMETOOLONG') return 'its name is too long';
  return error instanceof Error ? error.message : String(error);
}
