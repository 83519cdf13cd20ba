/**
 * The one rule for what is no longer live: a stream that brings nothing for `silentAfterMs` is silent, whether it is open, being opened
 * or waiting for its next try. While any stream of the page is silent, the page says since when (`ConnectionBanner`), and what is
 * marked with `data-live` is grey (`global.css`).
 */
import { useSyncExternalStore } from 'react';

/** The api sends something at least every two seconds, on every stream, ms. */
export const silentAfterMs = 4_500;
/** A stream that is opened so soon after the one before it goes on with that one's silence, ms. */
const successorMs = 1_000;

interface Heard {
  /** By this machine's clock, ms. */
  at: number;
  silent: boolean;
  /** null: there is such a stream. */
  endedAt: number | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Silence {
  readonly #streams = new Map<string, Heard>();
  readonly #listeners = new Set<() => void>();
  #since: number | null = null;

  /** When the stream that is silent for longest was last heard, by this machine's clock, ms; null: all are heard. */
  get since(): number | null {
    return this.#since;
  }

  /** There is a stream of this name; it counts as heard now, unless it takes the place of a silent one. */
  begin(name: string): void {
    const before = this.#streams.get(name);
    if (before?.silent === true && Date.now() - (before.endedAt ?? 0) < successorMs) {
      before.endedAt = null;
      this.#renew();
    } else this.heard(name);
  }

  heard(name: string): void {
    clearTimeout(this.#streams.get(name)?.timer);
    const timer = setTimeout(() => this.fallSilent(name), silentAfterMs);
    this.#streams.set(name, { at: Date.now(), silent: false, endedAt: null, timer });
    this.#renew();
  }

  /** The silence need not be waited for. */
  fallSilent(name: string): void {
    const stream = this.#streams.get(name);
    if (stream === undefined || stream.endedAt !== null) return;
    clearTimeout(stream.timer);
    stream.silent = true;
    this.#renew();
  }

  /** Nobody listens to it any more. */
  end(name: string): void {
    const stream = this.#streams.get(name);
    if (stream === undefined) return;
    clearTimeout(stream.timer);
    stream.endedAt = Date.now();
    this.#renew();
  }

  /** @returns ends it */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #renew(): void {
    const silent = [...this.#streams.values()].filter(({ silent, endedAt }) => silent && endedAt === null);
    const since = silent.length === 0 ? null : Math.min(...silent.map(({ at }) => at));
    if (since === this.#since) return;
    this.#since = since;
    for (const notify of this.#listeners) notify();
  }
}

/** Of all streams of this page. */
export const silence = new Silence();

const follow = (listener: () => void): (() => void) => silence.follow(listener);
const sinceNow = (): number | null => silence.since;

/** When the server was last heard, by this machine's clock, ms; null: it is heard. */
export function useSilence(): number | null {
  return useSyncExternalStore(follow, sinceNow);
}
