/** A thread that reads one problem package for {@link PackageReader}, answers with one message, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { guessLanguage } from '@sandglass/languages';
import { openPackage, PackageError, snapshotOf, validatePackage } from '@sandglass/problem-package';
import type { PackageToRead, ReadPackage } from './package-reading.ts';

async function read({ path, shortName, temporaryFolder }: PackageToRead): Promise<ReadPackage> {
  try {
    // Not closed here: what was unpacked is needed until its files are stored.
    const opened = await openPackage(path, { shortName, temporaryFolder, guessLanguage });
    return { kind: 'read', snapshot: snapshotOf(opened), issues: await validatePackage(opened) };
  } catch (error) {
    if (error instanceof PackageError) return { kind: 'refused', issues: error.issues };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(await read(workerData as PackageToRead));
