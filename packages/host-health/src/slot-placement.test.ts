import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCpus, type CpuPlan } from './cpu-plan.ts';
import type { SlotWishes } from './options.ts';
import type { SlotPlacement } from './slot-placement.ts';
import { cgroupV2, machineFiles, MemoryTree, type Machine } from './test-machine.ts';

function plan(machine: Machine, wishes: SlotWishes = {}): Promise<CpuPlan> {
  return planCpus(new MemoryTree(machineFiles(machine)), wishes);
}

const cpusOf = (slots: readonly SlotPlacement[]) => slots.map(({ cpus }) => cpus[0]);

const slotsPerCache = (slots: readonly SlotPlacement[]) =>
  [...Map.groupBy(slots, ({ l3 }) => l3).values()].map((group) => group.length).toSorted((a, b) => a - b);

describe('an AMD with 8 L3 caches of 4 cores', () => {
  const rome: Machine = { sockets: 1, coresPerSocket: 32, smt: true, coresPerL3: 4 };

  it('spreads slots over the caches before two share one', async () => {
    const { slots, derivation } = await plan(rome, { slots: 8 });
    expect(cpusOf(slots)).toEqual([0, 4, 8, 12, 16, 20, 24, 28]);
    expect(new Set(slots.map(({ l3 }) => l3)).size).toBe(8);
    expect(derivation.machine).toBe('1 socket × 32 cores × 2 threads, 1 NUMA node, 8 L3 caches');
    expect(slots[0]?.memoryNodes).toBeNull();
  });

  it('gives no cache two slots more than another', async () => {
    const { slots } = await plan(rome, { slots: 19 });
    expect(slotsPerCache(slots)).toEqual([2, 2, 2, 2, 2, 3, 3, 3]);
  });

  it('with four nodes on each of two sockets alternates between the sockets too', async () => {
    const milan: Machine = { ...rome, sockets: 2, coresPerSocket: 64, nodesPerSocket: 4, coresPerL3: 8 };
    const { slots } = await plan(milan, { slots: 4 });
    expect(slots.map(({ node }) => node)).toEqual([0, 4, 1, 5]);
    expect(slots.map(({ socket }) => socket)).toEqual([0, 1, 0, 1]);
    expect(slots.map(({ memoryNodes }) => memoryNodes)).toEqual([[0], [4], [1], [5]]);
  });
});

describe('nodes of memory', () => {
  it('without memory of their own take it from the nearest that has some', async () => {
    const { slots } = await plan({
      sockets: 4,
      coresPerSocket: 2,
      smt: false,
      memoryless: [1, 3],
      distances: [
        [10, 16, 32, 32],
        [16, 10, 32, 32],
        [32, 32, 10, 16],
        [32, 32, 16, 10],
      ],
    });
    expect(slots).toHaveLength(8);
    expect(slots.slice(0, 4).map(({ node, memoryNodes }) => [node, memoryNodes])).toEqual([
      [0, [0]],
      [1, [0]],
      [2, [2]],
      [3, [2]],
    ]);
  });

  it('without CPUs get no slot and serve none', async () => {
    const { slots, derivation } = await plan({
      sockets: 2,
      coresPerSocket: 4,
      smt: false,
      memoryOnlyNodes: 2,
    });
    expect(derivation.machine).toBe('2 sockets × 4 cores, 4 NUMA nodes, 2 L3 caches');
    expect(new Set(slots.flatMap(({ memoryNodes }) => memoryNodes))).toEqual(new Set([0, 1]));
  });

  it('that this process may not use are not bound to', async () => {
    const machine: Machine = { sockets: 2, coresPerSocket: 2, smt: false };
    const files = machineFiles(machine);
    const status = `${files['/proc/self/status'] ?? ''}Mems_allowed_list:\t1\n`;
    const { slots } = await plan({ ...machine, files: { '/proc/self/status': status } });
    expect(slots.map(({ node, memoryNodes }) => [node, memoryNodes])).toEqual([
      [0, [1]],
      [1, [1]],
      [0, [1]],
      [1, [1]],
    ]);
  });

  it('are bound even when the only slot would stay at home by itself', async () => {
    const { slots } = await plan({ sockets: 2, coresPerSocket: 4, smt: false }, { slots: 1 });
    expect(slots[0]?.memoryNodes).toEqual([0]);
  });
});

describe('two kinds of cores', () => {
  const hybrid: Machine = {
    sockets: 1,
    coresPerSocket: 24,
    smt: true,
    slowCoresPerSocket: 16,
    numbering: 'adjacent',
  };

  it('have slots on the fast ones only, one per core', async () => {
    const { slots, slow, derivation } = await plan(hybrid);
    expect(cpusOf(slots)).toEqual([0, 2, 4, 6, 8, 10, 12, 14]);
    expect(slow).toEqual(Array.from({ length: 16 }, (_, index) => 16 + index));
    expect(derivation.summary).toBe('8 of 32: 1 socket × 8 cores × 2 threads: 16 → 8 physical');
    expect(derivation.bounds.find(({ source }) => source === 'core-kind')).toEqual({
      source: 'core-kind',
      cpus: 16,
      detail: 'fastest kind of cores: CPUs 0-15; the slower CPUs 16-31 get no slot',
    });
  });

  it('have slots on slow ones where only slow ones may be used', async () => {
    const { slots, slow } = await plan({ ...hybrid, affinity: [20, 21, 22] });
    expect(cpusOf(slots)).toEqual([20, 21, 22]);
    expect(slow).toEqual([]);
  });

  it('are recognised by capacity on arm64, where a little more turbo is no kind of its own', async () => {
    const capacity = (cpu: number) => (cpu < 4 ? 446 : cpu === 7 ? 1024 : 990);
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, cpu) => [
        `/sys/devices/system/cpu/cpu${String(cpu)}/cpu_capacity`,
        `${String(capacity(cpu))}\n`,
      ]),
    );
    const { slots } = await plan({ sockets: 1, coresPerSocket: 8, smt: false, coresPerL3: 0, files });
    expect(cpusOf(slots)).toEqual([4, 5, 6, 7]);
  });
});

describe('an arm64 server with clusters of 4 cores and no known L3', () => {
  it('spreads slots over clusters', async () => {
    const kunpeng: Machine = {
      sockets: 2,
      coresPerSocket: 64,
      smt: false,
      nodesPerSocket: 2,
      coresPerL3: 0,
      coresPerCluster: 4,
    };
    const { slots, derivation } = await plan(kunpeng, { slots: 12 });
    expect(derivation.machine).toBe('2 sockets × 64 cores, 4 NUMA nodes');
    expect(cpusOf(slots)).toEqual([0, 64, 32, 96, 4, 68, 36, 100, 8, 72, 40, 104]);
  });
});

describe('SMT in use', () => {
  const machine: Machine = { sockets: 2, coresPerSocket: 2, smt: true };

  it('makes a slot per hardware thread, every core one before any has two', async () => {
    const { slots, derivation } = await plan(machine, { smt: 'use' });
    expect(cpusOf(slots)).toEqual([0, 2, 1, 3, 4, 6, 5, 7]);
    expect(slots[0]?.siblings).toEqual([4]);
    expect(slots[4]?.siblings).toEqual([0]);
    expect(derivation.summary).toBe('8 of 8: /sys/devices/system/cpu/online 0-7');
    expect(derivation.bounds.at(-1)).toEqual({
      source: 'hardware-threads',
      cpus: 8,
      detail: '2 sockets × 2 cores × 2 threads, a slot on each of 8 threads',
    });
  });

  it('changes nothing while there are cores enough', async () => {
    const [idle, use] = await Promise.all(
      (['idle', 'use'] as const).map((smt) => plan(machine, { slots: 4, smt })),
    );
    expect(use?.slots).toEqual(idle?.slots);
  });
});

describe('cores reserved for the system', () => {
  const machine: Machine = { sockets: 2, coresPerSocket: 8, smt: true, coresPerL3: 4 };

  it('come from each node in turn, with all their threads, from one cache as long as it lasts', async () => {
    const { reserved, slots, derivation } = await plan(machine, { reserve: 4 });
    expect(reserved).toEqual([0, 16, 8, 24, 1, 17, 9, 25]);
    expect(slots).toHaveLength(12);
    expect(slots.flatMap(({ cpus, siblings }) => [...cpus, ...siblings])).toEqual(
      expect.not.arrayContaining([0, 1, 8, 9, 16, 17, 24, 25]),
    );
    expect(derivation.summary).toBe('12 of 32: 4 cores reserved for the system: CPUs 0-1,8-9,16-17,24-25');
  });

  it('are kept of a quota as well', async () => {
    const files = { ...cgroupV2('/'), '/sys/fs/cgroup/cpu.max': '600000 100000\n' };
    expect((await plan({ ...machine, files }, { reserve: 2 })).slots).toHaveLength(4);
  });

  it('are never all', async () => {
    const { slots, reserved } = await plan({ sockets: 1, coresPerSocket: 2, smt: false }, { reserve: 5 });
    expect(cpusOf(slots)).toEqual([1]);
    expect(reserved).toEqual([0]);
    expect((await plan({ sockets: 1, coresPerSocket: 1, smt: false }, { reserve: 1 })).slots).toHaveLength(1);
  });
});

/** Any machine of up to 4 sockets and 64 CPUs, some of them switched off or forbidden, and any wishes. */
const machines = fc
  .record({
    sockets: fc.integer({ min: 1, max: 4 }),
    coresPerSocket: fc.integer({ min: 1, max: 8 }),
    nodesPerSocket: fc.constantFrom(1, 2),
    smt: fc.boolean(),
    coresPerL3: fc.constantFrom(0, 1, 2, 4),
    numbering: fc.constantFrom('separate' as const, 'adjacent' as const),
    offline: fc.array(fc.integer({ min: 1, max: 63 }), { maxLength: 12 }),
    forbidden: fc.array(fc.integer({ min: 0, max: 63 }), { maxLength: 12 }),
    memoryless: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 2 }),
  })
  .map(({ forbidden, ...machine }): Machine => {
    const all = machine.sockets * machine.coresPerSocket * (machine.smt ? 2 : 1);
    const affinity = Array.from({ length: all }, (_, cpu) => cpu).filter(
      (cpu) => !machine.offline.includes(cpu) && !forbidden.includes(cpu),
    );
    return affinity.length === 0 ? machine : { ...machine, affinity };
  });
const wishes = fc.record({
  slots: fc.option(fc.integer({ min: 1, max: 80 })),
  reserve: fc.integer({ min: 0, max: 6 }),
});

describe('every plan', () => {
  it('has at least one slot, on usable CPUs, each on a core of its own, off the reserved cores', async () => {
    await fc.assert(
      fc.asyncProperty(machines, wishes, async (machine, wished) => {
        const { slots, derivation, topology, reserved } = await plan(machine, wished);
        const coreOf = new Map(topology.map(({ number, core }) => [number, core]));
        const cpus = slots.flatMap((slot) => slot.cpus);
        expect(cpus.length).toBeGreaterThan(0);
        expect(derivation.usable).toEqual(expect.arrayContaining(cpus));
        expect(new Set(cpus.map((cpu) => coreOf.get(cpu))).size).toBe(cpus.length);
        expect(reserved.filter((cpu) => cpus.includes(cpu))).toEqual([]);
        expect(slots.map(({ ordinal }) => ordinal)).toEqual(slots.map((_, index) => index));
        expect(derivation.slots).toBe(slots.length);
        expect(derivation.bounds.every((bound) => Math.max(1, Math.floor(bound.cpus)) >= slots.length)).toBe(
          true,
        );
      }),
    );
  });

  it('uses no node two slots more than another that still has a free core', async () => {
    await fc.assert(
      fc.asyncProperty(machines, wishes, async (machine, wished) => {
        const { slots, derivation, topology, reserved } = await plan(machine, wished);
        const open = topology.filter(
          ({ number }) => derivation.usable.includes(number) && !reserved.includes(number),
        );
        const nodes = [...Map.groupBy(open, ({ node }) => node)].map(([node, cpus]) => ({
          used: slots.filter((slot) => slot.node === node).length,
          cores: new Set(cpus.map(({ core }) => core)).size,
        }));
        const most = Math.max(...nodes.map(({ used }) => used));
        for (const { used, cores } of nodes) expect(used).toBeGreaterThanOrEqual(Math.min(cores, most - 1));
      }),
    );
  });

  it('begins with the plan for fewer slots', async () => {
    await fc.assert(
      fc.asyncProperty(machines, fc.integer({ min: 1, max: 16 }), async (machine, slots) => {
        const [all, some] = await Promise.all([plan(machine), plan(machine, { slots })]);
        expect(some.slots).toEqual(all.slots.slice(0, slots));
      }),
    );
  });

  it('binds memory only to nodes that have some', async () => {
    await fc.assert(
      fc.asyncProperty(machines, async (machine) => {
        const { slots, nodes } = await plan(machine);
        const withMemory = nodes.filter(({ memoryBytes }) => memoryBytes !== 0).map(({ number }) => number);
        for (const { node, memoryNodes } of slots) {
          if (withMemory.length < 2) expect(memoryNodes).toBeNull();
          else if (withMemory.includes(node)) expect(memoryNodes).toEqual([node]);
          else expect(withMemory).toContain(memoryNodes?.[0]);
        }
      }),
    );
  });

  it('with SMT in use gives each hardware thread at most one slot', async () => {
    await fc.assert(
      fc.asyncProperty(machines, async (machine) => {
        const { slots, derivation } = await plan(machine, { smt: 'use' });
        expect(slots.flatMap(({ cpus }) => cpus).toSorted((a, b) => a - b)).toEqual(derivation.usable);
      }),
    );
  });
});
