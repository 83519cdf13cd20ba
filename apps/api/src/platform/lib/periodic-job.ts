import type { Log } from './log.ts';

export interface PeriodicJobOptions {
  readonly everyMs: number;
  readonly go: () => Promise<void>;
  /** Logged as a warning with the error of a round that failed: the next one tries again. */
  readonly failed: string;
  readonly log: Log;
}

/** Does the same again and again. A round that takes long is not joined by another one. */
export class PeriodicJob {
  readonly #options: PeriodicJobOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(options: PeriodicJobOptions) {
    this.#options = options;
  }

  open(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.#round().finally(() => {
        this.#running = undefined;
      });
    }, this.#options.everyMs);
    this.#timer.unref();
  }

  /** What takes long looks at it between two steps. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Resolves when the last round has ended. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #round(): Promise<void> {
    const { go, failed, log } = this.#options;
    try {
      await go();
    } catch (error) {
      log.warn({ err: error }, failed);
    }
  }
}
