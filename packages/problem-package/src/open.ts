/**
 * Opens a problem package: unpack if it is an archive, find the root, recognise the format, read it
 * into the model. What makes a model impossible is thrown; everything else is collected.
 */
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { defaultBounds } from './bounds.ts';
import { refusal } from './issue.ts';
import { hashTestCases } from './hash.ts';
import { boundedIssues } from './issue-bound.ts';
import type { OpenOptions, OpenedPackage, PackageBounds } from './opening.ts';
import { Opened } from './opened-package.ts';
import { readPackage } from './read.ts';
import { scanFolder, type PackageTree } from './tree.ts';
import { unzipSafely } from './unzip.ts';

/**
 * Opens a folder or a zip archive (recognised by its content, not its name).
 *
 * An archive is unpacked into a temporary folder, which `close()` removes.
 * @throws PackageError for hostile or broken archives and for packages no model can be made of.
 */
export async function openPackage(path: string, options: OpenOptions = {}): Promise<OpenedPackage> {
  const bounds: PackageBounds = { ...defaultBounds, ...options.bounds };
  const info = await stat(path).catch((error: unknown) => {
    throw refusal('package-not-found', basename(path), { reason: reasonOf(error) });
  });
  if (info.isDirectory()) return await openFolder(path, path, options, bounds, null);
  if (!info.isFile() || !(await beginsLikeZip(path))) throw refusal('package-not-zip', basename(path));

  const unpacked = await mkdtemp(join(options.temporaryFolder ?? tmpdir(), 'sandglass-package-'));
  try {
    await unzipSafely(path, unpacked, bounds, options.signal);
    return await openFolder(unpacked, path, options, bounds, unpacked);
  } catch (error) {
    await rm(unpacked, { recursive: true, force: true });
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EACCES') return 'permission is denied';
  return code === '' ? String(error) : code;
}

/** Local file header, or the end record of an empty archive. */
async function beginsLikeZip(path: string): Promise<boolean> {
  const handle = await open(path).catch((error: unknown) => {
    throw refusal('package-not-found', basename(path), { reason: reasonOf(error) });
  });
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const magic = buffer.readUInt32BE(0);
    return magic === 0x504b0304 || magic === 0x504b0506;
  } finally {
    await handle.close();
  }
}

async function openFolder(
  folder: string,
  given: string,
  options: OpenOptions,
  bounds: PackageBounds,
  unpacked: string | null,
): Promise<OpenedPackage> {
  const { tree, name } = findRoot(await scanFolder(folder, bounds));
  const shortName = options.shortName ?? name ?? basename(resolve(given)).replace(/\.(zip|kpp)$/i, '');
  const { problem, tree: kept, issues } = await readPackage(tree, shortName, options, bounds);
  const files = [...kept.files()];
  const opened = new Opened({ problem, issues: boundedIssues(issues), root: kept.root, files }, unpacked);
  if (options.hash) await hashTestCases(opened, options.signal);
  return opened;
}

const rootMarks = ['problem.yaml', 'domjudge-problem.ini'];

/** The tree itself, or its single top directory, as archivers make it. */
function findRoot(tree: PackageTree): { tree: PackageTree; name: string | null } {
  const isRoot = (candidate: PackageTree): boolean => rootMarks.some((mark) => candidate.has(mark));
  if (isRoot(tree)) return { tree, name: null };
  const { files, directories } = topLevel(tree);
  const [only] = directories;
  const inner = files.length === 0 && directories.length === 1 && only !== undefined ? tree.sub(only) : null;
  if (inner !== null && only !== undefined && isRoot(inner)) return { tree: inner, name: only };
  // Polygon's package descriptor. Its reader will be beside those of the other formats.
  if (tree.has('problem.xml') || inner?.has('problem.xml')) {
    throw refusal('format-not-yet', 'problem.xml', { format: 'Polygon' });
  }
  throw refusal('problem-yaml-missing', '');
}

function topLevel(tree: PackageTree): { files: string[]; directories: string[] } {
  const files: string[] = [];
  const directories = new Set<string>();
  for (const { path } of tree.files()) {
    const slash = path.indexOf('/');
    if (slash === -1) files.push(path);
    else directories.add(path.slice(0, slash));
  }
  return { files, directories: [...directories] };
}
