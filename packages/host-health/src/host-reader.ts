/**
 * A host's report: what it is and how it feels right now.
 *
 * Meant to be read every second by a process that must not disturb others: what cannot change (topology, names)
 * is read once. It must report trouble while the trouble lasts, too. So load, blocked tasks, memory and pressure are
 * read from files that nothing can hold up; what may wait for a lock of the kernel (control groups) or for a dead disk
 * is waited for a moment, and is then reported as it was (the plan, the settings) or not at all (room on the disk,
 * quotas).
 */
import type { HostReport } from '@sandglass/contracts';
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
import { BoundedReading } from './bounded-reading.ts';
import { HostTree, type Tree } from './tree.ts';
import { VitalsReader, type RareView } from './vitals.ts';

export interface HostReader {
  /** A fresh report. From the second one on it has the steal ratio since the one before. */
  read(): Promise<HostReport>;
  /** The CPU plan of the last report, or a fresh one. */
  plan(): Promise<CpuPlan>;
}

/** How long settings of the kernel are believed, ms. */
const settingsMs = 30_000;
/** A rare reading that is older than this is not reported, ms: two later ones have failed. */
const rareOldMs = 75_000;
/** How long what may be held up is waited for, ms: two of them after each other are less than a heartbeat. */
const patienceMs = 400;

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
  let rare: RareView | null = null;
  let lookedRarelyMs = -Infinity;
  let plan: CpuPlan | null = null;
  let times: CpuTimes | null = null;
  let knownSettings: { readonly values: KernelSettings; readonly atMs: number } | null = null;

  const readings = {
    plan: new BoundedReading<CpuPlan>(),
    room: new BoundedReading<{ totalBytes: number; freeBytes: number } | null>(),
    settings: new BoundedReading<KernelSettings>(),
    blocked: new BoundedReading<ProcessView>(),
    namespaces: new BoundedReading<ProcessView>(),
  };

  async function freshPlan(): Promise<CpuPlan> {
    plan = await planCpus(tree, options, plan ?? undefined);
    return plan;
  }

  async function steadyPlan(): Promise<CpuPlan> {
    return (await readings.plan.within(patienceMs, freshPlan)) ?? plan ?? freshPlan();
  }

  async function readDisk(path: string | null): Promise<HostReport['disk']> {
    const room = path === null ? null : await readings.room.within(patienceMs, () => tree.room(path));
    return path === null || room === null ? null : { path, ...room };
  }

  /** Settings change rarely: they are looked at again now and then, not with every report. */
  async function steadySettings({ cgroup }: CpuPlan): Promise<KernelSettings> {
    const atMs = performance.now();
    if (knownSettings === null || atMs - knownSettings.atMs >= settingsMs) {
      const read = (): Promise<KernelSettings> => readKernelSettings(tree, cgroup);
      const values =
        (await readings.settings.within(patienceMs, read)) ?? knownSettings?.values ?? (await read());
      knownSettings = { values, atMs };
    }
    return knownSettings.values;
  }

  async function view(wanted: { readonly namespaces: boolean }): Promise<ProcessView> {
    const reading = wanted.namespaces ? readings.namespaces : readings.blocked;
    const seen = await reading.within(
      patienceMs,
      async () => (await options.view?.(wanted)) ?? { blocked: [], namespaces: [] },
    );
    if (seen === null) throw new Error('the process that may look at all processes does not answer');
    return seen;
  }

  /**
   * Five links of every process: looked at now and then. What cannot be seen now is reported as before, for a while.
   */
  async function steadyView(): Promise<RareView | null> {
    const atMs = performance.now();
    if (options.view !== undefined && atMs - lookedRarelyMs >= settingsMs) {
      lookedRarelyMs = atMs;
      const seen = await view({ namespaces: true }).catch(() => null);
      if (seen !== null) {
        const { namespaces, clockSynchronised = null } = seen;
        rare = { namespaces: [...namespaces], clockSynchronised, atMs };
      }
    }
    if (rare !== null && atMs - rare.atMs > rareOldMs) rare = null;
    return rare;
  }

  return {
    plan: async () => plan ?? (await freshPlan()),
    async read() {
      identity ??= await readIdentity(tree);
      const [cpuPlan, disk] = await Promise.all([steadyPlan(), readDisk(options.diskPath ?? null)]);
      const newTimes = readCpuTimes(tree);
      const [settings, seen] = await Promise.all([steadySettings(cpuPlan), steadyView()]);
      const ownVitals = await vitals.read(cpuPlan, newTimes, seen);
      const dState = await blocked.read(performance.now());
      const [memory, psi] = [readMemory(tree), readPressure(tree)];
      const steal = times !== null && newTimes !== null ? stealRatio(times, newTimes) : null;
      times = newTimes;
      const cpus = cpuPlan.derivation;
      const cgroupMode = cpuPlan.cgroup.mode;
      return {
        ...identity,
        cgroupMode,
        cpus,
        load: readLoad(tree),
        dState,
        memory,
        disk,
        stealRatio: steal,
        governors: [...settings.governors],
        psi,
        vitals: ownVitals,
        advisories: findAdvisories({
          kernel: parseKernelVersion(identity.kernel),
          cgroupMode,
          memoryController: memoryController(cpuPlan.cgroup),
          plan: cpuPlan,
          memory,
          disk,
          dState,
          psi,
          stealRatio: steal,
          settings,
          clockSynchronised: seen?.clockSynchronised ?? null,
        }),
        takenAt: now().toISOString(),
      };
    },
  };
}

function readLoad(tree: Tree): HostReport['load'] {
  const [one, five, fifteen] = (tree.whole('/proc/loadavg') ?? '').split(' ').map(Number);
  return [one || 0, five || 0, fifteen || 0];
}
