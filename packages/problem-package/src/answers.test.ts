import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { expandAnswers } from './answers.ts';

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const kib = 1024;

describe('answers that are handed in', () => {
  it('are files as they are', async () => {
    const files = [{ name: '01.out', data: Buffer.from('1\n') }];
    expect(await expandAnswers(files, kib)).toEqual(files);
  });

  it('may be a zip archive, of which the folder around everything and hidden files are left out', async () => {
    const data = await zipOf({
      'mine/01.out': 'one\n',
      'mine/b/02.out': 'two\n',
      'mine/.DS_Store': 'x',
      '__MACOSX/mine/._01.out': 'x',
    });
    const files = await expandAnswers([{ name: 'Answers.ZIP', data }], kib);
    expect(files.map(({ name, data: bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['01.out', 'one\n'],
      ['b/02.out', 'two\n'],
    ]);
  });

  it('keep the folders of the test data', async () => {
    const data = await zipOf({ 'secret/1.out': 'a', 'secret/2.out': 'b' });
    const files = await expandAnswers([{ name: 'a.zip', data }], kib);
    expect(files.map(({ name }) => name)).toEqual(['secret/1.out', 'secret/2.out']);
  });

  it('are refused when they unpack to more than is allowed, or are no archive', async () => {
    const data = await zipOf({ '1.out': 'a'.repeat(2000) });
    await expect(expandAnswers([{ name: 'a.zip', data }], kib)).rejects.toMatchObject({
      code: 'package-file-too-large',
    });
    await expect(
      expandAnswers([{ name: 'a.zip', data: Buffer.from('PK, but no archive') }], kib),
    ).rejects.toMatchObject({ code: 'archive-corrupt' });
  });

  it('in several archives are counted together, before any is unpacked', async () => {
    const names = Array.from({ length: 1500 }, (_, index) => [`${index}.out`, ''] as const);
    const many = { name: 'a.zip', data: await zipOf(Object.fromEntries(names)) };
    await expect(expandAnswers([many, { ...many, name: 'b.zip' }], kib)).rejects.toMatchObject({
      code: 'package-too-many-entries',
    });
    const half = { name: 'a.zip', data: await zipOf({ '1.out': 'a'.repeat(600) }) };
    expect(await expandAnswers([half], kib)).toHaveLength(1);
    await expect(expandAnswers([half, { ...half, name: 'b.zip' }], kib)).rejects.toMatchObject({
      code: 'package-too-large',
    });
  });

  it('leave nothing on the disk', async () => {
    const data = await zipOf({ '1.out': 'a' });
    const tmpdir = process.env.TMPDIR;
    process.env.TMPDIR = '/proc/there-is-no-such-folder';
    try {
      expect(await expandAnswers([{ name: 'a.zip', data }], kib)).toHaveLength(1);
    } finally {
      if (tmpdir === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = tmpdir;
    }
  });
});
