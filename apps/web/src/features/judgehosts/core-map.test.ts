import type { CpuDerivation } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { coreMap } from './core-map.ts';

const place = (ordinal: number, cpu: number, socket: number, l3: string | null = null) => ({
  ordinal,
  cpus: [cpu],
  siblings: [cpu + 40],
  socket,
  node: socket,
  l3,
  memoryNodes: [socket],
});
const cpus = (placement: CpuDerivation['placement']): CpuDerivation => ({
  usable: [],
  slots: 4,
  online: 8,
  bounds: [],
  summary: '4 of 8',
  placement,
});
const slot = (ordinal: number, state: 'idle' | 'running') => ({
  ordinal,
  cpus: [],
  state,
  submissionId: null,
  test: null,
  sinceMs: 0,
  rebuilds: 0,
});

describe('the map of cores', () => {
  it('groups slots by socket, node and cache, in the order of their cores, with what they do', () => {
    const placement = [place(0, 0, 0, '0-1'), place(1, 20, 1, '20-21'), place(2, 1, 0, '0-1')];
    const map = coreMap(cpus(placement), [slot(0, 'running'), slot(2, 'idle')]);
    expect(map?.map(({ socket, nodes }) => [socket, nodes.map(({ slots }) => slots.length)])).toEqual([
      [0, [2]],
      [1, [1]],
    ]);
    expect(map?.[0]?.nodes[0]?.caches[0]?.slots.map(({ ordinal, state }) => [ordinal, state])).toEqual([
      [0, 'running'],
      [2, 'idle'],
    ]);
    expect(map?.[1]?.nodes[0]?.slots[0]?.state).toBeNull();
  });

  it('is none where the host does not tell', () => {
    expect(coreMap(cpus(null), [])).toBeNull();
    expect(coreMap(cpus([]), [])).toBeNull();
  });
});
