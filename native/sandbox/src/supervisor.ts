/** One supervisor of a slot: it builds its world, takes one run at a time, and is gone for good. */
import { constants } from 'node:os';
import { closeSync } from 'node:fs';
import { checkSent } from './broker.ts';
import { asUnreadable, unreadable } from './checks.ts';
import { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import { encodeInspect, encodeInteractorWaits } from './exchange-protocol.ts';
import type { Job } from './job.ts';
import { openChannel, received, type Channel } from './native.ts';
import {
  checkVersion,
  decodeFailure,
  decodeHead,
  encodeCancel,
  encodeClose,
  encodeRun,
  Paths,
  reply,
} from './protocol.ts';
import { decodeResult } from './result-protocol.ts';

/** The other side is gone; reset where it left something unread. */
const peerGone: readonly number[] = [constants.errno.EPIPE, constants.errno.ECONNRESET];

/** A supervisor ends within milliseconds, after a run that it kills. One that does not is left to the broker. */
const closePatienceMs = 10_000;

/**
 * Building → ready ⇄ running → gone. Gone is also one whose end has not come yet: it cleans up after its last run by
 * itself. What was sent to it and not begun it never begins.
 */
type State = 'building' | 'ready' | 'running' | 'gone';

/** Why it is gone: it broke or could not clean up; or it takes the time to, and another one goes on. */
export type Departure = 'loss' | 'handover';

/** The slot. */
export interface SupervisorOwner {
  /** It can take another run. */
  onFree(): void;
  /** It was ready once and is gone. @param unbegun the run that was sent to it and that it has not begun */
  onGone(why: Departure, unbegun: Job | undefined): void;
}

export class Supervisor {
  /** Until its world is built. Rejects with SandboxError SLOT_BUILD, VERSION or UNREADABLE. */
  readonly built: Promise<void>;
  private readonly building = Promise.withResolvers<void>();
  private readonly ending = Promise.withResolvers<void>();
  private readonly owner: SupervisorOwner;
  private readonly channel: Channel;
  private readonly encoder = new Encoder();
  private readonly decoder = new Decoder(received);
  private state: State = 'building';
  /** While it is running. */
  private job: Job | undefined;
  /** Its run could not be sent any more. */
  private isUnread = false;
  private inspections: ((seen: number | undefined) => void)[] = [];

  /** @param fd its socket: owned from now on */
  constructor(fd: number, owner: SupervisorOwner) {
    this.built = this.building.promise;
    this.owner = owner;
    this.channel = openChannel(fd, (size, fds) => {
      this.hear(size, fds);
    });
    this.channel.keepAlive(true);
  }

  get isFree(): boolean {
    return this.state === 'ready';
  }

  /** Only one that is free is asked. */
  begin(job: Job): void {
    const paths = new Paths();
    try {
      encodeRun(this.encoder, paths, job.id, job.spec, job.joined?.joint);
      checkSent(this.channel.send(this.encoder.bytes, this.encoder.size, paths.paths, paths.kinds), paths);
    } catch (error) {
      if (!(error instanceof SandboxError) || !peerGone.includes(error.errno ?? 0)) {
        job.fail(error);
        this.owner.onFree();
        return;
      }
      // Nobody reads any more; why is what will be heard next.
      this.isUnread = true;
    }
    this.become('running', job);
  }

  /** Of what it has begun; else nothing. */
  cancel(job: Job): void {
    if (this.job !== job) return;
    encodeCancel(this.encoder, job.id);
    this.channel.send(this.encoder.bytes, this.encoder.size, [], []);
  }

  /** Whether the run waits for input; `undefined` when it has ended. */
  inspect(job: Job): Promise<number | undefined> {
    if (this.job !== job) return Promise.resolve(undefined);
    return new Promise((answer) => {
      this.inspections.push(answer);
      encodeInspect(this.encoder, job.id);
      this.channel.send(this.encoder.bytes, this.encoder.size, [], []);
    });
  }

  interactorWaits(job: Job, serial: number, surely: boolean): void {
    if (this.job !== job) return;
    encodeInteractorWaits(this.encoder, job.id, serial, surely);
    this.channel.send(this.encoder.bytes, this.encoder.size, [], []);
  }

  /** It kills what runs, and ends; the end of its channel says so. */
  async close(): Promise<void> {
    if (this.state === 'gone') return;
    const timer = setTimeout(() => {
      this.leave('loss');
    }, closePatienceMs);
    encodeClose(this.encoder);
    this.channel.keepAlive(true);
    const sent = this.channel.send(this.encoder.bytes, this.encoder.size, [], []);
    // Where nobody reads any more, why is what will be heard next.
    if (sent !== 0 && !peerGone.includes(-sent)) this.leave('loss');
    await this.ending.promise;
    clearTimeout(timer);
  }

  /** What it says cannot be relied on, or it says nothing: it ends when its channel closes, and kills what runs. */
  distrust(error: SandboxError): void {
    this.leave('loss', { error });
  }

  private hear(size: number, fds: number[] | undefined): void {
    if (size === 0) {
      this.leave('loss', this.isUnread ? { unbegun: this.job } : {});
      return;
    }
    this.decoder.restart(size);
    try {
      this.understand(fds);
    } catch (error) {
      for (const fd of fds ?? []) closeSync(fd);
      this.distrust(asUnreadable(error));
    }
  }

  /** @throws when the message is none that a supervisor of this version sends now */
  private understand(fds: number[] | undefined): void {
    const { decoder, job } = this;
    const { type, id } = decodeHead(decoder);
    if (this.state === 'building') {
      if (type !== reply.ready) throw new SandboxError('SLOT_BUILD', decodeFailure(decoder));
      checkVersion(decoder);
      this.become('ready');
      this.building.resolve();
      return;
    }
    if (type === reply.failure && id === 0) {
      // It could not clean up after the last run, or that takes its time: it takes no other.
      this.leave(decodeFailure(decoder).errno === 0 ? 'handover' : 'loss', { unbegun: job });
      return;
    }
    if (job === undefined || job.id !== id) throw unreadable('It answers what was not asked.');
    switch (type) {
      case reply.silence:
        job.joined?.onSilence?.(decoder.u64());
        return;
      case reply.inspection:
        this.inspections.shift()?.(decoder.byte());
        return;
      case reply.failure: {
        const failure = decodeFailure(decoder);
        this.become('ready');
        job.fail(new SandboxError(failure.step === 'collect' ? 'COLLECT' : 'SETUP', failure));
        this.owner.onFree();
        return;
      }
      case reply.result: {
        const raw = decodeResult(decoder);
        this.become('ready');
        job.deliver(raw, fds?.[0]);
        if (raw.isLast) this.leave('handover');
        else this.owner.onFree();
        return;
      }
      default:
        throw unreadable(`There is no answer of kind ${String(type)}.`);
    }
  }

  /** @param end how it goes on with its run: it has not been begun, or has this `error`; default: it is lost */
  private leave(why: Departure, { unbegun, error }: { unbegun?: Job | undefined; error?: Error } = {}): void {
    const { state, job } = this;
    if (state === 'gone') return;
    this.become('gone');
    this.ending.resolve();
    if (state === 'building') {
      this.building.reject(error ?? new SandboxError('SLOT_BUILD', { step: 'supervisor ended' }));
      return;
    }
    if (job !== unbegun) job?.fail(error ?? new SandboxError('SUPERVISOR_LOST'));
    this.owner.onGone(why, unbegun);
  }

  private become(state: State, job?: Job): void {
    this.state = state;
    this.job = job;
    for (const answer of state === 'running' ? [] : this.inspections.splice(0)) answer(undefined);
    if (state === 'gone') this.channel.close();
    else this.channel.keepAlive(state === 'running');
  }
}
