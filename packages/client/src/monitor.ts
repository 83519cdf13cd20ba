import {
  alarmQuerySchema,
  alarmsAnswerSchema,
  alarmSchema,
  hostRowSchema,
  monitorMessageSchema,
  runSpansAnswerSchema,
  spanCellsAnswerSchema,
  spansAnswerSchema,
  submissionSpansAnswerSchema,
  type Alarm,
  type AlarmQuery,
  type AlarmsAnswer,
  type HostRow,
  type MonitorMessage,
  type RunSpansAnswer,
  type SpanCellsAnswer,
  type SpansAnswer,
  type TaskSpan,
} from '@sandglass/contracts';
import { z } from 'zod';
import type { Http } from './http.ts';
import { eventStream } from './live-stream.ts';

/** What those who watch over the judging read. Times are ms since the epoch. */
export class Monitor {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Every host in a line. */
  async hosts(): Promise<HostRow[]> {
    const schema = z.object({ hosts: z.array(hostRowSchema) });
    return (await this.#http.get('/api/monitor/hosts', schema)).hosts;
  }

  /** Task density: what every slot did in a time, and how long the queue was. */
  spans(from: number, until: number): Promise<SpansAnswer> {
    return this.#http.get(`/api/monitor/spans?${timeOf(from, until)}`, spansAnswerSchema);
  }

  /**
   * The same in steps, as many as a screen has room for, however much was judged.
   * @param slots so many are left out, and so many told of; omitted: all are
   */
  cells(
    from: number,
    until: number,
    slots: { skip?: number; lanes?: number } = {},
  ): Promise<SpanCellsAnswer> {
    const words = Object.entries(slots).map(([name, count]) => `&${name}=${String(count)}`);
    return this.#http.get(
      `/api/monitor/cells?${timeOf(from, until)}${words.join('')}`,
      spanCellsAnswerSchema,
    );
  }

  /** What slots did for one submission. @param submission its id, or four characters of its end and more */
  async spansOf(submission: string): Promise<TaskSpan[]> {
    const path = `/api/monitor/submission-spans?submission=${encodeURIComponent(submission)}`;
    return (await this.#http.get(path, submissionSpansAnswerSchema)).spans;
  }

  /** The test runs within the spans of a short time. */
  runs(from: number, until: number): Promise<RunSpansAnswer> {
    return this.#http.get(`/api/monitor/runs?${timeOf(from, until)}`, runSpansAnswerSchema);
  }

  /** The alarms that ring now. */
  async openAlarms(): Promise<Alarm[]> {
    return (await this.#http.get('/api/alarms/open', z.object({ alarms: z.array(alarmSchema) }))).alarms;
  }

  /** The log of alarms, newest first. */
  alarms(query: AlarmQuery = {}): Promise<AlarmsAnswer> {
    const words = new URLSearchParams();
    for (const [name, value] of Object.entries(alarmQuerySchema.parse(query)))
      if (value !== undefined) words.set(name, String(value));
    return this.#http.get(`/api/alarms?${words.toString()}`, alarmsAnswerSchema);
  }

  /** Takes an alarm on. @param note what is being done about it */
  acknowledge(alarm: string, note = ''): Promise<Alarm> {
    return this.#http.send('POST', `/api/alarms/${alarm}/acknowledge`, alarmSchema, { note });
  }

  /** What changes, as it does, until `signal` aborts or the server ends the stream. Alarms are always told. */
  live(watch: readonly ('hosts' | 'tasks')[], signal: AbortSignal): AsyncGenerator<MonitorMessage> {
    const path = `/api/monitor/live?watch=${watch.join(',')}`;
    return eventStream(this.#http, path, (value) => monitorMessageSchema.parse(value), signal);
  }
}

function timeOf(from: number, until: number): string {
  return `from=${String(Math.floor(from))}&until=${String(Math.ceil(until))}`;
}
