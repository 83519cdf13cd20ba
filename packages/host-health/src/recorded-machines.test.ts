/** Real machines, as `record-tree.ts` wrote them down: what a host says of itself there. */
import { hostReportSchema, type HostReport } from '@sandglass/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHostReader } from './host-reader.ts';
import { recordedFolder, recordingSchema, recordMachine, type Recording } from './record-tree.ts';
import { MemoryTree } from './test-machine.ts';

const names = readdirSync(recordedFolder).map((file) => path.basename(file, '.json'));

function recording(name: string): Recording {
  return recordingSchema.parse(JSON.parse(readFileSync(path.join(recordedFolder, `${name}.json`), 'utf8')));
}

/** Of the second look. @param more files that were different then */
async function reportOf(name: string, more: Readonly<Record<string, string>> = {}): Promise<HostReport> {
  const { files, later, room } = recording(name);
  const tree = new MemoryTree(files, room);
  const reader = createHostReader({ diskPath: '/data' }, tree);
  await reader.read();
  tree.write({ ...later, ...more });
  const report = await reader.read();
  expect(hostReportSchema.parse(report)).toEqual(report);
  return report;
}

const adviceOf = ({ advisories }: HostReport): string[] => advisories.map(({ id }) => id);

describe('a recorded machine', () => {
  it('is written down without the names of anything that is there', async () => {
    const { files, later } = await recordMachine();
    expect(files['/proc/sys/kernel/hostname']).toBe('recorded\n');
    expect([...Object.keys(files), ...Object.keys(later)].filter((file) => /^\/proc\/\d/.test(file))).toEqual(
      [],
    );
    const mounts = (files['/proc/self/mountinfo'] ?? '').split('\n').filter((line) => line !== '');
    expect(mounts.filter((line) => !/ - cgroup2? /.test(line))).toEqual([]);
    const groups = [...(files['/proc/self/cgroup'] ?? '').matchAll(/^\d+:[^:]*:(.*)$/gm)];
    for (const [, group] of groups) expect(group).toMatch(/^(?:\/|(?:\/group\d+)+)$/);
  });

  it.each(names)('%s is known by all that a report holds', async (name) => {
    const { kernel, cpuModel, cgroupMode, memory, disk, psi, stealRatio, vitals } = await reportOf(name);
    expect([kernel, cpuModel, cgroupMode]).not.toContain('unknown');
    expect(memory.availableBytes).toBeGreaterThan(0);
    expect(disk?.freeBytes).toBeGreaterThan(0);
    expect(psi).not.toBeNull();
    expect(stealRatio).not.toBeNull();
    const { user = 0, system = 0, ioWait = 0, steal = 0, idle = 0 } = vitals?.cpu ?? {};
    expect(user + system + ioWait + steal + idle).toBeCloseTo(1);
    expect(vitals).toMatchObject({ quota: false, throttling: null });
  });

  it('that is a virtual one with both versions of control groups has a slot on each of its cores, and this advice', async () => {
    const report = await reportOf('vm-hybrid-cgroups');
    expect(report).toMatchObject({
      kernel: '6.18.44',
      cpuModel: 'AMD EPYC',
      cgroupMode: 'hybrid',
      cpus: { usable: [0, 1], slots: 2, online: 2 },
      stealRatio: 0,
      vitals: { cgroups: { live: 65, dying: null } },
    });
    expect(adviceOf(report)).toEqual([
      'virtual-machine',
      'min-free-memory',
      'delay-accounting-off',
      'cgroup-v1',
    ]);
  });

  it('with an emulated processor, Linux 6.1 and nothing but cgroup v2 gets the advice of an older kernel', async () => {
    const report = await reportOf('emulated-linux-6-1');
    expect(report).toMatchObject({
      kernel: '6.1.0',
      cpuModel: 'QEMU TCG CPU version 2.5+',
      cgroupMode: 'v2',
      cpus: { usable: [0, 1], slots: 2, online: 2 },
      stealRatio: 0,
      vitals: { cgroups: { live: 0, dying: 0 } },
    });
    expect(adviceOf(report)).toEqual([
      'little-disk',
      'kernel-before-6.3',
      'little-memory',
      'clock-source',
      'transparent-huge-pages',
      'virtual-machine',
      'memory-peak-not-resettable',
      'delay-accounting-off',
    ]);
  });

  it('whose neighbours take a tenth of its time, or whose disk is nearly full, says so', async () => {
    const name = 'vm-hybrid-cgroups';
    const ticks = /^cpu +(.*)$/m.exec(recording(name).files['/proc/stat'] ?? '')?.[1]?.split(' ') ?? [];
    const [user, steal] = [Number(ticks[0]) + 180, Number(ticks[7]) + 20];
    const later = ['cpu ', user, ...ticks.slice(1, 7), steal, ...ticks.slice(8)].join(' ');
    const robbed = await reportOf(name, { '/proc/stat': `${later}\n` });
    expect(robbed.stealRatio).toBeCloseTo(0.1);
    expect(adviceOf(robbed)).toContain('steal-time');
    const { files, room } = recording(name);
    const full = new MemoryTree(files, { totalBytes: room?.totalBytes ?? 0, freeBytes: 1024 ** 3 });
    expect(adviceOf(await createHostReader({ diskPath: '/data' }, full).read())).toContain('little-disk');
  });
});
