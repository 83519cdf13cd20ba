/** Writes the /proc and /sys files of an imagined machine into a folder: the recorded trees of the tests. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatCpuList } from './cpu-list.ts';

export interface Machine {
  readonly sockets: number;
  readonly coresPerSocket: number;
  readonly smt: boolean;
  /** Numbers that are switched off. */
  readonly offline?: readonly number[];
  readonly affinity?: readonly number[];
  /** Anything else, over what the numbers above make. Path → content. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * Numbering as Linux does it on x86: first threads of all cores, socket after socket, then
 * the second threads in the same order. One NUMA node per socket.
 */
export function machineFiles(machine: Machine): Record<string, string> {
  const cores = machine.sockets * machine.coresPerSocket;
  const all = Array.from({ length: cores * (machine.smt ? 2 : 1) }, (_, cpu) => cpu);
  const online = all.filter((cpu) => !(machine.offline ?? []).includes(cpu));
  const files: Record<string, string> = {
    '/proc/sys/kernel/hostname': 'recorded\n',
    '/proc/sys/kernel/osrelease': '6.8.0-45-generic\n',
    '/proc/loadavg': '0.50 0.40 0.30 1/200 4321\n',
    '/proc/stat': 'cpu  100 0 100 800 0 0 0 0 0 0\n',
    '/proc/meminfo':
      'MemTotal: 8388608 kB\nMemFree: 1048576 kB\nMemAvailable: 4194304 kB\nBuffers: 1024 kB\nCached: 2048 kB\nSReclaimable: 1024 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n',
    '/proc/pressure/cpu':
      'some avg10=1.50 avg60=0.00 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n',
    '/proc/pressure/io': 'some avg10=0.25 avg60=0.00 avg300=0.00 total=1\n',
    '/proc/pressure/memory': 'some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n',
    '/proc/cpuinfo': online
      .map((cpu) => `processor\t: ${cpu}\nmodel name\t: Recorded  CPU @ 2.10GHz\n`)
      .join('\n'),
    '/proc/self/status': `Name:\tnode\nCpus_allowed_list:\t${formatCpuList(machine.affinity ?? online)}\n`,
    '/sys/devices/system/cpu/online': `${formatCpuList(online)}\n`,
    ...cgroupV2('/'),
  };
  for (const cpu of online) {
    const core = cpu % cores;
    const threads = [core, core + cores].filter((thread) => online.includes(thread));
    const folder = `/sys/devices/system/cpu/cpu${cpu}/topology`;
    files[`${folder}/physical_package_id`] = `${Math.floor(core / machine.coresPerSocket)}\n`;
    files[`${folder}/core_cpus_list`] = `${threads.join(',')}\n`;
  }
  for (let node = 0; node < machine.sockets; node += 1) {
    const cpus = online.filter((cpu) => Math.floor((cpu % cores) / machine.coresPerSocket) === node);
    files[`/sys/devices/system/node/node${node}/cpulist`] = `${formatCpuList(cpus)}\n`;
  }
  return { ...files, ...machine.files };
}

/** Pure version 2, this process in the group `own`. */
export function cgroupV2(own: string, mountedRoot = '/'): Record<string, string> {
  return {
    '/proc/self/mountinfo': `30 23 0:26 ${mountedRoot} /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n`,
    '/proc/self/cgroup': `0::${own}\n`,
  };
}

/** Version 1 with the usual controllers, this process in the group `own` of each. */
export function cgroupV1(own: string, mountedRoot = '/'): Record<string, string> {
  const line = (number: number, controllers: string) =>
    `${number} 25 0:${number} ${mountedRoot} /sys/fs/cgroup/${controllers} rw,relatime shared:${number} - cgroup cgroup rw,${controllers}`;
  return {
    '/proc/self/mountinfo': `${['cpu,cpuacct', 'cpuset', 'memory', 'pids'].map((controllers, index) => line(30 + index, controllers)).join('\n')}\n`,
    '/proc/self/cgroup': `5:pids:${own}\n4:memory:${own}\n3:cpuset:${own}\n2:cpu,cpuacct:${own}\n1:name=systemd:${own}\n`,
  };
}

/** @returns the folder, to be used as root and removed by the test */
export async function writeTree(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'sandglass-machine-'));
  for (const [name, content] of Object.entries(files)) {
    const target = path.join(root, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  return root;
}
