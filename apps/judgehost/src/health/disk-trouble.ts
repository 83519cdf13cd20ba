import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../platform/errors.ts';

/** More than a page or an inode that happens to be free. */
const bytes = 1024 * 1024;

/** Writes a MiB into each folder. @returns why one of them cannot be written; null: all can */
export async function diskTrouble(folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) {
    const file = join(folder, `.write-test-${String(process.pid)}`);
    try {
      await writeFile(file, Buffer.alloc(bytes), { flush: true });
    } catch (error) {
      return messageOf(error);
    } finally {
      await rm(file, { force: true });
    }
  }
  return null;
}
