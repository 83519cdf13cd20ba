/**
 * The one stream of a page for those who watch over the judging: the badge that is on every page, and what the page
 * itself watches. After a break it begins with everything.
 */
import {
  type ChangedHostRow,
  type MonitorMessage,
  monitorMessagesOf,
  type TaskInterval,
} from '@sandglass/contracts';
import { z } from 'zod';
import { SseClient, type SseState } from './sse-client.ts';

/** `broken`: it is connecting again. */
export type MonitorState = 'connecting' | 'open' | 'broken';

export type MonitorSubject = 'hosts' | 'tasks';

export interface MonitorWatcher {
  /** Null: alarms alone, which every watcher gets. */
  readonly subject: MonitorSubject | null;
  readonly onMessage: (message: MonitorMessage) => void;
  /** The version that it has of its subject when the stream is opened for it; null or omitted: none. */
  readonly version?: () => string | null;
}

/** Rows and spans are taken as they come: without `eval` a check of forty hosts each second is felt in every frame. */
const messageSchema = monitorMessagesOf(z.custom<ChangedHostRow>(), z.custom<TaskInterval>());

/** The last known state holds until the new connection is there. */
const stateOf: Readonly<Record<SseState, MonitorState | null>> = {
  connecting: null,
  open: 'open',
  waiting: 'broken',
  closed: 'broken',
};

export class MonitorStream {
  readonly #watchers = new Set<MonitorWatcher>();
  readonly #onState = new Set<() => void>();
  #state: MonitorState = 'connecting';
  /** What the stream was opened for; null: there is none; undefined: it must be opened again. */
  #watch: string | null | undefined = null;
  #client: SseClient<MonitorMessage> | null = null;
  #isOpening = false;

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
    if (this.#watchers.size === 0) document.addEventListener('visibilitychange', this.#openSoon);
    this.#watchers.add(watcher);
    // Who comes to a subject needs all of it, with which a stream begins.
    if (watcher.subject !== null) this.#watch = undefined;
    this.#openSoon();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) document.removeEventListener('visibilitychange', this.#openSoon);
      this.#openSoon();
    };
  }

  /** A page that goes and the one that comes in its place are one change. */
  readonly #openSoon = (): void => {
    if (this.#isOpening) return;
    this.#isOpening = true;
    queueMicrotask(() => {
      this.#isOpening = false;
      const wanted = this.#wanted();
      if (wanted === this.#watch) return;
      this.#client?.close();
      this.#watch = wanted;
      this.#client = wanted === null ? null : this.#open(wanted);
    });
  };

  /**
   * What is to be watched, by comma; null: no stream. A badge that nobody sees needs none: browsers keep no more than
   * six connections to a server, for all of their tabs.
   */
  #wanted(): string | null {
    const subjects = new Set([...this.#watchers].flatMap(({ subject }) => subject ?? []));
    if (subjects.size > 0) return [...subjects].toSorted().join(',');
    return this.#watchers.size > 0 && document.visibilityState === 'visible' ? '' : null;
  }

  #open(watch: string): SseClient<MonitorMessage> {
    return new SseClient({
      name: 'monitor',
      url: (first) => `/api/monitor/live?watch=${watch}${first ? this.#version() : ''}`,
      schema: messageSchema,
      onMessage: (message) => {
        for (const { onMessage } of this.#watchers) onMessage(message);
      },
      onState: (state) => this.#setState(stateOf[state]),
      retryRefused: true,
    });
  }

  /** What of it is known already, as a part of the address: only what has changed since is sent then. */
  #version(): string {
    const watchers = [...this.#watchers].filter(({ subject }) => subject === 'hosts');
    const versions = new Set(watchers.map(({ version }) => version?.() ?? null));
    const [known = null] = versions;
    return versions.size !== 1 || known === null ? '' : `&version=${encodeURIComponent(known)}`;
  }

  #setState(state: MonitorState | null): void {
    if (state === null || state === this.#state) return;
    this.#state = state;
    for (const notify of this.#onState) notify();
  }
}
