/**
 * The chroot images of this host and the compilers in each, beside what judges contests that name no image.
 *
 * Images are looked into at the start: it takes a slot, and would disturb runs later. What was found in an image
 * that says what it was made from is remembered with that note, so that a host that starts again in the middle of a
 * contest is back at once.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { answersLanguage, slugSchema, type CompilerVersion, type JudgeTask } from '@sandglass/contracts';
import {
  checkImage,
  readManifest,
  ValidatorCache,
  type ImageManifest,
  type Toolchain,
} from '@sandglass/judge';
import { z } from 'zod';
import { imageFingerprint } from './build-identity.ts';
import { JudgehostError, messageOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** A tool chain with what registration and slots need of it. */
export interface HostToolchain extends Toolchain {
  readonly version: string;
  /** Host folders outside /usr that every slot must show. */
  readonly hostPaths: readonly string[];
}

export interface HostImage {
  readonly name: string;
  readonly path: string;
  readonly toolchains: readonly HostToolchain[];
  /** The same on every host that has the same in it; null or absent: not known. */
  readonly fingerprint?: string | null;
}

/** Where a task is judged: in an image, or where no image is named. */
export interface ImagePlace {
  readonly image: HostImage | null;
  readonly toolchains: ReadonlyMap<string, HostToolchain>;
  /** See {@link HostImage.fingerprint}. */
  readonly fingerprint: string | null;
}

export class HostImages {
  readonly #home: readonly HostToolchain[];
  readonly #images: Map<string, HostImage>;
  readonly #validatorFolder: string;
  readonly #validators = new Map<string | null, ValidatorCache>();
  readonly #onLost: (image: string) => void;
  readonly #fingerprint: string | null;

  /**
   * @param home compilers for contests that name no image
   * @param options.fingerprint of what judges those contests
   * @param options.onLost called when an image has gone; `compilers` says what is left
   */
  constructor(
    home: readonly HostToolchain[],
    images: readonly HostImage[],
    options: {
      readonly validatorFolder: string;
      readonly onLost: (image: string) => void;
      readonly fingerprint?: string | null | undefined;
    },
  ) {
    this.#home = home;
    this.#images = new Map(images.map((image) => [image.name, image]));
    this.#validatorFolder = options.validatorFolder;
    this.#onLost = options.onLost;
    this.#fingerprint = options.fingerprint ?? null;
  }

  /** Of the images that are here now. */
  names(): string[] {
    return [...this.#images.keys()];
  }

  /** For the registration. */
  compilers(): CompilerVersion[] {
    const versionsIn = (toolchains: readonly HostToolchain[], image: string | null): CompilerVersion[] =>
      toolchains.map(({ language, version }) => ({ language, version, image }));
    return [
      ...versionsIn(this.#home, null),
      ...[...this.#images.values()].flatMap(({ name, toolchains }) => versionsIn(toolchains, name)),
    ];
  }

  /** @throws JudgehostError `HOST_IMAGE_MISSING` when the image, or a language the task needs in it, is not here */
  placeFor(task: Pick<JudgeTask, 'image' | 'language' | 'validator'>): ImagePlace {
    if (task.image === null)
      return { image: null, toolchains: byLanguage(this.#home), fingerprint: this.#fingerprint };
    const image = this.#images.get(task.image);
    if (image === undefined)
      throw new JudgehostError('HOST_IMAGE_MISSING', { image: task.image, cause: 'it is not on this host' });
    const toolchains = byLanguage(image.toolchains);
    const needed = [task.language, ...(task.validator.kind === 'custom' ? [task.validator.language] : [])];
    const missing = needed.filter((language) => language !== answersLanguage && !toolchains.has(language));
    if (missing.length > 0)
      throw new JudgehostError('HOST_IMAGE_MISSING', {
        image: task.image,
        cause: `it has no ${missing.join(' and no ')}`,
      });
    return { image, toolchains, fingerprint: image.fingerprint ?? null };
  }

  /** Compiled validators of an image: what was compiled in one need not run in another. */
  validators({ image }: ImagePlace): ValidatorCache {
    const name = image?.name ?? null;
    const known = this.#validators.get(name);
    if (known !== undefined) return known;
    // No image's folder is called "none": the names of images are put behind a letter.
    const cache = new ValidatorCache(join(this.#validatorFolder, name === null ? 'none' : `i-${name}`));
    this.#validators.set(name, cache);
    return cache;
  }

  /**
   * Whether a task's error means that its image is not, or no longer, on this host. One that has gone is forgotten.
   * @returns null when the image is not to blame
   */
  async lost(name: string | null, error: unknown): Promise<JudgehostError | null> {
    if (name === null) return null;
    if (error instanceof JudgehostError && error.code === 'HOST_IMAGE_MISSING') return error;
    const image = this.#images.get(name);
    const gone = (cause: string): JudgehostError =>
      new JudgehostError('HOST_IMAGE_MISSING', { image: name, cause }, { cause: error });
    // Another slot has found it gone in the meantime.
    if (image === undefined) return gone('it is not on this host any more');
    try {
      await checkImage(image.path);
      return null;
    } catch (why) {
      if (this.#images.delete(name)) this.#onLost(name);
      return gone(messageOf(why));
    }
  }
}

function byLanguage(toolchains: readonly HostToolchain[]): ReadonlyMap<string, HostToolchain> {
  return new Map(toolchains.map((toolchain) => [toolchain.language, toolchain]));
}

const toolchainSchema = z.object({
  language: z.string(),
  version: z.string(),
  hostPaths: z.array(z.string()),
  programs: z.object({
    compiler: z.string(),
    runtime: z.string().nullable(),
    prepared: z.string().nullable().default(null),
  }),
});
/** By the hash of the image's note and of who looked. */
const rememberedSchema = z.record(z.string(), z.array(toolchainSchema));

export interface ReadImagesOptions {
  /** A folder per image; need not be there. */
  readonly folder: string;
  /** Where findings are kept between starts. */
  readonly memory: string;
  /** Part of what findings are known by: another version may look differently. */
  readonly software: string;
  /** Looks for languages in an image. */
  readonly survey: (path: string) => Promise<readonly HostToolchain[]>;
  readonly log: Log;
}

/** The images of a folder, with what is in each. Never rejects: what cannot be used is logged and left out. */
export async function readImages(options: ReadImagesOptions): Promise<HostImage[]> {
  const { folder, memory, log } = options;
  const remembered = await recall(memory);
  const kept: z.infer<typeof rememberedSchema> = {};
  const images: HostImage[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    try {
      await checkImage(path);
      const manifest = await readManifest(path);
      const key = manifest === null ? null : keyOf(path, manifest, options.software);
      const known = key === null ? undefined : remembered[key];
      const toolchains = known ?? (await options.survey(path));
      if (key !== null && manifest !== null && isWhole(manifest, toolchains))
        kept[key] = z.array(toolchainSchema).parse(toolchains);
      images.push({ name, path, toolchains, fingerprint: imageFingerprint(manifest) });
      log.info({ image: name, languages: toolchains.map(({ language }) => language) }, 'image');
    } catch (error) {
      log.error({ image: name, reason: messageOf(error) }, 'image cannot be used');
    }
  }
  try {
    await mkdir(dirname(memory), { recursive: true });
    await writeFile(`${memory}.new`, JSON.stringify(kept));
    await rename(`${memory}.new`, memory);
  } catch (error) {
    log.warn({ reason: messageOf(error) }, 'what was found in the images is not remembered');
  }
  return images;
}

/** One in which a promised language was not found is looked into again: the host may have been short of something. */
function isWhole(manifest: ImageManifest, toolchains: readonly HostToolchain[]): boolean {
  return manifest.languages.every((wanted) => toolchains.some(({ language }) => language === wanted));
}

function keyOf(path: string, manifest: ImageManifest, software: string): string {
  return createHash('sha256')
    .update(JSON.stringify([path, software, manifest]))
    .digest('hex');
}

async function recall(file: string): Promise<z.infer<typeof rememberedSchema>> {
  try {
    return rememberedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Not there yet, or of another version: it is made again.
    return {};
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && slugSchema.safeParse(entry.name).success)
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
