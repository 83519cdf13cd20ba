import type { z } from 'zod';
import { noteAccountChanged, pageHeaders } from '../api/client.ts';
import { backoffMs } from './backoff.ts';
import { silence } from './silence.ts';
import { createStreamParser } from './sse-parser.ts';

/**
 * `waiting`: it is broken, and the next try comes soon. `closed`: the server said that there is nothing to listen to (no such
 * contest, not allowed). Whether it is silent, `silence.ts` knows.
 */
export type SseState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface SseClientOptions<Message> {
  /** What its silence is counted by: a stream that takes another's place has the same. */
  readonly name: string;
  /** @param first whether it is the first try of this client */
  readonly url: (first: boolean) => string;
  /** What it does not accept is left out: a newer server may send types that this page does not know. */
  readonly schema: z.ZodType<Message>;
  readonly onMessage: (message: Message) => void;
  readonly onState?: (state: SseState) => void;
  /**
   * The server has answered. `continued`: the stream goes on where what is shown ends, after a break or from the page on:
   * then only what has no id may have been missed.
   */
  readonly onOpen?: (continued: boolean) => void;
  /** `Last-Event-ID` of the first try: the last event that what is shown knows of; null or omitted: not known. */
  readonly after?: string | null;
  /** Whether it tries again where it is refused (4xx); otherwise it is closed then. */
  readonly retryRefused?: boolean;
}

/** A stream on which nothing has come for so long is broken, ms. */
const deadAfterMs = 10_000;
/** The answer to a page of another account than the browser's: no stream is refused with it for another reason. */
const accountChanged = 409;
/** A stream that was open for so long was good: the next waiting time starts from the beginning. */
const settledMs = 5_000;

/**
 * One stream of server-sent events, which reconnects by itself: after an exponential wait, with `Last-Event-ID`, and at
 * once when the machine comes back online or the page is looked at again.
 */
export class SseClient<Message> {
  readonly #options: SseClientOptions<Message>;
  #abort = new AbortController();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #dead: ReturnType<typeof setTimeout> | undefined;
  #lastEventId: string | null;
  #first = true;
  #failures = 0;
  #stopped = false;
  #state: SseState | null = null;

  constructor(options: SseClientOptions<Message>) {
    this.#options = options;
    this.#lastEventId = options.after ?? null;
    window.addEventListener('online', this.#retryNow);
    window.addEventListener('offline', this.#offline);
    document.addEventListener('visibilitychange', this.#seen);
    silence.begin(options.name);
    void this.#connect();
  }

  /** Nothing is reported any more. */
  close(): void {
    this.#stopped = true;
    window.removeEventListener('online', this.#retryNow);
    window.removeEventListener('offline', this.#offline);
    document.removeEventListener('visibilitychange', this.#seen);
    this.#clearTimers();
    silence.end(this.#options.name);
    this.#abort.abort();
  }

  readonly #retryNow = (): void => {
    if (this.#state !== 'waiting') return;
    this.#clearTimers();
    void this.#connect();
  };

  readonly #break = (): void => this.#abort.abort();

  readonly #offline = (): void => {
    silence.fallSilent(this.#options.name);
    this.#break();
  };

  readonly #seen = (): void => {
    if (document.visibilityState === 'visible') this.#retryNow();
  };

  #setState(state: SseState): void {
    if (this.#stopped || state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }

  #clearTimers(): void {
    for (const timer of [this.#retry, this.#dead]) clearTimeout(timer);
  }

  /** Something has come, or is asked for: the time until it counts as broken begins again. */
  #waitForSign(): void {
    clearTimeout(this.#dead);
    this.#dead = setTimeout(this.#break, deadAfterMs);
  }

  #heard(): void {
    if (this.#stopped) return;
    this.#waitForSign();
    silence.heard(this.#options.name);
  }

  async #connect(): Promise<void> {
    this.#abort = new AbortController();
    this.#setState('connecting');
    const { url, onOpen, retryRefused = false } = this.#options;
    const continued = this.#lastEventId !== null;
    let openedAt = 0;
    try {
      this.#waitForSign();
      const address = url(this.#first);
      this.#first = false;
      const response = await fetch(address, {
        headers: {
          accept: 'text/event-stream',
          ...pageHeaders(false),
          ...(this.#lastEventId === null ? {} : { 'last-event-id': this.#lastEventId }),
        },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: this.#abort.signal,
      });
      if (response.status === accountChanged) {
        // The page asks its person; once it is logged in as before, the stream goes on.
        this.#heard();
        noteAccountChanged();
        throw new Error('event stream: the browser is logged in with another account');
      }
      if (isRefused(response.status) && !retryRefused) {
        this.#clearTimers();
        silence.end(this.#options.name);
        return this.#setState('closed');
      }
      if (!response.ok || response.body === null) throw new Error(`event stream: HTTP ${response.status}`);
      openedAt = performance.now();
      this.#heard();
      this.#setState('open');
      onOpen?.(continued);
      await this.#read(response.body);
    } catch {
      // For every cause the reaction is the same: wait and connect again.
    }
    if (openedAt > 0 && performance.now() - openedAt > settledMs) this.#failures = 0;
    this.#reconnectLater();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const feed = createStreamParser((message) => this.#receive(message.data, message.id));
    const decoder = new TextDecoder();
    for (const reader = body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done || this.#stopped) return;
      this.#heard();
      feed(decoder.decode(value, { stream: true }));
    }
  }

  #receive(data: string, id: string | null): void {
    if (id !== null && id !== '') this.#lastEventId = id;
    if (data === '' || this.#stopped) return;
    let body: unknown;
    try {
      body = JSON.parse(data);
    } catch {
      return;
    }
    const parsed = this.#options.schema.safeParse(body);
    if (parsed.success) this.#options.onMessage(parsed.data);
  }

  #reconnectLater(): void {
    if (this.#stopped) return;
    this.#clearTimers();
    this.#setState('waiting');
    this.#retry = setTimeout(() => void this.#connect(), backoffMs(this.#failures, Math.random()));
    this.#failures += 1;
  }
}

/** By a decision, not for a while: too many requests are none. */
function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429;
}
