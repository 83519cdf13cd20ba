/**
 * The streams of those who watch over the judging: lines of hosts that changed, spans of slots, the queue, alarms.
 * A frame is written once and sent to all. A reader that is too slow is cut off; its browser comes back and begins anew.
 */
import type { ServerResponse } from 'node:http';
import type { Alarm, MonitorMessage } from '@sandglass/contracts';
import type { AlarmKeeper } from '../alarms/alarm-keeper.ts';
import { endsWith, type StreamHolder } from '../live/stream-holder.ts';
import { type HostChange, HostChanges } from './host-changes.ts';
import type { Look, Watchman } from './watchman.ts';

export type Subject = 'hosts' | 'tasks';

interface Reader {
  readonly holder: StreamHolder;
  readonly subjects: ReadonlySet<Subject>;
  readonly response: ServerResponse;
}

/** For readers of alarms alone, with every look: they know that the api still watches. */
const signOfLife = ':\n\n';

/** Bytes a reader may be behind: a few whole pictures of forty hosts. */
const behindAtMost = 2 * 1024 * 1024;

export class MonitorHub {
  readonly #watchman: Watchman;
  readonly #alarms: AlarmKeeper;
  readonly #readers = new Set<Reader>();
  readonly #hostChanges = new HostChanges();
  #toldAlarms = '';

  constructor(watchman: Watchman, alarms: AlarmKeeper) {
    this.#watchman = watchman;
    this.#alarms = alarms;
    watchman.listen(
      (look) => this.#onLook(look),
      () => this.#readers.size > 0,
    );
    alarms.listen((open) => this.#tellAlarms(open));
  }

  get size(): number {
    return this.#readers.size;
  }

  hasRoomFor(holder: StreamHolder): boolean {
    const held = [...this.#readers].filter((reader) => reader.holder.key === holder.key);
    return held.length < holder.atMost;
  }

  /** Names the hosts' lines as they are told now; null: there are none yet. */
  get picture(): string | null {
    return this.#hostChanges.picture;
  }

  /** @param picture of the hosts' lines that the reader has already; undefined: none */
  join(holder: StreamHolder, subjects: readonly Subject[], response: ServerResponse, picture?: string): void {
    const reader: Reader = { holder, subjects: new Set(subjects), response };
    this.#readers.add(reader);
    response.once('close', () => this.#readers.delete(reader));
    this.#write(reader, frameOf({ type: 'alarms', alarms: [...this.#alarms.open] }));
    if (reader.subjects.has('hosts'))
      this.#write(reader, this.#frameOfHosts(this.#hostChanges.since(picture), Date.now()));
    const queue = this.#watchman.queue.latest;
    if (reader.subjects.has('tasks') && queue !== null) {
      const message = {
        type: 'tasks',
        now: Date.now(),
        hosts: this.#watchman.slots,
        spans: [],
        queue,
      } as const;
      this.#write(reader, frameOf({ ...message, spans: [] }));
    }
  }

  /** See LiveHub: a stream ends with the session that gave it its rights. */
  endSession(tokenHash: string | null): void {
    for (const reader of this.#readers) {
      if (endsWith(reader.holder, tokenHash)) this.#end(reader);
    }
  }

  /** See LiveHub. */
  endWithoutSession(): void {
    for (const reader of this.#readers) if (reader.holder.withoutSession) this.#end(reader);
  }

  sessions(): string[] {
    return [...this.#readers].flatMap(({ holder }) => holder.session?.tokenHash ?? []);
  }

  close(): void {
    for (const { response } of this.#readers) {
      const { socket } = response;
      response.end();
      socket?.destroySoon();
    }
    this.#readers.clear();
  }

  #onLook(look: Look): void {
    for (const reader of this.#readers) {
      const { session } = reader.holder;
      if (session !== null && session.expiresAtMs <= look.nowMs) this.#end(reader);
    }
    // Also when nothing changed: it says that the figures are current.
    this.#tell('hosts', this.#frameOfHosts(this.#hostChanges.note(look.rows), look.nowMs));
    if ([...this.#readers].some(({ subjects }) => subjects.has('tasks'))) {
      const hosts = this.#watchman.slots;
      const { nowMs: now, spans, queue } = look;
      this.#tell('tasks', frameOf({ type: 'tasks', now, hosts, spans: [...spans], queue }));
    }
    for (const reader of this.#readers) if (reader.subjects.size === 0) this.#write(reader, signOfLife);
  }

  #frameOfHosts(change: HostChange, now: number): string {
    return frameOf({ type: 'hosts', now, ...change, apiLoopLag: this.#watchman.own.loopLag });
  }

  #tellAlarms(alarms: readonly Alarm[]): void {
    const frame = frameOf({ type: 'alarms', alarms: [...alarms] });
    if (frame === this.#toldAlarms) return;
    this.#toldAlarms = frame;
    for (const reader of this.#readers) this.#write(reader, frame);
  }

  #tell(subject: Subject, frame: string): void {
    for (const reader of this.#readers) if (reader.subjects.has(subject)) this.#write(reader, frame);
  }

  #write(reader: Reader, frame: string): void {
    const { response } = reader;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > behindAtMost) {
      this.#readers.delete(reader);
      response.destroy();
      return;
    }
    response.write(frame);
  }

  #end(reader: Reader): void {
    this.#readers.delete(reader);
    reader.response.end();
  }
}

function frameOf(message: MonitorMessage): string {
  return `event: ${message.type}\ndata: ${JSON.stringify(message)}\n\n`;
}
