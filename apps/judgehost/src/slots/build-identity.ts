/**
 * What makes a program, in one hash: hosts where it is the same run each other's programs. Where it is not known for
 * sure (an image made by other means than ours) every host compiles for itself.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { arch } from 'node:os';
import type { ImageManifest } from '@sandglass/judge';
import type { Build } from '../cache/program-store.ts';

/**
 * @param place fingerprint of the system it is compiled in; null: not known
 * @param version what the compiler says of itself
 */
export function buildOf(place: string | null, language: string, version: string): Build {
  return { key: hashOf([arch(), place, language, version]), shared: place !== null };
}

/** Of a chroot image: everything that is installed in it. */
export function imageFingerprint(manifest: ImageManifest | null): string | null {
  if (manifest === null) return null;
  const packages = Object.entries(manifest.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(['image', manifest.architecture, manifest.suite, packages]);
}

/** Of this machine's own system: its release and its C library. Null where the system does not say. */
export async function hostFingerprint(osRelease = '/etc/os-release'): Promise<string | null> {
  try {
    const text = await readFile(osRelease, 'utf8');
    const field = (name: string): string | null =>
      new RegExp(`^${name}="?([^"\\n]*)"?$`, 'm').exec(text)?.[1] ?? null;
    const [id, version] = [field('ID'), field('VERSION_ID')];
    const libc = libcVersion();
    // A rolling release has an id and no version: two hosts may differ in anything.
    return id === null || version === null || libc === null ? null : hashOf(['host', id, version, libc]);
  } catch {
    return null;
  }
}

function libcVersion(): string | null {
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: unknown } };
  const version = header?.glibcVersionRuntime;
  return typeof version === 'string' ? version : null;
}

function hashOf(parts: unknown): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
