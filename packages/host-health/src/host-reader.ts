/**
 * A host's report: what it is and how it feels right now.
 *
 * Meant to be read every two seconds by a process that must not be in anybody's way:
 * everything is asynchronous, and what cannot change (topology, names) is read once.
 */
import { statfs } from 'node:fs/promises';
import type { HostReport } from '@sandglass/contracts';
import { findAdvisories } from './advisories.ts';
import { readBlockedTasks } from './blocked-tasks.ts';
import { foldersUp, type CgroupPlace } from './cgroup-tree.ts';
import { planCpus, type CpuPlan } from './cpu-plan.ts';
import { readCpuTimes, stealRatio, type CpuTimes } from './cpu-times.ts';
import { hasSmt } from './cpu-topology.ts';
import { readIdentity, type HostIdentity } from './identity.ts';
import { parseKernelVersion } from './kernel-version.ts';
import { readMemory } from './memory.ts';
import type { HostOptions } from './options.ts';
import { readPressure } from './pressure.ts';
import { HostTree, type Tree } from './tree.ts';

export interface HostReader {
  /** A fresh report. From the second one on it has the steal ratio since the one before. */
  read(): Promise<HostReport>;
  /** The CPU plan of the last report, or a fresh one. */
  plan(): Promise<CpuPlan>;
}

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
  let identity: HostIdentity | null = null;
  let plan: CpuPlan | null = null;
  let times: CpuTimes | null = null;

  async function freshPlan(): Promise<CpuPlan> {
    plan = await planCpus(tree, options, plan ?? undefined);
    return plan;
  }

  return {
    plan: async () => plan ?? (await freshPlan()),
    async read() {
      identity ??= await readIdentity(tree);
      const [cpuPlan, load, dState, memory, psi, newTimes, disk, governor] = await Promise.all([
        freshPlan(),
        readLoad(tree),
        readBlockedTasks(tree),
        readMemory(tree),
        readPressure(tree),
        readCpuTimes(tree),
        readDisk(options.diskPath ?? null),
        tree.word('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
      ]);
      const steal = times !== null && newTimes !== null ? stealRatio(times, newTimes) : null;
      times = newTimes;
      const cpus = cpuPlan.derivation;
      const cgroupMode = cpuPlan.cgroup.mode;
      return {
        ...identity,
        cgroupMode,
        cpus,
        load,
        dState,
        memory,
        disk,
        stealRatio: steal,
        psi,
        advisories: findAdvisories({
          kernel: parseKernelVersion(identity.kernel),
          cgroupMode,
          memoryController: memoryController(cpuPlan.cgroup),
          cpus,
          smt: hasSmt(cpuPlan.topology),
          memory,
          disk,
          psi,
          stealRatio: steal,
          governor,
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

/** A v1 hierarchy that is mounted has taken the controller from v2. */
function memoryController(place: CgroupPlace): 1 | 2 | null {
  if (foldersUp(place, 1, 'memory').length > 0) return 1;
  return place.mode === 'v2' || place.mode === 'hybrid' ? 2 : null;
}
