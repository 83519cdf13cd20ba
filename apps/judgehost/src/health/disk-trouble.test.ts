import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskTrouble } from './disk-trouble.ts';

it('a folder that can be written is left as it was; one that cannot is reported', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-disk-'));
  expect(await diskTrouble([folder])).toBeNull();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  expect(await diskTrouble([folder])).toContain('ENOENT');
});
