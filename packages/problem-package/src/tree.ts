/**
 * The files of a package folder, by path below its root. Links are followed where they stay
 * inside and refused where they do not; anything that is neither file nor directory is refused.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { caseKey, checkEntryName, isFormatName } from './entry-name.ts';
import { makeIssue, refusal } from './issue.ts';
import type { Issue } from './model.ts';
import type { PackageBounds } from './opening.ts';

export interface TreeFile {
  /** Below the root, with `/`. */
  path: string;
  /** Where it really is, links resolved. */
  absolute: string;
  sizeBytes: number;
  executable: boolean;
}

/** The files of a package in byte order of their paths. */
export class PackageTree {
  readonly root: string;
  readonly #files: ReadonlyMap<string, TreeFile>;
  readonly #sorted: readonly TreeFile[];

  constructor(root: string, files: Iterable<TreeFile>) {
    this.root = root;
    this.#sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
    this.#files = new Map(this.#sorted.map((file) => [file.path, file]));
  }

  get(path: string): TreeFile | undefined {
    return this.#files.get(path);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  files(): Iterable<TreeFile> {
    return this.#files.values();
  }

  /** Files at any depth below a directory (`data/secret`), without the directory's own name in `rest`. */
  below(directory: string): { file: TreeFile; rest: string }[] {
    const prefix = `${directory}/`;
    const found: { file: TreeFile; rest: string }[] = [];
    // Sorted paths with one prefix are together; packages may have many files and many directories.
    for (let index = this.#firstFrom(prefix); index < this.#sorted.length; index++) {
      const file = this.#sorted[index];
      if (!file?.path.startsWith(prefix)) break;
      found.push({ file, rest: file.path.slice(prefix.length) });
    }
    return found;
  }

  /** Index of the first path that is not before `path`. */
  #firstFrom(path: string): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sorted[middle]?.path ?? '') < path) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Names directly below a directory: files, and directories that hold files. */
  children(directory: string): { files: string[]; directories: string[] } {
    const files: string[] = [];
    const directories = new Set<string>();
    for (const { rest } of this.below(directory)) {
      const slash = rest.indexOf('/');
      if (slash === -1) files.push(rest);
      else directories.add(rest.slice(0, slash));
    }
    return { files, directories: [...directories].sort() };
  }

  /** The same tree without some files. */
  without(paths: ReadonlySet<string>): PackageTree {
    return new PackageTree(
      this.root,
      [...this.#files.values()].filter((file) => !paths.has(file.path)),
    );
  }

  /** The tree of one directory of this one. */
  sub(directory: string): PackageTree {
    return new PackageTree(
      join(this.root, directory),
      this.below(directory).map(({ file, rest }) => ({ ...file, path: rest })),
    );
  }
}

/** Version control, editors, archivers: not part of a package, never looked into. */
function isForeign(name: string): boolean {
  if (name === '.timelimit') return false;
  return name.startsWith('.') || name.startsWith('-') || name === '__MACOSX';
}

function kindOf(mode: number): string {
  const type = mode & 0o170000;
  if (type === 0o010000) return 'named pipe';
  if (type === 0o020000) return 'character device';
  if (type === 0o060000) return 'block device';
  return 'socket';
}

/**
 * Walks a folder.
 * @throws PackageError for links that leave it, special files, unsafe names, or more than the bounds allow.
 */
export async function scanFolder(folder: string, bounds: PackageBounds): Promise<PackageTree> {
  const root = await realpath(folder);
  const files: TreeFile[] = [];
  let entries = 0;
  let totalBytes = 0;

  async function walk(directory: string, path: string, ancestors: readonly string[]): Promise<void> {
    for (const raw of await namesIn(directory, path)) {
      const childRaw = path === '' ? raw : Buffer.concat([Buffer.from(`${path}/`), raw]);
      const child = checkEntryName(childRaw, bounds.depth);
      const name = child.slice(child.lastIndexOf('/') + 1);
      if (isForeign(name)) continue;
      if (++entries > bounds.entries)
        throw refusal('package-too-many-entries', '', { limit: bounds.entries });

      const absolute = await realpath(join(directory, name)).catch(() => null);
      if (absolute === null || !isInside(root, absolute)) throw refusal('link-outside', child);
      const info = await stat(absolute);
      if (info.isDirectory()) {
        if (ancestors.includes(absolute)) throw refusal('link-loop', child);
        await walk(absolute, child, [...ancestors, absolute]);
      } else if (info.isFile()) {
        totalBytes += info.size;
        if (info.size > bounds.fileBytes) {
          throw refusal('package-file-too-large', child, { limit: bounds.fileBytes });
        }
        if (totalBytes > bounds.totalBytes) {
          throw refusal('package-too-large', child, { limit: bounds.totalBytes });
        }
        files.push({ path: child, absolute, sizeBytes: info.size, executable: (info.mode & 0o111) !== 0 });
      } else {
        throw refusal('special-file', child, { kind: kindOf(info.mode) });
      }
    }
  }

  await walk(root, '', [root]);
  return new PackageTree(root, files);
}

async function namesIn(directory: string, path: string): Promise<Buffer[]> {
  try {
    return await readdir(directory, { encoding: 'buffer' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== 'EACCES') throw error;
    const reason = 'permission is denied';
    throw refusal('package-not-found', path, { reason });
  }
}

function isInside(root: string, absolute: string): boolean {
  return absolute === root || absolute.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Names that differ only in case: fatal where test data could be swapped, a warning elsewhere. */
export function caseIssues(tree: PackageTree): Issue[] {
  const seen = new Map<string, string>();
  const issues: Issue[] = [];
  for (const file of tree.files()) {
    // Every directory on the way counts too: data/Secret beside data/secret.
    const parts = file.path.split('/');
    for (let length = 1; length <= parts.length; length++) {
      const path = parts.slice(0, length).join('/');
      const key = caseKey(path);
      const other = seen.get(key);
      if (other === undefined) {
        seen.set(key, path);
      } else if (other !== path) {
        const matters = length === 1 || parts[0]?.toLowerCase() === 'data';
        const code = matters ? 'path-case' : 'path-case-outside-data';
        issues.push(makeIssue(code, path, { other }));
        break;
      }
    }
  }
  return issues;
}

/** Files whose name the format does not allow: it wants them treated as absent. */
export function oddNames(tree: PackageTree): string[] {
  return [...tree.files()]
    .map((file) => file.path)
    .filter((path) => path !== '.timelimit' && !path.split('/').every(isFormatName));
}
