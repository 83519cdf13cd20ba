/**
 * Sends what happens in one task to the api.
 *
 * News waits some milliseconds for company, which nobody sees; what comes while a request is under way
 * goes together with the next, which leaves the api alone for as long as the last one took. The end waits for nothing. So a trivial task is one request instead
 * of three that wait for each other, and a verdict is never delayed. One request at a time keeps the
 * order. When the api is away everything is kept and tried again until the lease is surely lost; a
 * refused report ends the task, and a last report says so: otherwise it would be judged again and again
 * with the same outcome, and nobody would learn why.
 */
import type { RunReport, TaskReport } from '@sandglass/contracts';
import type { ApiClient } from './api-client.ts';
import { sleep } from './backoff.ts';
import { ApiRefused, ApiUnreachable, JudgehostError } from '../platform/errors.ts';

export interface ReporterOptions {
  readonly taskId: string;
  readonly fencingToken: number;
  readonly leaseMs: number;
  readonly api: Pick<ApiClient, 'report'>;
  /** Called once when the task must be dropped. */
  readonly onLost: (error: Error) => void;
  readonly onSent?: ((ms: number) => void) | undefined;
  readonly now?: () => number;
}

/**
 * How many leases without an answer make a task lost. The fencing token decides in the end; this only
 * bounds how long a slot waits for an api that was away: longer than one lease, because an api that was
 * down has given the task to nobody.
 */
const leasesUntilLost = 3;
/** Text of one request: an api that was away gets its arrears in bodies it accepts. At least one run goes. */
const reportCharacters = 512 * 1024;
/** How long news waits for more when no request is under way: nobody sees it, and short judgings are one request. */
const gatherMs = 15;
/** After a request news waits as long as that took, up to this: the busier the api, the fewer requests. */
const longestGatherMs = 30;
/** Longest text of a refusal that is reported, in characters. */
const refusalLength = 16_384;
const firstRetryMs = 50;
const longestRetryMs = 2_000;

export class TaskReporter {
  readonly #options: ReporterOptions;
  readonly #now: () => number;
  #compile: TaskReport['compile'];
  readonly #runs: RunReport[] = [];
  #done: TaskReport['done'];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dueMs = 0;
  #answeredAtMs: number;
  #lost: Error | undefined;
  readonly #stopped = new AbortController();

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#answeredAtMs = this.#now();
  }

  compiled(compile: NonNullable<TaskReport['compile']>): void {
    this.#compile = compile;
    this.#schedule(gatherMs);
  }

  run(report: RunReport): void {
    this.#runs.push(report);
    this.#schedule(gatherMs);
  }

  /** A heartbeat was answered without complaint: the lease is renewed. */
  renewed(): void {
    this.#answeredAtMs = this.#now();
  }

  /** Gives the task up without another word. */
  abandon(error: Error): void {
    this.#lose(error);
  }

  /**
   * Sends the rest with how the task ended; resolves when the api has it.
   * @throws JudgehostError `HOST_LEASE_LOST`, or the error that ended the task
   */
  async finish(done: NonNullable<TaskReport['done']>): Promise<void> {
    this.#done = done;
    clearTimeout(this.#timer);
    while (this.#pending && this.#lost === undefined) await this.#send();
    if (this.#lost !== undefined) throw this.#lost;
  }

  get #pending(): boolean {
    return this.#compile !== undefined || this.#runs.length > 0 || this.#done !== undefined;
  }

  /** Sends what is pending after `ms`, or earlier when that was said before. */
  #schedule(ms: number): void {
    if (this.#lost !== undefined || this.#sending !== undefined) return;
    const dueMs = this.#now() + ms;
    if (this.#timer !== undefined && this.#dueMs <= dueMs) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => void this.#send(), ms);
  }

  /** Never rejects: a failure is kept in #lost. */
  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const started = this.#now();
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = undefined;
      if (this.#pending && this.#done === undefined)
        this.#schedule(Math.min(this.#now() - started, longestGatherMs));
    });
    return this.#sending;
  }

  async #sendOnce(): Promise<void> {
    let report = this.#take();
    let refusal: ApiRefused | undefined;
    const started = this.#now();
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(retryMs * 2, longestRetryMs)) {
      try {
        await this.#options.api.report(this.#options.taskId, report);
        if (refusal !== undefined) {
          this.#lose(refusal);
          return;
        }
        this.#answeredAtMs = this.#now();
        this.#options.onSent?.(this.#now() - started);
        return;
      } catch (error) {
        if (this.#lost !== undefined) return;
        if (error instanceof ApiRefused && refusal === undefined) {
          refusal = error;
          report = this.#lastReport(error);
          continue;
        }
        if (!(error instanceof ApiUnreachable)) {
          this.#lose(error instanceof Error ? error : new Error(String(error)));
          return;
        }
        if (this.#now() - this.#answeredAtMs > leasesUntilLost * this.#options.leaseMs) {
          this.#lose(new JudgehostError('HOST_LEASE_LOST', { task: this.#options.taskId }, { cause: error }));
          return;
        }
        await sleep(retryMs, this.#stopped.signal);
        if (this.#lost !== undefined) return;
      }
    }
  }

  #take(): TaskReport {
    const runs = this.#runs.splice(0, runsThatFit(this.#runs));
    const report: TaskReport = { fencingToken: this.#options.fencingToken, runs };
    if (this.#compile !== undefined) report.compile = this.#compile;
    this.#compile = undefined;
    if (this.#done !== undefined && this.#runs.length === 0) {
      report.done = this.#done;
      this.#done = undefined;
    }
    return report;
  }

  /** Small and without anything that could have been refused. */
  #lastReport({ code, message }: ApiRefused): TaskReport {
    const done = { kind: 'error', code, message: message.slice(0, refusalLength) } as const;
    return { fencingToken: this.#options.fencingToken, runs: [], done };
  }

  #lose(error: Error): void {
    if (this.#lost !== undefined) return;
    this.#lost = error;
    clearTimeout(this.#timer);
    this.#stopped.abort();
    this.#options.onLost(error);
  }
}

function runsThatFit(runs: readonly RunReport[]): number {
  let characters = 0;
  for (const [index, run] of runs.entries()) {
    characters +=
      1024 +
      run.outputHead.length +
      run.stderrHead.length +
      run.validatorMessage.length +
      run.teamMessage.length;
    if (characters > reportCharacters) return Math.max(index, 1);
  }
  return runs.length;
}
