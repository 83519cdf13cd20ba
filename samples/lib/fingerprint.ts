import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Paths of all files below a folder, relative to it, with `/`, in byte order. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('__pycache__'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

/** SHA-256 over names and contents of all files in the folders; tests are not part of what is built. */
export async function fingerprint(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of await listFiles(folder)) {
      if (file.endsWith('.test.ts')) continue;
      const content = await readFile(join(folder, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}
