/** `prisma/` of the repository, in Prisma's own layout, as the schema engine wants it. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from './schema-engine.ts';

export const prismaFolder = fileURLToPath(new URL('../../../../../prisma', import.meta.url));

const lockFile = 'migration_lock.toml';

export async function readSchema(
  folder = prismaFolder,
): Promise<{ files: { path: string; content: string }[] }> {
  const path = join(folder, 'schema.prisma');
  return { files: [{ path, content: await readFile(path, 'utf8') }] };
}

/** Names of the migrations in the order in which they are applied. */
export async function migrationNames(folder = prismaFolder): Promise<string[]> {
  const entries = await readdir(join(folder, 'migrations'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

export async function readMigrations(folder = prismaFolder): Promise<MigrationList> {
  const baseDir = join(folder, 'migrations');
  const names = await migrationNames(folder);
  return {
    baseDir,
    lockfile: { path: lockFile, content: await readFile(join(baseDir, lockFile), 'utf8').catch(() => null) },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(join(baseDir, name, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}

export async function writeMigration(name: string, script: string, folder = prismaFolder): Promise<string> {
  const directory = join(folder, 'migrations', name);
  await mkdir(directory, { recursive: true });
  const path = join(directory, 'migration.sql');
  await writeFile(path, script);
  await writeFile(
    join(folder, 'migrations', lockFile),
    '# Kept by Prisma; do not edit by hand.\nprovider = "postgresql"\n',
  );
  return path;
}
