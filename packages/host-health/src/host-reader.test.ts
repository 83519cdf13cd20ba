import { hostReportSchema, type HostReport } from '@sandglass/contracts';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createHostReader, readHostReport } from './host-reader.ts';
import { machineFiles, writeTree } from './test-machine.ts';

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
  it('tells what the host is and how it feels', async () => {
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
    expect(host.dState).toEqual({
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

  it('measures the file system it is asked about, and does without one that is not there', async () => {
    const root = await tree();
    const present = await readHostReport({ root, diskPath: root });
    expect(present.disk?.totalBytes).toBeGreaterThan(0);
    expect((await readHostReport({ root, diskPath: '/no/such/folder' })).disk).toBeNull();
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

describe('the host of a regional that went wrong', () => {
  it('shows an old kernel, threads on, and tasks stuck', async () => {
    const files = {
      '/proc/sys/kernel/osrelease': '5.15.0-91-generic',
      '/proc/loadavg': '92.10 88.00 70.00 3/1200 9999\n',
      ...Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          [`/proc/${1000 + index}/stat`, `${1000 + index} (runguard) D 1\n`],
          [`/proc/${1000 + index}/wchan`, index < 20 ? 'rcu_barrier' : 'down_write'],
        ]).flat() as [string, string][],
      ),
    };
    const root = await writeTree(machineFiles({ sockets: 2, coresPerSocket: 20, smt: true, files }));
    roots.push(root);
    const host = await readHostReport({ root });
    expect(host.cpus.slots).toBe(40);
    expect(host.load[0] / host.cpus.slots).toBeGreaterThan(2);
    expect(host.dState).toEqual({
      count: 30,
      waits: [
        { where: 'rcu_barrier', count: 20 },
        { where: 'down_write', count: 10 },
      ],
    });
    expect(ids(host)).toEqual(expect.arrayContaining(['kernel-before-6.3', 'smt-on', 'memory-peak-missing']));
  });
});
