import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const sources = join(import.meta.dirname, 'programs');
/** What takes the kernel long to take away. */
const worst = join(import.meta.dirname, '../../../../bench/ending/worst.c');

/** Whether programs can be compiled here, and if not, why. */
export async function compilerMissing(): Promise<string | undefined> {
  return run('gcc', ['--version']).then(
    () => undefined,
    () => 'gcc is not installed',
  );
}

/**
 * Compiles the programs `actor` and `worst` into a folder of its own that every user may read.
 * @returns the folder; the caller removes it
 */
export async function buildPrograms(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-conformance-'));
  await chmod(folder, 0o755);
  const programs = join(folder, 'programs');
  await mkdir(programs);
  const files = ['actor.c', 'limits.c', 'waits.c', 'talks.c', 'leftovers.c', 'confinement.c'].map((name) =>
    join(sources, name),
  );
  await compileStatic(files, join(programs, 'actor'));
  await compileStatic([worst], join(programs, 'worst'));
  await mkdir(join(folder, 'scratch'));
  return folder;
}

/** Compiles C sources into one static program, which runs on every machine with the same processor. */
export async function compileStatic(files: readonly string[], to: string): Promise<void> {
  const flags = ['-O2', '-Wall', '-Wextra', '-Werror', '-static', '-pthread'];
  await run('gcc', [...flags, ...files, '-o', to]);
}
