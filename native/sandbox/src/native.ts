/** The native addon and where the native files are. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SandboxError } from './errors.ts';

/** How the addon opens a path; the numbers are those of addon/descriptors.h. */
export const openAs = { input: 0, output: 1, folder: 2, any: 3, descriptor: 4 } as const;

type OnMessage = (size: number, fds: number[] | undefined) => void;

/** Where messages are received: one place for all channels of this thread, for each is read before the next arrives. */
export const received = Buffer.allocUnsafeSlow(256 * 1024);

/** A socket on the event loop. It stays open until it is closed, or until its thread ends. */
export interface Channel {
  /**
   * 0; below 0: −errno of the send, EPIPE when the channel is closed; above: index of the path that could not be
   * opened × 4096 + errno.
   */
  send(bytes: Uint8Array, size: number, paths: readonly string[], kinds: readonly number[]): number;
  /** Whether the channel keeps the event loop alive; one that is closed never does. */
  keepAlive(yes: boolean): void;
  /** What is closed already stays closed. */
  close(): void;
}

/** The exports of addon/addon.cc. */
interface Addon {
  /** The broker's socket, or −errno. */
  startBroker(executable: string): number;
  /** The ends to read and to write of a new pipe; nothing when the kernel refuses one. */
  makePipe(): [] | [number, number];
  readonly Channel: new (fd: number, into: Buffer, onMessage: OnMessage) => Channel;
}

const buildFolder = new URL('../build/', import.meta.url);

/** The executable that is broker and supervisor. */
export const sandboxExecutable = fileURLToPath(new URL('sandglass-sandbox', buildFolder));
const addonFile = fileURLToPath(new URL('sandbox.node', buildFolder));

let loaded: Addon | undefined;

/** @throws SandboxError NOT_BUILT */
export function addon(): Addon {
  if (loaded === undefined) {
    if (!existsSync(addonFile) || !existsSync(sandboxExecutable)) throw new SandboxError('NOT_BUILT');
    // Nothing but this line vouches for the type.
    loaded = createRequire(import.meta.url)(addonFile) as Addon;
  }
  return loaded;
}

/**
 * Owns the descriptor from now on. `onMessage` gets the size of each message, which lies at the start of `received` until
 * it returns, or 0 at the end of the channel; and the descriptors that came along, if there were any.
 */
export function openChannel(fd: number, onMessage: OnMessage): Channel {
  return new (addon().Channel)(fd, received, onMessage);
}
