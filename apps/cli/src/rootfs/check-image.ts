/** Every language of an image, tried in a slot that uses it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkImage,
  readManifest,
  surveyInSlot,
  tryLanguage,
  WorkFolder,
  type ImageManifest,
  type Trial,
} from '@sandglass/judge';
import { createSlot } from '@sandglass/sandbox';
import { ownUserIds } from '../local-judging/user-ids.ts';

export interface CheckedLanguage {
  readonly language: string;
  readonly version: string;
  readonly trials: readonly Trial[];
  readonly ok: boolean;
}

export interface CheckedImage {
  readonly path: string;
  readonly manifest: ImageManifest | null;
  readonly languages: readonly CheckedLanguage[];
  /** Languages it was built for that are not there, and why. */
  readonly missing: readonly { readonly language: string; readonly reason: string }[];
  readonly ok: boolean;
}

/**
 * @param onLanguage called when a language's turn comes
 * @throws JudgeError when it is no image, SandboxError when no slot can be built on it
 */
export async function checkWholeImage(
  path: string,
  onLanguage: (language: string) => void,
): Promise<CheckedImage> {
  await checkImage(path);
  const manifest = await readManifest(path);
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-rootfs-'));
  try {
    const work = await WorkFolder.create(join(folder, 'slot'));
    // Above every judgehost's slots, which may run beside.
    const slot = await createSlot({ ordinal: 250, uidBase: ownUserIds(), rootfs: path });
    try {
      onLanguage('looking for compilers');
      const { found, missing } = await surveyInSlot(slot);
      const languages: CheckedLanguage[] = [];
      for (const toolchain of found) {
        onLanguage(toolchain.language);
        const trials = await tryLanguage(slot, work, join(folder, 'tests'), toolchain);
        const ok = trials.every(({ verdict, expected }) => verdict === expected);
        languages.push({ language: toolchain.language, version: toolchain.version, trials, ok });
      }
      const wanted = missing.filter(({ language }) => manifest?.languages.includes(language) === true);
      return {
        path,
        manifest,
        languages,
        missing: wanted.map(({ language, reason }) => ({ language, reason })),
        ok: wanted.length === 0 && languages.length > 0 && languages.every(({ ok }) => ok),
      };
    } finally {
      await slot.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
