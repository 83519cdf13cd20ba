import type { JudgeTask, SlotState } from '@sandglass/contracts';
import { companionOptions, onImage, type WorkFolder } from '@sandglass/judge';
import type { Slot, SlotOptions } from '@sandglass/sandbox';
import { JudgehostError, messageOf } from '../platform/errors.ts';

/** Makes a slot of the sandbox; a parameter so that tests need no root. */
export type CreateSlot = (options: SlotOptions) => Promise<Slot>;

const checkLimits = {
  cpuUs: 1_000_000,
  wallUs: 5_000_000,
  memoryBytes: 64 * 1024 * 1024,
  outputBytes: 4096,
  processes: 4,
};

/** Whose program a slot has. */
export type SlotWork = Pick<JudgeTask, 'submissionId' | 'submissionNumber' | 'contestId'>;

/** One slot of this host: the sandbox behind it, its folder, and what it is doing. */
export class HostSlot {
  /** How it is built for what needs no image. */
  readonly #home: SlotOptions;
  readonly work: WorkFolder;
  readonly #create: CreateSlot;
  #options: SlotOptions;
  #image: string | null = null;
  #imageChanges = 0;
  #sandbox: Slot;
  #companion: Promise<Slot> | undefined;
  /** Of sandboxes this slot had before the present one. */
  #earlierRebuilds = 0;
  #earlierHandovers = 0;
  #state: SlotState['state'] = 'idle';
  /** Why it could not be built the last time; null: it could. */
  #trouble: string | null = null;
  #work: SlotWork | null = null;
  #test: number | null = null;
  #sinceMs = performance.now();

  constructor(options: SlotOptions, work: WorkFolder, sandbox: Slot, create: CreateSlot) {
    this.#home = options;
    this.#options = options;
    this.work = work;
    this.#sandbox = sandbox;
    this.#create = create;
  }

  get ordinal(): number {
    return this.#home.ordinal;
  }

  /** Name of the chroot image it uses; null: what needs no image is judged here. */
  get image(): string | null {
    return this.#image;
  }

  get sandbox(): Slot {
    return this.#sandbox;
  }

  /**
   * The slot beside this one in which an interactive problem's validator runs; made when it is first asked for.
   * @throws SandboxError
   */
  companion(): Promise<Slot> {
    if (this.#companion === undefined) {
      const making = this.#create(companionOptions(this.#options));
      this.#companion = making;
      // The next interactive problem tries again.
      making.catch(() => {
        if (this.#companion === making) this.#companion = undefined;
      });
    }
    return this.#companion;
  }

  /** Ends what runs. Its folder stays. */
  async close(): Promise<void> {
    const companion = this.#companion;
    this.#companion = undefined;
    await Promise.allSettled([this.#sandbox.close(), companion?.then((slot) => slot.close())]);
  }

  get state(): SlotState['state'] {
    return this.#state;
  }

  /** @param work what it works on; null: nothing of a submission */
  set(state: SlotState['state'], work: SlotWork | null = null, test: number | null = null): void {
    this.#state = state;
    this.#work = work;
    this.#test = test;
    this.#sinceMs = performance.now();
  }

  report(): SlotState {
    return {
      ordinal: this.ordinal,
      cpus: [...(this.#home.cpus ?? [])],
      state: this.#state,
      submissionId: this.#work?.submissionId ?? null,
      submissionNumber: this.#work?.submissionNumber ?? null,
      contestId: this.#work?.contestId ?? null,
      test: this.#test,
      sinceMs: Math.round(performance.now() - this.#sinceMs),
      rebuilds: this.#earlierRebuilds + this.#sandbox.rebuilds,
      handovers: this.#earlierHandovers + this.#sandbox.handovers,
      image: this.#image,
      imageChanges: this.#imageChanges,
    };
  }

  /** Whether the sandbox still does what it is for. Null when it does, else why not. */
  async check(): Promise<string | null> {
    try {
      const result = await this.#sandbox.run({ argv: ['/bin/true'], limits: checkLimits });
      if (result.outcome === 'exited' && result.exitCode === 0) return null;
      return `/bin/true ended with ${result.outcome} (status ${String(result.exitCode)}, signal ${String(result.signal)})`;
    } catch (error) {
      return messageOf(error);
    }
  }

  /**
   * Moves to another image, or back to what needs none; nothing when it uses that image already.
   * @param image null: none. `path`: the image's folder
   * @returns whether it had to be rebuilt
   * @throws JudgehostError `HOST_SLOT_BROKEN` when it could not be; what was there before is gone, and `rebuild` is due
   */
  async useImage(image: { readonly name: string; readonly path: string } | null): Promise<boolean> {
    if ((image?.name ?? null) === this.#image) return false;
    const old = this.#sandbox;
    await this.close();
    this.#options = image === null ? this.#home : onImage(this.#home, image.path);
    this.#image = image?.name ?? null;
    try {
      this.#sandbox = await this.#create(this.#options);
    } catch (error) {
      throw new JudgehostError(
        'HOST_SLOT_BROKEN',
        { ordinal: this.ordinal, cause: messageOf(error) },
        { cause: error },
      );
    }
    this.#earlierRebuilds += old.rebuilds;
    this.#earlierHandovers += old.handovers;
    this.#imageChanges += 1;
    return true;
  }

  get trouble(): string | null {
    return this.#trouble;
  }

  /** A new sandbox in place of the old one, on no image: the image may be what failed. Null when it works, else why not. */
  async rebuild(): Promise<string | null> {
    this.#trouble = await this.#buildAgain();
    return this.#trouble;
  }

  async #buildAgain(): Promise<string | null> {
    const old = this.#sandbox;
    // The companion goes with it: which of the two failed is not known. One that cannot be closed changes nothing.
    await this.close();
    this.#options = this.#home;
    this.#image = null;
    try {
      this.#sandbox = await this.#create(this.#options);
      this.#earlierRebuilds += old.rebuilds + 1;
      this.#earlierHandovers += old.handovers;
    } catch (error) {
      return messageOf(error);
    }
    return this.check();
  }
}
