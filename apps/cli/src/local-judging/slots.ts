import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHostReader, type SlotWishes } from '@sandglass/host-health';
import { companionOptions, slotOptionsOf, surveyImage, ValidatorCache, WorkFolder } from '@sandglass/judge';
import { findLanguage, type LanguageDefinition } from '@sandglass/languages';
import { detectToolchains, type Toolchain } from '@sandglass/languages/detect';
import { createSlot, type Slot } from '@sandglass/sandbox';
import { ownUserIds } from './user-ids.ts';

/** One slot and its folder. */
export interface LocalSlot {
  readonly sandbox: Slot;
  readonly work: WorkFolder;
  /** The slot beside it for the validator of an interactive problem; made when it is first asked for. */
  companion(): Promise<Slot>;
}

/** Slots of this machine for a command: no server, nothing left behind. */
export interface LocalSlots {
  readonly slots: readonly LocalSlot[];
  readonly toolchains: ReadonlyMap<string, Toolchain>;
  readonly validators: ValidatorCache;
  /** A folder for the files of the command; it is removed with the slots. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface LocalSlotsOptions {
  /** Default: as many as a judgehost here would have. */
  readonly count?: number | undefined;
  /** Instead of a count. */
  readonly wishes?: SlotWishes | undefined;
  /** Ids of the languages that will be needed: the others are not looked for. */
  readonly languages: Iterable<string>;
  /** Closes the slots when it is aborted, so that every program there ends; the caller still closes the whole. */
  readonly signal?: AbortSignal | undefined;
  /** Chroot image whose compilers judge; default: the host's. */
  readonly rootfs?: string | undefined;
}

/**
 * Slots for a command, pinned like a judgehost's, with the tool chains of this machine or of an image.
 * @throws SandboxError, for instance without root
 */
export async function openLocalSlots(options: LocalSlotsOptions): Promise<LocalSlots> {
  const { count, languages, rootfs, wishes = { slots: count ?? null }, signal } = options;
  const reader = createHostReader(wishes);
  const uidBase = ownUserIds();
  // Not probed: a compiler that does not work shows in its own words at once.
  const wanted = { languages: [...new Set(languages)].flatMap(known), probe: false };
  const [found, { slots: placements }] = await Promise.all([
    rootfs === undefined
      ? detectToolchains(wanted)
      : surveyImage(rootfs, { ...wanted, uidBase }).then((survey) => survey.found),
    reader.plan(),
  ]);
  const toolchains = new Map(found.map((toolchain) => [toolchain.language, toolchain]));
  // mkdtemp makes it with mode 700: other users reach neither programs nor outputs.
  const folder = await temporaryFolder();
  const slots: LocalSlot[] = [];
  const companions: Promise<Slot>[] = [];
  const endRuns = async (): Promise<void> => {
    await Promise.allSettled([
      ...slots.map(({ sandbox }) => sandbox.close()),
      ...companions.map(async (companion) => (await companion).close()),
    ]);
  };
  const interrupted = (): void => void endRuns();
  const close = async (): Promise<void> => {
    signal?.removeEventListener('abort', interrupted);
    await endRuns();
    await rm(folder, { recursive: true, force: true });
  };
  signal?.addEventListener('abort', interrupted);
  try {
    for (const slot of slotOptionsOf(placements, toolchains.values(), { uidBase, rootfs })) {
      signal?.throwIfAborted();
      const work = await WorkFolder.create(join(folder, `slot-${String(slot.ordinal)}`));
      let companion: Promise<Slot> | undefined;
      slots.push({
        work,
        sandbox: await createSlot(slot),
        companion: () => {
          if (companion === undefined) companions.push((companion = createSlot(companionOptions(slot))));
          return companion;
        },
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { slots, toolchains, validators: new ValidatorCache(join(folder, 'validators')), folder, close };
}

async function temporaryFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'sandglass-judge-'));
  } catch (error) {
    throw new Error(
      `the folder for temporary files, ${tmpdir()}, cannot be used (TMPDIR names another): ${messageOf(error)}`,
      { cause: error },
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function known(id: string): LanguageDefinition[] {
  const language = findLanguage(id);
  return language === null ? [] : [language];
}
