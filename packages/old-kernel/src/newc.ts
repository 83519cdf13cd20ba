/**
 * Writes cpio archives of the kind a kernel takes as its initial file system ("newc", described in the kernel's
 * Documentation/driver-api/early-userspace/buffer-format.rst). Written here and not left to the cpio program,
 * because then device nodes and owners need no root, and nothing has to be copied into a folder first.
 * Archives may follow one another in one file: later entries win.
 */
import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

export type ArchiveEntry =
  | { readonly kind: 'folder'; readonly path: string; readonly mode: number }
  | { readonly kind: 'file'; readonly path: string; readonly mode: number; readonly content: FileContent }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | {
      readonly kind: 'device';
      readonly path: string;
      readonly mode: number;
      readonly major: number;
      readonly minor: number;
    };

/** The bytes themselves, or the path of the file that holds them. */
export type FileContent = Uint8Array | { readonly source: string };

const types = { folder: 0o040000, file: 0o100000, link: 0o120000, device: 0o020000 } as const;
const trailer = 'TRAILER!!!';

/** Appends one whole archive to an open file. Paths are relative to the root, without a leading slash. */
export async function writeArchive(to: FileHandle, entries: readonly ArchiveEntry[]): Promise<void> {
  for (const [i, entry] of entries.entries()) {
    const size = await sizeOf(entry);
    const device =
      entry.kind === 'device' ? { major: entry.major, minor: entry.minor } : { major: 0, minor: 0 };
    await to.write(header(i + 1, modeOf(entry), size, device, entry.path));
    await writeContent(to, entry);
    await to.write(padding(size));
  }
  await to.write(header(0, 0, 0, { major: 0, minor: 0 }, trailer));
  // A compressed or second archive may follow at any multiple of four; 512 is what cpio itself writes.
  const { size } = await to.stat();
  await to.write(Buffer.alloc((512 - (size % 512)) % 512));
}

function header(
  inode: number,
  mode: number,
  size: number,
  device: { major: number; minor: number },
  path: string,
): Buffer {
  const name = Buffer.from(`${path}\0`);
  // inode, mode, uid, gid, links, mtime, size, archive's device, the node's device, name size, checksum
  const fields = [inode, mode, 0, 0, 1, 0, size, 0, 0, device.major, device.minor, name.length, 0];
  const head = Buffer.from(`070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`);
  return Buffer.concat([head, name, padding(head.length + name.length)]);
}

function modeOf(entry: ArchiveEntry): number {
  return types[entry.kind] | (entry.kind === 'link' ? 0o777 : entry.mode);
}

async function sizeOf(entry: ArchiveEntry): Promise<number> {
  if (entry.kind === 'link') return Buffer.byteLength(entry.target);
  if (entry.kind !== 'file') return 0;
  return entry.content instanceof Uint8Array ? entry.content.length : (await stat(entry.content.source)).size;
}

async function writeContent(to: FileHandle, entry: ArchiveEntry): Promise<void> {
  if (entry.kind === 'link') await to.write(Buffer.from(entry.target));
  if (entry.kind !== 'file') return;
  if (entry.content instanceof Uint8Array) {
    if (entry.content.length > 0) await to.write(entry.content);
    return;
  }
  const from = await open(entry.content.source);
  try {
    const chunk = Buffer.alloc(1 << 20);
    for (;;) {
      const { bytesRead } = await from.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return;
      await to.write(chunk, 0, bytesRead);
    }
  } finally {
    await from.close();
  }
}

function padding(length: number): Buffer {
  return Buffer.alloc((4 - (length % 4)) % 4);
}
