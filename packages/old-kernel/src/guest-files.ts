import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { OldKernelError } from './errors.ts';
import type { ArchiveEntry, FileContent } from './newc.ts';
import { plainTypeScript } from './plain-typescript.ts';

/** One file of the guest: its text or bytes, the host file (or whole folder) it is copied from, a symbolic link. */
export type GuestFile =
  | { readonly link: string }
  | { readonly content: string | Uint8Array; readonly mode?: number }
  | { readonly source: string; readonly mode?: number };

/** By absolute path in the guest. */
export type GuestFiles = Readonly<Record<string, GuestFile>>;

/**
 * The archive entries of these files, with the folders they are in.
 * A folder's symbolic links are kept as they are; `node_modules` in it are left out. TypeScript comes without its types.
 * @throws OldKernelError GUEST_FILE when a guest path is not absolute or a source cannot be read
 */
export async function entriesOf(files: GuestFiles): Promise<ArchiveEntry[]> {
  const found: ArchiveEntry[] = [];
  for (const [guestPath, file] of Object.entries(files)) {
    if (!posix.isAbsolute(guestPath)) {
      throw new OldKernelError('GUEST_FILE', `${guestPath}: a guest path starts with "/".`);
    }
    const path = posix.normalize(guestPath).slice(1);
    if ('link' in file) found.push({ kind: 'link', path, target: file.link });
    else if ('content' in file) found.push(contentEntry(path, file.content, file.mode ?? 0o644));
    else found.push(...(await sourceEntries(path, file.source, file.mode)));
  }
  return [...foldersAbove(found.map(({ path }) => path)), ...found];
}

function contentEntry(path: string, content: string | Uint8Array, mode: number): ArchiveEntry {
  const text = typeof content === 'string' && isTypeScript(path) ? plainTypeScript(content) : content;
  return { kind: 'file', path, mode, content: typeof text === 'string' ? Buffer.from(text) : text };
}

async function sourceEntries(path: string, source: string, mode?: number): Promise<ArchiveEntry[]> {
  const real = await realpath(source).catch((error: unknown) => {
    throw new OldKernelError('GUEST_FILE', `${source}: ${String(error)}`);
  });
  const found = await stat(real);
  if (found.isFile()) {
    const content: FileContent = isTypeScript(path)
      ? Buffer.from(plainTypeScript(await readFile(real, 'utf8')))
      : { source: real };
    return [{ kind: 'file', path, mode: mode ?? found.mode & 0o7777, content }];
  }
  const entries: ArchiveEntry[] = [{ kind: 'folder', path, mode: 0o755 }];
  for (const child of await readdir(real, { withFileTypes: true })) {
    const childPath = posix.join(path, child.name);
    const childSource = join(real, child.name);
    if (child.isSymbolicLink()) {
      entries.push({ kind: 'link', path: childPath, target: await readlink(childSource) });
    } else if (child.isFile() || (child.isDirectory() && child.name !== 'node_modules')) {
      entries.push(...(await sourceEntries(childPath, childSource)));
    }
  }
  return entries;
}

function isTypeScript(path: string): boolean {
  return path.endsWith('.ts') && !path.endsWith('.d.ts');
}

/** The kernel makes no folder that an archive does not name, and takes a folder named twice for one. */
function foldersAbove(paths: readonly string[]): ArchiveEntry[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
      folders.add(folder);
  }
  return [...folders].sort().map((path) => ({ kind: 'folder', path, mode: 0o755 }));
}
