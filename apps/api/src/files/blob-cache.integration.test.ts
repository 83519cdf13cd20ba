import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { Database } from '../platform/database/database.ts';
import { sha256 } from '../platform/lib/sha256.ts';
import { withTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts';
import { BlobCache } from './blob-cache.ts';
import { BlobStore } from './blob-store.ts';

let environment: TestEnvironment;
let blobs: BlobStore;
let folders = 0;

withTestEnvironment(async (given) => {
  environment = given;
  const database = new Database(environment.services.databaseUrl, () => {});
  environment.atEnd(() => database.close());
  blobs = new BlobStore(database);
});

/** A cache of a process that finds these files. */
async function cacheWith(
  files: Readonly<Record<string, string>>,
): Promise<{ cache: BlobCache; folder: string }> {
  folders += 1;
  const folder = join(environment.services.folder, `files-${folders}`);
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const cache = new BlobCache(blobs, folder, 1_000_000, environment.api.app.log);
  await cache.open();
  return { cache, folder };
}

async function contentOf(cache: BlobCache, hash: string, fresh = false): Promise<string | null> {
  const file = await cache.read(hash, fresh);
  return file === null ? null : text(file.stream);
}

it.each([
  ['of no bytes', ''],
  ['cut short', 'the tes'],
  ['with other bytes of the same number', 'the tess'],
])(
  'a file %s that a power cut left under its name is fetched again before it is used',
  async (_what, left) => {
    const hash = await blobs.putBytes(Buffer.from('the test'));
    const { cache, folder } = await cacheWith({ [hash]: left });
    expect(await contentOf(cache, hash)).toBe('the test');
    expect(await readFile(join(folder, hash), 'utf8')).toBe('the test');
    expect(cache.damaged).toBe(1);
  },
);

it('a whole file that an earlier process left is used as it is', async () => {
  const hash = sha256('only on the disk');
  const { cache } = await cacheWith({ [hash]: 'only on the disk' });
  expect(await contentOf(cache, hash)).toBe('only on the disk');
  expect(cache.damaged).toBe(0);
});

it('a file that loses bytes while the process runs is fetched again', async () => {
  const hash = await blobs.putBytes(Buffer.from('a test that shrinks'));
  const { cache, folder } = await cacheWith({});
  expect(await contentOf(cache, hash)).toBe('a test that shrinks');
  await truncate(join(folder, hash), 3);
  expect(await contentOf(cache, hash)).toBe('a test that shrinks');
});

it('many who ask for a damaged file at once all get the right one', async () => {
  const hash = await blobs.putBytes(Buffer.from('wanted by many'));
  const { cache, folder } = await cacheWith({ [hash]: 'wanted by none' });
  const all = await Promise.all(Array.from({ length: 20 }, () => contentOf(cache, hash)));
  expect(new Set(all)).toEqual(new Set(['wanted by many']));
  expect(await readdir(folder)).toEqual([hash]);
});

it('what nobody stored is not there, even if a file has its name', async () => {
  const hash = sha256('nobody stored this');
  const { cache } = await cacheWith({ [hash]: 'something else' });
  expect(await contentOf(cache, hash)).toBeNull();
});

it('a host that got other bytes has the api look again, and gets the right ones', async () => {
  const host = await environment.api.request<{ token: string }>('POST', '/api/admin/judgehosts', {
    as: 'admin',
    body: { name: 'complains' },
  });
  const hash = await blobs.putBytes(Buffer.from('bits that rot'));
  const ask = async (query: string): Promise<string> => {
    const url = `${environment.api.url}/api/judgehost/files/${hash}${query}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${host.body.token}` } });
    return answer.text();
  };
  expect(await ask('')).toBe('bits that rot');
  await writeFile(join(environment.services.folder, 'api/files', hash), 'bits that ROT');
  expect(await ask('')).toBe('bits that ROT');
  // A look is worth its reading only some seconds after the last one.
  await expect.poll(() => ask('?fresh=1'), { timeout: 20_000, interval: 500 }).toBe('bits that rot');
});
