/** One slot: runs in order, cancellation, and rebuilding when its supervisor is gone. */
import { broker, checkSent } from './broker.ts';
import { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import { addon, type Channel } from './native.ts';
import {
  decodeFailure,
  decodeHead,
  decodeResult,
  encodeCancel,
  encodeRun,
  Paths,
  reply,
  type RawResult,
} from './protocol.ts';
import { complete, hasBytes, measured } from './results.ts';
import type { RunOptions, RunResult, RunSpec, Slot, SlotOptions } from './types.ts';

interface Job {
  id: number;
  spec: RunSpec;
  signal: AbortSignal | undefined;
  onAbort: (() => void) | undefined;
  resolve: (result: RunResult) => void;
  reject: (error: unknown) => void;
}

/** What a run that never started looks like. */
function cancelledBeforeStart(): RunResult {
  const nothing: RawResult = {
    outcome: 'cancelled',
    exitCode: null,
    signal: null,
    cpuUs: 0,
    userUs: 0,
    systemUs: 0,
    wallUs: 0,
    setupUs: 0,
    teardownUs: 0,
    memoryBytes: 0,
    oomKills: 0,
    runQueueUs: null,
    blockIoUs: null,
    majorFaults: 0,
    minorFaults: 0,
    voluntarySwitches: 0,
    involuntarySwitches: 0,
    processesPeak: null,
    processLimitHit: false,
    fileSizeLimitHit: false,
    stdoutBytes: 0,
    stderrBytes: 0,
    startedAtUs: 0,
    stdoutCaptured: 0,
    stderrCaptured: 0,
    files: [],
    inMemoryFile: false,
    payload: Buffer.alloc(0),
  };
  return measured(nothing);
}

export class NativeSlot implements Slot {
  readonly ordinal: number;
  private readonly options: SlotOptions;
  private readonly encoder = new Encoder();
  private readonly queue: Job[] = [];
  private channel: Channel | undefined;
  private building: Promise<void> | undefined;
  private ready: { resolve: () => void; reject: (error: Error) => void } | undefined;
  private current: Job | undefined;
  private closed: { resolve: () => void } | undefined;
  private nextId = 1;
  private rebuildCount = 0;

  constructor(options: SlotOptions) {
    this.ordinal = options.ordinal;
    this.options = options;
  }

  get rebuilds(): number {
    return this.rebuildCount;
  }

  /** Asks the broker for a supervisor and waits until it has built its world. */
  async build(): Promise<void> {
    const fd = await broker().makeSlot(this.options);
    await new Promise<void>((resolve, reject) => {
      this.ready = { resolve, reject };
      this.channel = addon().openChannel(fd, (bytes, fds) => {
        this.hear(bytes, fds);
      });
      addon().keepAlive(this.channel, true);
    });
  }

  run(spec: RunSpec, options: RunOptions = {}): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      if (this.closed !== undefined) throw new SandboxError('CLOSED');
      const { signal } = options;
      if (signal?.aborted === true) {
        resolve(cancelledBeforeStart());
        return;
      }
      const job: Job = { id: this.nextId++, spec, signal, onAbort: undefined, resolve, reject };
      if (signal !== undefined) {
        job.onAbort = () => {
          this.cancel(job);
        };
        signal.addEventListener('abort', job.onAbort, { once: true });
      }
      this.queue.push(job);
      this.next();
    });
  }

  async close(): Promise<void> {
    if (this.closed !== undefined) return;
    await this.building?.catch(() => undefined);
    await new Promise<void>((resolve) => {
      this.closed = { resolve };
      for (const job of this.queue.splice(0)) this.settle(job, new SandboxError('CLOSED'));
      if (this.channel === undefined) {
        resolve();
        return;
      }
      // The supervisor kills what runs and ends; its end of the channel tells.
      this.encoder.reset();
      this.encoder.word(3);
      this.encoder.word(0);
      addon().keepAlive(this.channel, true);
      const sent = addon().send(this.channel, this.encoder.bytes, this.encoder.size, [], []);
      if (sent !== 0) this.hear(null, []);
    });
  }

  private next(): void {
    if (this.current !== undefined || this.building !== undefined) return;
    const job = this.queue.shift();
    if (job === undefined) return;
    if (this.channel === undefined) {
      this.queue.unshift(job);
      this.rebuild();
      return;
    }
    this.current = job;
    const paths = new Paths();
    try {
      encodeRun(this.encoder, paths, job.id, job.spec);
      checkSent(
        addon().send(this.channel, this.encoder.bytes, this.encoder.size, paths.paths, paths.kinds),
        paths,
      );
    } catch (error) {
      this.current = undefined;
      this.settle(job, error);
      this.next();
      return;
    }
    addon().keepAlive(this.channel, true);
  }

  private hear(bytes: Buffer | null, fds: number[]): void {
    if (bytes === null) {
      this.end();
      return;
    }
    const decoder = new Decoder(bytes);
    const { type, id } = decodeHead(decoder);
    if (this.ready !== undefined) {
      const { resolve, reject } = this.ready;
      this.ready = undefined;
      if (type === reply.ready) {
        if (this.channel !== undefined) addon().keepAlive(this.channel, false);
        resolve();
        return;
      }
      // Its supervisor ends now. Hearing of that would build the slot anew, and fail, without end.
      if (this.channel !== undefined) addon().closeChannel(this.channel);
      this.channel = undefined;
      reject(new SandboxError('SLOT_BUILD', decodeFailure(decoder)));
      return;
    }
    const job = this.current;
    if (job === undefined || job.id !== id) return;
    this.current = undefined;
    if (this.channel !== undefined) addon().keepAlive(this.channel, false);
    if (type === reply.failure) {
      const failure = decodeFailure(decoder);
      this.settle(job, new SandboxError(failure.step === 'collect' ? 'COLLECT' : 'SETUP', failure));
    } else {
      this.deliver(job, decodeResult(decoder), fds[0]);
    }
    this.next();
  }

  private deliver(job: Job, raw: RawResult, fd: number | undefined): void {
    if (!hasBytes(job.spec) && fd === undefined) {
      this.settle(job, measured(raw));
      return;
    }
    void this.finish(job, raw, fd);
  }

  private async finish(job: Job, raw: RawResult, fd: number | undefined): Promise<void> {
    try {
      this.settle(job, await complete(job.spec, raw, fd));
    } catch (error) {
      this.settle(job, error);
    }
  }

  /** The supervisor is gone. */
  private end(): void {
    const { channel, current, ready } = this;
    this.channel = undefined;
    this.current = undefined;
    this.ready = undefined;
    if (channel !== undefined) addon().closeChannel(channel);
    ready?.reject(new SandboxError('SLOT_BUILD', { step: 'supervisor ended' }));
    if (current !== undefined) this.settle(current, new SandboxError('SUPERVISOR_LOST'));
    if (this.closed !== undefined) {
      this.closed.resolve();
      return;
    }
    if (ready === undefined) this.rebuild();
  }

  private rebuild(): void {
    this.building ??= this.buildAgain();
  }

  private async buildAgain(): Promise<void> {
    try {
      await this.build();
      this.rebuildCount++;
      this.building = undefined;
      this.next();
    } catch (error) {
      this.building = undefined;
      // Whoever waits is told; the next run tries again.
      for (const job of this.queue.splice(0)) this.settle(job, error);
    }
  }

  private cancel(job: Job): void {
    const at = this.queue.indexOf(job);
    if (at >= 0) {
      this.queue.splice(at, 1);
      this.settle(job, cancelledBeforeStart());
    } else if (this.current === job && this.channel !== undefined) {
      encodeCancel(this.encoder, job.id);
      addon().send(this.channel, this.encoder.bytes, this.encoder.size, [], []);
    }
  }

  private settle(job: Job, outcome: unknown): void {
    if (job.onAbort !== undefined) job.signal?.removeEventListener('abort', job.onAbort);
    if (outcome instanceof Error) job.reject(outcome);
    // Everything that is not an error was made by measured() or complete().
    else job.resolve(outcome as RunResult);
  }
}
