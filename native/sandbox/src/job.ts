/** A run that a caller waits for. */
import type { Joined } from './held-run.ts';
import { nothingRun, type RawResult } from './result-protocol.ts';
import { complete, hasBytes } from './results.ts';
import type { RunResult, RunSpec } from './types.ts';

export interface JobOptions {
  /** Distinguishes it from the other runs of its slot. */
  readonly id: number;
  readonly signal?: AbortSignal | undefined;
  readonly joined?: Joined | undefined;
  readonly onAbort: (job: Job) => void;
}

export class Job {
  readonly id: number;
  readonly spec: RunSpec;
  readonly joined: Joined | undefined;
  /** By its caller: a supervisor that has not begun it is not asked to. */
  isCancelled = false;
  /** Supervisors that ended without having begun it. */
  timesUnbegun = 0;
  private readonly answer = Promise.withResolvers<RunResult>();
  private readonly stopListening: () => void;

  constructor(spec: RunSpec, { id, signal, joined, onAbort }: JobOptions) {
    this.id = id;
    this.spec = spec;
    this.joined = joined;
    const abort = (): void => {
      onAbort(this);
    };
    this.stopListening = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted === true) this.endCancelled();
    else signal?.addEventListener('abort', abort, { once: true });
  }

  get result(): Promise<RunResult> {
    return this.answer.promise;
  }

  /** Before it was begun. */
  endCancelled(): void {
    this.isCancelled = true;
    this.end(nothingRun('cancelled'));
  }

  fail(error: unknown): void {
    this.stopListening();
    this.answer.reject(error);
  }

  /** @param fd the memory file that came with it */
  deliver(raw: RawResult, fd: number | undefined): void {
    if (raw.exchange === null && !hasBytes(this.spec) && fd === undefined) this.end(raw.result);
    else void this.complete(raw, fd);
  }

  private async complete(raw: RawResult, fd: number | undefined): Promise<void> {
    try {
      const result = await complete(this.spec, raw, fd);
      if (raw.exchange !== null) this.joined?.onExchange?.(raw.exchange);
      this.end(result);
    } catch (error) {
      this.fail(error);
    }
  }

  private end(result: RunResult): void {
    this.stopListening();
    this.answer.resolve(result);
  }
}
