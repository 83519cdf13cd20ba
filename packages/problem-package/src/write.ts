import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { OpenedPackage } from './opening.ts';

/** Same bytes for the same package, on every machine and at any time. */
const fixedTime = new Date('1980-01-01T00:00:00Z');

/** The fastest: test data of 70 MB takes a second instead of three, and the archive is hardly larger. */
const compressionLevel = 1;

/**
 * Writes a package as `SHORTNAME/…` into a zip archive: the files that count, byte for byte, in
 * byte order, with fixed times. `out` appears complete or not at all.
 */
export async function writePackageZip(opened: OpenedPackage, out: string): Promise<void> {
  const zip = new ZipFile();
  const { shortName } = opened.problem;
  for (const path of opened.files()) {
    zip.addFile(opened.resolve(path), `${shortName}/${path}`, {
      mtime: fixedTime,
      mode: opened.isExecutable(path) ? 0o100755 : 0o100644,
      forceDosTimestamp: true,
      compressionLevel,
    });
  }
  zip.end();
  const unfinished = `${out}.part`;
  try {
    await pipeline(zip.outputStream, createWriteStream(unfinished));
    await rename(unfinished, out);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
