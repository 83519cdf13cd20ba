import type { HostileProgram } from '../model.ts';

export const disk: readonly HostileProgram[] = [
  { file: 'disk/fill-box.c', expect: ['memory-limit', 'exited 0'], aims: 'host-size' },
  {
    file: 'disk/fill-box.c',
    expect: ['exited 0'],
    aims: 'clean-slot',
    limits: { memoryBytes: 400 << 20, cpuUs: 2_000_000, wallUs: 4_000_000 },
  },
  { file: 'disk/inode-bomb.c', expect: ['exited 0', 'memory-limit'], aims: 'clean-slot' },
  { file: 'disk/sparse-giants.c', expect: ['exited 0'], aims: 'supervisor-size', collects: true },
  { file: 'disk/deep-directories.c', expect: ['exited 0'], aims: 'clean-slot', collects: true },
  { file: 'disk/long-names.c', expect: ['exited 0'], aims: 'clean-slot', collects: true },
  { file: 'disk/symlink-out.c', expect: ['exited 0'], aims: 'secrets', collects: true },
  { file: 'disk/hard-links.c', expect: ['exited 0'], aims: 'host-files' },
  { file: 'disk/link-race.c', expect: ['exited 0'], aims: 'secrets', collects: true },
  { file: 'disk/xattr-bomb.c', expect: ['exited 0', 'memory-limit'], aims: 'clean-slot' },
  { file: 'disk/hole-fault.c', expect: ['memory-limit'], aims: 'host-size' },
  {
    file: 'disk/hole-fault.c',
    expect: ['signalled SIGBUS'],
    aims: 'clean-slot',
    limits: { memoryBytes: 400 << 20, cpuUs: 2_000_000, wallUs: 4_000_000 },
  },
  { file: 'disk/fifo-tricks.c', expect: ['exited 0'], aims: 'bounded-time', collects: true },
  { file: 'disk/descriptor-bomb.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'disk/unlinked-giants.c', expect: ['memory-limit', 'exited 0'], aims: 'clean-slot' },
  { file: 'disk/locked-modes.c', expect: ['exited 0'], aims: 'clean-slot', collects: true },
  { file: 'disk/move-the-box.c', expect: ['exited 0'], aims: 'clean-slot' },
  {
    file: 'disk/write-everywhere.py',
    expect: ['exited 0'],
    aims: 'host-files',
    limits: { cpuUs: 2_000_000, wallUs: 4_000_000 },
  },
];
