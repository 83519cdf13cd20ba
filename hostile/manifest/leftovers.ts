import type { HostileProgram } from '../model.ts';

export const leftovers: readonly HostileProgram[] = [
  { file: 'leftovers/sysv-objects.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'leftovers/posix-queues.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'leftovers/every-folder.sh', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'leftovers/file-locks.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'leftovers/abstract-names.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'leftovers/user-quotas.c', expect: ['exited 0', 'memory-limit'], aims: 'clean-slot' },
  { file: 'leftovers/memory-in-flight.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'leftovers/charged-cache.sh', expect: ['exited 0', 'cpu-limit', 'wall-limit'], aims: 'clean-slot' },
  {
    file: 'leftovers/DaemonThreads.java',
    expect: ['exited 0'],
    aims: 'clean-slot',
    limits: { memoryBytes: 320 << 20, processes: 64, cpuUs: 3_000_000, wallUs: 5_000_000 },
  },
];
