import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkFolder } from './work-folder.ts';

describe('the work folder of a slot', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'sandglass-work-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('is empty at first, also after a predecessor left files, and closed to other users', async () => {
    const path = join(parent, 'slot-0');
    const former = await WorkFolder.create(path);
    await writeFile(former.output, 'old output');
    await former.programFolder();
    await WorkFolder.create(path);
    expect(await readdir(path)).toEqual([]);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  it('has a new folder for each program, which the slot’s user may read', async () => {
    const work = await WorkFolder.create(join(parent, 'slot-0'));
    const [first, second] = [await work.programFolder(), await work.programFolder()];
    expect(first).not.toBe(second);
    expect((await stat(second)).mode & 0o777).toBe(0o755);
  });

  it('says which folder cannot be used', async () => {
    const file = join(parent, 'file');
    await writeFile(file, '');
    await expect(WorkFolder.create(join(file, 'slot-0'))).rejects.toMatchObject({
      code: 'JUDGE_WORK_FOLDER',
      message: expect.stringContaining(join(file, 'slot-0')),
    });
  });
});
