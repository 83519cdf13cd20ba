import {
  alarmQuerySchema,
  alarmsAnswerSchema,
  alarmSchema,
  hostRowSchema,
  monitorMessageSchema,
  runIntervalsAnswerSchema,
  intervalCellsAnswerSchema,
  intervalsAnswerSchema,
  submissionIntervalsAnswerSchema,
  type Alarm,
  type AlarmQuery,
  type AlarmsAnswer,
  type HostRow,
  type MonitorMessage,
  type RunIntervalsAnswer,
  type IntervalCellsAnswer,
  type IntervalsAnswer,
  type TaskInterval,
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

  /** Slot timeline: what every slot did in a time, and how long the queue was. */
  intervals(from: number, until: number): Promise<IntervalsAnswer> {
    return this.#http.get(`/api/monitor/intervals?${timeOf(from, until)}`, intervalsAnswerSchema);
  }

  /**
   * The same in steps, as many as a screen has room for, however much was judged.
   * @param slots `skip`: so many are left out first, `rows`: so many are returned; omitted: all
   */
  cells(
    from: number,
    until: number,
    slots: { skip?: number; rows?: number } = {},
  ): Promise<IntervalCellsAnswer> {
    const words = Object.entries(slots).map(([name, count]) => `&${name}=${String(count)}`);
    return this.#http.get(
      `/api/monitor/cells?${timeOf(from, until)}${words.join('')}`,
      intervalCellsAnswerSchema,
    );
  }

  /**
   * What slots did for one submission.
   * @param submission its number as "#123", its id, or four characters of the end of its id and more
   * @param contest of the number; omitted: of any
   */
  async intervalsOf(submission: string, contest?: string): Promise<TaskInterval[]> {
    const words = new URLSearchParams({ submission, ...(contest === undefined ? {} : { contest }) });
    const path = `/api/monitor/submission-intervals?${words.toString()}`;
    return (await this.#http.get(path, submissionIntervalsAnswerSchema)).intervals;
  }

  /** The test runs within the intervals of a short time. */
  runs(from: number, until: number): Promise<RunIntervalsAnswer> {
    return this.#http.get(`/api/monitor/runs?${timeOf(from, until)}`, runIntervalsAnswerSchema);
  }

  /** The raised alarms. */
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

  /** What changes, as it does, until `signal` aborts or the server ends the stream. Alarms are always sent. */
  live(watch: readonly ('hosts' | 'tasks')[], signal: AbortSignal): AsyncGenerator<MonitorMessage> {
    const path = `/api/monitor/live?watch=${watch.join(',')}`;
    return eventStream(this.#http, path, (value) => monitorMessageSchema.parse(value), signal);
  }
}

function timeOf(from: number, until: number): string {
  return `from=${String(Math.floor(from))}&until=${String(Math.ceil(until))}`;
}
