/**
 * PostgreSQL's LISTEN on one connection of its own: a hint that something was committed.
 * When the connection breaks it is made again; until then its users rely on their polls.
 */
import { Client } from 'pg';
import { connectionOptions } from './connection-options.ts';
import type { Sql } from './database.ts';
import type { Log } from '../lib/log.ts';
import { Signal } from '../lib/signal.ts';

/** Sends it when the transaction is committed. */
export async function notify(sql: Sql, channel: string, payload = ''): Promise<void> {
  await sql.query('SELECT pg_notify($1, $2)', [channel, payload]);
}

export type Handler = (payload: string) => void;

const reconnectMs = 1000;
/** A network that drops silently says nothing: the connection is asked this often … ms */
const askEveryMs = 5000;
/** … and must answer within this. */
const answerMs = 4000;

export class Notifications {
  readonly #url: string;
  readonly #log: Log;
  readonly #handlers = new Map<string, Handler[]>();
  /** The connection was broken and listens again: what was notified in between was missed. */
  readonly returned = new Signal<void>();
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  /** @param handler is given the payload of every notification on the channel */
  async listen(channel: string, handler: Handler): Promise<void> {
    const known = this.#handlers.get(channel);
    if (known === undefined) this.#handlers.set(channel, [handler]);
    else known.push(handler);
    if (known === undefined && this.#client !== undefined) await this.#client.query(`LISTEN ${channel}`);
  }

  async open(): Promise<void> {
    const client = new Client({
      ...connectionOptions(this.#url, 'sandglass-listen'),
      query_timeout: answerMs,
    });
    this.#client = client;
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
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
      this.open().then(
        () => this.returned.emit(),
        (error: unknown) => {
          this.#log.warn({ err: error }, 'the notification connection cannot be made');
          this.#client?.end().catch(() => {});
          this.#reconnect();
        },
      );
    }, reconnectMs);
  }
}
