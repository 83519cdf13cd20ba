import type { Heartbeat, HeartbeatAnswer } from '@sandglass/contracts';
import { sleep } from './backoff.ts';

export interface HeartbeatOptions {
  readonly everyMs: number;
  readonly compose: () => Promise<Heartbeat>;
  readonly send: (heartbeat: Heartbeat) => Promise<HeartbeatAnswer>;
  readonly onAnswer: (sent: Heartbeat, answer: HeartbeatAnswer) => void;
  readonly onError: (error: unknown) => void | Promise<void>;
}

/** One heartbeat after another, `everyMs` from start to start, never two at the same time. */
export class HeartbeatLoop {
  readonly #options: HeartbeatOptions;
  readonly #stop = new AbortController();
  #wake = new AbortController();
  #ended: Promise<void> = Promise.resolve();

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  start(): void {
    this.#ended = this.#loop();
  }

  /** The next heartbeat is sent now: something has changed that should be known. */
  now(): void {
    this.#wake.abort();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#ended;
  }

  async #loop(): Promise<void> {
    const { everyMs } = this.#options;
    while (!this.#stop.signal.aborted) {
      const started = performance.now();
      await this.#beat();
      if (this.#stop.signal.aborted) return;
      await sleep(Math.max(0, started + everyMs - performance.now()), this.#wake.signal);
      this.#wake = new AbortController();
    }
  }

  async #beat(): Promise<void> {
    const { compose, send, onAnswer, onError } = this.#options;
    try {
      const heartbeat = await compose();
      onAnswer(heartbeat, await send(heartbeat));
    } catch (error) {
      if (!this.#stop.signal.aborted) await onError(error);
    }
  }
}
