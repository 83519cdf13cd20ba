/** Fetches Debian's newest 6.1 cloud kernel. The package is unpacked for a few files and never installed. */
import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const kernelFile = /^vmlinuz-(6\.1\.0-\d+-cloud-amd64)$/;
const kernelPackage = /^linux-image-6\.1\.0-(\d+)-cloud-amd64(-unsigned)?$/;

/** A downloaded kernel: where it is and its release. */
export interface Kernel {
  readonly kernel: string;
  readonly kernelRelease: string;
  /** Its drivers of an emulated network card, in the order they are loaded. */
  readonly networkModules: readonly string[];
}

/** By their path below `kernel/`; each needs those before it. */
const networkModules = [
  'drivers/virtio/virtio_ring.ko',
  'drivers/virtio/virtio.ko',
  'drivers/virtio/virtio_pci_modern_dev.ko',
  'drivers/virtio/virtio_pci_legacy_dev.ko',
  'drivers/virtio/virtio_pci.ko',
  'net/core/failover.ko',
  'drivers/net/net_failover.ko',
  'drivers/net/virtio_net.ko',
];

/**
 * The kernel kept in the cache, or a fresh download of the newest.
 * @throws Error in words when no package source has one
 */
export async function fetchKernel(cache: string): Promise<Kernel> {
  const cached = await cachedKernel(cache);
  if (cached !== undefined) return cached;
  try {
    return await downloadKernel(cache);
  } catch (error) {
    // The lists may be missing, or name a version that is gone from the archive.
    if (process.getuid?.() !== 0) throw error;
    await run('apt-get', ['update', '-q']);
    return downloadKernel(cache);
  }
}

async function cachedKernel(cache: string): Promise<Kernel | undefined> {
  const release = newest((await readdir(cache)).map((name) => kernelFile.exec(name)?.[1] ?? ''));
  if (release === undefined) return undefined;
  const found = kernelIn(cache, release);
  // A cache of an earlier day has the kernel alone.
  const modules = await readdir(modulesFolder(cache, release)).catch(() => []);
  return modules.length === networkModules.length ? found : undefined;
}

function kernelIn(cache: string, release: string): Kernel {
  return {
    kernel: join(cache, `vmlinuz-${release}`),
    kernelRelease: release,
    networkModules: networkModules.map((path) => join(modulesFolder(cache, release), basename(path))),
  };
}

function modulesFolder(cache: string, release: string): string {
  return join(cache, `modules-${release}`);
}

async function downloadKernel(cache: string): Promise<Kernel> {
  const { stdout } = await run('apt-cache', ['pkgnames', 'linux-image-6.1.0-']);
  const name = kernelPackageOf(stdout.split('\n'));
  if (name === undefined) {
    throw new Error(
      'no package linux-image-6.1.0-*-cloud-amd64 in this system’s package sources (Debian 12 has it)',
    );
  }
  const release = name.replace(/^linux-image-/, '').replace(/-unsigned$/, '');
  const folder = await mkdtemp(join(cache, 'kernel-'));
  try {
    await run('apt-get', ['download', '-q', name], { cwd: folder });
    const file = (await readdir(folder)).find((entry) => entry.endsWith('.deb'));
    if (file === undefined) throw new Error(`apt-get download ${name} brought no package`);
    const archive = join(folder, file);
    const modules = join(folder, 'modules');
    await mkdir(modules);
    for (const path of networkModules) {
      await extract(archive, `./lib/modules/${release}/kernel/${path}`, join(modules, basename(path)));
    }
    await extract(archive, `./boot/vmlinuz-${release}`, join(folder, 'vmlinuz'));
    await rm(modulesFolder(cache, release), { recursive: true, force: true });
    await rename(modules, modulesFolder(cache, release));
    await rename(join(folder, 'vmlinuz'), join(cache, `vmlinuz-${release}`));
    return kernelIn(cache, release);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The package of the newest 6.1 cloud kernel among these names. */
export function kernelPackageOf(packages: readonly string[]): string | undefined {
  const names = packages.filter((name) => kernelPackage.test(name));
  const newestName = newest(names);
  // Signed and unsigned are the same kernel; the signed one is the more likely to be mirrored.
  return names.find((name) => name === newestName?.replace(/-unsigned$/, '')) ?? newestName;
}

/** Of names such as 6.1.0-9-… and 6.1.0-56-…, the one with the highest build number. */
function newest(names: readonly string[]): string | undefined {
  const build = (name: string): number => Number(/6\.1\.0-(\d+)-/.exec(name)?.[1] ?? -1);
  return names.filter((name) => build(name) >= 0).sort((a, b) => build(b) - build(a))[0];
}

async function extract(archive: string, member: string, to: string): Promise<void> {
  const unpack = spawn('dpkg-deb', ['--fsys-tarfile', archive], { stdio: ['ignore', 'pipe', 'ignore'] });
  const select = spawn('tar', ['-xO', '-f', '-', member], { stdio: ['pipe', 'pipe', 'ignore'] });
  // tar may be done before dpkg-deb has written everything; that is no failure.
  const feed = pipeline(unpack.stdout, select.stdin).catch(() => undefined);
  await pipeline(select.stdout, createWriteStream(to));
  await feed;
  if ((await stat(to)).size === 0) throw new Error(`${archive} has no ${member}`);
}
