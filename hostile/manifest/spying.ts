import type { HostileProgram } from '../model.ts';

export const spying: readonly HostileProgram[] = [
  { file: 'spying/guess-paths.c', expect: ['exited 0'], aims: 'secrets' },
  {
    file: 'spying/search-everything.py',
    expect: ['exited 0'],
    aims: 'secrets',
    // As many files as the host has tool chains.
    limits: { cpuUs: 3_000_000, wallUs: 8_000_000 },
  },
  { file: 'spying/descriptors.c', expect: ['exited 0'], aims: 'secrets' },
  { file: 'spying/processes.c', expect: ['exited 0'], aims: 'secrets' },
  { file: 'spying/judge-paths.c', expect: ['exited 0'], aims: 'secrets', openFinding: 'H4' },
  { file: 'spying/environment.sh', expect: ['exited 0'], aims: 'secrets' },
  { file: 'spying/host-size.c', expect: ['exited 0'], aims: 'secrets' },
  { file: 'spying/process-count.c', expect: ['exited 0'], aims: 'secrets', openFinding: 'H5' },
  {
    file: 'spying/PathReader.java',
    expect: ['exited 0'],
    aims: 'secrets',
    limits: { memoryBytes: 320 << 20, processes: 64, cpuUs: 3_000_000, wallUs: 5_000_000 },
  },
];
