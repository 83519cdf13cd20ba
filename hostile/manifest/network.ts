import type { HostileProgram } from '../model.ts';

export const network: readonly HostileProgram[] = [
  { file: 'network/socket-families.c', expect: ['exited 0'], aims: 'network' },
  {
    file: 'network/loopback.py',
    expect: ['exited 0'],
    aims: 'network',
    limits: { cpuUs: 1_000_000, wallUs: 3_000_000 },
  },
  { file: 'network/abstract-sockets.c', expect: ['exited 0'], aims: 'network' },
  {
    file: 'network/DownloadTest.java',
    expect: ['exited 0'],
    aims: 'network',
    limits: { memoryBytes: 320 << 20, processes: 64, cpuUs: 3_000_000, wallUs: 5_000_000 },
  },
];
