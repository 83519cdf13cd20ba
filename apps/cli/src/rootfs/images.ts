/** The images of this host: folders of one folder, each called what contests call it. */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readManifest, type ImageManifest } from '@sandglass/judge';

/** SANDGLASS_IMAGES, else the usual place. */
export function imagesFolder(): string {
  const named = process.env['SANDGLASS_IMAGES'];
  return named === undefined || named === '' ? '/var/lib/sandglass/images' : resolve(named);
}

/** A word is the name of an image; anything with a slash is a path. */
export function imagePath(given: string): string {
  return given.includes('/') ? resolve(given) : join(imagesFolder(), given);
}

/** What --rootfs says, else SANDGLASS_ROOTFS; undefined: the host's own compilers. */
export function rootfsOf(given: string | undefined): string | undefined {
  const named = given ?? process.env['SANDGLASS_ROOTFS'];
  return named === undefined || named === '' ? undefined : imagePath(named);
}

export interface KnownImage {
  readonly name: string;
  readonly path: string;
  /** Null when it was made by other means, or its note cannot be read. */
  readonly manifest: ImageManifest | null;
  readonly trouble: string | null;
}

export async function knownImages(): Promise<KnownImage[]> {
  const folder = imagesFolder();
  let names: string[];
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    names = entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      try {
        return { name, path, manifest: await readManifest(path), trouble: null };
      } catch (error) {
        return {
          name,
          path,
          manifest: null,
          trouble: error instanceof Error ? error.message : String(error),
        };
      }
    }),
  );
}
