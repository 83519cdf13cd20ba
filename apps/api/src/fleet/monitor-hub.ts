/**
 * The streams of those who watch over the judging: lines of hosts that changed, intervals of slots, the queue, alarms.
 * A frame is written once and sent to all. A reader that is too slow is cut off; its browser comes back and begins
 * again.
 */
import type { ServerResponse } from 'node:http';
import type { Alarm, MonitorMessage } from '@sandglass/contracts';
import type { AlarmService } from './alarms/alarm-service.ts';
import { sseFrame, SseConnections, type SseConnection } from '../events/sse-connections.ts';
import type { StreamHolder } from '../events/stream-holder.ts';
import { type HostChange, HostChanges } from './host-changes.ts';
import type { Look, FleetPoller } from './fleet-poller.ts';

export type Subject = 'hosts' | 'tasks';

interface Reader extends SseConnection {
  readonly subjects: ReadonlySet<Subject>;
}

/** For readers of alarms alone, with every look: they know that the api still watches. */
const signOfLife = ':\n\n';

/** Bytes a reader may be behind: a few whole versions of forty hosts. */
const maxBehind = 2 * 1024 * 1024;

export class MonitorHub {
  readonly #poller: FleetPoller;
  readonly #alarms: AlarmService;
  readonly connections = new SseConnections<Reader>();
  readonly #hostChanges = new HostChanges();
  #sentAlarms = '';

  constructor(poller: FleetPoller, alarms: AlarmService) {
    this.#poller = poller;
    this.#alarms = alarms;
    poller.listen(
      (look) => this.#onLook(look),
      () => this.connections.size > 0,
    );
    alarms.listen((open) => this.#sendAlarms(open));
  }

  /** Names the hosts' lines as they are sent now; null: there are none yet. */
  get version(): string | null {
    return this.#hostChanges.version;
  }

  /** @param version of the hosts' lines that the reader has already; undefined: none */
  join(holder: StreamHolder, subjects: readonly Subject[], response: ServerResponse, version?: string): void {
    const reader: Reader = { holder, subjects: new Set(subjects), response };
    this.connections.add(reader);
    this.#write(reader, frameOf({ type: 'alarms', alarms: [...this.#alarms.open] }));
    if (reader.subjects.has('hosts'))
      this.#write(reader, this.#frameOfHosts(this.#hostChanges.since(version), Date.now()));
    const queue = this.#poller.queue.latest;
    if (reader.subjects.has('tasks') && queue !== null) {
      const message = {
        type: 'tasks',
        now: Date.now(),
        hosts: this.#poller.slots,
        intervals: [],
        queue,
      } as const;
      this.#write(reader, frameOf({ ...message, intervals: [] }));
    }
  }

  #onLook(look: Look): void {
    this.connections.endExpired(look.nowMs);
    // Also when nothing changed: it says that the figures are current.
    this.#send('hosts', this.#frameOfHosts(this.#hostChanges.note(look.rows), look.nowMs));
    if ([...this.connections].some(({ subjects }) => subjects.has('tasks'))) {
      const hosts = this.#poller.slots;
      const { nowMs: now, intervals, queue } = look;
      this.#send('tasks', frameOf({ type: 'tasks', now, hosts, intervals: [...intervals], queue }));
    }
    for (const reader of this.connections) if (reader.subjects.size === 0) this.#write(reader, signOfLife);
  }

  #frameOfHosts(change: HostChange, now: number): string {
    const { own, waiting } = this.#poller;
    return frameOf({ type: 'hosts', now, ...change, apiLoopLag: own.loopLag, waiting });
  }

  #sendAlarms(alarms: readonly Alarm[]): void {
    const frame = frameOf({ type: 'alarms', alarms: [...alarms] });
    if (frame === this.#sentAlarms) return;
    this.#sentAlarms = frame;
    for (const reader of this.connections) this.#write(reader, frame);
  }

  #send(subject: Subject, frame: string): void {
    for (const reader of this.connections) if (reader.subjects.has(subject)) this.#write(reader, frame);
  }

  #write(reader: Reader, frame: string): void {
    const { response } = reader;
    if (response.writableEnded || response.destroyed) return;
    if (response.writableLength > maxBehind) {
      this.connections.remove(reader);
      response.destroy();
      return;
    }
    response.write(frame);
  }
}

function frameOf(message: MonitorMessage): string {
  return sseFrame(message);
}
