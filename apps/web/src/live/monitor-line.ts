/**
 * The one stream of a page for those who watch over the judging: the badge that stands on every page, and what the page
 * itself watches. It mends itself; after a break it begins with the whole picture.
 */
import {
  type ChangedHostRow,
  type MonitorMessage,
  monitorMessagesOf,
  type TaskSpan,
} from '@sandglass/contracts';
import { z } from 'zod';
import { backoffMs } from './backoff.ts';
import { createStreamParser } from './sse-parser.ts';

/** `silent`: it stands, but nothing comes. `broken`: it is being mended. */
export type MonitorState = 'connecting' | 'open' | 'silent' | 'broken';

export type MonitorSubject = 'hosts' | 'tasks';

export interface MonitorWatcher {
  /** Null: alarms alone, which everybody is told. */
  readonly subject: MonitorSubject | null;
  readonly onMessage: (message: MonitorMessage) => void;
  /** The picture that it has of its subject, when the stream is opened for it; null or omitted: none. */
  readonly picture?: () => string | null;
}

/** The api speaks twice a second. After this much silence what is shown is old, ms. */
export const oldAfterMs = 2_500;
/** After this much the line is taken for dead, ms. */
const silenceMs = 10_000;

/** Lines and spans are taken as they come: without `eval` a check of forty hosts each second is felt in every frame. */
const messageSchema = monitorMessagesOf(z.custom<ChangedHostRow>(), z.custom<TaskSpan>());

export class MonitorLine {
  readonly #watchers = new Set<MonitorWatcher>();
  readonly #onState = new Set<() => void>();
  #state: MonitorState = 'connecting';
  /** What the stream was opened for; null: there is none; undefined: it must be opened anew. */
  #watch: string | null | undefined = null;
  #end = new AbortController();
  #renewing = false;

  get state(): MonitorState {
    return this.#state;
  }

  /** @returns ends it */
  followState(onState: () => void): () => void {
    this.#onState.add(onState);
    return () => void this.#onState.delete(onState);
  }

  /** @returns ends it */
  join(watcher: MonitorWatcher): () => void {
    if (this.#watchers.size === 0) document.addEventListener('visibilitychange', this.#seen);
    this.#watchers.add(watcher);
    // Who comes to a subject needs the whole picture of it, with which a stream begins.
    if (watcher.subject !== null) this.#watch = undefined;
    this.#renewSoon();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) document.removeEventListener('visibilitychange', this.#seen);
      this.#renewSoon();
    };
  }

  readonly #seen = (): void => this.#renewSoon();

  /** A page that goes and the one that comes in its place are one change. */
  #renewSoon(): void {
    if (this.#renewing) return;
    this.#renewing = true;
    queueMicrotask(() => {
      this.#renewing = false;
      const wanted = this.#wanted();
      if (wanted === this.#watch) return;
      this.#end.abort();
      this.#watch = wanted;
      if (wanted === null) return;
      this.#end = new AbortController();
      void this.#follow(wanted, this.#end.signal);
    });
  }

  /**
   * What is to be watched, by comma; null: no stream. A badge that nobody sees needs none: browsers keep no more than
   * six connections to a server, for all of their tabs.
   */
  #wanted(): string | null {
    const subjects = new Set([...this.#watchers].flatMap(({ subject }) => subject ?? []));
    if (subjects.size > 0) return [...subjects].toSorted().join(',');
    return this.#watchers.size > 0 && document.visibilityState === 'visible' ? '' : null;
  }

  /** What of it is known already, as a part of the address: only what has changed since is told then. */
  #picture(): string {
    const watchers = [...this.#watchers].filter(({ subject }) => subject === 'hosts');
    const pictures = new Set(watchers.map(({ picture }) => picture?.() ?? null));
    const [known = null] = pictures;
    return pictures.size !== 1 || known === null ? '' : `&picture=${encodeURIComponent(known)}`;
  }

  #setState(state: MonitorState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const tell of this.#onState) tell();
  }

  async #follow(watch: string, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const line = new AbortController();
      const cut = (): void => line.abort();
      signal.addEventListener('abort', cut);
      let watchdog = setTimeout(cut, silenceMs);
      const fall = (): void => this.#setState('silent');
      let silence = setTimeout(fall, oldAfterMs);
      window.addEventListener('offline', cut);
      try {
        const response = await fetch(
          `/api/monitor/live?watch=${watch}${attempt === 0 ? this.#picture() : ''}`,
          {
            headers: { accept: 'text/event-stream' },
            cache: 'no-store',
            signal: line.signal,
          },
        );
        if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
        const feed = createStreamParser(
          (message) => this.#receive(message.data),
          () => {},
        );
        const decoder = new TextDecoder();
        const reader = response.body.getReader();
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          if (signal.aborted) return;
          clearTimeout(watchdog);
          watchdog = setTimeout(cut, silenceMs);
          clearTimeout(silence);
          silence = setTimeout(fall, oldAfterMs);
          attempt = 0;
          feed(decoder.decode(piece.value, { stream: true }));
          this.#setState('open');
        }
      } catch {
        // Whatever broke it, the answer is the same: wait and connect again.
      } finally {
        clearTimeout(watchdog);
        clearTimeout(silence);
        window.removeEventListener('offline', cut);
        signal.removeEventListener('abort', cut);
        line.abort();
      }
      if (signal.aborted) return;
      this.#setState('broken');
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(backoffMs(attempt, Math.random()), 5000));
      });
    }
  }

  #receive(data: string): void {
    // A newer server may send what this page does not know.
    const parsed = messageSchema.safeParse(JSON.parse(data));
    if (!parsed.success) return;
    for (const { onMessage } of this.#watchers) onMessage(parsed.data);
  }
}
