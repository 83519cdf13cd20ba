/** A PostgreSQL cluster made once and copied by every test that needs a database of its own. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyCluster, postgresPrograms, startPostgres } from './postgres.ts';

const run = promisify(execFile);

/**
 * A stopped cluster with the database `sandglass` and all migrations, for `startPostgres`'s `template`. Making one
 * takes 2–3 s, copying it 0.1 s. It is kept below `.sandglass/` until a migration or PostgreSQL changes.
 * @param root the checkout
 */
export async function migratedCluster(root: string): Promise<string> {
  const kept = join(root, '.sandglass/test-clusters');
  const name = await fingerprint(root);
  const cluster = join(kept, name);
  if (existsSync(cluster)) return cluster;
  // The ordinary user who runs the server may not be able to reach the checkout.
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-cluster-'));
  try {
    await chmod(folder, 0o755);
    const dataFolder = join(folder, 'data');
    await mkdir(dataFolder);
    const postgres = await startPostgres({ dataFolder, durable: false });
    try {
      await run(process.execPath, [join(root, 'apps/api/src/migrate.ts')], {
        env: { ...process.env, DATABASE_URL: postgres.url },
      });
    } finally {
      await postgres.stop();
    }
    for (const older of await readdir(kept).catch(() => [])) {
      // One of this name was made by another run since: somebody may be copying it.
      if (older !== name && !older.includes('.part-'))
        await rm(join(kept, older), { recursive: true, force: true });
    }
    await mkdir(kept, { recursive: true });
    const part = `${cluster}.part-${process.pid}`;
    await copyCluster(join(dataFolder, 'postgres'), part);
    // Another run of tests may have been faster; its cluster is as good.
    await rename(part, cluster).catch(() => rm(part, { recursive: true, force: true }));
    return cluster;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of everything that a cluster is made from. */
async function fingerprint(root: string): Promise<string> {
  const hash = createHash('sha256').update(`${postgresPrograms()}\n`);
  const migrations = join(root, 'prisma/migrations');
  for (const name of (await readdir(migrations, { recursive: true })).sort()) {
    if (!name.endsWith('.sql')) continue;
    hash.update(`${name}\n`).update(await readFile(join(migrations, name)));
  }
  return hash
    .update(await readFile(join(import.meta.dirname, 'postgres.ts')))
    .digest('hex')
    .slice(0, 16);
}
