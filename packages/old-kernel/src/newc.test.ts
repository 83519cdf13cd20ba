import { execFileSync } from 'node:child_process';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entriesOf } from './guest-files.ts';
import { writeArchive } from './newc.ts';
import type { ArchiveEntry } from './newc.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandglass-newc-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function archive(entries: readonly ArchiveEntry[]): Promise<string> {
  const path = join(folder, 'a.cpio');
  const to = await open(path, 'w');
  await writeArchive(to, entries);
  await to.close();
  return path;
}

describe('an archive for the kernel', () => {
  it('starts every entry with the magic number and pads name and content to four bytes', async () => {
    const bytes = await readFile(
      await archive([{ kind: 'file', path: 'abc', mode: 0o640, content: Buffer.from('12345') }]),
    );
    const text = bytes.toString('latin1');
    expect(text.slice(0, 6)).toBe('070701');
    expect(text.slice(14, 22)).toBe((0o100640).toString(16).padStart(8, '0'));
    expect(text.slice(54, 62)).toBe('00000005');
    expect(text.slice(110, 114)).toBe('abc\0');
    // 110 + 4 is rounded up to 116, the content's 5 bytes to 8.
    expect(text.slice(116, 121)).toBe('12345');
    expect(text.slice(124, 130)).toBe('070701');
    expect(bytes.length % 512).toBe(0);
  });

  it('is read by another program', async () => {
    await writeFile(join(folder, 'big'), Buffer.alloc(3 << 20, 7));
    const entries = await entriesOf({
      '/a/b/hello': { content: 'hello\n', mode: 0o755 },
      '/a/big': { source: join(folder, 'big') },
    });
    const path = await archive([...entries, { kind: 'link', path: 'a/link', target: 'b/hello' }]);
    const listed = execFileSync('/bin/busybox', ['cpio', '-tv'], { input: await readFile(path) }).toString();
    expect(listed).toMatch(/^drwxr-xr-x .* a$/m);
    expect(listed).toMatch(/^-rwxr-xr-x .* 6 .* a\/b\/hello$/m);
    expect(listed).toMatch(/^-rw-r--r-- .* 3145728 .* a\/big$/m);
    expect(listed).toMatch(/a\/link -> b\/hello$/m);
  });
});

describe('the files of a guest', () => {
  it('are refused by name when their path is relative or their source is missing', async () => {
    await expect(entriesOf({ 'etc/x': { content: '' } })).rejects.toThrow(/etc\/x: a guest path starts with/);
    await expect(entriesOf({ '/x': { source: join(folder, 'none') } })).rejects.toMatchObject({
      code: 'GUEST_FILE',
      message: expect.stringContaining(join(folder, 'none')) as string,
    });
  });
});
