import { coresOfRun, machineCoresSchema, type MachineCores } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planCpus } from './cpu-plan.ts';
import { machineCores } from './machine-cores.ts';
import type { SlotWishes } from './options.ts';
import { recordedFolder, recordingSchema } from './record-tree.ts';
import { hybridMachine, machineFiles, MemoryTree, type Machine } from './test-machine.ts';

async function reported(machine: Machine, wishes: SlotWishes = {}): Promise<MachineCores> {
  const cores = machineCores(await planCpus(new MemoryTree(machineFiles(machine)), wishes));
  expect(machineCoresSchema.parse(cores)).toEqual(cores);
  return cores;
}

const gigabytes8 = 8_388_608 * 1024;

describe('the cores of a machine, as they are reported', () => {
  it('are one run a socket where they are all alike', async () => {
    const cores = await reported({ sockets: 2, coresPerSocket: 20, smt: true }, { slots: 6 });
    expect(cores).toEqual({
      groups: [
        { socket: 0, node: 0, l3: '0-19,40-59', runs: [{ use: 'slots', cpus: [0, 40], count: 20, step: 1 }] },
        {
          socket: 1,
          node: 1,
          l3: '20-39,60-79',
          runs: [{ use: 'slots', cpus: [20, 60], count: 20, step: 1 }],
        },
      ],
      nodes: [
        { node: 0, memoryBytes: gigabytes8 },
        { node: 1, memoryBytes: gigabytes8 },
      ],
    });
  });

  it('say which are kept, slow, and not for the judgehost', async () => {
    const { groups, nodes } = await reported({ ...hybridMachine, memoryOnlyNodes: 1 }, { reserve: 1 });
    expect(groups.map(({ runs }) => runs)).toEqual([
      [
        { use: 'kept', cpus: [0, 1], count: 1, step: 0 },
        { use: 'slots', cpus: [2, 3], count: 2, step: 2 },
        { use: 'shut', cpus: [6, 7], count: 1, step: 0 },
        { use: 'slow', cpus: [8], count: 2, step: 1 },
      ],
    ]);
    expect(nodes.map(({ node }) => node)).toEqual([0, 1]);
  });

  it('of a thousand CPUs fit in some kilobytes', async () => {
    const cores = await reported(
      { sockets: 2, coresPerSocket: 256, smt: true, coresPerL3: 16 },
      { slots: 8 },
    );
    expect(JSON.stringify(cores).length).toBeLessThan(8_000);
  });

  it('are each reported once, with all their threads, however they are numbered', async () => {
    const machines = fc.record({
      sockets: fc.integer({ min: 1, max: 3 }),
      coresPerSocket: fc.integer({ min: 1, max: 9 }),
      smt: fc.boolean(),
      coresPerL3: fc.integer({ min: 0, max: 3 }),
      numbering: fc.constantFrom('separate' as const, 'adjacent' as const),
      offline: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(machines, async (machine) => {
        const { groups } = await reported(machine);
        const numbers = groups.flatMap(({ runs }) => runs.flatMap((run) => coresOfRun(run).flat()));
        const threads = machine.sockets * machine.coresPerSocket * (machine.smt ? 2 : 1);
        const online = Array.from({ length: threads }, (_, cpu) => cpu);
        expect(numbers.toSorted((a, b) => a - b)).toEqual(
          online.filter((cpu) => !machine.offline.includes(cpu)),
        );
      }),
      { numRuns: 40 },
    );
  });

  it.each(readdirSync(recordedFolder))('of the real machine of %s are all reported', async (file) => {
    const { files } = recordingSchema.parse(
      JSON.parse(readFileSync(path.join(recordedFolder, file), 'utf8')),
    );
    const plan = await planCpus(new MemoryTree(files), {});
    const { groups } = machineCoresSchema.parse(machineCores(plan));
    const numbers = groups.flatMap(({ runs }) => runs.flatMap((run) => coresOfRun(run).flat()));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(plan.topology.map(({ number }) => number));
  });

  it('are refused where they are more than a kernel can have', () => {
    const run = { use: 'slots', cpus: [0, 1], count: 8000, step: 2 };
    const many = { groups: [{ socket: 0, node: 0, l3: null, runs: [run] }], nodes: [] };
    expect(machineCoresSchema.safeParse(many).error?.issues).toMatchObject([
      { path: ['groups'], message: 'reports more than 8192 CPUs' },
    ]);
  });
});
