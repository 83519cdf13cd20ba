import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entriesOf } from './guest-files.ts';
import type { ArchiveEntry } from './newc.ts';

function textOf(entries: readonly ArchiveEntry[], path: string): string {
  const entry = entries.find((one) => one.path === path);
  if (entry?.kind !== 'file' || !(entry.content instanceof Uint8Array)) throw new Error(`no text at ${path}`);
  return Buffer.from(entry.content).toString();
}

describe('the files of the guest', () => {
  it('come with TypeScript stripped of its types, in place', async () => {
    const entries = await entriesOf({
      '/root/a.ts': { content: 'const n: number = 1;\nexport { n };\n' },
      '/root/b.txt': { content: 'const n: number = 1;\n' },
      '/root/src': { source: join(import.meta.dirname) },
    });
    expect(textOf(entries, 'root/a.ts')).toBe('const n         = 1;\nexport { n };\n');
    expect(textOf(entries, 'root/b.txt')).toBe('const n: number = 1;\n');
    expect(textOf(entries, 'root/src/newc.ts')).not.toContain('export type');
  });

  it('have the folders they are in', async () => {
    const entries = await entriesOf({ '/a/b/c': { link: '../d' } });
    expect(entries.map(({ kind, path }) => [kind, path])).toEqual([
      ['folder', 'a'],
      ['folder', 'a/b'],
      ['link', 'a/b/c'],
    ]);
  });

  it('have absolute paths', async () => {
    await expect(entriesOf({ 'root/a': { content: '' } })).rejects.toMatchObject({ code: 'GUEST_FILE' });
  });
});
