/**
 * A host's report: what it is and how it feels right now.
 *
 * Meant to be read every two seconds by a process that must not be in anybody's way:
 * everything is asynchronous, and what cannot change (topology, names) is read once.
 */
import { statfs } from 'node:fs/promises';
import type { HostReport, HostVitals } from '@sandglass/contracts';
import { findAdvisories } from './advisories.ts';
import { BlockedTasks } from './blocked-tasks.ts';
import { memoryController } from './cgroup-tree.ts';
import { planCpus, type CpuPlan } from './cpu-plan.ts';
import { readCpuTimes, stealRatio, type CpuTimes } from './cpu-times.ts';
import { readIdentity, type HostIdentity } from './identity.ts';
import { readKernelSettings, type KernelSettings } from './kernel-settings.ts';
import { parseKernelVersion } from './kernel-version.ts';
import { readMemory } from './memory.ts';
import type { HostOptions, ProcessView } from './options.ts';
import { readPressure } from './pressure.ts';
import { HostTree, type Tree } from './tree.ts';
import { VitalsReader } from './vitals.ts';

export interface HostReader {
  /** A fresh report. From the second one on it has the steal ratio since the one before. */
  read(): Promise<HostReport>;
  /** The CPU plan of the last report, or a fresh one. */
  plan(): Promise<CpuPlan>;
}

/** How long settings of the kernel are believed, ms. */
const settingsMs = 30_000;

/** One report, for commands. Its steal ratio is null: that needs two readings. */
export async function readHostReport(options: HostOptions = {}): Promise<HostReport> {
  return createHostReader(options).read();
}

/** @param tree for tests: a host that is recorded elsewhere than in a folder */
export function createHostReader(
  options: HostOptions = {},
  tree: Tree = new HostTree(options.root),
): HostReader {
  const now = options.now ?? (() => new Date());
  const blocked = new BlockedTasks(tree, {
    stacks: options.stacks ?? false,
    view: options.view === undefined ? undefined : () => view({ namespaces: false }),
  });
  const vitals = new VitalsReader(tree);
  let identity: HostIdentity | null = null;
  let namespaces: { readonly values: HostVitals['namespaces']; readonly atMs: number } | null = null;
  let plan: CpuPlan | null = null;
  let times: CpuTimes | null = null;
  let knownSettings: { readonly values: KernelSettings; readonly atMs: number } | null = null;

  async function freshPlan(): Promise<CpuPlan> {
    plan = await planCpus(tree, options, plan ?? undefined);
    return plan;
  }

  /** Settings change rarely: they are looked at again now and then, not with every report. */
  async function steadySettings({ cgroup }: CpuPlan): Promise<KernelSettings> {
    const atMs = now().getTime();
    if (knownSettings === null || atMs - knownSettings.atMs >= settingsMs) {
      knownSettings = { values: await readKernelSettings(tree, cgroup), atMs };
    }
    return knownSettings.values;
  }

  async function view(wanted: { readonly namespaces: boolean }): Promise<ProcessView> {
    return (await options.view?.(wanted)) ?? { blocked: [], namespaces: [] };
  }

  /** Five links of every process: looked at now and then. What cannot be counted now is told as before. */
  async function steadyNamespaces(): Promise<HostVitals['namespaces']> {
    const atMs = now().getTime();
    if (options.view !== undefined && (namespaces === null || atMs - namespaces.atMs >= settingsMs)) {
      const counted = await view({ namespaces: true }).catch(() => null);
      namespaces = { values: [...(counted?.namespaces ?? namespaces?.values ?? [])], atMs };
    }
    return namespaces?.values ?? [];
  }

  return {
    plan: async () => plan ?? (await freshPlan()),
    async read() {
      identity ??= await readIdentity(tree);
      const [cpuPlan, load, dState, memory, psi, newTimes, disk] = await Promise.all([
        freshPlan(),
        readLoad(tree),
        blocked.read(now().getTime()),
        readMemory(tree),
        readPressure(tree),
        readCpuTimes(tree),
        readDisk(options.diskPath ?? null),
      ]);
      const steal = times !== null && newTimes !== null ? stealRatio(times, newTimes) : null;
      times = newTimes;
      const cpus = cpuPlan.derivation;
      const cgroupMode = cpuPlan.cgroup.mode;
      const settings = await steadySettings(cpuPlan);
      return {
        ...identity,
        cgroupMode,
        cpus,
        load,
        dState,
        memory,
        disk,
        stealRatio: steal,
        governors: [...settings.governors],
        psi,
        vitals: await vitals.read(cpuPlan.cgroup, newTimes, await steadyNamespaces()),
        advisories: findAdvisories({
          kernel: parseKernelVersion(identity.kernel),
          cgroupMode,
          memoryController: memoryController(cpuPlan.cgroup),
          plan: cpuPlan,
          memory,
          disk,
          psi,
          stealRatio: steal,
          settings,
        }),
        takenAt: now().toISOString(),
      };
    },
  };
}

async function readLoad(tree: Tree): Promise<HostReport['load']> {
  const [one, five, fifteen] = ((await tree.word('/proc/loadavg')) ?? '').split(' ').map(Number);
  return [one || 0, five || 0, fifteen || 0];
}

async function readDisk(path: string | null): Promise<HostReport['disk']> {
  if (path === null) return null;
  try {
    const { bsize, blocks, bavail } = await statfs(path);
    return { path, totalBytes: bsize * blocks, freeBytes: bsize * bavail };
  } catch {
    return null;
  }
}
