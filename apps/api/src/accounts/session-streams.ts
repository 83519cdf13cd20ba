/** Open streams end with the session that they belong to. */
import type { Log } from '../platform/lib/log.ts';
import type { SessionService } from './session-service.ts';

export interface StreamsOfSessions {
  /** @param tokenHash null: of any session */
  endSession(tokenHash: string | null): void;
  /** Ends streams of those who proved who they are with every request, who have no session that could end. */
  endWithoutSession(): void;
  sessions(): Iterable<string>;
}

export class SessionStreams {
  readonly #sessions: SessionService;
  readonly #log: Log;
  readonly #streams: StreamsOfSessions[] = [];

  constructor(sessions: SessionService, log: Log) {
    this.#sessions = sessions;
    this.#log = log;
  }

  add(streams: StreamsOfSessions): void {
    this.#streams.push(streams);
  }

  /** A session has ended, or the rights of its account have changed. @param tokenHash null: every session */
  changed(tokenHash: string | null): void {
    this.#sessions.forget(tokenHash);
    for (const streams of this.#streams) streams.endSession(tokenHash);
  }

  /** Notifications were missed: every session that has a stream is looked at. */
  async lookAtAll(): Promise<void> {
    for (const streams of this.#streams) streams.endWithoutSession();
    try {
      const open = this.#streams.flatMap((streams) => [...streams.sessions()]);
      for (const ended of await this.#sessions.ended(open)) this.changed(ended);
    } catch (error) {
      this.#log.warn({ err: error }, 'sessions could not be read');
    }
  }
}
