/** Sockets, NUMA nodes, physical cores and their hardware threads, as sysfs tells them. */
import { parseCpuList } from './cpu-list.ts';
import type { HostTree } from './tree.ts';

export interface Cpu {
  /** The kernel's number. */
  readonly number: number;
  readonly socket: number;
  readonly node: number;
  /** All hardware threads of its physical core, itself included; the same text for each of them. */
  readonly core: string;
}

const cpuFolder = '/sys/devices/system/cpu';

/** Numbers of the CPUs that are switched on. Without sysfs: those /proc/cpuinfo lists. */
export async function readOnlineCpus(tree: HostTree): Promise<{ cpus: number[]; detail: string }> {
  const online = await tree.word(`${cpuFolder}/online`);
  if (online !== null) return { cpus: parseCpuList(online), detail: `${cpuFolder}/online ${online}` };
  const listed = [...((await tree.text('/proc/cpuinfo')) ?? '').matchAll(/^processor\s*:\s*(\d+)/gm)];
  const cpus = listed.map((match) => Number(match[1]));
  return { cpus: cpus.length === 0 ? [0] : cpus, detail: '/proc/cpuinfo' };
}

/** What is unknown is told apart: a CPU without topology files is its own core on socket and node 0. */
export async function readTopology(tree: HostTree, cpus: readonly number[]): Promise<Cpu[]> {
  const nodes = await readNodes(tree);
  return Promise.all(
    cpus.map(async (number) => {
      const folder = `${cpuFolder}/cpu${number}/topology`;
      const [socket, siblings] = await Promise.all([
        tree.number(`${folder}/physical_package_id`),
        // core_cpus_list is the name since 5.4; the old one stays for compatibility.
        tree
          .word(`${folder}/core_cpus_list`)
          .then((text) => text ?? tree.word(`${folder}/thread_siblings_list`)),
      ]);
      return {
        number,
        socket: Math.max(socket ?? 0, 0), // −1: the firmware does not know
        node: nodes.get(number) ?? 0,
        core: siblings ?? String(number),
      };
    }),
  );
}

async function readNodes(tree: HostTree): Promise<Map<number, number>> {
  const byCpu = new Map<number, number>();
  const names = (await tree.names('/sys/devices/system/node')).filter((name) => /^node\d+$/.test(name));
  for (const name of names) {
    const list = (await tree.text(`/sys/devices/system/node/${name}/cpulist`)) ?? '';
    for (const cpu of parseCpuList(list)) byCpu.set(cpu, Number(name.slice('node'.length)));
  }
  return byCpu;
}

export function countCores(cpus: readonly Cpu[]): number {
  return new Set(cpus.map((cpu) => cpu.core)).size;
}

/** Do two of these CPUs share a core? */
export function hasSmt(cpus: readonly Cpu[]): boolean {
  return countCores(cpus) < cpus.length;
}
