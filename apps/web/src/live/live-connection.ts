import { type LiveMessage, liveMessageSchema } from '@sandglass/contracts';
import { backoffMs } from './backoff.ts';
import { createStreamParser } from './sse-parser.ts';

/** `closed`: the server said that there is nothing to listen to (no such contest, not allowed). */
export type LiveState = 'connecting' | 'open' | 'waiting' | 'closed';

export interface LiveConnectionOptions {
  url: string;
  /** The last event that what is shown knows of; null: nobody can tell. */
  after: string | null;
  onMessage: (message: LiveMessage) => void;
  onState: (state: LiveState) => void;
  /**
   * The stream stands. `continued` says that it goes on where what is shown ends, after a break or from the page on:
   * then only what has no seq may have been missed.
   */
  onOpen: (continued: boolean) => void;
}

/** The server sends a heartbeat every 15 s; after this much silence the line is taken for dead. */
const silenceMs = 40_000;
/** A stream that stood this long was good: the next waiting time starts from the beginning. */
const settledMs = 5_000;

/**
 * One stream of live messages that mends itself: exponential waiting, `Last-Event-ID` on every
 * new connection, at once when the machine comes back online or the page is looked at again.
 */
export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #watchdog: ReturnType<typeof setTimeout> | null = null;
  #lastEventId: string | null;
  #attempt = 0;
  #stopped = false;
  #state: LiveState = 'connecting';

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
    this.#lastEventId = options.after;
    window.addEventListener('online', this.#retryNow);
    window.addEventListener('offline', this.#dropped);
    document.addEventListener('visibilitychange', this.#seen);
    void this.#connect();
  }

  close(): void {
    this.#stopped = true;
    window.removeEventListener('online', this.#retryNow);
    window.removeEventListener('offline', this.#dropped);
    document.removeEventListener('visibilitychange', this.#seen);
    this.#clearTimers();
    this.#abort.abort();
  }

  readonly #retryNow = (): void => {
    if (this.#state !== 'waiting') return;
    this.#clearTimers();
    void this.#connect();
  };

  /** The machine says it is offline: do not wait for the silence to be noticed. */
  readonly #dropped = (): void => this.#abort.abort();

  readonly #seen = (): void => {
    if (document.visibilityState === 'visible') this.#retryNow();
  };

  #setState(state: LiveState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  #clearTimers(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#watchdog !== null) clearTimeout(this.#watchdog);
    this.#timer = null;
    this.#watchdog = null;
  }

  #heard(): void {
    if (this.#watchdog !== null) clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#abort.abort(), silenceMs);
  }

  async #connect(): Promise<void> {
    this.#abort = new AbortController();
    this.#setState('connecting');
    const continued = this.#lastEventId !== null;
    let openedAt = 0;
    try {
      this.#heard();
      const response = await fetch(this.#options.url, {
        headers: {
          accept: 'text/event-stream',
          ...(this.#lastEventId === null ? {} : { 'last-event-id': this.#lastEventId }),
        },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: this.#abort.signal,
      });
      if (response.status >= 400 && response.status < 500 && response.status !== 429) {
        this.#clearTimers();
        return this.#setState('closed');
      }
      if (!response.ok || response.body === null) throw new Error(`live stream: HTTP ${response.status}`);
      openedAt = performance.now();
      this.#setState('open');
      this.#options.onOpen(continued);
      await this.#read(response.body);
    } catch {
      // Whatever broke it, the answer is the same: wait and connect again.
    }
    if (openedAt > 0 && performance.now() - openedAt > settledMs) this.#attempt = 0;
    this.#scheduleReconnect();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const feed = createStreamParser(
      (message) => this.#receive(message.data, message.id),
      () => {},
    );
    const decoder = new TextDecoder();
    for (const reader = body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.#heard();
      feed(decoder.decode(value, { stream: true }));
    }
  }

  #receive(data: string, id: string | null): void {
    if (id !== null && id !== '') this.#lastEventId = id;
    if (data === '') return;
    let body: unknown;
    try {
      body = JSON.parse(data);
    } catch {
      return;
    }
    // A newer server may send types this page does not know: they are not for it.
    const parsed = liveMessageSchema.safeParse(body);
    if (parsed.success) this.#options.onMessage(parsed.data);
  }

  #scheduleReconnect(): void {
    if (this.#stopped) return;
    this.#clearTimers();
    this.#setState('waiting');
    this.#timer = setTimeout(() => void this.#connect(), backoffMs(this.#attempt, Math.random()));
    this.#attempt += 1;
  }
}
