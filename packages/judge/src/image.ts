/** A chroot image: a folder with a small system in it, and a note of what it was made from. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { JudgeError, messageOf } from './errors.ts';

/** The note, beside the image's own folders; the sandbox does not show it. */
export const manifestName = 'sandglass-image.json';

export const imageManifestSchema = z.object({
  /** Debian's code name. */
  suite: z.string(),
  mirror: z.string(),
  architecture: z.string(),
  /** When it was finished. */
  builtAt: z.iso.datetime(),
  /** Ids of the languages it was built for. */
  languages: z.array(z.string()),
  /** Debian packages that were asked for. */
  requested: z.array(z.string()),
  /** Every Debian package in it and its version. */
  packages: z.record(z.string(), z.string()),
});

export type ImageManifest = z.infer<typeof imageManifestSchema>;

/** @throws JudgeError `JUDGE_IMAGE` when this folder cannot be the root of a slot */
export async function checkImage(folder: string): Promise<void> {
  for (const path of ['usr/bin', 'bin/sh']) {
    try {
      await stat(join(folder, path));
    } catch (error) {
      throw new JudgeError('JUDGE_IMAGE', { folder, cause: messageOf(error) }, { cause: error });
    }
  }
}

/** Null when the image was made by other means. @throws JudgeError `JUDGE_IMAGE` when the note cannot be read */
export async function readManifest(folder: string): Promise<ImageManifest | null> {
  let text: string;
  try {
    text = await readFile(join(folder, manifestName), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new JudgeError('JUDGE_IMAGE', { folder, cause: messageOf(error) }, { cause: error });
  }
  try {
    return imageManifestSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new JudgeError(
      'JUDGE_IMAGE',
      { folder, cause: `${manifestName}: ${messageOf(error)}` },
      { cause: error },
    );
  }
}
