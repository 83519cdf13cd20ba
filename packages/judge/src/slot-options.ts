import type { SlotOptions } from '@sandglass/sandbox';

/** Where a slot lives, as `@sandglass/host-health` plans it. */
export interface Placement {
  readonly ordinal: number;
  readonly cpus: readonly number[];
  /** Nodes its memory is bound to; null or absent: there is no choice. */
  readonly memoryNodes?: readonly number[] | null;
}

export interface SlotSettings {
  readonly uidBase?: number | undefined;
  readonly rootfs?: string | undefined;
}

/**
 * How each slot is built: pinned to its core, its memory from the nodes chosen for it, and with the folders that
 * the tool chains need beside those every sandbox shows.
 * @param toolchains what `detectToolchains` found
 */
export function slotOptionsOf(
  placements: readonly Placement[],
  toolchains: Iterable<{ readonly hostPaths: readonly string[] }>,
  { uidBase, rootfs }: SlotSettings = {},
): SlotOptions[] {
  const paths = new Set([...toolchains].flatMap(({ hostPaths }) => hostPaths));
  // A chroot image brings its own tool chains: the host's would not fit them.
  const extraBinds = rootfs === undefined ? [...paths].map((path) => ({ source: path, target: path })) : [];
  return placements.map(({ ordinal, cpus, memoryNodes }) => ({
    ordinal,
    cpus,
    memoryNodes: memoryNodes ?? undefined,
    uidBase,
    rootfs,
    extraBinds,
  }));
}

/** The same slot on another chroot image, which brings its own tool chains. */
export function onImage(slot: SlotOptions, rootfs: string): SlotOptions {
  return { ...slot, rootfs, extraBinds: [] };
}

/** Slots of a host are counted from 0; the companions' ordinals begin here. */
const firstCompanion = 512;

/**
 * How the companion of a slot is built: the one in which an interactive problem's validator runs while the program
 * runs in the slot itself. It has a user of its own and shares the slot's cores: the two take turns.
 */
export function companionOptions(slot: SlotOptions): SlotOptions {
  return { ...slot, ordinal: slot.ordinal + firstCompanion };
}
