/**
 * Unpacks an archive from a stranger.
 *
 * First the whole directory of the archive is read and every entry judged by name and kind;
 * a hostile archive is refused before a byte is written. Then the entries are inflated, with
 * the bytes that really come out counted against the bounds: headers are never believed.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, openPromise, type Entry, type ZipFile } from 'yauzl';
import { checkEntryName } from './entry-name.ts';
import { PackageError, refusal } from './issue.ts';
import type { PackageBounds } from './opening.ts';

interface CheckedEntry {
  entry: Entry;
  path: string;
  isDirectory: boolean;
  executable: boolean;
}

const fileTypes = new Map([
  [0o120000, 'symbolic link'],
  [0o010000, 'named pipe'],
  [0o020000, 'character device'],
  [0o060000, 'block device'],
  [0o140000, 'socket'],
]);

/** PKWARE's Unix extra field; beyond 12 bytes it holds the target of a hard or symbolic link. */
const unixExtraField = 0x000d;
const unixExtraFixedBytes = 12;

const stored = 0;
const deflated = 8;
const flagEncrypted = 0x0001;
const flagStrongEncryption = 0x0040;
const flagMaskedHeaders = 0x2000;

/** Sizes are checked by the meter; yauzl's check would call an encrypted entry corrupt. */
const openOptions = { decodeStrings: false, autoClose: false, validateEntrySizes: false };

/** yauzl's own errors are strings about the archive's structure: all of them mean "corrupt". */
function corrupt(file: string, error: unknown): PackageError {
  if (error instanceof PackageError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  // The one kind of encryption yauzl stops at by itself.
  return /strong encryption/i.test(reason)
    ? refusal('archive-encrypted', file)
    : refusal('archive-corrupt', file, { reason: reason.replace(/[.\s]{1,8}$/, '') });
}

function checkKind(entry: Entry, path: string): void {
  if (entry.generalPurposeBitFlag & (flagEncrypted | flagStrongEncryption | flagMaskedHeaders)) {
    throw refusal('archive-encrypted', path);
  }
  const kind = fileTypes.get((entry.externalFileAttributes >>> 16) & 0o170000);
  if (kind !== undefined) throw refusal('archive-special-entry', path, { kind });
  if (
    entry.extraFields.some((field) => field.id === unixExtraField && field.data.length > unixExtraFixedBytes)
  ) {
    throw refusal('archive-special-entry', path, { kind: 'link' });
  }
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated) {
    throw refusal('archive-method', path, { method: entry.compressionMethod });
  }
}

/** Refuses a name used twice, or both as a file and as a directory. */
class NameBook {
  readonly #files = new Set<string>();
  readonly #entries = new Set<string>();
  readonly #directories = new Set<string>();

  add(path: string, isDirectory: boolean): void {
    if (this.#entries.has(path)) throw refusal('path-duplicate', path);
    this.#entries.add(path);
    const parts = path.split('/');
    const last = isDirectory ? parts.length : parts.length - 1;
    for (let length = 1; length <= last; length++) this.#directories.add(parts.slice(0, length).join('/'));
    if (!isDirectory) this.#files.add(path);
  }

  /** Looked at once at the end, because a directory may follow its files. */
  checkKinds(): void {
    for (const path of this.#files) {
      if (this.#directories.has(path)) throw refusal('path-file-and-folder', path);
    }
  }
}

/** What the directories read so far declare together. */
interface Declared {
  entries: number;
  bytes: number;
}

async function readDirectory(
  zip: ZipFile,
  bounds: PackageBounds,
  declared: Declared = { entries: 0, bytes: 0 },
): Promise<CheckedEntry[]> {
  const entries: CheckedEntry[] = [];
  const names = new NameBook();
  for await (const entry of zip.eachEntry()) {
    declared.entries += 1;
    if (declared.entries > bounds.entries) {
      throw refusal('package-too-many-entries', '', { limit: bounds.entries });
    }
    const raw = entry.fileNameRaw;
    const path = checkEntryName(raw, bounds.depth);
    const isDirectory = raw.at(-1) === 0x2f;
    checkKind(entry, path);
    names.add(path, isDirectory);
    // A first, cheap look; the count while inflating is the one that protects.
    declared.bytes += entry.uncompressedSize;
    if (entry.uncompressedSize > bounds.fileBytes) {
      throw refusal('package-file-too-large', path, { limit: bounds.fileBytes });
    }
    if (declared.bytes > bounds.totalBytes)
      throw refusal('package-too-large', path, { limit: bounds.totalBytes });
    const executable = ((entry.externalFileAttributes >>> 16) & 0o111) !== 0;
    entries.push({ entry, path, isDirectory, executable });
  }
  names.checkKinds();
  return entries;
}

/** Counts what comes out of all entries together. */
class Inflation {
  #total = 0;
  readonly #archiveBytes: number;
  readonly #bounds: PackageBounds;

  constructor(archiveBytes: number, bounds: PackageBounds) {
    this.#archiveBytes = archiveBytes;
    this.#bounds = bounds;
  }

  /** Passes the bytes of one entry through, counting and summing them. */
  meter(path: string, entry: Entry): Transform {
    const bounds = this.#bounds;
    const { compressedSize } = entry;
    let bytes = 0;
    let checksum = 0;
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        bytes += chunk.length;
        this.#total += chunk.length;
        if (bytes > entry.uncompressedSize) {
          done(refusal('archive-corrupt', path, { reason: 'there is more data than declared' }));
        } else if (bytes > bounds.fileBytes) {
          done(refusal('package-file-too-large', path, { limit: bounds.fileBytes }));
        } else if (this.#total > bounds.totalBytes) {
          done(refusal('package-too-large', path, { limit: bounds.totalBytes }));
        } else if (
          this.#suspicious(bytes, compressedSize) ||
          this.#suspicious(this.#total, this.#archiveBytes)
        ) {
          done(refusal('archive-ratio', path, { limit: bounds.ratio }));
        } else {
          checksum = crc32(chunk, checksum);
          done(null, chunk);
        }
      },
      flush: (done) => {
        if (bytes !== entry.uncompressedSize) {
          done(refusal('archive-corrupt', path, { reason: 'the size is not the one declared' }));
        } else if (checksum !== entry.crc32) {
          done(refusal('archive-corrupt', path, { reason: 'the checksum (CRC-32) is wrong' }));
        } else {
          done(null);
        }
      },
    });
  }

  #suspicious(unpacked: number, packed: number): boolean {
    return unpacked > this.#bounds.ratioFloorBytes && unpacked > this.#bounds.ratio * Math.max(packed, 1);
  }
}

/**
 * Unpacks `archive` below the existing folder `target`.
 * @throws PackageError with the entry and the reason; what was written until then is left to the caller.
 */
export async function unzipSafely(
  archive: string,
  target: string,
  bounds: PackageBounds,
  signal?: AbortSignal,
): Promise<void> {
  const inflation = new Inflation((await stat(archive)).size, bounds);
  let zip: ZipFile;
  try {
    zip = await openPromise(archive, openOptions);
  } catch (error) {
    throw corrupt('', error);
  }
  try {
    const entries = await readDirectory(zip, bounds).catch((error: unknown) => {
      throw corrupt('', error);
    });
    for (const { entry, path, isDirectory, executable } of entries) {
      signal?.throwIfAborted();
      const place = join(target, path);
      if (isDirectory) {
        await mkdir(place, { recursive: true });
        continue;
      }
      await mkdir(dirname(place), { recursive: true });
      const out = createWriteStream(place, { flags: 'wx', mode: executable ? 0o755 : 0o644 });
      try {
        const bytes = await zip.openReadStreamPromise(entry);
        await pipeline(bytes, inflation.meter(path, entry), out, { signal });
      } catch (error) {
        out.destroy();
        throw isSystemError(error) ? error : corrupt(path, error);
      }
    }
  } finally {
    zip.close();
  }
}

/** A file of an archive. */
export interface UnzippedFile {
  readonly path: string;
  readonly data: Uint8Array;
}

/**
 * Unpacks several small archives into memory, as one: the bounds hold for all of them together. Every directory is
 * read before anything is inflated, so that too many entries or bytes cost nothing.
 * @returns the files of each archive, in the archive's order
 * @throws PackageError with the entry and the reason
 */
export async function unzipToMemory(
  archives: readonly Uint8Array[],
  bounds: PackageBounds,
): Promise<UnzippedFile[][]> {
  const declared: Declared = { entries: 0, bytes: 0 };
  const opened: { zip: ZipFile; entries: CheckedEntry[] }[] = [];
  for (const archive of archives) {
    try {
      const zip = await fromBufferPromise(Buffer.from(archive), openOptions);
      opened.push({ zip, entries: await readDirectory(zip, bounds, declared) });
    } catch (error) {
      throw corrupt('', error);
    }
  }
  const bytes = archives.reduce((sum, archive) => sum + archive.length, 0);
  const inflation = new Inflation(bytes, bounds);
  const unpacked: UnzippedFile[][] = [];
  for (const { zip, entries } of opened) {
    const files: UnzippedFile[] = [];
    for (const { entry, path, isDirectory } of entries) {
      if (!isDirectory) files.push({ path, data: await inflated(zip, entry, path, inflation) });
    }
    unpacked.push(files);
  }
  return unpacked;
}

async function inflated(zip: ZipFile, entry: Entry, path: string, inflation: Inflation): Promise<Buffer> {
  try {
    const chunks: Buffer[] = [];
    await pipeline(await zip.openReadStreamPromise(entry), inflation.meter(path, entry), async (source) => {
      for await (const chunk of source) chunks.push(chunk as Buffer);
    });
    return Buffer.concat(chunks);
  } catch (error) {
    throw corrupt(path, error);
  }
}

/** A full disk or a denied folder is our trouble, not the archive's. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || error.name === 'AbortError');
}
