/**
 * The /proc and /sys files of imagined machines. What is asked for by shape is written as Linux writes it on such
 * machines; `files` goes over it. Real machines are recorded (`record-tree.ts`).
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatCpuList } from './cpu-list.ts';
import { Tree, type Room } from './tree.ts';

export interface Machine {
  readonly sockets: number;
  readonly coresPerSocket: number;
  readonly smt: boolean;
  /** Default 1. */
  readonly nodesPerSocket?: number;
  /** Cores behind one L3 cache; default: all of a socket. 0: no L3 at all. */
  readonly coresPerL3?: number;
  /** Cores of a cluster; default: the kernel knows none. */
  readonly coresPerCluster?: number;
  /** The last cores of each socket that are slow: one thread each, behind the same L3. Default 0. */
  readonly slowCoresPerSocket?: number;
  /**
   * `separate` (default): first threads of all cores, socket after socket, then the second threads, as servers have it.
   * `adjacent`: the threads of a core side by side, as desktops and virtual machines do.
   */
  readonly numbering?: 'separate' | 'adjacent';
  /** Numbers that are switched off. */
  readonly offline?: readonly number[];
  readonly affinity?: readonly number[];
  /** Nodes whose CPUs have no memory of their own. */
  readonly memoryless?: readonly number[];
  /** Nodes of memory alone, numbered after the others. */
  readonly memoryOnlyNodes?: number;
  /** Rows of the firmware's distances; default: 10 at home, 20 elsewhere. */
  readonly distances?: readonly (readonly number[])[];
  /** Anything else, over what the numbers above make. Path → content. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Four fast cores of two threads, of which this process may not use one, and two slow ones. */
export const hybridMachine: Machine = {
  sockets: 1,
  coresPerSocket: 6,
  smt: true,
  slowCoresPerSocket: 2,
  numbering: 'adjacent',
  affinity: [0, 1, 2, 3, 4, 5, 8, 9],
};

/** A core of the imagined machine, before anything is switched off. */
interface Core {
  /** Of the whole machine. */
  readonly index: number;
  /** Within its socket. */
  readonly inSocket: number;
  readonly socket: number;
  readonly node: number;
  readonly slow: boolean;
  readonly threads: readonly number[];
}

export function machineFiles(machine: Machine): Record<string, string> {
  const cores = coresOf(machine);
  const off = new Set(machine.offline ?? []);
  const on = (cpus: Iterable<number>): number[] =>
    [...cpus].filter((cpu) => !off.has(cpu)).sort((a, b) => a - b);
  const online = on(cores.flatMap(({ threads }) => threads));
  const list = (some: readonly Core[]): string =>
    `${formatCpuList(on(some.flatMap(({ threads }) => threads)))}\n`;
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
      .map(
        (cpu) => `processor\t: ${String(cpu)}\nmodel name\t: Recorded  CPU @ 2.10GHz\nflags\t\t: fpu tsc\n`,
      )
      .join('\n'),
    '/proc/self/status': `Name:\tnode\nCpus_allowed_list:\t${formatCpuList(machine.affinity ?? online)}\n`,
    '/sys/devices/system/cpu/online': `${formatCpuList(online)}\n`,
    ...cgroupV2('/'),
  };
  for (const core of cores) {
    const sharing = (size: number): Core[] =>
      cores.filter(
        ({ socket, inSocket }) =>
          socket === core.socket && Math.floor(inSocket / size) === Math.floor(core.inSocket / size),
      );
    for (const cpu of on(core.threads)) {
      const folder = `/sys/devices/system/cpu/cpu${String(cpu)}`;
      files[`${folder}/topology/physical_package_id`] = `${String(core.socket)}\n`;
      files[`${folder}/topology/core_cpus_list`] = list([core]);
      files[`${folder}/topology/thread_siblings_list`] = list([core]);
      files[`${folder}/topology/cluster_cpus_list`] = list(sharing(machine.coresPerCluster ?? 1));
      const perL3 = machine.coresPerL3 ?? machine.coresPerSocket;
      const levels = perL3 === 0 ? [1, 1, 2] : [1, 1, 2, 3];
      for (const [index, level] of levels.entries()) {
        files[`${folder}/cache/index${String(index)}/level`] = `${String(level)}\n`;
        files[`${folder}/cache/index${String(index)}/shared_cpu_list`] = list(
          level === 3 ? sharing(perL3) : [core],
        );
      }
    }
  }
  const slow = cores.filter((core) => core.slow);
  if (slow.length > 0) {
    files['/sys/devices/cpu_atom/cpus'] = list(slow);
    files['/sys/devices/cpu_core/cpus'] = list(cores.filter((core) => !core.slow));
  }
  const nodes = machine.sockets * (machine.nodesPerSocket ?? 1) + (machine.memoryOnlyNodes ?? 0);
  for (let node = 0; node < nodes; node += 1) {
    const kilobytes = (machine.memoryless ?? []).includes(node) ? 0 : 8_388_608;
    const others = Array.from({ length: nodes }, (_, other) => (other === node ? 10 : 20));
    const folder = `/sys/devices/system/node/node${String(node)}`;
    files[`${folder}/cpulist`] = list(cores.filter((core) => core.node === node));
    files[`${folder}/meminfo`] = `Node ${String(node)} MemTotal:       ${String(kilobytes)} kB\n`;
    files[`${folder}/distance`] = `${(machine.distances?.[node] ?? others).join(' ')}\n`;
  }
  return { ...files, ...machine.files };
}

function coresOf(machine: Machine): Core[] {
  const { sockets, coresPerSocket, nodesPerSocket = 1, slowCoresPerSocket = 0 } = machine;
  const total = sockets * coresPerSocket;
  let next = 0;
  return Array.from({ length: total }, (_, index) => {
    const inSocket = index % coresPerSocket;
    const socket = Math.floor(index / coresPerSocket);
    const slow = inSocket >= coresPerSocket - slowCoresPerSocket;
    const two = machine.smt && !slow;
    const first = machine.numbering === 'adjacent' ? next : index;
    const threads = two ? [first, machine.numbering === 'adjacent' ? first + 1 : index + total] : [first];
    next += threads.length;
    const node = socket * nodesPerSocket + Math.floor((inSocket * nodesPerSocket) / coresPerSocket);
    return { index, inSocket, socket, node, slow, threads };
  });
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

/** The same files without a disk: big machines have thousands, and property tests many machines. */
export class MemoryTree extends Tree {
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, Set<string>>();
  readonly #room: Room | null;

  /** @param room of its only file system */
  constructor(files: Readonly<Record<string, string>>, room: Room | null = null) {
    super();
    this.#room = room;
    this.write(files);
  }

  /** New files, and new contents of old ones. */
  write(files: Readonly<Record<string, string>>): void {
    for (const [file, content] of Object.entries(files)) {
      this.#files.set(file, content);
      for (let name = file; name !== '/'; name = path.dirname(name)) {
        const folder = path.dirname(name);
        const names = this.#folders.get(folder) ?? new Set();
        this.#folders.set(folder, names.add(path.basename(name)));
      }
    }
  }

  text(file: string): Promise<string | null> {
    return Promise.resolve(this.#files.get(file) ?? null);
  }

  listing(folder: string): Promise<string[] | null> {
    return Promise.resolve(this.entries(folder));
  }

  entries(folder: string): string[] {
    return [...(this.#folders.get(folder) ?? [])];
  }

  head(file: string): string | null {
    return this.#files.get(file)?.slice(0, 256) ?? null;
  }

  whole(file: string): string | null {
    return this.#files.get(file) ?? null;
  }

  room(_folder: string): Promise<Room | null> {
    return Promise.resolve(this.#room);
  }
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
