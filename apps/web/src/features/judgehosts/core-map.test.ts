import type { Judgehost, MachineCores, SlotState } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { coreMap, type CoreMap } from './core-map.ts';

type Report = NonNullable<Judgehost['report']>;
type Placement = NonNullable<Report['cpus']['placement']>;
type Runs = MachineCores['groups'][number]['runs'];

const gigabyte = 1024 ** 3;

/** Slots one after the other on these CPUs. */
function slotsOn(places: readonly (readonly [cpu: number, siblings: number[], node: number])[]): Placement {
  return places.map(([cpu, siblings, node], ordinal) => ({
    ordinal,
    cpus: [cpu],
    siblings,
    socket: node,
    node,
    l3: null,
    memoryNodes: null,
  }));
}

/** A machine with one socket and one cache. */
const oneSocket = (runs: Runs, nodes: MachineCores['nodes'] = []): MachineCores => ({
  groups: [{ socket: 0, node: 0, l3: '0-7', runs }],
  nodes,
});

const slot = (ordinal: number, state: SlotState['state']): SlotState => ({
  ordinal,
  cpus: [],
  state,
  submissionId: null,
  test: null,
  sinceMs: 0,
  rebuilds: 0,
});

function mapOf(
  placement: Placement | null,
  cores: MachineCores | null,
  slots: SlotState[] = [],
): CoreMap | null {
  const cpus = { usable: [], slots: 1, online: 1, bounds: [], summary: '', placement };
  return coreMap({ report: { cpus } as Partial<Report> as Report, slots, cores });
}

const cellsOf = (map: CoreMap | null) =>
  map?.sockets.flatMap(({ nodes }) => nodes.flatMap(({ caches }) => caches.flatMap(({ cores }) => cores))) ??
  [];

describe('the map of cores', () => {
  it('of 2 sockets × 20 cores has a cell for each, those without a slot too', () => {
    const cores: MachineCores = {
      groups: [0, 1].map((socket) => ({
        socket,
        node: socket,
        l3: socket === 0 ? '0-19,40-59' : '20-39,60-79',
        runs: [
          { use: 'kept', cpus: [socket * 20, socket * 20 + 40], count: 1, step: 0 },
          { use: 'slots', cpus: [socket * 20 + 1, socket * 20 + 41], count: 19, step: 1 },
        ],
      })),
      nodes: [0, 1].map((node) => ({ node, memoryBytes: 64 * gigabyte })),
    };
    const places = slotsOn([
      [1, [41], 0],
      [21, [61], 1],
      [2, [42], 0],
    ]);
    const map = mapOf(places, cores, [slot(0, 'running'), slot(2, 'idle')]);
    expect(map?.sockets.map(({ nodes }) => nodes[0]?.caches[0]?.cores.length)).toEqual([20, 20]);
    expect(map?.sockets[0]?.nodes[0]?.memoryBytes).toBe(64 * gigabyte);
    expect(map?.legend.map(({ text }) => text)).toEqual([
      '3 with a slot',
      '35 no slot, by quota or configuration',
      '2 reserved for the system',
    ]);
    expect(
      cellsOf(map)
        .slice(0, 4)
        .map(({ title }) => title),
    ).toEqual([
      'core 0 (CPUs 0, 40), socket 0, node 0: reserved for the system',
      'core 1 (CPUs 1, 41), socket 0, node 0: slot 0 on CPU 1, running; its other threads 41 are kept idle',
      'core 2 (CPUs 2, 42), socket 0, node 0: slot 2 on CPU 2, idle; its other threads 42 are kept idle',
      'core 3 (CPUs 3, 43), socket 0, node 0: no slot, by quota or configuration',
    ]);
    expect(map?.idleThreads).toBe(true);
  });

  it('of a laptop with 2 of 4 cores shows which the judgehost may not use', () => {
    const cores = oneSocket([
      { use: 'slots', cpus: [0], count: 2, step: 1 },
      { use: 'shut', cpus: [2], count: 2, step: 1 },
    ]);
    const map = mapOf(
      slotsOn([
        [0, [], 0],
        [1, [], 0],
      ]),
      cores,
    );
    expect(cellsOf(map).map(({ kind }) => kind)).toEqual(['slot', 'slot', 'shut', 'shut']);
    expect(cellsOf(map)[3]?.title).toBe('core 3, socket 0, node 0: not usable by the judgehost');
    expect(map?.idleThreads).toBe(false);
  });

  it('of mixed cores shows the slow ones, and memory without a core', () => {
    const cores = oneSocket(
      [
        { use: 'slots', cpus: [0, 1], count: 2, step: 2 },
        { use: 'slow', cpus: [4], count: 4, step: 1 },
      ],
      [
        { node: 0, memoryBytes: 8 * gigabyte },
        { node: 1, memoryBytes: 16 * gigabyte },
      ],
    );
    const map = mapOf(
      slotsOn([
        [0, [1], 0],
        [2, [3], 0],
      ]),
      cores,
    );
    expect(cellsOf(map).map(({ kind, cpus }) => [kind, ...cpus])).toEqual([
      ['slot', 0, 1],
      ['slot', 2, 3],
      ['slow', 4],
      ['slow', 5],
      ['slow', 6],
      ['slow', 7],
    ]);
    expect(map?.memoryOnly).toEqual([{ node: 1, title: 'node 1: memory without cores, 16 GiB' }]);
  });

  it('has one cell for a core with a slot on each of its threads', () => {
    const cores = oneSocket([{ use: 'slots', cpus: [0, 1], count: 1, step: 0 }]);
    const map = mapOf(
      slotsOn([
        [0, [1], 0],
        [1, [0], 0],
      ]),
      cores,
    );
    expect(cellsOf(map).map(({ slots, idle }) => [slots.map(({ ordinal }) => ordinal), idle])).toEqual([
      [[0, 1], []],
    ]);
  });

  it('has a slot also on a core that was switched on after the host registered', () => {
    const cores = oneSocket([{ use: 'slots', cpus: [0], count: 1, step: 0 }]);
    const map = mapOf(
      slotsOn([
        [0, [], 0],
        [1, [], 0],
      ]),
      cores,
    );
    expect(cellsOf(map).map(({ kind }) => kind)).toEqual(['slot', 'slot']);
  });

  it('of a host with older software has the cores of its slots alone', () => {
    const places = slotsOn([
      [0, [40], 0],
      [20, [60], 1],
      [1, [41], 0],
    ]);
    const map = mapOf(places, null, [slot(0, 'running')]);
    expect(map?.sockets.map(({ socket, nodes }) => [socket, nodes[0]?.caches[0]?.cores.length])).toEqual([
      [0, 2],
      [1, 1],
    ]);
    expect(cellsOf(map).map(({ slots }) => slots[0]?.state)).toEqual(['running', null, null]);
    expect(map?.legend).toEqual([{ kind: 'slot', text: '3 with a slot' }]);
  });

  it('is none where the host does not report it', () => {
    expect(mapOf(null, null)).toBeNull();
    expect(mapOf([], null)).toBeNull();
  });
});
