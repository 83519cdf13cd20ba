/** Reads server-sent events as a browser does, and lets a test wait for one. */
import type { LiveMessage } from '@sandglass/contracts';
import { password, type TestApi } from './test-api.ts';

export class EventReader {
  readonly messages: LiveMessage[] = [];
  lastId: string | null = null;
  readonly #stop = new AbortController();
  readonly #waiting = new Set<() => void>();
  #ended = false;

  /** @param as an account, by HTTP Basic; a session, by its cookie; null: a visitor */
  static async open(
    api: TestApi,
    contest: string,
    as: string | { cookie: string } | null,
    lastId?: string,
  ): Promise<EventReader> {
    const reader = new EventReader();
    const headers: Record<string, string> = { accept: 'text/event-stream' };
    if (typeof as === 'string')
      headers['authorization'] = `Basic ${Buffer.from(`${as}:${password}`).toString('base64')}`;
    else if (as !== null) headers['cookie'] = as.cookie;
    if (lastId !== undefined) headers['last-event-id'] = lastId;
    const answer = await fetch(`${api.url}/api/contests/${contest}/live`, {
      headers,
      signal: reader.#stop.signal,
    });
    if (answer.body === null || !answer.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new Error('no event stream');
    void reader.#read(answer.body);
    return reader;
  }

  /** The first message that fits, already here or still to come. */
  async next(fits: (message: LiveMessage) => boolean): Promise<LiveMessage> {
    for (;;) {
      const found = this.messages.find(fits);
      if (found !== undefined) return found;
      if (this.#ended)
        throw new Error(`the stream ended without it; it had ${JSON.stringify(this.messages)}`);
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  close(): void {
    this.#stop.abort();
  }

  /** Resolves when the server (or the test) ended the stream. */
  async ended(): Promise<void> {
    while (!this.#ended) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        text += decoder.decode(chunk, { stream: true });
        const frames = text.split('\n\n');
        text = frames.pop() ?? '';
        for (const frame of frames) this.#take(frame);
        this.#wake();
      }
    } catch {
      // Closed by the test.
    }
    this.#ended = true;
    this.#wake();
  }

  #take(frame: string): void {
    for (const line of frame.split('\n')) {
      if (line.startsWith('id: ')) this.lastId = line.slice(4);
      if (line.startsWith('data: ')) this.messages.push(JSON.parse(line.slice(6)) as LiveMessage);
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
