/** One open live stream: what was sent, and how far behind its reader is. */
import type { ServerResponse } from 'node:http';
import type { LiveMessage } from '@sandglass/contracts';
import { runsContest, type Viewer } from '@sandglass/domain';
import type { ContestModel } from '../contests/contest-model.ts';
import { sseFrame } from '../events/sse-connections.ts';
import type { StreamHolder } from '../events/stream-holder.ts';
import type { StreamPlaces } from './stream-place.ts';

/** Bytes a reader may be behind. */
const maxBehind = 512 * 1024;
/** What it does not read must not stay in memory. */
const lastWordMs = 5000;

export interface LiveReaderParts {
  readonly contest: ContestModel;
  readonly viewer: Viewer;
  readonly holder: StreamHolder;
  readonly response: ServerResponse;
  readonly places: StreamPlaces;
  /** It was behind by too much and has been cut off. */
  readonly onCutOff: (reader: LiveReader) => void;
}

export class LiveReader {
  readonly contest: ContestModel;
  readonly viewer: Viewer;
  readonly holder: StreamHolder;
  readonly response: ServerResponse;
  readonly #places: StreamPlaces;
  readonly #onCutOff: LiveReaderParts['onCutOff'];
  /** Frames that wait until what was missed before them is sent; null: nothing holds them back. */
  #held: string[] | null = null;
  #heldBytes = 0;
  #sentAtMs = 0;
  /** Every event up to here has been sent, or is not for this reader: where a reconnect goes on. */
  #seq: number;

  /** Nothing is sent yet: the reader knows, or will fetch, what the contest's model has at this moment. */
  constructor(parts: LiveReaderParts) {
    this.contest = parts.contest;
    this.viewer = parts.viewer;
    this.holder = parts.holder;
    this.response = parts.response;
    this.#places = parts.places;
    this.#onCutOff = parts.onCutOff;
    this.#seq = parts.contest.seq;
  }

  /** When something was last written, by the clock of `performance.now`, ms. */
  get sentAtMs(): number {
    return this.#sentAtMs;
  }

  get seq(): number {
    return this.#seq;
  }

  /** Numbers of events say how much happens, which the freeze hides: they are for the jury and the administrator alone. */
  get seesNumbers(): boolean {
    return runsContest(this.viewer);
  }

  /** Where a reconnect goes on, as the browser keeps it. */
  placeOf(seq: number): string {
    return this.seesNumbers ? String(seq) : this.#places.seal(this.contest.id, seq);
  }

  /** Writes a message about the contest as it is now. @param now before what is held back */
  send(message: LiveMessage, seq = this.#seq, now = false): void {
    this.write(`id: ${this.placeOf(seq)}\n${this.frameOf(message)}`, now);
  }

  /** The message as this reader may see it, without its place. */
  frameOf(message: LiveMessage): string {
    return frameOf(
      this.seesNumbers || message.type === 'progress' ? message : { ...message, seq: undefined },
    );
  }

  /** An event has been sent, or passed over. */
  passed(seq: number): void {
    this.#seq = seq;
  }

  /** From here on messages wait for `release`; `write` with `now` goes past them. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#heldBytes = 0;
    for (const frame of held) this.write(frame);
  }

  /** What it has on its screen may be wrong from here on: it fetches all of it. */
  resync(): void {
    this.send({ type: 'resync', seq: this.contest.seq });
  }

  /** @param now before what is held back */
  write(frame: string, now = false): void {
    const { response } = this;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength + this.#heldBytes > maxBehind) {
      const { seq } = this.contest;
      response.end(`id: ${this.placeOf(seq)}\n${this.frameOf({ type: 'resync', seq })}`);
      this.#held = null;
      this.#onCutOff(this);
      setTimeout(() => response.destroy(), lastWordMs).unref();
      return;
    }
    if (this.#held === null || now) {
      response.write(frame);
      this.#sentAtMs = performance.now();
      return;
    }
    this.#held.push(frame);
    this.#heldBytes += frame.length;
  }
}

export function frameOf(message: LiveMessage): string {
  return sseFrame(message);
}
