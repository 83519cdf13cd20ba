/** What must be on the host before the machine can boot: the emulator, busybox, the kernel, the base image. */
import { execFile } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { baseImage } from './base-image.ts';
import { OldKernelError } from './errors.ts';
import { fetchKernel, type Kernel } from './kernel.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const cache = join(root, '.sandglass/old-kernel');

/** A machine that can be booted. All are host paths. */
export interface Machine extends Kernel {
  readonly qemu: string;
  readonly base: string;
  /** Folder for what one boot needs. */
  readonly work: string;
}

/** Either the machine, or in words why there is none here. */
export type Preparation =
  | { readonly ready: true; readonly machine: Machine }
  | { readonly ready: false; readonly reason: string };

const emulator = '/usr/bin/qemu-system-x86_64';
const busybox = '/bin/busybox';
const firmware = '/usr/share/seabios/bios-256k.bin';

let prepared: Promise<Preparation> | undefined;

/**
 * Installs and fetches what is missing (root and Debian's packages are needed for that, once), builds the base image.
 * Never throws: where the machine is not possible, the reason says what is missing, fit for a skipped test's name.
 */
export function prepareMachine(): Promise<Preparation> {
  prepared ??= prepare().catch((error: unknown) => ({
    ready: false as const,
    reason: error instanceof Error ? error.message : String(error),
  }));
  return prepared;
}

async function prepare(): Promise<Preparation> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { ready: false, reason: `the old-kernel machine needs x86-64 Linux, this is ${process.arch}` };
  }
  if (!(await allExist([emulator, busybox, firmware]))) {
    const failure = await installPackages();
    if (failure !== undefined) return { ready: false, reason: failure };
  }
  await mkdir(cache, { recursive: true });
  const kernel = await fetchKernel(cache);
  const base = await baseImage(cache, busybox, process.execPath);
  return { ready: true, machine: { ...kernel, qemu: emulator, base, work: cache } };
}

/** The machine. @throws OldKernelError NOT_READY with the reason */
export async function machineOrThrow(): Promise<Machine> {
  const preparation = await prepareMachine();
  if (!preparation.ready) throw new OldKernelError('NOT_READY', preparation.reason);
  return preparation.machine;
}

async function installPackages(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) {
    return 'qemu-system-x86, seabios or busybox-static is not installed, and installing needs root';
  }
  try {
    await run(join(root, 'scripts/setup/debian-packages.sh'), ['virtual-machine']);
    return undefined;
  } catch (error) {
    const printed = (error as { stderr?: string }).stderr ?? String(error);
    return `qemu could not be installed: ${printed.trim().split('\n').at(-1) ?? ''}`;
  }
}

async function allExist(paths: readonly string[]): Promise<boolean> {
  return Promise.all(paths.map((path) => access(path))).then(
    () => true,
    () => false,
  );
}
