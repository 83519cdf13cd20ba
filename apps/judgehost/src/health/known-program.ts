/** Proves that this host can judge: a program of known verdict, judged the way a task was that failed. */
import { answersLanguage, type JudgeTask } from '@sandglass/contracts';
import { tryOnce } from '@sandglass/judge';
import { messageOf } from '../platform/errors.ts';
import type { HostImages } from '../slots/host-images.ts';
import type { SlotPool } from '../slots/slot-pool.ts';

export class KnownProgram {
  readonly #pool: Pick<SlotPool, 'take' | 'give' | 'giveFailed'>;
  readonly #images: Pick<HostImages, 'placeFor'>;
  readonly #folder: string;

  /** @param folder for its test data */
  constructor(
    pool: Pick<SlotPool, 'take' | 'give' | 'giveFailed'>,
    images: Pick<HostImages, 'placeFor'>,
    folder: string,
  ) {
    this.#pool = pool;
    this.#images = images;
    this.#folder = folder;
  }

  /** In the task's language and image, in the next free slot. Null when it is accepted, else why it is not. Never rejects. */
  async troubleWith(task: Pick<JudgeTask, 'image' | 'language' | 'validator'>): Promise<string | null> {
    const slot = await this.#pool.take();
    slot.set('calibrating');
    let failure: unknown = null;
    try {
      const place = this.#images.placeFor(task);
      const toolchain = place.toolchains.get(task.language);
      // Answers are compared and not run; a language that was never here is no host's fault.
      if (task.language === answersLanguage || toolchain === undefined) return await slot.check();
      await slot.useImage(place.image);
      const trial = await tryOnce(slot.sandbox, slot.work, this.#folder, toolchain);
      return trial.verdict === trial.expected ? null : `${trial.verdict}: ${trial.why}`;
    } catch (error) {
      failure = error;
      return messageOf(error);
    } finally {
      if (failure === null) this.#pool.give(slot);
      else await this.#pool.giveFailed(slot, failure);
    }
  }
}
