/** A full disk, on a real file system of one MiB. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileCache } from './file-cache.ts';

function whyNot(): string | null {
  if (process.getuid?.() === 0) return null;
  const reason =
    'the full-disk test of the file cache is skipped: it needs root to mount a small file system';
  console.warn(reason);
  return reason;
}

describe.skipIf(whyNot() !== null)('the file cache on a full disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-small-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'sandglass-test', folder]);
  });
  afterAll(async () => {
    execFileSync('umount', [folder]);
    await rm(folder, { recursive: true });
  });

  it('says so, leaves nothing half written, and works again for what fits', async () => {
    const [large, small] = [Buffer.alloc(2 * 1024 * 1024, 1), Buffer.alloc(1000, 2)];
    const files = [large, small].map((data) => ({
      data,
      reference: { sha256: createHash('sha256').update(data).digest('hex'), bytes: data.length },
    }));
    const cache = await FileCache.open(join(folder, 'files'), 100 * 1024 * 1024, (sha256) => {
      const { data } = files.find(({ reference }) => reference.sha256 === sha256) ?? {
        data: Buffer.alloc(0),
      };
      return Promise.resolve(Readable.from([data]));
    });
    const [tooLarge, fits] = files.map(({ reference }) => reference);
    if (tooLarge === undefined || fits === undefined) throw new Error('two files are needed');
    await expect(cache.acquire(tooLarge)).rejects.toMatchObject({
      code: 'HOST_DISK',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(await readdir(join(folder, 'files'))).toEqual([]);
    expect(cache.trouble).toContain('ENOSPC');
    expect((await cache.acquire(fits)).path).toContain(fits.sha256);
    expect(cache.trouble).toBeNull();
    await rm(join(folder, 'files'), { recursive: true });
  });

  it('gives up what was used longest ago for what is needed now', async () => {
    const files = [1, 2, 3].map((value) => {
      const data = Buffer.alloc(400_000, value);
      return {
        data,
        reference: { sha256: createHash('sha256').update(data).digest('hex'), bytes: data.length },
      };
    });
    const cache = await FileCache.open(join(folder, 'more'), 100 * 1024 * 1024, (sha256) => {
      const { data } = files.find(({ reference }) => reference.sha256 === sha256) ?? {
        data: Buffer.alloc(0),
      };
      return Promise.resolve(Readable.from([data]));
    });
    for (const { reference } of files) (await cache.acquire(reference)).release();
    expect(cache.figures).toMatchObject({ files: 2, evictions: 1 });
    expect((await readdir(join(folder, 'more'))).sort()).toEqual(
      files
        .slice(1)
        .map(({ reference }) => reference.sha256)
        .sort(),
    );
    expect(cache.trouble).toBeNull();
  });
});
