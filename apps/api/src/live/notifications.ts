/**
 * PostgreSQL's LISTEN on one connection of its own: a hint that something was committed.
 * When the connection breaks it is made again; meanwhile the polls of its users serve.
 */
import { Client } from 'pg';
import { connectionOptions } from '../database/connection-options.ts';
import type { Log } from '../http/app-type.ts';

export type Handler = (payload: string) => void;

const reconnectMs = 1000;
/** A network that drops silently says nothing: the connection is asked this often … ms */
const askEveryMs = 5000;
/** … and must answer within this. */
const answerMs = 4000;

export class Notifications {
  readonly #url: string;
  readonly #log: Log;
  readonly #handlers: ReadonlyMap<string, Handler>;
  readonly #onReturn: () => void;
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param onReturn the connection was broken and listens again: whatever was told meanwhile was missed */
  constructor(url: string, handlers: Readonly<Record<string, Handler>>, onReturn: () => void, log: Log) {
    this.#url = url;
    this.#onReturn = onReturn;
    this.#log = log;
    this.#handlers = new Map(Object.entries(handlers));
  }

  async open(): Promise<void> {
    const client = new Client({
      ...connectionOptions(this.#url, 'sandglass-listen'),
      query_timeout: answerMs,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => this.#handlers.get(channel)?.(payload ?? ''));
    client.on('error', (error) => this.#log.warn({ err: error }, 'the notification connection broke'));
    client.on('end', () => {
      if (this.#client === client) this.#reconnect();
    });
    await client.connect();
    for (const channel of this.#handlers.keys()) await client.query(`LISTEN ${channel}`);
    clearInterval(this.#asking);
    this.#asking = setInterval(() => {
      // Ending a connection that owes an answer cuts it: `end` follows, and a new one is made.
      client.query('SELECT 1').catch(() => client.end().catch(() => {}));
    }, askEveryMs);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#asking);
    await this.#client?.end().catch(() => {});
  }

  #reconnect(): void {
    clearInterval(this.#asking);
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.open().then(this.#onReturn, (error: unknown) => {
        this.#log.warn({ err: error }, 'the notification connection cannot be made');
        this.#client?.end().catch(() => {});
        this.#reconnect();
      });
    }, reconnectMs);
  }
}
