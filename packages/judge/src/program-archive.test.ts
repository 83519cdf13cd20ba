import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packProgram, unpackProgram } from './program-archive.ts';

describe('a compiled program as one archive', () => {
  let folder: string;
  let from: string;
  let to: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-archive-'));
    [from, to] = [join(folder, 'from'), join(folder, 'to')];
    await mkdir(join(from, 'a/b'), { recursive: true });
    await mkdir(to);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has the same files elsewhere, executable for the users of slots', async () => {
    await writeFile(join(from, 'program'), Buffer.from([0, 1, 2, 255]));
    await writeFile(join(from, 'a/b/Größe$1.class'), 'class');
    await writeFile(join(from, 'empty'), '');
    const archive = await packProgram(from, 1000);
    if (archive === null) throw new Error('it was packed');
    await unpackProgram(archive, to);
    expect((await readdir(to, { recursive: true })).toSorted()).toEqual(
      (await readdir(from, { recursive: true })).toSorted(),
    );
    expect(await readFile(join(to, 'program'))).toEqual(Buffer.from([0, 1, 2, 255]));
    expect(await readFile(join(to, 'a/b/Größe$1.class'), 'utf8')).toBe('class');
    expect((await stat(join(to, 'program'))).mode & 0o777).toBe(0o755);
  });

  it('of the same program is the same, byte for byte', async () => {
    await writeFile(join(from, 'a/b/two'), '2');
    await writeFile(join(from, 'one'), '1');
    expect(await packProgram(from, 1000)).toEqual(await packProgram(from, 1000));
  });

  it('that would be larger than allowed is not made', async () => {
    await writeFile(join(from, 'program'), Buffer.alloc(1001));
    expect(await packProgram(from, 1000)).toBeNull();
  });

  it.each(['../outside', '/outside', 'a/../../outside', 'a//b', '.', ''])(
    'with a file called "%s" is refused, and nothing is written',
    async (path) => {
      const head = Buffer.from(JSON.stringify([{ path, bytes: 1 }]));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(head.length);
      await expect(unpackProgram(Buffer.concat([length, head, Buffer.from('x')]), to)).rejects.toThrow(/./);
      expect(await readdir(to)).toEqual([]);
      expect((await readdir(folder)).toSorted()).toEqual(['from', 'to']);
    },
  );

  it('that is cut off or has something added is refused', async () => {
    await writeFile(join(from, 'program'), 'program');
    const archive = await packProgram(from, 1000);
    if (archive === null) throw new Error('it was packed');
    for (const wrong of [
      archive.subarray(0, -1),
      Buffer.concat([archive, Buffer.from('x')]),
      Buffer.alloc(2),
    ])
      await expect(unpackProgram(wrong, to)).rejects.toThrow(/archive/);
    expect(await readdir(to)).toEqual([]);
  });
});
