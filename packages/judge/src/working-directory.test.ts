import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languageById } from '@sandglass/languages';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Program } from './program.ts';
import { WorkFolder } from './work-folder.ts';
import { workingDirectory } from './working-directory.ts';

describe('the working directory of a run', () => {
  let parent: string;
  let work: WorkFolder;
  let program: Program;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sandglass-working-'));
    work = await WorkFolder.create(join(parent, 'slot-0'));
    const directory = await work.programFolder();
    await writeFile(join(directory, 'program'), 'the program', { mode: 0o755 });
    await writeFile(join(directory, 'words.txt'), 'of the submission');
    program = {
      language: languageById('cpp'),
      tools: { compiler: '', runtime: '' },
      directory,
      entryPoint: null,
    };
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('shows the files of a test without a sign of other runs of it', async () => {
    await mkdir(join(parent, 'test'));
    const path = join(parent, 'test', 'words.txt');
    await writeFile(path, 'of the test');
    await chmod(path, 0o644);
    const before = await stat(path);
    const test = { name: 'test', files: [{ name: 'words.txt', path }] };
    await using first = await workingDirectory(work, program, test, false);
    await using second = await workingDirectory(work, program, test, false);
    for (const { spec } of [first, second]) {
      const folder = spec.program?.directory ?? '';
      expect(await readFile(join(folder, 'words.txt'), 'utf8')).toBe('of the test');
      expect((await stat(join(folder, 'program'))).mode & 0o777).toBe(0o755);
      for (const name of ['words.txt', 'program']) expect((await stat(join(folder, name))).nlink).toBe(1);
    }
    expect(await stat(path)).toMatchObject({ nlink: 1, ctimeMs: before.ctimeMs });
  });
});
