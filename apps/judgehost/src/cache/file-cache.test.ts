import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileReference } from '@sandglass/contracts';
import { ApiUnreachable } from '../platform/errors.ts';
import { FileCache, type FetchFile } from './file-cache.ts';

let folder: string;
let fetched: string[];
const contents = new Map<string, Buffer>();

function aFile(text: string): FileReference {
  const data = Buffer.from(text);
  const sha256 = createHash('sha256').update(data).digest('hex');
  contents.set(sha256, data);
  return { sha256, bytes: data.length };
}

async function* halfAFile(): AsyncGenerator<Buffer> {
  yield Buffer.from('first half,');
  await Promise.resolve();
  throw new Error('the other side closed the connection');
}

const fetchFile: FetchFile = (sha256) => {
  fetched.push(sha256);
  const data = contents.get(sha256);
  return data === undefined
    ? Promise.reject(new Error('no such file'))
    : Promise.resolve(Readable.from([data]));
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandglass-cache-'));
  fetched = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the file cache', () => {
  it('fetches a file once, and answers at once when it is there', async () => {
    const cache = await FileCache.open(folder, 1000, fetchFile);
    const file = aFile('hello');
    const first = await cache.acquire(file);
    expect(await readFile(first.path, 'utf8')).toBe('hello');
    const second = cache.acquire(file);
    expect(second).not.toBeInstanceOf(Promise);
    expect(fetched).toEqual([file.sha256]);
    expect(cache.figures).toMatchObject({ files: 1, bytes: 5, hits: 1, misses: 1, fetchedBytes: 5 });
  });

  it('fetches once for many who ask at the same time', async () => {
    const cache = await FileCache.open(folder, 1000, fetchFile);
    const file = aFile('wanted by all');
    const all = await Promise.all(Array.from({ length: 20 }, async () => cache.acquire(file)));
    expect(new Set(all.map(({ path }) => path)).size).toBe(1);
    expect(fetched).toHaveLength(1);
  });

  it('refuses bytes that do not fit their name, and leaves nothing of them', async () => {
    const file = aFile('right');
    contents.set(file.sha256, Buffer.from('wrong'));
    const cache = await FileCache.open(folder, 1000, fetchFile);
    await expect(cache.acquire(file)).rejects.toMatchObject({ code: 'HOST_FILE_DAMAGED' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('asks for a file that came damaged again, and says so, until it comes whole', async () => {
    const file = aFile('mended');
    const asked: boolean[] = [];
    const cache = await FileCache.open(folder, 1000, (sha256, signal, fresh) => {
      asked.push(fresh);
      return fresh
        ? fetchFile(sha256, signal, fresh)
        : Promise.resolve(Readable.from([Buffer.from('broken')]));
    });
    expect(await readFile((await cache.acquire(file)).path, 'utf8')).toBe('mended');
    expect(asked).toEqual([false, true]);
  });

  it('tries again by itself while the api is away', async () => {
    const file = aFile('late');
    let tries = 0;
    const cache = await FileCache.open(folder, 1000, (sha256, signal) => {
      tries += 1;
      if (tries < 3) return Promise.reject(new ApiUnreachable('http://api', 'ECONNREFUSED'));
      return fetchFile(sha256, signal, false);
    });
    expect(await readFile((await cache.acquire(file)).path, 'utf8')).toBe('late');
    expect(tries).toBe(3);
  });

  it('tries again by itself when a connection breaks in the middle of a file', async () => {
    const file = aFile('first half, second half');
    let broken = true;
    const cache = await FileCache.open(folder, 1000, (sha256, signal) => {
      if (!broken) return fetchFile(sha256, signal, false);
      broken = false;
      return Promise.resolve(Readable.from(halfAFile()));
    });
    expect(await readFile((await cache.acquire(file)).path, 'utf8')).toBe('first half, second half');
    expect(await readdir(folder)).toEqual([file.sha256]);
  });

  it('gives up after a while, and tries again for the next caller', async () => {
    const file = aFile('much later');
    const data = contents.get(file.sha256) ?? Buffer.alloc(0);
    contents.delete(file.sha256);
    const cache = await FileCache.open(folder, 1000, fetchFile, 0);
    await expect(cache.acquire(file)).rejects.toThrow('no such file');
    contents.set(file.sha256, data);
    expect(await readFile((await cache.acquire(file)).path, 'utf8')).toBe('much later');
  });

  it('removes what was not used for longest when the bound is passed, and nothing in use', async () => {
    const cache = await FileCache.open(folder, 20, fetchFile);
    const [a, b, c, d] = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd'].map(aFile) as [
      FileReference,
      FileReference,
      FileReference,
      FileReference,
    ];
    const heldA = await cache.acquire(a);
    (await cache.acquire(b)).release();
    (await cache.acquire(c)).release();
    // Three times eight bytes: b had to go, a is held.
    expect((await readdir(folder)).sort()).toEqual([a.sha256, c.sha256].sort());
    heldA.release();
    (await cache.acquire(a)).release();
    (await cache.acquire(d)).release();
    expect((await readdir(folder)).sort()).toEqual([a.sha256, d.sha256].sort());
    expect(cache.figures).toMatchObject({ files: 2, bytes: 16, evictions: 2 });
  });

  it('takes up what an earlier process left, and clears away what it had not finished', async () => {
    const [old, newer] = [aFile('old file'), aFile('new file')];
    for (const [file, second] of [
      [old, 1000],
      [newer, 2000],
    ] as const) {
      await writeFile(join(folder, file.sha256), contents.get(file.sha256) ?? '');
      await utimes(join(folder, file.sha256), second, second);
    }
    await writeFile(join(folder, `.${old.sha256}.1.1`), 'half');
    const cache = await FileCache.open(folder, 10, fetchFile);
    expect(await readdir(folder)).toEqual([newer.sha256]);
    expect(await readFile((await cache.acquire(newer)).path, 'utf8')).toBe('new file');
    expect(cache.acquire(newer)).not.toBeInstanceOf(Promise);
    expect(fetched).toEqual([]);
  });

  it('fetches a file again that an earlier process left damaged', async () => {
    const [cut, whole] = [aFile('cut by a power failure'), aFile('whole')];
    await writeFile(join(folder, cut.sha256), 'cut by a po');
    await writeFile(join(folder, whole.sha256), 'whole');
    const cache = await FileCache.open(folder, 1000, fetchFile);
    const files = await Promise.all([cut, cut, whole].map(async (file) => cache.acquire(file)));
    const texts = await Promise.all(files.map(({ path }) => readFile(path, 'utf8')));
    expect(texts).toEqual(['cut by a power failure', 'cut by a power failure', 'whole']);
    expect(fetched).toEqual([cut.sha256]);
  });

  it('keeps files where only its own process reaches them by name', async () => {
    const inner = join(folder, 'files');
    const cache = await FileCache.open(inner, 1000, fetchFile);
    const { path } = await cache.acquire(aFile('secret data'));
    expect((await stat(inner)).mode & 0o777).toBe(0o700);
    expect((await stat(path)).mode & 0o777).toBe(0o644);
  });

  it('fetches a forgotten file again', async () => {
    const cache = await FileCache.open(folder, 1000, fetchFile);
    const file = aFile('damaged on the disk');
    (await cache.acquire(file)).release();
    await cache.forget(file.sha256);
    await cache.acquire(file);
    expect(fetched).toHaveLength(2);
  });

  it('says that the folder cannot be used', async () => {
    const notAFolder = join(folder, 'file');
    await writeFile(notAFolder, '');
    await expect(FileCache.open(notAFolder, 1000, fetchFile)).rejects.toMatchObject({ code: 'HOST_DISK' });
  });
});
