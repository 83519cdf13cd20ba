import type { HostReport } from '../host-report.ts';
import type { MachineCores } from '../machine-cores.ts';

/** A report of a small, well host. */
export function aHostReport(changes: Partial<HostReport> = {}): HostReport {
  return {
    hostname: 'judge-1',
    kernel: '6.12.0',
    arch: 'x64',
    cpuModel: 'a CPU',
    cgroupMode: 'v2',
    cpus: { usable: [0, 1], slots: 2, online: 2, bounds: [], summary: '2 of 2' },
    load: [0, 0, 0],
    dState: { count: 0, waits: [] },
    memory: { totalBytes: 1, availableBytes: 1, cacheBytes: 0, swapTotalBytes: 0, swapFreeBytes: 0 },
    disk: null,
    stealRatio: null,
    psi: null,
    advisories: [],
    takenAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

/** Two cores of one thread each. */
export const twoCores: MachineCores = {
  groups: [{ socket: 0, node: 0, l3: null, runs: [{ use: 'slots', cpus: [0], count: 2, step: 1 }] }],
  nodes: [],
};
