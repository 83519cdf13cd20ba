import { advisorySchema, type Advisory } from '@sandglass/contracts';
import { readFile } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { advisoriesPage, advisoriesPageFile } from './advisories-page.ts';
import { advisories } from './advisories.ts';
import { createHostReader } from './host-reader.ts';
import type { SlotWishes } from './options.ts';
import { cgroupV1, cgroupV2, machineFiles, MemoryTree, type Machine } from './test-machine.ts';
import type { Room } from './tree.ts';

/** A host as it should be: nothing applies. */
const settings = {
  '/proc/sys/kernel/osrelease': '6.12.0\n',
  '/proc/sys/kernel/core_pattern': 'core\n',
  '/proc/sys/kernel/pid_max': '4194304\n',
  '/proc/sys/kernel/threads-max': '513000\n',
  '/proc/sys/kernel/task_delayacct': '1\n',
  '/proc/sys/kernel/numa_balancing': '0\n',
  '/proc/sys/vm/min_free_kbytes': '67584\n',
  '/proc/sys/vm/overcommit_memory': '0\n',
  '/sys/devices/system/cpu/cpufreq/policy0/scaling_governor': 'performance\n',
  '/sys/devices/system/cpu/cpufreq/policy1/scaling_governor': 'performance\n',
  '/sys/devices/system/cpu/intel_pstate/no_turbo': '1\n',
  '/sys/devices/system/clocksource/clocksource0/current_clocksource': 'tsc\n',
  '/sys/kernel/mm/transparent_hugepage/enabled': 'always [madvise] never\n',
  '/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages': '0\n',
  '/sys/kernel/mm/hugepages/hugepages-2048kB/nr_overcommit_hugepages': '0\n',
  ...Object.fromEntries(
    ['ipc', 'mnt', 'net', 'pid', 'uts'].map((kind) => [`/proc/sys/user/max_${kind}_namespaces`, '96365\n']),
  ),
};
const plain: Machine = { sockets: 2, coresPerSocket: 4, smt: false };

interface Case {
  readonly machine?: Partial<Machine>;
  readonly files?: Readonly<Record<string, string>>;
  /** Files that are different when the host is looked at the second time. */
  readonly later?: Readonly<Record<string, string>>;
  /** Between the two looks. */
  readonly waitedMs?: number;
  readonly room?: Room;
  readonly wishes?: SlotWishes;
  readonly clockSynchronised?: boolean | null;
}

/** What a host is advised that is looked at twice, as one that reports every second is. */
async function advised({
  machine,
  files,
  later = {},
  waitedMs = 0,
  room,
  wishes,
  clockSynchronised = true,
}: Case): Promise<Advisory[]> {
  const tree = new MemoryTree(
    machineFiles({ ...plain, ...machine, files: { ...settings, ...files } }),
    room ?? { totalBytes: 100 * gibibyte, freeBytes: 50 * gibibyte },
  );
  const view = async () => ({ blocked: [], namespaces: [], clockSynchronised });
  const reader = createHostReader({ ...wishes, diskPath: '/data', view }, tree);
  await reader.read();
  tree.write(later);
  // Whole milliseconds: of fractions, the sum minus one part may be a little less than the other.
  const nowMs = Math.ceil(performance.now()) + waitedMs;
  if (waitedMs > 0) vi.spyOn(performance, 'now').mockReturnValue(nowMs);
  return (await reader.read()).advisories;
}

/** Of 10 s of CPU time between two looks, so many hundredths went to others. */
const stolen = (ticks: number): Case => ({
  files: { '/proc/stat': 'cpu  100 0 100 800 0 0 0 7 0 0\n' },
  later: { '/proc/stat': `cpu  ${String(1100 - ticks)} 0 100 800 0 0 0 ${String(7 + ticks)} 0 0\n` },
});
const gibibyte = 1024 ** 3;
const roomOf = (freeBytes: number): Case => ({ room: { totalBytes: 100 * gibibyte, freeBytes } });
const kernel = (release: string) => ({ '/proc/sys/kernel/osrelease': release });
const cpuinfo = (flags: string) => ({ '/proc/cpuinfo': `processor\t: 0\nflags\t\t: ${flags}\n` });

/** Tasks in state D by the function of the kernel they wait in. */
function stuckAt(places: Readonly<Record<string, number>>): Record<string, string> {
  const tasks = Object.entries(places).flatMap(([place, count]) => Array<string>(count).fill(place));
  return Object.fromEntries(
    tasks.flatMap((place, index) => {
      const pid = String(4000 + index);
      return [
        [`/proc/${pid}/stat`, `${pid} (kworker) D ${'0 '.repeat(16)}1 0 100 0\n`],
        [`/proc/${pid}/status`, 'voluntary_ctxt_switches:\t7\n'],
        [`/proc/${pid}/wchan`, place],
      ];
    }),
  );
}

/** Of every advisory: hosts to which it applies, and hosts on the other side of its border. */
const cases: Readonly<Record<string, { readonly applies: readonly Case[]; readonly not: readonly Case[] }>> =
  {
    'no-cgroups': {
      applies: [{ files: { '/proc/self/mountinfo': '' } }],
      not: [{ files: cgroupV1('/') }, { files: cgroupV2('/') }],
    },
    'bpf-filters-stuck': {
      applies: [
        { files: stuckAt({ bpf_prog_pack_free: 8 }), waitedMs: 10_000 },
        { files: stuckAt({ bpf_prog_pack_free: 1, __purge_vmap_area_lazy: 1 }), waitedMs: 10_000 },
      ],
      not: [
        { files: stuckAt({ bpf_prog_pack_free: 8 }), waitedMs: 9_000 },
        { files: stuckAt({ bpf_prog_pack_free: 7 }), waitedMs: 10_000 },
        { files: stuckAt({ __purge_vmap_area_lazy: 9 }), waitedMs: 10_000 },
      ],
    },
    'few-namespaces': {
      applies: [{ files: { '/proc/sys/user/max_ipc_namespaces': '47\n' } }],
      not: [{ files: { '/proc/sys/user/max_ipc_namespaces': '48\n' } }],
    },
    'little-disk': {
      applies: [roomOf(2 * gibibyte - 1)],
      not: [roomOf(2 * gibibyte)],
    },
    'kernel-before-6.3': {
      applies: [{ files: kernel('5.15.0-91-generic') }, { files: kernel('6.2.16') }],
      not: [{ files: kernel('6.3.0') }, { files: kernel('unknown') }],
    },
    'steal-time': {
      applies: [stolen(10)],
      not: [stolen(9), stolen(0)],
    },
    'swap-in-use': {
      applies: [
        {
          files: {
            '/proc/meminfo':
              'MemTotal: 8388608 kB\nMemAvailable: 8000000 kB\nSwapTotal: 1048576 kB\nSwapFree: 524288 kB\n',
          },
        },
      ],
      not: [
        {
          files: {
            '/proc/meminfo':
              'MemTotal: 8388608 kB\nMemAvailable: 8000000 kB\nSwapTotal: 1048576 kB\nSwapFree: 1048000 kB\n',
          },
        },
      ],
    },
    'little-memory': {
      applies: [{ files: { '/proc/meminfo': 'MemTotal: 8388608 kB\nMemAvailable: 4194000 kB\n' } }],
      not: [
        { files: { '/proc/meminfo': 'MemTotal: 8388608 kB\nMemAvailable: 4194304 kB\n' } },
        {
          files: { '/proc/meminfo': 'MemTotal: 8388608 kB\nMemAvailable: 4194000 kB\n' },
          wishes: { slots: 7 },
        },
      ],
    },
    'few-processes': {
      applies: [
        {
          files: {
            ...cgroupV2('/a/b'),
            '/sys/fs/cgroup/a/pids.max': '2559\n',
            '/sys/fs/cgroup/a/b/pids.max': 'max\n',
          },
        },
        { files: { ...cgroupV1('/a'), '/sys/fs/cgroup/pids/a/pids.max': '512\n' } },
        { files: { '/proc/sys/kernel/pid_max': '2000\n' } },
        { files: { '/proc/sys/kernel/threads-max': '2000\n' } },
      ],
      not: [{ files: { ...cgroupV2('/a/b'), '/sys/fs/cgroup/a/pids.max': '2560\n' } }],
    },
    'strict-overcommit': {
      applies: [{ files: { '/proc/sys/vm/overcommit_memory': '2\n' } }],
      not: [{ files: { '/proc/sys/vm/overcommit_memory': '1\n' } }],
    },
    'quota-below-cores': {
      applies: [{ files: { '/sys/fs/cgroup/cpu.max': '750000 100000\n' } }],
      not: [{ files: { '/sys/fs/cgroup/cpu.max': '800000 100000\n' } }],
    },
    'smt-used': {
      applies: [{ machine: { smt: true }, wishes: { smt: 'use' } }],
      not: [{ machine: { smt: true } }, { machine: { smt: true }, wishes: { smt: 'use', slots: 8 } }],
    },
    governor: {
      applies: [{ files: { '/sys/devices/system/cpu/cpufreq/policy1/scaling_governor': 'powersave\n' } }],
      not: [{ files: { '/sys/devices/system/cpu/cpufreq/policy1/scaling_governor': 'performance\n' } }],
    },
    turbo: {
      applies: [
        { files: { '/sys/devices/system/cpu/intel_pstate/no_turbo': '0\n' } },
        {
          files: {
            '/sys/devices/system/cpu/intel_pstate/no_turbo': '',
            '/sys/devices/system/cpu/cpufreq/boost': '1\n',
          },
        },
      ],
      not: [
        {
          files: {
            '/sys/devices/system/cpu/intel_pstate/no_turbo': '',
            '/sys/devices/system/cpu/cpufreq/boost': '0\n',
          },
        },
        { files: { '/sys/devices/system/cpu/intel_pstate/no_turbo': '' } },
      ],
    },
    'clock-source': {
      applies: ['hpet', 'acpi_pm'].map((name) => ({
        files: { '/sys/devices/system/clocksource/clocksource0/current_clocksource': `${name}\n` },
      })),
      not: ['kvm-clock', 'arch_sys_counter'].map((name) => ({
        files: { '/sys/devices/system/clocksource/clocksource0/current_clocksource': `${name}\n` },
      })),
    },
    'transparent-huge-pages': {
      applies: [{ files: { '/sys/kernel/mm/transparent_hugepage/enabled': '[always] madvise never\n' } }],
      not: [{ files: { '/sys/kernel/mm/transparent_hugepage/enabled': 'always madvise [never]\n' } }],
    },
    'numa-balancing': {
      applies: [{ files: { '/proc/sys/kernel/numa_balancing': '1\n' } }],
      not: [{ machine: { sockets: 1 }, files: { '/proc/sys/kernel/numa_balancing': '1\n' } }],
    },
    'node-without-memory': {
      applies: [{ machine: { memoryless: [1] } }],
      not: [{ machine: { memoryless: [1] }, wishes: { slots: 1 } }, { machine: { memoryOnlyNodes: 1 } }],
    },
    'memory-peak-missing': {
      applies: [{ files: kernel('5.18.0') }],
      not: [{ files: kernel('5.19.0') }, { files: { ...kernel('5.18.0'), ...cgroupV1('/') } }],
    },
    'mixed-cores': {
      applies: [{ machine: { slowCoresPerSocket: 2 } }],
      not: [{ machine: { slowCoresPerSocket: 2, affinity: [0, 1] } }],
    },
    'smt-on': {
      applies: [{ machine: { smt: true } }],
      not: [{ machine: { smt: true, offline: [8, 9, 10, 11, 12, 13, 14, 15] } }],
    },
    'virtual-machine': {
      applies: [{ files: cpuinfo('fpu hypervisor lahf_lm') }],
      not: [{ files: cpuinfo('fpu lahf_lm') }],
    },
    'min-free-memory': {
      applies: [{ files: { '/proc/sys/vm/min_free_kbytes': '16384\n' } }],
      not: [{ files: { '/proc/sys/vm/min_free_kbytes': '33555\n' } }],
    },
    'core-pattern-pipe': {
      applies: [
        {
          files: { '/proc/sys/kernel/core_pattern': '|/usr/share/apport/apport -p%p -s%s -c%c -d%d -P%P\n' },
        },
        { files: { '/proc/sys/kernel/core_pattern': '|/usr/lib/systemd/systemd-coredump %P %u %g\n' } },
      ],
      not: [
        { files: { '/proc/sys/kernel/core_pattern': '/var/crash/core.%p\n' } },
        { files: { '/proc/sys/kernel/core_pattern': '' } },
      ],
    },
    'huge-pages': {
      applies: ['nr_hugepages', 'nr_overcommit_hugepages'].map((name) => ({
        files: { [`/sys/kernel/mm/hugepages/hugepages-1048576kB/${name}`]: '4\n' },
      })),
      not: [{ files: { '/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages': '0\n' } }],
    },
    'memory-peak-not-resettable': {
      applies: [{ files: kernel('5.19.0') }, { files: kernel('6.11.9') }],
      not: [{ files: kernel('5.18.0') }, { files: { ...kernel('6.1.0'), ...cgroupV1('/') } }],
    },
    'delay-accounting-off': {
      applies: [{ files: { '/proc/sys/kernel/task_delayacct': '0\n' } }],
      not: [{ files: { '/proc/sys/kernel/task_delayacct': '' } }],
    },
    'cgroup-v1': {
      applies: [{ files: cgroupV1('/') }],
      not: [{ files: cgroupV2('/docker/a') }],
    },
    'psi-off': {
      applies: [{ files: { '/proc/pressure/cpu': '' } }],
      not: [{ files: { '/proc/pressure/memory': '' } }],
    },
    'clock-unsynchronised': {
      applies: [{ clockSynchronised: false }],
      not: [{ clockSynchronised: null }],
    },
  };

describe('advisories', () => {
  it('are none for a plain, modern host', async () => {
    expect(await advised({})).toEqual([]);
  });

  it('have a case here each and ids of their own; the most pressing are first', () => {
    const ids = advisories.map(({ id }) => id);
    expect(Object.keys(cases)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    const order = { critical: 0, warning: 1, info: 2 };
    const ranks = advisories.map(({ severity }) => order[severity]);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
  });

  it('are written in the manual as they are in the rules', async () => {
    expect(await readFile(advisoriesPageFile, 'utf8')).toBe(advisoriesPage());
  });

  it.each(Object.keys(cases))('%s applies to the hosts it is about, and to no other', async (id) => {
    const { applies, not } = cases[id] ?? { applies: [], not: [] };
    for (const host of applies) {
      const found = (await advised(host)).find((advisory) => advisory.id === id);
      expect(advisorySchema.parse(found)).toEqual(found);
      expect(found?.what).toMatch(/\. .*\.$/);
      expect(found?.source).toMatch(/\w/);
      expect(found?.what).not.toMatch(/undefined|NaN|null/);
    }
    for (const host of not) {
      expect((await advised(host)).map((advisory) => advisory.id)).not.toContain(id);
    }
  });
});
