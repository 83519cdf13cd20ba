/** A thread that reads one contest package for the import, answers with one message, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { PackageError } from '@sandglass/problem-package';
import type { ContestPackageToRead, ContestPackageRead } from './contest-package-reading.ts';
import { PackageFault } from './package-fault.ts';
import { readContestPackage } from './read-contest-package.ts';

async function read({ archive, folder }: ContestPackageToRead): Promise<ContestPackageRead> {
  try {
    return { kind: 'read', content: await readContestPackage(archive, folder) };
  } catch (error) {
    if (error instanceof PackageFault) return { kind: 'refused', reason: error.message };
    if (error instanceof PackageError) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
parentPort?.postMessage(await read(workerData as ContestPackageToRead));
