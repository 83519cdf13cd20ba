/**
 * The slots of this host. A slot is taken for one task and given back; one that failed is tried, rebuilt when it fails
 * again, and marked broken when even that does not help. A broken slot is tried again from time to time, and the pool
 * says how many can work, so that the host takes no more tasks than that.
 */
import { join } from 'node:path';
import { WorkFolder } from '@sandglass/judge';
import type { SlotState } from '@sandglass/contracts';
import type { SlotOptions } from '@sandglass/sandbox';
import { JudgehostError, messageOf } from '../platform/errors.ts';
import { HostSlot, type CreateSlot } from './host-slot.ts';
import type { Log } from '../platform/log.ts';

/** A slot that goes on failing is tried after as many times the first pause, at most. */
const maxBackoff = 16;

export interface SlotPoolOptions {
  readonly slots: readonly SlotOptions[];
  readonly workFolder: string;
  readonly createSlot: CreateSlot;
  readonly log: Log;
  /** Called when the number of slots that can work has changed. */
  readonly onHealthy?: (healthy: number) => void;
  /** Before the first try to mend a broken slot; twice as long before each further one. */
  readonly mendEveryMs?: number;
  /** Called when a task finds no idle slot. */
  readonly onWanted?: () => void;
  /**
   * Whether what a slot measures can be believed, asked at the start and when it was rebuilt: null when it can, else
   * why not. Rejects when it cannot run anything.
   */
  readonly test?: (slot: HostSlot) => Promise<string | null>;
  /** A slot that works, and was rebuilt, and still fails that test. */
  readonly onUntrusted?: (why: string) => void;
}

export class SlotPool {
  readonly #options: SlotPoolOptions;
  readonly #slots: HostSlot[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #waiting: ((slot: HostSlot) => void)[] = [];
  #closed = false;
  /** Index of the slot that {@link takeIdle} gave last. */
  #lookedAt = -1;

  private constructor(options: SlotPoolOptions) {
    this.#options = options;
  }

  /** Builds every slot. @throws JudgehostError `HOST_SLOT_BROKEN` when the first cannot be built */
  static async create(options: SlotPoolOptions): Promise<SlotPool> {
    const pool = new SlotPool(options);
    try {
      // Side by side would be no faster: the broker makes one after another.
      for (const slot of options.slots) pool.#slots.push(await pool.#build(slot));
      await Promise.all(pool.#slots.map((slot) => pool.#check(slot)));
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  get healthy(): number {
    return this.#slots.filter(({ state }) => state !== 'broken').length;
  }

  /** Why slots that are broken could not be built; null: none is. */
  get trouble(): string | null {
    const broken = this.#slots.filter(({ state }) => state === 'broken');
    return broken.find(({ trouble }) => trouble !== null)?.trouble ?? null;
  }

  get slots(): readonly HostSlot[] {
    return this.#slots;
  }

  get figures(): { total: number; busy: number; broken: number } {
    const states = this.states();
    const count = (wanted: string): number => states.filter(({ state }) => state === wanted).length;
    const broken = count('broken');
    return { total: states.length, busy: states.length - broken - count('idle'), broken };
  }

  states(): SlotState[] {
    return this.#slots.map((slot) => slot.report());
  }

  /** The next free slot; waits for one when all work. */
  take(): Promise<HostSlot> {
    const free = this.#slots.find(({ state }) => state === 'idle');
    if (free !== undefined) {
      free.set('fetching');
      return Promise.resolve(free);
    }
    this.#options.onWanted?.();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** The idle slot that was looked at longest ago, for the host's own look at it; undefined when all work. */
  takeIdle(): HostSlot | undefined {
    if (this.#waiting.length > 0) return undefined;
    const { length } = this.#slots;
    for (let step = 1; step <= length; step += 1) {
      const at = (this.#lookedAt + step) % length;
      const slot = this.#slots[at];
      if (slot?.state !== 'idle') continue;
      this.#lookedAt = at;
      slot.set('calibrating');
      return slot;
    }
    return undefined;
  }

  /**
   * A free slot that suits the task better, in place of this one, which is given back; else this one.
   * @param image that the task needs: rebuilding a slot for another image takes time
   * @param avoid a run was suspect there: another slot comes first, on any image
   */
  exchange(slot: HostSlot, image: string | null, avoid: number | null = null): HostSlot {
    const avoided = slot.ordinal === avoid;
    if (slot.image === image && !avoided) return slot;
    const others = this.#slots.filter((other) => other.state === 'idle' && other.ordinal !== avoid);
    const better = others.find((other) => other.image === image) ?? (avoided ? others[0] : undefined);
    if (better === undefined) return slot;
    better.set('fetching');
    this.give(slot);
    return better;
  }

  /** Gives a slot back. */
  give(slot: HostSlot): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      slot.set('idle');
      return;
    }
    slot.set('fetching');
    next(slot);
  }

  /** Gives back a slot that failed: it is tried first, and mended where it must be. */
  async giveFailed(slot: HostSlot, cause: unknown): Promise<void> {
    const { log } = this.#options;
    const trouble = await slot.check();
    if (trouble === null) {
      this.give(slot);
      return;
    }
    log.warn({ slot: slot.ordinal, cause: messageOf(cause), trouble }, 'slot failed; rebuilding it');
    await this.#mend(slot);
  }

  /** Gives back a slot whose measurements are doubtful: it is rebuilt, and tested. */
  async giveDoubtful(slot: HostSlot, why: string): Promise<void> {
    this.#options.log.warn({ slot: slot.ordinal, why }, 'slot has implausible measurements; rebuilding it');
    await this.#mend(slot);
  }

  /** @returns what cannot be trusted of the slots that work; null: nothing. Waits for those that are busy. */
  async test(): Promise<string | null> {
    const found = await Promise.all(
      this.#slots.filter(({ state }) => state !== 'broken').map((slot) => this.#doubt(slot)),
    );
    return found.find((why) => why !== null) ?? null;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.allSettled(
      this.#slots.map(async (slot) => {
        await slot.close();
        await slot.work.remove();
      }),
    );
  }

  async #build(options: SlotOptions): Promise<HostSlot> {
    const { createSlot, workFolder } = this.#options;
    const work = await WorkFolder.create(join(workFolder, `slot-${String(options.ordinal)}`));
    try {
      return new HostSlot(options, work, await createSlot(options), createSlot);
    } catch (error) {
      throw new JudgehostError(
        'HOST_SLOT_BROKEN',
        { ordinal: options.ordinal, cause: messageOf(error) },
        { cause: error },
      );
    }
  }

  /** A slot that was built and yet does not work is known before it has a task. */
  async #check(slot: HostSlot): Promise<void> {
    const trouble = (await slot.check()) ?? (await this.#doubt(slot));
    if (trouble === null) return;
    this.#options.log.warn({ slot: slot.ordinal, trouble }, 'slot does not work; rebuilding it');
    await this.#mend(slot);
  }

  async #doubt(slot: HostSlot): Promise<string | null> {
    try {
      return (await this.#options.test?.(slot)) ?? null;
    } catch (error) {
      return `slot ${String(slot.ordinal)}: the self-test could not run: ${messageOf(error)}`;
    }
  }

  /** @param tries that failed before this one */
  async #mend(slot: HostSlot, tries = 0): Promise<void> {
    if (this.#closed) return;
    const { log, onHealthy, onUntrusted, mendEveryMs = 10_000 } = this.#options;
    const wasBroken = slot.state === 'broken';
    const trouble = await slot.rebuild();
    if (trouble === null) {
      const doubt = await this.#doubt(slot);
      if (doubt !== null) onUntrusted?.(doubt);
      if (wasBroken) log.info({ slot: slot.ordinal }, 'slot works again');
      this.give(slot);
      if (wasBroken) onHealthy?.(this.healthy);
      return;
    }
    slot.set('broken');
    log.error({ slot: slot.ordinal, trouble, code: 'HOST_SLOT_BROKEN' }, 'slot is broken');
    if (!wasBroken) onHealthy?.(this.healthy);
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        void this.#mend(slot, tries + 1);
        // Each try may leave a process that hangs in the kernel.
      },
      mendEveryMs * Math.min(2 ** tries, maxBackoff),
    );
    this.#timers.add(timer);
  }
}
