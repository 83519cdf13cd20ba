import { createHostReader, type SlotWishes } from '@sandglass/host-health';
import { hybridMachine, machineFiles, MemoryTree, type Machine } from '@sandglass/host-health/testing';
import { describe, expect, it } from 'vitest';
import { drawPlacement, explainPlacement } from './placement-drawing.ts';

async function drawn(machine: Machine, wishes: SlotWishes = {}): Promise<string[]> {
  const plan = await createHostReader(wishes, new MemoryTree(machineFiles(machine))).plan();
  return [...drawPlacement(plan), ...explainPlacement(plan)];
}

describe('the drawing of the slots', () => {
  it('has a line per cache, with the slot of each core and its idle thread', async () => {
    expect(await drawn({ sockets: 2, coresPerSocket: 4, smt: true, coresPerL3: 2 }, { slots: 6 })).toEqual([
      'socket 0, node 0 (8.0 GiB)',
      '  L3 of 0-1,8-9    S0:0/8     S4:1/9',
      '  L3 of 2-3,10-11  S2:2/10    free:3/11',
      'socket 1, node 1 (8.0 GiB)',
      '  L3 of 4-5,12-13  S1:4/12    S5:5/13',
      '  L3 of 6-7,14-15  S3:6/14    free:7/15',
      'free: no slot, by quota or configuration',
    ]);
  });

  it('breaks lines after eight cores', async () => {
    const lines = await drawn({ sockets: 1, coresPerSocket: 20, smt: false });
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatch(/^ +S16:16 +S17:17 +S18:18 +S19:19$/);
  });

  it('says what the cores without a slot are left for', async () => {
    expect(await drawn(hybridMachine, { reserve: 1 })).toEqual([
      'socket 0, node 0 (8.0 GiB)',
      '  L3 of 0-9  kept:0/1  S0:2/3    S1:4/5    shut:6/7  slow:8    slow:9',
      'kept: for the system',
      'slow: no slot, because there are faster cores',
      'shut: not usable by this process',
    ]);
  });

  it('shows both slots of a core when SMT is used, and a node without memory', async () => {
    const machine: Machine = { sockets: 1, coresPerSocket: 2, smt: true, coresPerL3: 0, memoryless: [0] };
    expect(await drawn(machine, { smt: 'use' })).toEqual([
      'socket 0, node 0 (no memory)',
      '  cores  S0:0+S2:2  S1:1+S3:3',
    ]);
  });
});
