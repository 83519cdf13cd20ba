import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImportProblemAnswer } from '@sandglass/contracts';
import { openPackage, writePackageZip } from '@sandglass/problem-package';
import type { SandglassClient } from './client.ts';

/**
 * Imports a problem package from a folder or a zip.
 * @param id how the problem is called in the system; a later import under the same id is a new version of it
 * @throws PackageError when the package cannot be read, ClientError when the api refuses it
 */
export async function importPackage(
  client: SandglassClient,
  id: string,
  path: string,
): Promise<ImportProblemAnswer> {
  const scratch = await mkdtemp(join(tmpdir(), 'sandglass-import-'));
  const opened = await openPackage(path);
  try {
    const zip = join(scratch, 'package.zip');
    await writePackageZip(opened, zip);
    return await client.importProblem(id, await readFile(zip));
  } finally {
    await opened.close();
    await rm(scratch, { recursive: true });
  }
}
