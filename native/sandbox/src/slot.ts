/** One slot: runs in order, cancellation, and a new supervisor when the last one is gone. */
import { buildSupervisor } from './build-supervisor.ts';
import { SandboxError } from './errors.ts';
import { NotBegun, type HeldRun, type Hold, type Joined } from './held-run.ts';
import { Job } from './job.ts';
import type { Departure, Supervisor } from './supervisor.ts';
import type { RunOptions, RunResult, RunSpec, Slot, SlotOptions } from './types.ts';

/** A slot is built in some 50 ms. One that takes this long hangs in the kernel, which may be for ever. */
const buildPatienceMs = 10_000;
/** Supervisors in a row that go without having begun a run; more mean that something is wrong with the host. */
const mostUnbegun = 3;

/** Waits in the queue for the slot itself. */
interface Waiter {
  grant: () => void;
  reject: (error: unknown) => void;
}

export class NativeSlot implements Slot {
  private static made = 0;
  /** Order of creation in this process. */
  readonly serial = NativeSlot.made++;
  readonly ordinal: number;
  private readonly options: SlotOptions;
  private readonly patienceMs: number;
  private readonly queue: (Job | Waiter)[] = [];
  /** None while the slot is rebuilt, after a rebuild that failed, and once it is closed. */
  private supervisor: Supervisor | undefined;
  /** Resolves with the error when it fails. */
  private building: Promise<unknown> | undefined;
  private closing: Promise<void> | undefined;
  private held = false;
  private nextId = 1;
  /** Why the last supervisor went: only a loss counts as a rebuild. */
  private departure: Departure = 'loss';
  private rebuildCount = 0;
  private handoverCount = 0;

  /** @param patienceMs for the building of it, for tests */
  constructor(options: SlotOptions, patienceMs = buildPatienceMs) {
    this.ordinal = options.ordinal;
    this.options = options;
    this.patienceMs = patienceMs;
  }

  get rebuilds(): number {
    return this.rebuildCount;
  }

  get handovers(): number {
    return this.handoverCount;
  }

  /** @throws SandboxError SLOT_BUILD, also when the kernel does not come to an end with it; BROKER_SILENT */
  async build(): Promise<void> {
    this.supervisor = await buildSupervisor(this.options, this.patienceMs, {
      onFree: () => {
        this.next();
      },
      onGone: (why, unbegun) => {
        this.replace(why, unbegun);
      },
    });
  }

  run(spec: RunSpec, { signal }: RunOptions = {}): Promise<RunResult> {
    if (this.closing !== undefined) return Promise.reject(new SandboxError('CLOSED'));
    const job = this.makeJob(spec, signal);
    if (!job.isCancelled) this.queue.push(job);
    this.next();
    return job.result;
  }

  /** Waits in the queue for the slot itself; the holder's runs start at once. @throws SandboxError CLOSED, SLOT_BUILD */
  hold(): Promise<Hold> {
    return new Promise((resolve, reject) => {
      if (this.closing !== undefined) throw new SandboxError('CLOSED');
      const grant = (): void => {
        this.held = true;
        resolve({
          ready: () => this.ready(),
          run: (spec, joined, signal) => this.runHeld(spec, joined, signal),
          release: () => {
            this.held = false;
            this.next();
          },
        });
      };
      this.queue.push({ grant, reject });
      this.next();
    });
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    this.refuseAll(new SandboxError('CLOSED'));
    await this.building;
    await this.supervisor?.close();
  }

  private runHeld(spec: RunSpec, joined: Joined, signal: AbortSignal | undefined): HeldRun {
    const job = this.makeJob(spec, signal, joined);
    if (!job.isCancelled) {
      // It may have gone since the slot was granted, or since the holder saw that it was there.
      if (this.supervisor?.isFree === true) this.supervisor.begin(job);
      else this.handOn(job);
    }
    return {
      result: job.result,
      cancel: () => {
        this.cancel(job);
      },
      inspect: () => this.supervisor?.inspect(job) ?? Promise.resolve(undefined),
      interactorWaits: (serial, surely) => this.supervisor?.interactorWaits(job, serial, surely),
    };
  }

  private makeJob(spec: RunSpec, signal: AbortSignal | undefined, joined?: Joined): Job {
    const onAbort = (job: Job): void => {
      this.cancel(job);
    };
    return new Job(spec, { id: this.nextId++, signal, joined, onAbort });
  }

  /** For the holder. */
  private async ready(): Promise<void> {
    if (this.supervisor === undefined && this.closing === undefined) {
      const error = await this.rebuild();
      if (error !== undefined) throw error;
    }
    if (this.closing !== undefined) throw new SandboxError('CLOSED');
  }

  private next(): void {
    if (this.held || this.building !== undefined || this.queue.length === 0) return;
    if (this.supervisor === undefined) {
      void this.rebuild();
      return;
    }
    if (!this.supervisor.isFree) return;
    const first = this.queue.shift();
    if (first instanceof Job) this.supervisor.begin(first);
    else first?.grant();
  }

  private refuseAll(error: unknown): void {
    for (const one of this.queue.splice(0)) {
      if (one instanceof Job) one.fail(error);
      else one.reject(error);
    }
  }

  /** Its supervisor takes no run any more. */
  private replace(why: Departure, unbegun: Job | undefined): void {
    this.supervisor = undefined;
    this.departure = why;
    if (why === 'handover') this.handoverCount++;
    if (unbegun !== undefined) this.handOn(unbegun);
    if (this.closing === undefined) void this.rebuild();
  }

  /** What one supervisor has not begun the next one does; the pipes of a joint run have no second end to give away. */
  private handOn(job: Job): void {
    job.timesUnbegun++;
    if (job.isCancelled) job.endCancelled();
    else if (this.closing !== undefined) job.fail(new SandboxError('CLOSED'));
    else if (job.joined === undefined && job.timesUnbegun <= mostUnbegun) this.queue.unshift(job);
    else job.fail(new NotBegun());
  }

  /** @returns the error when it fails */
  private rebuild(): Promise<unknown> {
    this.building ??= this.buildAgain();
    return this.building;
  }

  private async buildAgain(): Promise<unknown> {
    try {
      await this.build();
      if (this.departure === 'loss') this.rebuildCount++;
      this.building = undefined;
      this.next();
      return undefined;
    } catch (error) {
      this.building = undefined;
      // Those that wait get the error; the next run tries again.
      this.refuseAll(error);
      return error;
    }
  }

  private cancel(job: Job): void {
    job.isCancelled = true;
    const at = this.queue.indexOf(job);
    if (at >= 0) {
      this.queue.splice(at, 1);
      job.endCancelled();
    } else {
      this.supervisor?.cancel(job);
    }
  }
}
