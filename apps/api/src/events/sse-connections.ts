/**
 * The server-sent event streams of one kind that this process has open: who holds them, how many, and what ends them.
 * What they are sent is their hub's business.
 */
import type { ServerResponse } from 'node:http';
import { endsWith, type StreamHolder } from './stream-holder.ts';

/** One open stream. */
export interface SseConnection {
  readonly holder: StreamHolder;
  readonly response: ServerResponse;
}

export class SseConnections<Connection extends SseConnection> {
  readonly #byHolder = new Map<string, Set<Connection>>();
  readonly #onLeave: (connection: Connection) => void;

  /** @param onLeave called once for each connection that ended, from whichever side */
  constructor(onLeave: (connection: Connection) => void = () => {}) {
    this.#onLeave = onLeave;
  }

  get size(): number {
    let count = 0;
    for (const held of this.#byHolder.values()) count += held.size;
    return count;
  }

  *[Symbol.iterator](): IterableIterator<Connection> {
    for (const held of this.#byHolder.values()) yield* held;
  }

  /** Whether another stream of this holder may be opened. */
  hasRoomFor(holder: StreamHolder): boolean {
    return (this.#byHolder.get(holder.key)?.size ?? 0) < holder.maxStreams;
  }

  add(connection: Connection): void {
    const { key } = connection.holder;
    const held = this.#byHolder.get(key) ?? new Set();
    this.#byHolder.set(key, held.add(connection));
    connection.response.once('close', () => this.remove(connection));
  }

  /** It is sent nothing more. Its response is left as it is. */
  remove(connection: Connection): void {
    const { key } = connection.holder;
    const held = this.#byHolder.get(key);
    if (held?.delete(connection) !== true) return;
    if (held.size === 0) this.#byHolder.delete(key);
    this.#onLeave(connection);
  }

  /** The sessions that streams are open for. */
  sessions(): string[] {
    return [...new Set([...this].flatMap(({ holder }) => holder.session?.tokenHash ?? []))];
  }

  /**
   * A stream keeps the rights it began with: it ends with the session that gave them.
   * @param tokenHash null: accounts or sessions changed; all of them begin again, with the rights of now
   */
  endSession(tokenHash: string | null): void {
    this.#end((holder) => endsWith(holder, tokenHash));
  }

  /** It cannot be known what those without a session missed: they ask again. */
  endWithoutSession(): void {
    this.#end(({ withoutSession }) => withoutSession);
  }

  endExpired(nowMs: number): void {
    this.#end(({ session }) => session !== null && session.expiresAtMs <= nowMs);
  }

  /** Ends all streams; browsers come back by themselves, perhaps to another process. */
  close(): void {
    for (const connection of this) {
      const { response } = connection;
      const { socket } = response;
      response.end();
      // Once what was written is out: a browser that went away silently would hold the server open.
      socket?.destroySoon();
      this.remove(connection);
    }
  }

  #end(ends: (holder: StreamHolder) => boolean): void {
    for (const connection of this) {
      if (!ends(connection.holder)) continue;
      connection.response.end();
      this.remove(connection);
    }
  }
}

/** A message as it goes over the line; its `type` is the event's name. */
export function sseFrame(message: { readonly type: string }): string {
  return `event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}
