/** Settings of the kernel and the firmware that judging feels: what advisories look at. Null: unknown here. */
import { foldersUp, type CgroupPlace } from './cgroup-tree.ts';
import type { Tree } from './tree.ts';

/** A bound and the present value, for people. */
export interface NamedLimit {
  readonly value: number;
  readonly source: string;
}

export interface KernelSettings {
  /** Frequency governors in use, each once; none in most virtual machines. */
  readonly governors: readonly string[];
  /** Cores may run faster than their nominal frequency. */
  readonly turbo: boolean | null;
  /** `always`, `madvise` or `never`. */
  readonly transparentHugePages: string | null;
  readonly numaBalancing: boolean | null;
  readonly minFreeBytes: number | null;
  readonly clockSource: string | null;
  /** The tightest bound on processes and threads of everything here together. */
  readonly processes: NamedLimit | null;
  /** The tightest bound on namespaces of one kind. */
  readonly namespaces: NamedLimit | null;
  readonly corePattern: string | null;
  /** Huge pages reserved, or allowed to be taken, of all sizes. */
  readonly hugePages: number;
  readonly delayAccounting: boolean | null;
  /** This is a virtual machine; false where the CPU does not say so. */
  readonly virtual: boolean;
  /** Memory must be backed when it is asked for, not when it is used. */
  readonly strictOvercommit: boolean | null;
}

export async function readKernelSettings(tree: Tree, place: CgroupPlace): Promise<KernelSettings> {
  const [governors, turbo, transparentHugePages, processes, namespaces, hugePages] = await Promise.all([
    readGovernors(tree),
    readTurbo(tree),
    readChoice(tree, '/sys/kernel/mm/transparent_hugepage/enabled'),
    readProcessLimit(tree, place),
    readNamespaceLimit(tree),
    readHugePages(tree),
  ]);
  const [balancing, minFree, clockSource, corePattern, delays, overcommit] = await Promise.all([
    tree.number('/proc/sys/kernel/numa_balancing'),
    tree.number('/proc/sys/vm/min_free_kbytes'),
    tree.word('/sys/devices/system/clocksource/clocksource0/current_clocksource'),
    tree.word('/proc/sys/kernel/core_pattern'),
    tree.number('/proc/sys/kernel/task_delayacct'), // since 5.14
    tree.number('/proc/sys/vm/overcommit_memory'),
  ]);
  return {
    governors,
    turbo,
    transparentHugePages,
    numaBalancing: balancing === null ? null : balancing !== 0,
    minFreeBytes: minFree === null ? null : minFree * 1024,
    clockSource,
    processes,
    namespaces,
    corePattern,
    hugePages,
    delayAccounting: delays === null ? null : delays !== 0,
    virtual: /^flags\s*:.*\bhypervisor\b/m.test((await tree.text('/proc/cpuinfo')) ?? ''),
    strictOvercommit: overcommit === null ? null : overcommit === 2,
  };
}

async function readGovernors(tree: Tree): Promise<string[]> {
  const folder = '/sys/devices/system/cpu/cpufreq';
  const policies = (await tree.names(folder)).filter((name) => /^policy\d+$/.test(name));
  const governors = await Promise.all(
    policies.map((policy) => tree.word(`${folder}/${policy}/scaling_governor`)),
  );
  return [...new Set(governors.filter((governor) => governor !== null))].sort((a, b) => (a < b ? -1 : 1));
}

async function readTurbo(tree: Tree): Promise<boolean | null> {
  const [off, boost] = await Promise.all([
    tree.number('/sys/devices/system/cpu/intel_pstate/no_turbo'),
    tree.number('/sys/devices/system/cpu/cpufreq/boost'), // acpi-cpufreq and amd-pstate
  ]);
  if (off !== null) return off === 0;
  return boost === null ? null : boost !== 0;
}

/** The word in brackets: `always [madvise] never`. */
async function readChoice(tree: Tree, file: string): Promise<string | null> {
  return /\[(\w+)\]/.exec((await tree.text(file)) ?? '')?.[1] ?? null;
}

async function readProcessLimit(tree: Tree, place: CgroupPlace): Promise<NamedLimit | null> {
  const groups = ([1, 2] as const).flatMap((version) => foldersUp(place, version, 'pids'));
  const limits = await Promise.all([
    ...['kernel.pid_max', 'kernel.threads-max'].map(async (source) => ({
      source,
      value: await tree.number(`/proc/sys/${source.replace('.', '/')}`),
    })),
    ...groups.map(async ({ folder, name }) => ({
      source: `pids.max at ${name}`,
      value: await tree.number(`${folder}/pids.max`), // "max" is no number, and no limit
    })),
  ]);
  return tightest(limits);
}

/** The kinds a slot is made of. */
const namespaceKinds = ['ipc', 'mnt', 'net', 'pid', 'uts'] as const;

async function readNamespaceLimit(tree: Tree): Promise<NamedLimit | null> {
  const limits = await Promise.all(
    namespaceKinds.map(async (kind) => ({
      source: `user.max_${kind}_namespaces`,
      value: await tree.number(`/proc/sys/user/max_${kind}_namespaces`),
    })),
  );
  return tightest(limits);
}

function tightest(limits: readonly { source: string; value: number | null }[]): NamedLimit | null {
  const [least] = limits
    .flatMap(({ source, value }) => (value === null ? [] : [{ source, value }]))
    .sort((a, b) => a.value - b.value);
  return least ?? null;
}

async function readHugePages(tree: Tree): Promise<number> {
  const folder = '/sys/kernel/mm/hugepages';
  const sizes = await tree.names(folder);
  const counts = await Promise.all(
    sizes.flatMap((size) => [
      tree.number(`${folder}/${size}/nr_hugepages`),
      tree.number(`${folder}/${size}/nr_overcommit_hugepages`),
    ]),
  );
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}
