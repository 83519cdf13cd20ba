import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostFingerprint, imageFingerprint } from './build-identity.ts';

const manifest = {
  suite: 'bookworm',
  mirror: 'here',
  architecture: 'amd64',
  builtAt: '2026-01-01T00:00:00Z',
  languages: ['c'],
  requested: ['gcc'],
  packages: { gcc: '12', 'libc6-dev': '2.36' },
};

it('images with the same packages are the same, on every machine and at any time', () => {
  const elsewhere = { ...manifest, mirror: 'there', builtAt: '2026-02-02T00:00:00Z' };
  const turned = { ...elsewhere, packages: { 'libc6-dev': '2.36', gcc: '12' } };
  expect(imageFingerprint(turned)).toBe(imageFingerprint(manifest));
});

it('images with another version of anything are not', () => {
  const other = { ...manifest, packages: { ...manifest.packages, gcc: '12.1' } };
  expect(imageFingerprint(other)).not.toBe(imageFingerprint(manifest));
  expect(imageFingerprint(null)).toBeNull();
});

it('a host is known by its release, and one without a version is not known', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-release-'));
  const file = join(folder, 'os-release');
  const of = async (text: string): Promise<string | null> => {
    await writeFile(file, text);
    return hostFingerprint(file);
  };
  const debian = await of('NAME="Debian"\nID=debian\nVERSION_ID="12"\n');
  expect(debian).toMatch(/^[0-9a-f]{64}$/);
  expect(await of('VERSION_ID="12"\nID=debian\n')).toBe(debian);
  expect(await of('ID=debian\nVERSION_ID="13"\n')).not.toBe(debian);
  expect(await of('ID=arch\n')).toBeNull();
  expect(await hostFingerprint(join(folder, 'missing'))).toBeNull();
  await rm(folder, { recursive: true });
});
