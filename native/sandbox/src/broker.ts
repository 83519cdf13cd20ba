/** The one connection of this process to the root broker. */
import { closeSync } from 'node:fs';
import { asUnreadable } from './checks.ts';
import { Decoder, Encoder } from './encoder.ts';
import { SandboxError } from './errors.ts';
import { addon, openChannel, received, sandboxExecutable, type Channel } from './native.ts';
import {
  checkVersion,
  decodeFailure,
  decodeHead,
  encodeHostView,
  encodeProbe,
  encodeSlot,
  Paths,
  reply,
} from './protocol.ts';
import type { HostView, ProbeReport, SlotOptions } from './types.ts';

/** A probe makes and removes a namespace of each kind and a control group: milliseconds on an ordinary host. */
const probePatienceMs = 30_000;

/** A look at some hundred processes takes milliseconds; who reports to others does not wait longer. */
const viewPatienceMs = 2_000;

interface Waiting {
  resolve: (answer: { decoder: Decoder; fds: number[] }) => void;
  reject: (error: Error) => void;
}

/** Turns the addon's number for a failed send into an error. @throws SandboxError */
export function checkSent(sent: number, paths: Paths): void {
  if (sent === 0) return;
  if (sent < 0) throw new SandboxError('SETUP', { step: 'send request', errno: -sent });
  const path = paths.paths[Math.floor(sent / 4096)] ?? '';
  throw new SandboxError('OPEN', { step: 'open', errno: sent % 4096, text: `${path}.` });
}

function unspoiled<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asUnreadable(error);
  }
}

const inheritedLoss = Promise.withResolvers<never>();
// It may end when nobody waits for that.
inheritedLoss.promise.catch(() => {});

/**
 * Rejects when the broker that this process inherited has ended. It does not come back, so no slot can be built any
 * more: the process should end, so that its supervisor starts it again with a new broker.
 * @throws SandboxError BROKER_LOST
 */
export function inheritedBrokerLoss(): Promise<never> {
  return inheritedLoss.promise;
}

/** The host's view as it travels: tasks by the place where they wait. */
type SentView = Omit<HostView, 'blocked'> & { readonly places: readonly SentPlace[] };

interface SentPlace {
  readonly wchan: string;
  readonly pids: readonly number[];
  readonly stacks: readonly { readonly pid: number; readonly functions: readonly string[] }[];
}

function tasksAt({ wchan, pids, stacks }: SentPlace): HostView['blocked'] {
  const stackOf = new Map(stacks.map(({ pid, functions }) => [pid, functions]));
  return pids.map((pid) => ({ pid, wchan, stack: stackOf.get(pid) ?? [] }));
}

class Broker {
  private readonly inherited: boolean;
  private readonly channel: Channel;
  private readonly waiting = new Map<number, Waiting>();
  private readonly encoder = new Encoder();
  private nextId = 1;
  lost = false;

  constructor(fd: number, inherited: boolean) {
    this.inherited = inherited;
    this.channel = openChannel(fd, (size, fds) => {
      this.hear(size, fds ?? []);
    });
  }

  /** A fresh slot's socket. @param patienceMs see `ask` @throws SandboxError SLOT_BUILD, BROKER_SILENT */
  async makeSlot(options: SlotOptions, patienceMs?: number): Promise<number> {
    const { fds } = await this.ask((id, paths) => {
      encodeSlot(this.encoder, paths, id, options);
    }, patienceMs);
    const [fd] = fds;
    if (fd === undefined) throw new SandboxError('SLOT_BUILD', { step: 'receive socket' });
    return fd;
  }

  async probe(patienceMs = probePatienceMs): Promise<ProbeReport> {
    const { decoder } = await this.ask((id) => {
      encodeProbe(this.encoder, id);
    }, patienceMs);
    checkVersion(decoder);
    // Written by core/kernel/probe.cc in exactly this shape.
    return unspoiled(() => JSON.parse(decoder.text()) as ProbeReport);
  }

  async hostView(namespaces: boolean): Promise<HostView> {
    const { decoder } = await this.ask((id) => {
      encodeHostView(this.encoder, id, namespaces);
    }, viewPatienceMs);
    return unspoiled(() => {
      // Written by core/broker/host_view.cc in exactly this shape.
      const { places, ...view } = JSON.parse(decoder.text()) as SentView;
      return { ...view, blocked: places.flatMap(tasksAt) };
    });
  }

  /** @param patienceMs after which nobody waits any more; default: for ever */
  private ask(
    encode: (id: number, paths: Paths) => void,
    patienceMs?: number,
  ): Promise<{ decoder: Decoder; fds: number[] }> {
    const id = this.nextId++;
    const answer = new Promise<{ decoder: Decoder; fds: number[] }>((resolve, reject) => {
      const paths = new Paths();
      encode(id, paths);
      checkSent(this.channel.send(this.encoder.bytes, this.encoder.size, paths.paths, paths.kinds), paths);
      this.waiting.set(id, { resolve, reject });
      this.channel.keepAlive(true);
    });
    if (patienceMs === undefined) return answer;
    const deadline = setTimeout(() => {
      this.waiting.get(id)?.reject(new SandboxError('BROKER_SILENT'));
      this.forget(id);
    }, patienceMs);
    return answer.finally(() => {
      clearTimeout(deadline);
    });
  }

  private forget(id: number): void {
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.channel.keepAlive(false);
  }

  private hear(size: number, fds: number[]): void {
    if (size === 0) {
      this.end();
      return;
    }
    // A copy: those that wait read on later.
    const decoder = new Decoder(Buffer.from(received.subarray(0, size)));
    try {
      this.answer(decoder, fds);
    } catch (error) {
      // Its receiver cannot be distinguished from the others.
      for (const { reject } of this.waiting.values()) reject(asUnreadable(error));
      for (const id of this.waiting.keys()) this.forget(id);
      for (const fd of fds) closeSync(fd);
    }
  }

  private answer(decoder: Decoder, fds: number[]): void {
    const { type, id } = decodeHead(decoder);
    const waiting = this.waiting.get(id);
    if (type === reply.failure) {
      const error = new SandboxError('SLOT_BUILD', decodeFailure(decoder));
      this.forget(id);
      waiting?.reject(error);
      return;
    }
    this.forget(id);
    if (waiting !== undefined) waiting.resolve({ decoder, fds });
    // It comes too late.
    else for (const fd of fds) closeSync(fd);
  }

  private end(): void {
    this.lost = true;
    this.channel.close();
    for (const { reject } of this.waiting.values()) reject(new SandboxError('BROKER_LOST'));
    this.waiting.clear();
    if (this.inherited) inheritedLoss.reject(new SandboxError('BROKER_LOST'));
  }
}

let current: Broker | undefined;

/**
 * The broker of this process: the one inherited as descriptor SANDGLASS_BROKER_FD, or one started now when this
 * process is root.
 * @throws SandboxError NOT_ROOT, NOT_BUILT, BROKER_LOST
 */
export function broker(): Broker {
  if (current !== undefined && !current.lost) return current;
  const inherited = process.env['SANDGLASS_BROKER_FD'];
  if (inherited !== undefined && inherited !== '') {
    if (current !== undefined) throw new SandboxError('BROKER_LOST');
    const fd = Number(inherited);
    if (!Number.isInteger(fd) || fd < 3) {
      throw new SandboxError('INVALID', { text: 'SANDGLASS_BROKER_FD must be a descriptor number.' });
    }
    current = new Broker(fd, true);
    return current;
  }
  if (process.geteuid?.() !== 0) throw new SandboxError('NOT_ROOT');
  const fd = addon().startBroker(sandboxExecutable);
  if (fd < 0) throw new SandboxError('SLOT_BUILD', { step: 'start broker', errno: -fd });
  current = new Broker(fd, false);
  return current;
}
