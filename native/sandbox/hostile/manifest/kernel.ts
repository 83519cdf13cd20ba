import type { HostileProgram } from '../model.ts';

export const kernel: readonly HostileProgram[] = [
  { file: 'kernel/closed-calls.c', expect: ['exited 0'], aims: 'host-files' },
  { file: 'kernel/keyrings.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'kernel/foreign-entry.c', expect: ['signalled SIGSYS', 'signalled SIGSEGV'], aims: 'supervisor' },
  { file: 'kernel/x32-calls.c', expect: ['signalled SIGSYS'], aims: 'supervisor' },
  { file: 'kernel/filter-games.c', expect: ['exited 0'], aims: 'supervisor' },
  { file: 'kernel/unreviewed-calls.c', expect: ['exited 0'], aims: 'supervisor' },
  { file: 'kernel/send-descriptors.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'kernel/scheduler.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'kernel/clocks.c', expect: ['exited 0'], aims: 'host-files' },
  { file: 'kernel/personality.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'kernel/timer-storm.c', expect: ['cpu-limit', 'wall-limit'], aims: 'bounded-time' },
  { file: 'kernel/host-disk.c', expect: ['exited 0'], aims: 'bounded-time' },
  { file: 'kernel/watches.c', expect: ['exited 0'], aims: 'secrets' },
  { file: 'kernel/socket-filters.c', expect: ['exited 0'], aims: 'supervisor' },
  { file: 'kernel/async-io.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'kernel/compat-jump.c', expect: ['signalled SIGSYS', 'signalled SIGSEGV'], aims: 'supervisor' },
  { file: 'kernel/vsyscall.c', expect: ['exited 0'], aims: 'supervisor' },
  {
    file: 'kernel/sysinfo-flood.c',
    expect: ['exited 0'],
    aims: 'bounded-time',
    limits: { cpuUs: 3_000_000, wallUs: 6_000_000 },
  },
  { file: 'kernel/epoll-nests.c', expect: ['cpu-limit', 'wall-limit'], aims: 'bounded-time' },
];
