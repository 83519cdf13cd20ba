import { cpuDerivationSchema } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCpus, type CpuPlan } from './cpu-plan.ts';
import type { SlotWishes } from './options.ts';
import { cgroupV1, cgroupV2, machineFiles, MemoryTree, type Machine } from './test-machine.ts';

async function plan(machine: Machine, wishes: SlotWishes = {}): Promise<CpuPlan> {
  return planOf(machineFiles(machine), wishes);
}

async function planOf(files: Readonly<Record<string, string>>, wishes: SlotWishes = {}): Promise<CpuPlan> {
  const result = await planCpus(new MemoryTree(files), wishes);
  expect(cpuDerivationSchema.parse(result.derivation)).toEqual(result.derivation);
  return result;
}

const count = <T>(items: readonly T[], key: (item: T) => number) =>
  Object.fromEntries([...Map.groupBy(items, key)].map(([value, group]) => [value, group.length]));

describe('2 sockets × 20 cores × 2 threads', () => {
  const hefei = { sockets: 2, coresPerSocket: 20, smt: true };

  it('make 40 slots, one per core, the second threads left idle', async () => {
    const { derivation, slots } = await plan(hefei);
    expect(derivation).toMatchObject({ slots: 40, online: 80 });
    expect(derivation.usable).toHaveLength(80);
    expect(derivation.summary).toBe('40 of 80: 2 sockets × 20 cores × 2 threads: 80 → 40 physical');
    expect(slots.flatMap((slot) => slot.cpus).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, cpu) => cpu),
    );
    expect(derivation.machine).toBe('2 sockets × 20 cores × 2 threads, 2 NUMA nodes, 2 L3 caches');
    expect(slots[0]).toEqual({
      ordinal: 0,
      cpus: [0],
      siblings: [40],
      node: 0,
      socket: 0,
      l3: '0-19,40-59',
      memoryNodes: [0],
    });
    expect(slots[1]).toEqual({
      ordinal: 1,
      cpus: [20],
      siblings: [60],
      node: 1,
      socket: 1,
      l3: '20-39,60-79',
      memoryNodes: [1],
    });
    expect(derivation.placement).toEqual(slots);
  });

  it('spread few slots evenly over both sockets', async () => {
    const { slots, derivation } = await plan(hefei, { slots: 7 });
    expect(derivation.summary).toBe('7 of 80: 7 slots asked for');
    expect(count(slots, (slot) => slot.socket)).toEqual({ 0: 4, 1: 3 });
    expect(new Set(slots.flatMap((slot) => slot.cpus)).size).toBe(7);
  });

  it('make no more slots than cores, however many are asked for', async () => {
    const { derivation } = await plan(hefei, { slots: 64 });
    expect(derivation.slots).toBe(40);
    expect(derivation.bounds.at(-1)).toEqual({
      source: 'configured',
      cpus: 64,
      detail: '64 slots asked for',
    });
  });

  it('give the second thread of a core when the first may not be used', async () => {
    const { slots } = await plan({ ...hefei, affinity: [3, 43, 44, 60] });
    expect(slots.map((slot) => slot.cpus[0])).toEqual([3, 60, 44]);
    expect(slots[0]?.siblings).toEqual([43]);
  });

  it('count only what is switched on', async () => {
    const offline = Array.from({ length: 40 }, (_, index) => index + 40); // SMT off by the kernel
    const { derivation } = await plan({ ...hefei, offline: [...offline, 7] });
    expect(derivation).toMatchObject({ slots: 39, online: 39 });
    expect(derivation.usable).not.toContain(7);
    expect(derivation.summary).toBe('39 of 39: /sys/devices/system/cpu/online 0-6,8-39');
  });
});

describe('a 32-core host seen from a container with 4', () => {
  const host = { sockets: 1, coresPerSocket: 32, smt: false };

  it('makes 4 slots by the quota of version 2', async () => {
    const { derivation, slots } = await plan({
      ...host,
      files: { ...cgroupV2('/'), '/sys/fs/cgroup/cpu.max': '400000 100000\n' },
    });
    expect(derivation.summary).toBe('4 of 32: cpu.max 400000/100000');
    expect(derivation.usable).toHaveLength(32);
    expect(slots).toHaveLength(4);
  });

  it('finds the quota of an outer group, though the inner one has none', async () => {
    const { derivation } = await plan({
      ...host,
      files: {
        ...cgroupV2('/docker/abc/inner'),
        '/sys/fs/cgroup/docker/abc/inner/cpu.max': 'max 100000\n',
        '/sys/fs/cgroup/docker/abc/cpu.max': '400000 100000\n',
        '/sys/fs/cgroup/docker/cpu.max': '1600000 100000\n',
      },
    });
    expect(derivation.slots).toBe(4);
    expect(derivation.bounds.find((bound) => bound.source === 'quota')).toEqual({
      source: 'quota',
      cpus: 4,
      detail: 'cpu.max 400000/100000 at /docker/abc',
    });
  });

  it('makes 4 slots by the quota of version 1, nested', async () => {
    const { derivation, cgroup } = await plan({
      ...host,
      files: {
        ...cgroupV1('/docker/abc/inner'),
        '/sys/fs/cgroup/cpu,cpuacct/docker/abc/inner/cpu.cfs_quota_us': '-1\n',
        '/sys/fs/cgroup/cpu,cpuacct/docker/abc/inner/cpu.cfs_period_us': '100000\n',
        '/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us': '200000\n',
        '/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us': '50000\n',
      },
    });
    expect(cgroup.mode).toBe('v1');
    expect(derivation.summary).toBe('4 of 32: cpu.cfs_quota_us 200000/50000');
  });

  it('reads its own group where the mount shows only that', async () => {
    const { derivation } = await plan({
      ...host,
      files: {
        ...cgroupV1('/docker/abc', '/docker/abc'),
        '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '400000\n',
        '/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000\n',
      },
    });
    expect(derivation.summary).toBe('4 of 32: cpu.cfs_quota_us 400000/100000');
  });

  it('rounds a broken quota down, but never to nothing', async () => {
    const quota = (max: string) =>
      plan({ ...host, files: { ...cgroupV2('/'), '/sys/fs/cgroup/cpu.max': `${max} 100000\n` } });
    expect((await quota('250000')).derivation.slots).toBe(2);
    const half = await quota('50000');
    expect(half.derivation.slots).toBe(1);
    expect(half.derivation.summary).toBe('1 of 32: cpu.max 50000/100000');
  });

  it('makes 4 slots by a cpuset of version 2', async () => {
    const { derivation, slots } = await plan({
      ...host,
      affinity: [8, 9, 10, 11],
      files: {
        ...cgroupV2('/box'),
        '/sys/fs/cgroup/box/cpuset.cpus.effective': '8-11\n',
        '/sys/fs/cgroup/cpuset.cpus.effective': '0-31\n',
      },
    });
    expect(derivation.usable).toEqual([8, 9, 10, 11]);
    expect(slots.flatMap((slot) => slot.cpus)).toEqual([8, 9, 10, 11]);
    expect(derivation.bounds.find((bound) => bound.source === 'cpuset')?.detail).toBe('cpuset 8-11 at /box');
  });

  it('makes 4 slots by a cpuset of version 1, with the old file name too', async () => {
    for (const file of ['cpuset.effective_cpus', 'cpuset.cpus']) {
      const { derivation } = await plan({
        ...host,
        files: { ...cgroupV1('/box'), [`/sys/fs/cgroup/cpuset/box/${file}`]: '0-3\n' },
      });
      expect(derivation.usable).toEqual([0, 1, 2, 3]);
    }
  });

  it('takes the smallest of several bounds, and their common CPUs', async () => {
    const { derivation } = await plan({
      ...host,
      affinity: [0, 1, 2, 3, 4, 5],
      files: {
        ...cgroupV2('/box'),
        '/sys/fs/cgroup/box/cpuset.cpus.effective': '4-15\n',
        '/sys/fs/cgroup/box/cpu.max': '800000 100000\n',
      },
    });
    expect(derivation.usable).toEqual([4, 5]);
    expect(derivation.slots).toBe(2);
    expect(derivation.summary).toBe('2 of 32: 1 socket × 2 cores');
  });
});

describe('odd machines', () => {
  it('with nodes of different size fill the larger one when the smaller is full', async () => {
    const files = {
      '/sys/devices/system/node/node0/cpulist': '0-1\n',
      '/sys/devices/system/node/node1/cpulist': '2-7\n',
    };
    const { slots } = await plan({ sockets: 1, coresPerSocket: 8, smt: false, files });
    expect(slots.map((slot) => slot.cpus[0])).toEqual([0, 2, 1, 3, 4, 5, 6, 7]);
    expect(count(slots, (slot) => slot.node)).toEqual({ 0: 2, 1: 6 });
  });

  it('without topology files count every CPU as a core', async () => {
    const files = machineFiles({ sockets: 1, coresPerSocket: 4, smt: true });
    const bare = Object.fromEntries(Object.entries(files).filter(([name]) => !/topology|node0/.test(name)));
    expect((await planOf(bare)).derivation.slots).toBe(8);
  });

  it('without anything at all make one slot', async () => {
    const { derivation, cgroup } = await planOf({ '/proc/empty': '' });
    expect(derivation).toMatchObject({ slots: 1, online: 1, usable: [0], machine: '1 socket × 1 core' });
    expect(cgroup.mode).toBe('none');
  });

  it('that use version 2 beside version 1 are hybrid, and both bind', async () => {
    const v1 = cgroupV1('/');
    const v2 = cgroupV2('/');
    const { derivation, cgroup } = await plan({
      sockets: 1,
      coresPerSocket: 8,
      smt: false,
      files: {
        '/proc/self/mountinfo': `${v1['/proc/self/mountinfo']}${v2['/proc/self/mountinfo']?.replace('/sys/fs/cgroup', '/sys/fs/cgroup/unified')}`,
        '/proc/self/cgroup': `${v1['/proc/self/cgroup']}${v2['/proc/self/cgroup']}`,
        '/sys/fs/cgroup/unified/cpu.max': '600000 100000\n',
        '/sys/fs/cgroup/cpuset/cpuset.effective_cpus': '0-2\n',
      },
    });
    expect(cgroup.mode).toBe('hybrid');
    expect(derivation.usable).toEqual([0, 1, 2]);
    expect(derivation.bounds.find((bound) => bound.source === 'quota')?.cpus).toBe(6);
  });
});

describe('groups in groups', () => {
  const host = { sockets: 1, coresPerSocket: 32, smt: false };
  const quotaFiles = {
    v1: (folder: string, max: number, period: number) => ({
      [`/sys/fs/cgroup/cpu,cpuacct${folder}/cpu.cfs_quota_us`]: `${String(max)}\n`,
      [`/sys/fs/cgroup/cpu,cpuacct${folder}/cpu.cfs_period_us`]: `${String(period)}\n`,
    }),
    v2: (folder: string, max: number, period: number) => ({
      [`/sys/fs/cgroup${folder}/cpu.max`]: `${max < 0 ? 'max' : String(max)} ${String(period)}\n`,
    }),
  };
  /** Quotas from the root inwards; −1: none. */
  const quotas = fc.array(
    fc.record({
      max: fc.oneof(fc.constant(-1), fc.integer({ min: 1000, max: 6_400_000 })),
      period: fc.constantFrom(10_000, 50_000, 100_000),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it.each(['v1', 'v2'] as const)(
    'of %s: the tightest quota on the way up decides, rounded down',
    async (version) => {
      await fc.assert(
        fc.asyncProperty(quotas, async (path) => {
          const folders = path.map((_, depth) => '/g'.repeat(depth + 1));
          const own = folders.at(-1) ?? '/';
          const files = Object.assign(
            {},
            version === 'v1' ? cgroupV1(own) : cgroupV2(own),
            ...path.map(({ max, period }, depth) => quotaFiles[version](folders[depth] ?? '', max, period)),
          ) as Record<string, string>;
          const { derivation } = await plan({ ...host, files });
          const tightest = Math.min(...path.map(({ max, period }) => (max < 0 ? Infinity : max / period)));
          expect(derivation.slots).toBe(Math.max(1, Math.min(32, Math.floor(tightest))));
          expect(derivation.bounds.find(({ source }) => source === 'quota')?.cpus ?? Infinity).toBe(tightest);
        }),
      );
    },
  );

  it('are found where the container shows only a part of the hierarchy, beside others', async () => {
    const line = (root: string, at: string) =>
      `30 23 0:26 ${root} ${at} rw,relatime - cgroup cgroup rw,cpu,cpuacct\n`;
    const { derivation } = await plan({
      ...host,
      files: {
        '/proc/self/mountinfo': `${line('/docker/other', '/mnt/other')}${line('/docker/own', '/sys/fs/cgroup/cpu')}`,
        '/proc/self/cgroup': '2:cpu,cpuacct:/docker/own/inner\n',
        '/mnt/other/cpu.cfs_quota_us': '100000\n',
        '/mnt/other/cpu.cfs_period_us': '100000\n',
        '/sys/fs/cgroup/cpu/inner/cpu.cfs_quota_us': '300000\n',
        '/sys/fs/cgroup/cpu/inner/cpu.cfs_period_us': '100000\n',
      },
    });
    expect(derivation.summary).toBe('3 of 32: cpu.cfs_quota_us 300000/100000');
  });

  it('with blanks in their names are read', async () => {
    const files = cgroupV2('/a b/c');
    const mountinfo = (files['/proc/self/mountinfo'] ?? '').replace('/sys/fs/cgroup', '/sys/fs/c\\040group');
    const { derivation } = await plan({
      ...host,
      files: {
        ...files,
        '/proc/self/mountinfo': mountinfo,
        '/sys/fs/c group/a b/cpu.max': '500000 100000\n',
      },
    });
    expect(derivation.summary).toBe('5 of 32: cpu.max 500000/100000');
  });

  it('seen from outside their namespace count from the root that is visible', async () => {
    const { derivation } = await plan({
      ...host,
      files: { ...cgroupV2('/../../elsewhere'), '/sys/fs/cgroup/cpu.max': '200000 100000\n' },
    });
    expect(derivation.slots).toBe(2);
  });

  it.each(['', 'max', 'max 100000', '0 100000', '-5 100000', 'four 100000', '400000'])(
    'a quota of %j is none',
    async (text) => {
      const { derivation } = await plan({
        ...host,
        files: { ...cgroupV2('/a'), '/sys/fs/cgroup/a/cpu.max': text },
      });
      expect(derivation.slots).toBe(32);
    },
  );

  it('have the innermost cpuset that says anything, though controllers end further up', async () => {
    const { derivation } = await plan({
      ...host,
      files: {
        ...cgroupV2('/a/b/c'),
        '/sys/fs/cgroup/a/cpuset.cpus.effective': '4-7,12\n',
        '/sys/fs/cgroup/cpuset.cpus.effective': '0-31\n',
      },
    });
    expect(derivation.usable).toEqual([4, 5, 6, 7, 12]);
    expect(derivation.summary).toBe('5 of 32: cpuset 4-7,12');
  });
});
