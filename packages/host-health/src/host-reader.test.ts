import { hostReportSchema, type HostReport } from '@sandglass/contracts';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { open, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeHealth, startHealth } from './health.ts';
import { createHostReader, readHostReport } from './host-reader.ts';
import { cgroupV2, machineFiles, MemoryTree, writeTree, type Machine } from './test-machine.ts';

const roots: string[] = [];
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true });
});

async function tree(files: Readonly<Record<string, string>> = {}, sockets = 1, smt = false): Promise<string> {
  const root = await writeTree(machineFiles({ sockets, coresPerSocket: 4, smt, files }));
  roots.push(root);
  return root;
}

const now = () => new Date('2026-11-21T12:00:00.000Z');

async function report(files: Readonly<Record<string, string>> = {}): Promise<HostReport> {
  const result = await readHostReport({ root: await tree(files), now });
  expect(hostReportSchema.parse(result)).toEqual(result);
  return result;
}

const ids = (host: HostReport) => host.advisories.map((advisory) => advisory.id);

describe('a host’s report', () => {
  it('reads what the host is and its figures', async () => {
    expect(await report()).toMatchObject({
      hostname: 'recorded',
      kernel: '6.8.0-45-generic',
      cpuModel: 'Recorded CPU @ 2.10GHz',
      cgroupMode: 'v2',
      load: [0.5, 0.4, 0.3],
      dState: { count: 0, waits: [] },
      memory: {
        totalBytes: 8 * 1024 ** 3,
        availableBytes: 4 * 1024 ** 3,
        cacheBytes: 4 * 1024 ** 2,
        swapTotalBytes: 0,
      },
      disk: null,
      stealRatio: null,
      psi: { cpuSome10: 1.5, ioSome10: 0.25, memorySome10: 0 },
      takenAt: '2026-11-21T12:00:00.000Z',
    });
  });

  it('counts blocked tasks and says where they wait, most first', async () => {
    const blocked = (pid: number, name: string, state: string, wchan: string) => ({
      [`/proc/${pid}/stat`]: `${pid} (${name}) ${state} 1 1 1 0\n`,
      [`/proc/${pid}/wchan`]: wchan,
    });
    const host = await report({
      ...blocked(10, 'runguard', 'D', 'cgroup_kn_lock_live'),
      ...blocked(11, 'a) D (b', 'D', 'cgroup_kn_lock_live'),
      ...blocked(12, 'kworker D', 'D', 'synchronize_rcu'),
      ...blocked(13, 'hidden', 'D', '0'),
      ...blocked(14, 'fine) D', 'S', 'do_sys_poll'),
      ...blocked(15, 'busy', 'R', '0'),
    });
    expect(host.dState).toMatchObject({
      count: 4,
      waits: [
        { where: 'cgroup_kn_lock_live', count: 2 },
        { where: 'synchronize_rcu', count: 1 },
        { where: 'unknown', count: 1 },
      ],
    });
  });

  it('has the steal ratio from the second reading on', async () => {
    const root = await tree();
    const reader = createHostReader({ root, now });
    expect((await reader.read()).stealRatio).toBeNull();
    await writeFile(path.join(root, '/proc/stat'), 'cpu  150 0 120 810 0 0 0 20 0 0\n');
    const second = await reader.read();
    expect(second.stealRatio).toBe(0.2);
    expect(ids(second)).toContain('steal-time');
    await writeFile(path.join(root, '/proc/stat'), 'cpu  250 0 120 810 0 0 0 19 0 0\n');
    expect((await reader.read()).stealRatio).toBe(0);
  });

  it('follows a quota that changes while it watches', async () => {
    const root = await tree({ '/sys/fs/cgroup/cpu.max': 'max 100000\n' });
    const reader = createHostReader({ root, now });
    expect((await reader.read()).cpus.slots).toBe(4);
    await writeFile(path.join(root, '/sys/fs/cgroup/cpu.max'), '200000 100000\n');
    expect((await reader.read()).cpus.summary).toBe('2 of 4: cpu.max 200000/100000');
    expect((await reader.plan()).slots).toHaveLength(2);
  });

  it('reports an unsynchronised clock as the kernel does', async () => {
    const of = async (clockSynchronised: boolean | null): Promise<string[]> => {
      const view = async () => ({ blocked: [], namespaces: [], clockSynchronised });
      return ids(await readHostReport({ root: await tree(), now, view }));
    };
    expect(await of(false)).toContain('clock-unsynchronised');
    expect(await of(true)).not.toContain('clock-unsynchronised');
    expect(await of(null)).not.toContain('clock-unsynchronised');
  });

  it('measures the file system it is asked about, and does without one that is not there', async () => {
    const root = await tree();
    const present = await readHostReport({ root, diskPath: root });
    expect(present.disk?.totalBytes).toBeGreaterThan(0);
    expect((await readHostReport({ root, diskPath: '/no/such/folder' })).disk).toBeNull();
  });

  it('reports blocked tasks while the disk and the control groups do not answer', async () => {
    const blockedTask = { '/proc/10/stat': '10 (cp) D 1 1 1 0\n', '/proc/10/wchan': 'folio_wait_bit' };
    const never = new Promise<never>(() => {});
    const files = machineFiles({ sockets: 1, coresPerSocket: 4, smt: false, files: cgroupV2('/judge') });
    let dead = false;
    class DyingHost extends MemoryTree {
      override text(file: string): Promise<string | null> {
        return dead ? never : super.text(file);
      }
      override room(): Promise<{ totalBytes: number; freeBytes: number }> {
        return dead ? never : Promise.resolve({ totalBytes: 100, freeBytes: 50 });
      }
    }
    const host = new DyingHost(files);
    const reader = createHostReader({ diskPath: '/data' }, host);
    expect(await reader.read()).toMatchObject({ dState: { count: 0 }, disk: { freeBytes: 50 } });
    dead = true;
    host.write({ ...blockedTask, '/proc/loadavg': '44.0 9.0 3.0 2/99 7\n' });
    const stalled = await reader.read();
    expect(hostReportSchema.parse(stalled)).toEqual(stalled);
    expect(stalled).toMatchObject({
      load: [44, 9, 3],
      dState: { count: 1, waits: [{ where: 'folio_wait_bit' }] },
      disk: { freeBytes: 50 },
      cpus: { slots: 4 },
    });
  });

  it('comes also when every thread that Node has for files waits for a dead disk', async () => {
    const folder = await writeTree({});
    roots.push(folder);
    const reader = createHostReader({ diskPath: folder });
    const before = await reader.read();
    const pipe = path.join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Opening a pipe for reading waits for somebody who writes: as many threads as the pool has, and more.
    const threads = 2 * Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
    const opening = Array.from({ length: threads }, () => open(pipe, 'r'));
    try {
      const late = new AbortController();
      const during = await Promise.race([reader.read(), pause(20_000, null, { signal: late.signal })]);
      late.abort();
      if (during === null) throw new Error('no report within 20 s');
      expect(Date.parse(during.takenAt)).toBeGreaterThan(Date.parse(before.takenAt));
      expect(during.cpus).toEqual(before.cpus);
      expect(during.memory.totalBytes).toBe(before.memory.totalBytes);
    } finally {
      const writer = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
      for (const handle of await Promise.all(opening)) await handle.close();
      closeSync(writer);
    }
  });

  it('of this very machine is whole', async () => {
    const own = await readHostReport({ diskPath: '/' });
    expect(hostReportSchema.parse(own)).toEqual(own);
    expect(own.cpus.slots).toBeGreaterThan(0);
    expect(own.memory.totalBytes).toBeGreaterThan(0);
  });

  it('needs nothing to be there', async () => {
    const root = await writeTree({ '/proc/empty': '' });
    roots.push(root);
    const bare = await readHostReport({ root });
    expect(hostReportSchema.parse(bare)).toEqual(bare);
    expect(bare).toMatchObject({ cgroupMode: 'none', psi: null, kernel: 'unknown', cpuModel: 'unknown' });
    expect(ids(bare)).toEqual(expect.arrayContaining(['no-cgroups', 'psi-off']));
  });
});

/**
 * The judgehost of a regional that went wrong: two Xeon Gold 6133, Ubuntu 22.04 as it is installed, 30 judges
 * that make an IPC namespace and a memory cgroup per run.
 */
const regional: Machine = {
  sockets: 2,
  coresPerSocket: 20,
  smt: true,
  distances: [
    [10, 21],
    [21, 10],
  ],
  files: {
    '/proc/sys/kernel/osrelease': '5.15.0-91-generic\n',
    '/proc/sys/kernel/core_pattern': '|/usr/share/apport/apport -p%p -s%s -c%c -d%d -P%P -u%u -g%g -- %E\n',
    '/proc/sys/kernel/numa_balancing': '1\n',
    '/proc/sys/kernel/pid_max': '4194304\n',
    '/proc/sys/kernel/task_delayacct': '0\n',
    '/proc/sys/vm/min_free_kbytes': '90112\n',
    '/proc/loadavg': '61.10 58.00 40.00 3/1200 9999\n',
    '/proc/meminfo':
      'MemTotal: 131811836 kB\nMemFree: 90112000 kB\nMemAvailable: 120000000 kB\nSwapTotal: 8388604 kB\nSwapFree: 8388604 kB\n',
    '/sys/devices/system/cpu/cpufreq/policy0/scaling_governor': 'powersave\n',
    '/sys/devices/system/cpu/intel_pstate/no_turbo': '0\n',
    '/sys/devices/system/clocksource/clocksource0/current_clocksource': 'tsc\n',
    '/sys/kernel/mm/transparent_hugepage/enabled': 'always [madvise] never\n',
    ...cgroupV2('/system.slice/judge.service'),
    '/sys/fs/cgroup/system.slice/judge.service/cpu.max': 'max 100000\n',
    '/sys/fs/cgroup/system.slice/cpuset.cpus.effective': '0-79\n',
  },
};

describe('the judgehost of a regional that went wrong', () => {
  it('would have been distinguished from a healthy one before the contest', async () => {
    const host = await createHostReader({}, new MemoryTree(machineFiles(regional))).read();
    expect(host.cpus.summary).toBe('40 of 80: 2 sockets × 20 cores × 2 threads: 80 → 40 physical');
    expect(host.cpus.bounds.map(({ source, cpus }) => [source, cpus])).toEqual([
      ['online', 80],
      ['affinity', 80],
      ['cpuset', 80],
      ['physical-cores', 40],
    ]);
    expect(ids(host)).toEqual([
      'kernel-before-6.3',
      'governor',
      'turbo',
      'numa-balancing',
      'memory-peak-missing',
      'smt-on',
      'min-free-memory',
      'core-pattern-pipe',
      'delay-accounting-off',
    ]);
  });

  it('would have shown where its judges hung, and that removed memory groups were not freed', async () => {
    const stuck = (pid: number, name: string, wchan: string) => ({
      [`/proc/${String(pid)}/stat`]: `${String(pid)} (${name}) D 1 1 1 0\n`,
      [`/proc/${String(pid)}/wchan`]: wchan,
    });
    const files = {
      ...machineFiles(regional),
      '/sys/fs/cgroup/cgroup.stat': 'nr_descendants 160\nnr_dying_descendants 9026\n',
      ...Object.assign(
        {},
        ...Array.from({ length: 18 }, (_, index) => stuck(2000 + index, 'runguard', 'cgroup_kn_lock_live')),
        ...Array.from({ length: 9 }, (_, index) => stuck(3000 + index, 'runguard', 'prealloc_shrinker')),
        stuck(4000, 'kworker/7:2+events', 'kern_unmount'),
      ),
    };
    const reader = createHostReader({ slots: 30 }, new MemoryTree(files));
    const host = await reader.read();
    expect(hostReportSchema.parse(host)).toEqual(host);
    expect(host.load[0]).toBeGreaterThanOrEqual(2 * 30);
    expect(host.dState.count).toBe(28);
    expect(host.dState.waits.map(({ where, count, what }) => [where, count, what?.split(':')[0]])).toEqual([
      ['cgroup_kn_lock_live', 18, 'cgroup_mutex'],
      ['prealloc_shrinker', 9, 'shrinker_rwsem'],
      ['kern_unmount', 1, 'mounts'],
    ]);
    expect(host.vitals?.cgroups).toEqual({ live: 160, dying: 9026 });
    // A few seconds of it, and what it judges is marked.
    let health = startHealth(0);
    for (const atMs of [0, 2000, 4000]) {
      health = judgeHealth(health, {
        atMs,
        slots: 30,
        dState: host.dState.count,
        lasting: 0,
        load1: host.load[0],
        calibration: null,
        gap: null,
        throttledShare: null,
        stealRatio: null,
        temperatureC: null,
        judging: true,
        foreign: null,
      });
    }
    expect(health.state).toBe('unhealthy');
  });

  it('would have had its 30 judges on cores of their own, 15 on each socket with the memory beside it', async () => {
    const reader = createHostReader({ slots: 30 }, new MemoryTree(machineFiles(regional)));
    const { slots } = await reader.plan();
    expect(slots.filter(({ socket }) => socket === 0)).toHaveLength(15);
    expect(slots.every(({ node, memoryNodes }) => memoryNodes?.[0] === node)).toBe(true);
    expect(new Set(slots.flatMap(({ cpus, siblings }) => [...cpus, ...siblings])).size).toBe(60);
  });
});
