import { hostVitalsSchema, type HostVitals } from '@sandglass/contracts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHostReader } from './host-reader.ts';
import type { ProcessView } from './options.ts';
import { cgroupV1, cgroupV2, machineFiles, MemoryTree } from './test-machine.ts';

function host(files: Readonly<Record<string, string>>): {
  tree: MemoryTree;
  vitals: () => Promise<HostVitals | null | undefined>;
} {
  const tree = new MemoryTree(machineFiles({ ...small, files }));
  const reader = createHostReader({}, tree);
  return {
    tree,
    vitals: async () => {
      const { vitals } = await reader.read();
      expect(hostVitalsSchema.parse(vitals)).toEqual(vitals);
      return vitals;
    },
  };
}

const small = { sockets: 1, coresPerSocket: 4, smt: false };

describe('the vitals of a host', () => {
  afterEach(() => void vi.useRealTimers());

  it('split the CPUs’ time between two readings into parts that are one together', async () => {
    const { tree, vitals } = host({ '/proc/stat': 'cpu  100 10 50 1000 5 2 3 0 7 0\n' });
    expect((await vitals())?.cpu).toBeNull();
    // 40 user + 10 nice, 20 system + 2 + 3 interrupts, 15 idle, 5 waiting for a disk, 5 stolen.
    tree.write({ '/proc/stat': 'cpu  140 20 70 1015 10 4 6 5 7 0\n' });
    expect((await vitals())?.cpu).toEqual({ user: 0.5, system: 0.25, ioWait: 0.05, steal: 0.05, idle: 0.15 });
  });

  it('take a counter that steps back for one that did not change', async () => {
    const { tree, vitals } = host({ '/proc/stat': 'cpu  100 0 0 100 50 0 0 9 0 0\n' });
    await vitals();
    tree.write({ '/proc/stat': 'cpu  110 0 0 130 49 0 0 8 0 0\n' });
    expect((await vitals())?.cpu).toMatchObject({ user: 0.25, ioWait: 0, steal: 0, idle: 0.75 });
  });

  it('name the group whose quota stopped us longest, in cgroup v2', async () => {
    const { tree, vitals } = host({
      ...cgroupV2('/pod/judge'),
      '/sys/fs/cgroup/pod/cpu.stat': 'usage_usec 9\nnr_periods 100\nnr_throttled 10\nthrottled_usec 5000\n',
      '/sys/fs/cgroup/pod/judge/cpu.stat': 'usage_usec 9\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0\n',
    });
    expect((await vitals())?.throttling).toBeNull();
    tree.write({
      '/sys/fs/cgroup/pod/cpu.stat': 'usage_usec 9\nnr_periods 120\nnr_throttled 25\nthrottled_usec 605000\n',
    });
    expect((await vitals())?.throttling).toEqual({ group: '/pod', share: 0.75, stoppedMs: 600 });
  });

  it('read nanoseconds of cgroup v1, and are zero where nothing was stopped', async () => {
    const stat = '/sys/fs/cgroup/cpu,cpuacct/judge/cpu.stat';
    const { tree, vitals } = host({
      ...cgroupV1('/judge'),
      [stat]: 'nr_periods 10\nnr_throttled 1\nthrottled_time 4000000\n',
    });
    await vitals();
    tree.write({ [stat]: 'nr_periods 30\nnr_throttled 11\nthrottled_time 254000000\n' });
    expect((await vitals())?.throttling).toEqual({ group: '/judge', share: 0.5, stoppedMs: 250 });
    expect((await vitals())?.throttling).toEqual({ group: '/judge', share: 0, stoppedMs: 0 });
  });

  it('distinguish a host without a quota from one whose control groups do not answer', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const free = host({});
    await free.vitals();
    expect(await free.vitals()).toMatchObject({ quota: false, throttling: null });

    const files = { '/sys/fs/cgroup/cpu.stat': 'nr_periods 10\nnr_throttled 1\nthrottled_usec 9\n' };
    const never = new Promise<null>(() => {});
    class StuckHost extends MemoryTree {
      isStuck = false;
      override text(file: string): Promise<string | null> {
        return this.isStuck && file.startsWith('/sys/fs/cgroup') ? never : super.text(file);
      }
    }
    const tree = new StuckHost(machineFiles({ ...small, files }));
    const reader = createHostReader({}, tree);
    expect((await reader.read()).vitals).toMatchObject({ quota: true, throttling: null });
    expect((await reader.read()).vitals).toMatchObject({ quota: true, throttling: { share: 0 } });
    tree.isStuck = true;
    expect((await reader.read()).vitals).toMatchObject({ quota: true });
    vi.advanceTimersByTime(5_000);
    expect((await reader.read()).vitals).toMatchObject({ quota: null, throttling: null });
  });

  it('say when namespaces were counted, and forget a count that is too old', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const counts = [{ kind: 'ipc', count: 7 }];
    let answers = true;
    const view = (): Promise<ProcessView> =>
      answers ? Promise.resolve({ blocked: [], namespaces: counts }) : Promise.reject(new Error('silent'));
    const reader = createHostReader({ view }, new MemoryTree(machineFiles(small)));
    expect((await reader.read()).vitals).toMatchObject({ namespaces: counts, namespacesAgeMs: 0 });
    answers = false;
    vi.advanceTimersByTime(20_000);
    expect((await reader.read()).vitals).toMatchObject({ namespaces: counts, namespacesAgeMs: 20_000 });
    vi.advanceTimersByTime(40_000);
    expect((await reader.read()).vitals).toMatchObject({ namespaces: counts, namespacesAgeMs: 60_000 });
    vi.advanceTimersByTime(30_000);
    expect((await reader.read()).vitals).toMatchObject({ namespaces: [], namespacesAgeMs: null });
    answers = true;
    vi.advanceTimersByTime(30_000);
    expect((await reader.read()).vitals).toMatchObject({ namespaces: counts, namespacesAgeMs: 0 });
  });

  it('count what the programs in slots used, and not what a slot at work might, in cgroup v2', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const slot = (name: string): string => `/sys/fs/cgroup/pod/sandglass-${name}/cpu.stat`;
    const { tree, vitals } = host({
      ...cgroupV2('/pod/sandglass-host'),
      [slot('41-7788-0-1')]: 'usage_usec 5000000\nuser_usec 1\n',
      [slot('41-7788-1-2')]: 'usage_usec 90000\nuser_usec 1\n',
      '/sys/fs/cgroup/pod/sandglass-host/cpu.stat': 'usage_usec 1000\n',
      '/sys/fs/cgroup/pod/cpu.stat': 'usage_usec 1000\n',
    });
    expect((await vitals())?.slotCores).toBeNull();
    vi.advanceTimersByTime(1000);
    // Two starved programs; one of their slots was rebuilt.
    tree.write({
      [slot('41-7788-0-1')]: 'usage_usec 5100000\n',
      [slot('41-7788-1-3')]: 'usage_usec 50000\n',
      '/sys/fs/cgroup/pod/sandglass-host/cpu.stat': 'usage_usec 900000\n',
    });
    expect((await vitals())?.slotCores).toBe(0.15);
  });

  it('count it in cgroup v1 also where the groups are not in ours, and report that nobody judges', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const usage = '/sys/fs/cgroup/cpu,cpuacct/sandglass-41-7788-0-1/cpuacct.usage';
    const { tree, vitals } = host({ ...cgroupV1('/system/judge') });
    await vitals();
    vi.advanceTimersByTime(1000);
    expect((await vitals())?.slotCores).toBe(0);
    tree.write({ [usage]: '700000000\n' });
    vi.advanceTimersByTime(2000);
    expect((await vitals())?.slotCores).toBe(0.35);
  });

  it('count control groups, and those removed and not yet freed where the kernel reports them', async () => {
    const v2 = host({
      ...cgroupV2('/a/b'),
      '/sys/fs/cgroup/cgroup.stat': 'nr_descendants 120\nnr_dying_descendants 9026\n',
    });
    expect((await v2.vitals())?.cgroups).toEqual({ live: 120, dying: 9026 });
    const v1 = host({
      ...cgroupV1('/a'),
      '/proc/cgroups':
        '#subsys_name\thierarchy\tnum_cgroups\tenabled\ncpu\t1\t60\t1\nmemory\t4\t9128\t1\nrdma\t0\t99999\t0\n',
    });
    expect((await v1.vitals())?.cgroups).toEqual({ live: 9128, dying: null });
    expect((await host({}).vitals())?.cgroups).toBeNull();
  });

  it('report free and dirty memory, the kernel’s reserve, threads, and the hottest CPU', async () => {
    const { vitals } = host({
      '/proc/meminfo': 'MemTotal: 8388608 kB\nMemFree: 1048576 kB\nDirty: 2048 kB\n',
      '/proc/sys/vm/min_free_kbytes': '67584\n',
      '/proc/loadavg': '0.50 0.40 0.30 3/812 4321\n',
      '/sys/class/hwmon/hwmon0/name': 'coretemp\n',
      '/sys/class/hwmon/hwmon0/temp1_input': '61000\n',
      '/sys/class/hwmon/hwmon0/temp2_input': '73500\n',
      '/sys/class/hwmon/hwmon1/name': 'nvme\n',
      '/sys/class/hwmon/hwmon1/temp1_input': '99000\n',
      '/sys/class/thermal/thermal_zone0/type': 'x86_pkg_temp\n',
      '/sys/class/thermal/thermal_zone0/temp': '62000\n',
    });
    expect(await vitals()).toMatchObject({
      memory: { freeBytes: 2 ** 30, dirtyBytes: 2 ** 21, minFreeBytes: 66 * 2 ** 20 },
      tasks: { running: 3, total: 812 },
      temperatureC: 73.5,
    });
    expect((await host({}).vitals())?.temperatureC).toBeNull();
  });
});
