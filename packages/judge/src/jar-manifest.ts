/**
 * What the manifest of a jar says, as far as it decides whether the jar can be started. The jar is a compiler's, made of a
 * stranger's sources: every number in it is taken with bounds.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';

const manifestName = 'META-INF/MANIFEST.MF';
/** The end record with the longest comment that the format allows (APPNOTE 4.3.16). */
const endBytes = 22 + 65_535;
const directoryBytes = 16 * 1024 * 1024;
const manifestBytes = 64 * 1024;

/** Does the jar name a class to start? 'unknown' when it cannot be read: then the virtual machine reports the error. */
export async function namesMainClass(path: string): Promise<boolean | 'unknown'> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const manifest = await readManifest(file);
    return manifest !== null && /^Main-Class:/m.test(manifest);
  } catch {
    return 'unknown';
  } finally {
    await file?.close();
  }
}

/** @throws RangeError for what is no ZIP archive of the usual form; Error when it cannot be read */
async function readManifest(file: FileHandle): Promise<string | null> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - endBytes), Math.min(size, endBytes));
  const end = tail.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  if (end === -1) throw new RangeError('no ZIP archive');
  const directory = await bytesAt(
    file,
    tail.readUInt32LE(end + 16),
    Math.min(tail.readUInt32LE(end + 12), directoryBytes),
  );
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== 0x02014b50) throw new RangeError('no entry of a ZIP archive');
    const nameBytes = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes);
    if (name === manifestName) return readEntry(file, directory.subarray(at));
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return null;
}

async function readEntry(file: FileHandle, entry: Buffer): Promise<string> {
  const packedBytes = entry.readUInt32LE(20);
  if (packedBytes > manifestBytes) throw new RangeError('a manifest that is too large');
  const place = entry.readUInt32LE(42);
  const local = await bytesAt(file, place, 30);
  const packed = await bytesAt(
    file,
    place + 30 + local.readUInt16LE(26) + local.readUInt16LE(28),
    packedBytes,
  );
  const isStored = entry.readUInt16LE(10) === 0;
  return (isStored ? packed : inflateRawSync(packed, { maxOutputLength: manifestBytes })).toString('utf8');
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead !== length) throw new RangeError('a ZIP archive that is cut off');
  return buffer;
}
