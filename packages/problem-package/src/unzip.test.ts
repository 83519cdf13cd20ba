import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PackageFixture, modern, refusalOf } from '../test/fixture.ts';
import { rawZip, type RawEntry } from '../test/zip-bytes.ts';
import { openPackage } from './index.ts';
import type { Issue, PackageBounds } from './index.ts';

const fixture = new PackageFixture();
afterAll(() => fixture.remove());

const sound: RawEntry[] = Object.entries(modern).map(([path, data]) => ({
  name: `hourglass/${path}`,
  data: data ?? '',
  deflate: true,
}));

async function refusal(entries: RawEntry[] | Buffer, bounds: Partial<PackageBounds> = {}): Promise<Issue> {
  const path = fixture.file('hostile.zip', Buffer.isBuffer(entries) ? entries : rawZip(entries));
  const [issue] = await refusalOf(openPackage(path, { temporaryFolder: fixture.folder, bounds }));
  // Nothing is left over, for any reason of a refusal.
  expect(fixture.leftovers()).toEqual([]);
  if (issue === undefined) throw new Error('a refusal without an issue');
  return issue;
}

describe('an archive', () => {
  it('is read like the folder it was made of, and leaves nothing behind when closed', async () => {
    const path = fixture.file('upload.bin', rawZip(sound));
    const opened = await openPackage(path, { temporaryFolder: fixture.folder });
    expect(opened.problem.shortName).toBe('hourglass');
    expect(opened.problem.testCases.map(({ name }) => name)).toEqual(['sample/1', 'secret/01']);
    expect(fixture.leftovers()).toHaveLength(1);
    await opened.close();
    await opened.close();
    expect(fixture.leftovers()).toEqual([]);
  });

  it('may have its files at the top, and is then named after the archive or by the caller', async () => {
    const flat = sound.map((entry) => ({ ...entry, name: String(entry.name).replace('hourglass/', '') }));
    const path = fixture.file('flat.zip', rawZip(flat));
    await using opened = await openPackage(path, { temporaryFolder: fixture.folder });
    expect(opened.problem.shortName).toBe('flat');
    await using renamed = await openPackage(path, { temporaryFolder: fixture.folder, shortName: 'other' });
    expect(renamed.problem.shortName).toBe('other');
  });

  it('may hold what archivers leave behind', async () => {
    const path = fixture.file(
      'mac.zip',
      rawZip([
        ...sound,
        { name: 'hourglass/', mode: 0o040755 },
        { name: '__MACOSX/hourglass/._problem.yaml', data: 'x' },
        { name: 'hourglass/.DS_Store', data: 'x' },
        { name: 'hourglass/.git/config', data: 'x' },
      ]),
    );
    await using opened = await openPackage(path, { temporaryFolder: fixture.folder });
    expect(opened.files()).toEqual(Object.keys(modern).sort());
  });

  it('keeps executable bits and no others', async () => {
    const path = fixture.file(
      'modes.zip',
      rawZip([...sound, { name: 'hourglass/output_validator/run', data: '#!/bin/sh\n', mode: 0o106777 }]),
    );
    await using opened = await openPackage(path, { temporaryFolder: fixture.folder });
    expect(opened.isExecutable('output_validator/run')).toBe(true);
    expect(opened.isExecutable('problem.yaml')).toBe(false);
    expect(statSync(opened.resolve('output_validator/run')).mode & 0o7022).toBe(0);
  });
});

describe('a hostile archive is refused with the entry and the reason:', () => {
  it.each<[string, string | Buffer, string]>([
    ['climbing out', '../../etc/cron.d/x', 'path-traversal'],
    ['climbing out from below', 'hourglass/../../x', 'path-traversal'],
    ['a dot segment', 'hourglass/./x', 'path-traversal'],
    ['an empty segment', 'hourglass//x', 'path-traversal'],
    ['an empty name', '', 'path-traversal'],
    ['an absolute name', '/etc/passwd', 'path-absolute'],
    ['a drive letter', 'C:/x', 'path-absolute'],
    ['a backslash', 'hourglass\\..\\x', 'path-backslash'],
    ['a zero byte', 'hourglass/x\0.txt', 'path-control'],
    ['an escape character', 'hourglass/\u001b[2J', 'path-control'],
    ['a newline', 'hourglass/a\nb', 'path-control'],
    ['a name that is not UTF-8', Buffer.from([0x68, 0x2f, 0xc3, 0x28]), 'path-encoding'],
    ['an overlong UTF-8 slash', Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x78]), 'path-encoding'],
    ['a name of 300 bytes', 'x'.repeat(300), 'path-too-long'],
    ['40 directories inside one another', 'a/'.repeat(40) + 'x', 'path-too-deep'],
  ])('%s', async (_what, name, code) => {
    const issue = await refusal([...sound, { name, data: 'owned' }]);
    expect(issue.code).toBe(code);
    expect(existsSync(join(fixture.folder, 'x'))).toBe(false);
    // The name comes back fit for a terminal.
    // oxlint-disable-next-line no-control-regex -- that is the point
    expect(issue.file).not.toMatch(/[\u0000-\u001f]/);
  });

  it.each([
    ['symbolic link', 0o120777],
    ['named pipe', 0o010644],
    ['character device', 0o020644],
    ['block device', 0o060644],
    ['socket', 0o140644],
  ])('a %s', async (kind, mode) => {
    const issue = await refusal([
      ...sound,
      { name: 'hourglass/data/secret/02.in', data: '/etc/passwd', mode },
    ]);
    expect(issue).toMatchObject({ code: 'archive-special-entry', file: 'hourglass/data/secret/02.in' });
    expect(issue.message).toContain(kind);
  });

  it('a hard link', async () => {
    const target = Buffer.from('/etc/passwd');
    const extra = Buffer.alloc(4 + 12);
    extra.writeUInt16LE(0x000d, 0);
    extra.writeUInt16LE(12 + target.length, 2);
    const issue = await refusal([...sound, { name: 'hourglass/x', extra: Buffer.concat([extra, target]) }]);
    expect(issue).toMatchObject({ code: 'archive-special-entry', file: 'hourglass/x' });
  });

  it.each([0x0001, 0x0041, 0x2000])('an encrypted entry (flags %i)', async (flags) => {
    expect((await refusal([{ name: 'problem.yaml', data: 'x', flags }])).code).toBe('archive-encrypted');
  });

  it('another compression method', async () => {
    expect((await refusal([{ name: 'problem.yaml', data: 'x', method: 12 }])).code).toBe('archive-method');
  });

  it('two entries of one name', async () => {
    const issue = await refusal([...sound, { name: 'hourglass/data/secret/01.ans', data: '7\n' }]);
    expect(issue).toMatchObject({ code: 'path-duplicate', file: 'hourglass/data/secret/01.ans' });
  });

  it('a name used for a file and a directory, in either order', async () => {
    expect(
      (
        await refusal([
          { name: 'a', data: '' },
          { name: 'a/b', data: '' },
        ])
      ).code,
    ).toBe('path-file-and-folder');
    expect(
      (
        await refusal([
          { name: 'a/b', data: '' },
          { name: 'a', data: '' },
        ])
      ).code,
    ).toBe('path-file-and-folder');
  });

  it('test data whose names differ only in case', async () => {
    const issue = await refusal([...sound, { name: 'hourglass/data/Secret/01.in', data: '' }]);
    expect(issue.code).toBe('path-case');
  });

  it('100 000 entries', async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => ({
      name: `hourglass/data/secret/${index}.in`,
    }));
    expect((await refusal(entries)).code).toBe('package-too-many-entries');
  });

  it('a bomb whose ratio gives it away', async () => {
    const zeros = Buffer.alloc(120 * 1024 * 1024);
    const issue = await refusal([
      ...sound,
      { name: 'hourglass/data/secret/02.in', data: zeros, deflate: true },
    ]);
    expect(issue).toMatchObject({ code: 'archive-ratio', file: 'hourglass/data/secret/02.in' });
  });

  it('a bomb that lies about its size', async () => {
    const zeros = Buffer.alloc(4 * 1024 * 1024);
    const entry = { name: 'hourglass/data/secret/02.in', data: zeros, deflate: true, declaredSize: 10 };
    expect((await refusal([...sound, entry])).code).toBe('archive-corrupt');
  });

  it('a file, or files together, beyond the bounds', async () => {
    const data = Buffer.alloc(3000, 7);
    const many = [1, 2, 3].map((number) => ({ name: `hourglass/data/secret/${number}.in`, data }));
    expect((await refusal([...sound, ...many], { fileBytes: 2000 })).code).toBe('package-file-too-large');
    expect(await refusal([...sound, ...many], { totalBytes: 8000 })).toMatchObject({
      code: 'package-too-large',
      file: 'hourglass/data/secret/3.in',
    });
  });

  it('a wrong checksum', async () => {
    const issue = await refusal([{ name: 'problem.yaml', data: 'name: x', declaredCrc: 1 }]);
    expect(issue).toMatchObject({ code: 'archive-corrupt', file: 'problem.yaml' });
    expect(issue.message).toContain('checksum');
  });

  it('cut short, or damaged anywhere', async () => {
    const whole = rawZip(sound);
    for (const length of [5, 22, 100, whole.length - 30, whole.length - 1]) {
      expect((await refusal(whole.subarray(0, length))).code).toBe('archive-corrupt');
    }
    for (let at = 4; at < whole.length; at += 13) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      const path = fixture.file('damaged.zip', damaged);
      // Harmless damage may go unnoticed (a date); everything else is a refusal, never a crash.
      const outcome = await openPackage(path, { temporaryFolder: fixture.folder }).then(
        async (opened) => await opened.close(),
        async (error: unknown) => await refusalOf(Promise.reject(error as Error)),
      );
      expect(outcome === undefined || outcome.length > 0).toBe(true);
      expect(fixture.leftovers()).toEqual([]);
    }
  });
});

describe('what is no archive', () => {
  it('is refused by its content, regardless of its name', async () => {
    expect((await refusal(Buffer.from('name: x\n'))).code).toBe('package-not-zip');
    expect((await refusal(Buffer.alloc(0))).code).toBe('package-not-zip');
    expect((await refusal([])).code).toBe('problem-yaml-missing');
  });

  it('is refused when it does not exist', async () => {
    const [issue] = await refusalOf(openPackage(join(fixture.folder, 'gone.zip')));
    expect(issue?.code).toBe('package-not-found');
  });

  it('is refused when no problem.yaml is in it', async () => {
    const empty = join(fixture.folder, 'empty');
    mkdirSync(empty);
    expect((await refusalOf(openPackage(empty)))[0]?.code).toBe('problem-yaml-missing');
    expect((await refusal([{ name: 'a/b/problem.yaml', data: 'name: x' }])).code).toBe(
      'problem-yaml-missing',
    );
  });

  it('but is a Polygon package is recognised as one', async () => {
    expect(await refusal([{ name: 'x/problem.xml', data: '<problem/>' }])).toMatchObject({
      code: 'format-not-yet',
    });
  });
});
