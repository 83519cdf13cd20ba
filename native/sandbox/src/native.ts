/** The native addon and where the native files are. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { SandboxError } from './errors.ts';

declare const channelBrand: unique symbol;
/** A socket on the event loop; opaque. */
export interface Channel {
  readonly [channelBrand]: true;
}

/** How the addon opens a path; the numbers are those of addon/descriptors.h. */
export const openAs = { input: 0, output: 1, folder: 2, any: 3 } as const;

export interface Addon {
  /** The broker's socket, or −errno. */
  startBroker(executable: string): number;
  /** `onMessage` gets the bytes of each message, null at the end of the channel, and received descriptors. */
  openChannel(fd: number, onMessage: (bytes: Buffer | null, fds: number[]) => void): Channel;
  /** 0; below 0: −errno of the send; above: index of the path that could not be opened × 4096 + errno. */
  send(
    channel: Channel,
    bytes: Uint8Array,
    size: number,
    paths: readonly string[],
    kinds: readonly number[],
  ): number;
  /** Whether the channel keeps the event loop alive. */
  keepAlive(channel: Channel, yes: boolean): void;
  closeChannel(channel: Channel): void;
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
    // The exports are those of addon/addon.cc; nothing but this line vouches for it.
    loaded = createRequire(import.meta.url)(addonFile) as Addon;
  }
  return loaded;
}
