/** One slot: runs in order, cancellation, and rebuilding when its supervisor is gone. */
import { constants } from 'node:os';
import { closeSync } from 'node:fs';
import { broker, checkSent } from './broker.ts';
import { asUnreadable, unreadable } from './checks.ts';
import { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import { encodeInspect, encodeInteractorWaits } from './exchange-protocol.ts';
import type { HeldRun, Hold, Joined } from './held-run.ts';
import { addon, received, type Channel } from './native.ts';
import {
  checkVersion,
  decodeFailure,
  decodeHead,
  decodeResult,
  encodeCancel,
  encodeRun,
  Paths,
  reply,
  type RawResult,
} from './protocol.ts';
import { nothingRun, complete, hasBytes, measured } from './results.ts';
import type { RunOptions, RunResult, RunSpec, Slot, SlotOptions } from './types.ts';

const brokenPipe = constants.errno.EPIPE;

/** A slot is built in some 50 ms. One that takes this long hangs in the kernel, which may be for ever. */
const buildPatienceMs = 10_000;
/** A supervisor ends within milliseconds, after a run that it kills. One that does not is left to the broker. */
const closePatienceMs = 10_000;

interface Job {
  id: number;
  spec: RunSpec;
  signal: AbortSignal | undefined;
  onAbort: (() => void) | undefined;
  resolve: (result: RunResult) => void;
  reject: (error: unknown) => void;
  joined?: Joined | undefined;
  /** Supervisors that ended without having begun it. */
  unbegun?: number;
}

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
  private readonly encoder = new Encoder();
  private readonly decoder = new Decoder(received);
  private readonly queue: (Job | Waiter)[] = [];
  private channel: Channel | undefined;
  private building: Promise<void> | undefined;
  private ready: { resolve: () => void; reject: (error: Error) => void } | undefined;
  private current: Job | undefined;
  private held = false;
  private inspections: ((seen: number | undefined) => void)[] = [];
  private closed: { resolve: () => void } | undefined;
  private nextId = 1;
  private rebuildCount = 0;
  /** The supervisor is about to end, or has, without having begun the run that was sent to it. */
  private retired = false;

  private readonly patienceMs: number;

  /** @param patienceMs for the building of it, for tests */
  constructor(options: SlotOptions, patienceMs = buildPatienceMs) {
    this.ordinal = options.ordinal;
    this.options = options;
    this.patienceMs = patienceMs;
  }

  get rebuilds(): number {
    return this.rebuildCount;
  }

  /**
   * Asks the broker for a supervisor and waits until it has built its world.
   * @throws SandboxError SLOT_BUILD, also when the kernel does not come to an end with it; BROKER_SILENT
   */
  async build(): Promise<void> {
    const fd = await broker().makeSlot(this.options, this.patienceMs);
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.distrust(new SandboxError('SLOT_BUILD'));
    }, this.patienceMs);
    try {
      await this.hearReady(fd);
    } catch (error) {
      if (!late) throw error;
      throw new SandboxError('SLOT_BUILD', { text: await this.whatHoldsItUp() });
    } finally {
      clearTimeout(timer);
    }
  }

  /** In the words of whoever mends the host. */
  private async whatHoldsItUp(): Promise<string> {
    const hangs = `The kernel does not make new slots: it was not ready after ${String(this.patienceMs / 1000)} s.`;
    const view = await broker()
      .hostView(false)
      .catch(() => null);
    const places = Map.groupBy(view?.blocked ?? [], ({ wchan }) => wchan);
    const known = [...places].filter(([place]) => place !== '' && place !== '0');
    const [most] = known.sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined) return hangs;
    const [place, { length }] = most;
    return `${hangs} ${length === 1 ? '1 task is' : `${String(length)} tasks are`} stuck in the kernel at ${place}.`;
  }

  private async hearReady(fd: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.ready = { resolve, reject };
      this.channel = addon().openChannel(fd, received, (size, fds) => {
        this.hear(size, fds);
      });
      addon().keepAlive(this.channel, true);
    });
  }

  run(spec: RunSpec, options: RunOptions = {}): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      if (this.closed !== undefined) throw new SandboxError('CLOSED');
      const job = this.makeJob(spec, options.signal, resolve, reject);
      if (job === undefined) return;
      this.queue.push(job);
      this.next();
    });
  }

  /** Waits in the queue for the slot itself; the holder's runs start at once. @throws SandboxError CLOSED, SLOT_BUILD */
  hold(): Promise<Hold> {
    return new Promise((resolve, reject) => {
      if (this.closed !== undefined) throw new SandboxError('CLOSED');
      const grant = (): void => {
        resolve({
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

  private runHeld(spec: RunSpec, joined: Joined, signal: AbortSignal | undefined): HeldRun {
    const { promise, resolve, reject } = Promise.withResolvers<RunResult>();
    const job = this.makeJob(spec, signal, resolve, reject);
    if (job !== undefined) {
      job.joined = joined;
      this.start(job);
    }
    return {
      result: promise,
      cancel: () => {
        if (job !== undefined) this.cancel(job);
      },
      inspect: () =>
        new Promise((answer) => {
          if (job === undefined || this.current !== job || this.channel === undefined) {
            answer(undefined);
            return;
          }
          this.inspections.push(answer);
          encodeInspect(this.encoder, job.id);
          addon().send(this.channel, this.encoder.bytes, this.encoder.size, [], []);
        }),
      interactorWaits: (serial, surely) => {
        if (job === undefined || this.current !== job || this.channel === undefined) return;
        encodeInteractorWaits(this.encoder, job.id, serial, surely);
        addon().send(this.channel, this.encoder.bytes, this.encoder.size, [], []);
      },
    };
  }

  /** Nothing when it is cancelled already. */
  private makeJob(
    spec: RunSpec,
    signal: AbortSignal | undefined,
    resolve: Job['resolve'],
    reject: Job['reject'],
  ): Job | undefined {
    if (signal?.aborted === true) {
      resolve(nothingRun('cancelled'));
      return undefined;
    }
    const job: Job = { id: this.nextId++, spec, signal, onAbort: undefined, resolve, reject };
    if (signal !== undefined) {
      job.onAbort = () => {
        this.cancel(job);
      };
      signal.addEventListener('abort', job.onAbort, { once: true });
    }
    return job;
  }

  async close(): Promise<void> {
    if (this.closed !== undefined) return;
    await this.building?.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.closed = { resolve };
      timer = setTimeout(() => {
        if (this.channel !== undefined) addon().closeChannel(this.channel);
        this.channel = undefined;
        resolve();
      }, closePatienceMs);
      this.refuseAll(new SandboxError('CLOSED'));
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
      if (sent !== 0) this.hear(0, undefined);
    });
    clearTimeout(timer);
  }

  private next(): void {
    if (this.current !== undefined || this.building !== undefined || this.held) return;
    const first = this.queue.shift();
    if (first === undefined) return;
    if (this.channel === undefined) {
      this.queue.unshift(first);
      this.rebuild();
      return;
    }
    if ('grant' in first) {
      this.held = true;
      first.grant();
      return;
    }
    this.start(first);
  }

  private refuseAll(error: unknown): void {
    for (const one of this.queue.splice(0)) {
      if ('grant' in one) one.reject(error);
      else this.settle(one, error);
    }
  }

  private start(job: Job): void {
    if (this.channel === undefined || this.current !== undefined) {
      this.settle(job, new SandboxError(this.closed === undefined ? 'SUPERVISOR_LOST' : 'CLOSED'));
      return;
    }
    this.current = job;
    const paths = new Paths();
    try {
      encodeRun(this.encoder, paths, job.id, job.spec, job.joined?.joint);
      checkSent(
        addon().send(this.channel, this.encoder.bytes, this.encoder.size, paths.paths, paths.kinds),
        paths,
      );
    } catch (error) {
      if (error instanceof SandboxError && error.errno === brokenPipe && job.joined === undefined) {
        // Its supervisor has died unheard: the run was not begun.
        this.retired = true;
        this.end();
        return;
      }
      this.current = undefined;
      this.settle(job, error);
      this.next();
      return;
    }
    addon().keepAlive(this.channel, true);
  }

  private hear(size: number, fds: number[] | undefined): void {
    if (size === 0) {
      this.end();
      return;
    }
    this.decoder.restart(size);
    try {
      this.understand(fds);
    } catch (error) {
      for (const fd of fds ?? []) closeSync(fd);
      this.distrust(asUnreadable(error));
      return;
    }
    this.next();
  }

  /** @throws when the message is none that a supervisor of this version sends now */
  private understand(fds: number[] | undefined): void {
    const { decoder } = this;
    const { type, id } = decodeHead(decoder);
    if (this.ready !== undefined) {
      if (type !== reply.ready) throw new SandboxError('SLOT_BUILD', decodeFailure(decoder));
      checkVersion(decoder);
      const { resolve } = this.ready;
      this.ready = undefined;
      if (this.channel !== undefined) addon().keepAlive(this.channel, false);
      resolve();
      return;
    }
    if (type === reply.failure && id === 0) {
      // It could not clean up after the last run and takes no other.
      this.retired = true;
      return;
    }
    const job = this.current;
    if (job === undefined || job.id !== id) throw unreadable('It answers what was not asked.');
    switch (type) {
      case reply.silence:
        job.joined?.onSilence?.(decoder.wide());
        return;
      case reply.inspection:
        this.inspections.shift()?.(decoder.byte());
        return;
      case reply.failure: {
        const failure = decodeFailure(decoder);
        this.finishRun();
        this.settle(job, new SandboxError(failure.step === 'collect' ? 'COLLECT' : 'SETUP', failure));
        break;
      }
      case reply.result: {
        const raw = decodeResult(decoder);
        this.finishRun();
        this.deliver(job, raw, fds?.[0]);
        break;
      }
      default:
        throw unreadable(`There is no answer of kind ${String(type)}.`);
    }
  }

  private finishRun(): void {
    this.current = undefined;
    this.endInspections();
    if (this.channel !== undefined) addon().keepAlive(this.channel, false);
  }

  /** What this supervisor says cannot be relied on: its run is refused an answer, and its end asked for. */
  private distrust(error: SandboxError): void {
    const { ready, current } = this;
    // The supervisor ends when its channel closes, and kills what runs. Building the slot anew may fail the same way:
    // only a run is worth trying again for.
    if (this.channel !== undefined) addon().closeChannel(this.channel);
    this.channel = undefined;
    this.ready = undefined;
    this.retired = false;
    this.finishRun();
    ready?.reject(error);
    if (current !== undefined) this.settle(current, error);
    if (this.closed !== undefined) this.closed.resolve();
    else if (ready === undefined) this.rebuild();
  }

  private endInspections(): void {
    for (const answer of this.inspections.splice(0)) answer(undefined);
  }

  private deliver(job: Job, raw: RawResult, fd: number | undefined): void {
    if (raw.exchange === null && !hasBytes(job.spec) && fd === undefined) {
      this.settle(job, measured(raw));
      return;
    }
    void this.finish(job, raw, fd);
  }

  private async finish(job: Job, raw: RawResult, fd: number | undefined): Promise<void> {
    try {
      const result = await complete(job.spec, raw, fd);
      if (raw.exchange !== null) job.joined?.onExchange?.(raw.exchange);
      this.settle(job, result);
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
    this.endInspections();
    if (channel !== undefined) addon().closeChannel(channel);
    ready?.reject(new SandboxError('SLOT_BUILD', { step: 'supervisor ended' }));
    if (current !== undefined) {
      // What a supervisor has not begun the next one does; the pipes of a joint run have no second end to give away.
      current.unbegun = (current.unbegun ?? 0) + 1;
      const again = this.retired && current.joined === undefined && current.unbegun <= 3;
      if (again && this.closed === undefined) this.queue.unshift(current);
      else this.settle(current, new SandboxError('SUPERVISOR_LOST'));
    }
    this.retired = false;
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
      this.refuseAll(error);
    }
  }

  private cancel(job: Job): void {
    const at = this.queue.indexOf(job);
    if (at >= 0) {
      this.queue.splice(at, 1);
      this.settle(job, nothingRun('cancelled'));
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
