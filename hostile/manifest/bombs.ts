import type { HostileProgram } from '../model.ts';

const mebibyte = 1 << 20;
/** Room for an interpreter or a virtual machine beside what it is made to eat. */
const jvm = { memoryBytes: 320 * mebibyte, processes: 64, cpuUs: 1_500_000, wallUs: 3_000_000 };

/**
 * What a refused fork had allocated is charged until the kernel's next grace period: on a busy host that alone can
 * reach the memory limit.
 */
const refusedForks = ['cpu-limit', 'wall-limit', 'memory-limit'];

export const bombs: readonly HostileProgram[] = [
  { file: 'bombs/fork-bomb.c', expect: refusedForks, aims: 'no-process' },
  { file: 'bombs/vfork-bomb.c', expect: ['wall-limit'], aims: 'no-process' },
  { file: 'bombs/thread-bomb.c', expect: refusedForks, aims: 'no-process' },
  { file: 'bombs/raw-clone-bomb.c', expect: ['exited 0'], aims: 'no-process' },
  {
    file: 'bombs/shell-bomb.sh',
    expect: ['exited 0', 'exited 2', ...refusedForks],
    aims: 'no-process',
  },
  { file: 'bombs/python-fork-bomb.py', expect: refusedForks, aims: 'no-process' },
  { file: 'bombs/malloc-bomb.cpp', expect: ['memory-limit'], aims: 'host-size' },
  { file: 'bombs/mmap-populate.c', expect: ['memory-limit'], aims: 'host-size' },
  { file: 'bombs/stack-overflow.c', expect: ['memory-limit', 'signalled SIGSEGV'], aims: 'host-size' },
  { file: 'bombs/shared-anonymous.c', expect: ['memory-limit'], aims: 'host-size' },
  { file: 'bombs/page-tables.c', expect: ['memory-limit'], aims: 'host-size' },
  {
    file: 'bombs/small-mmaps.c',
    expect: ['memory-limit', 'cpu-limit', 'wall-limit', 'exited 0'],
    aims: 'host-size',
  },
  { file: 'bombs/pipe-buffers.c', expect: ['memory-limit', 'wall-limit'], aims: 'clean-slot' },
  { file: 'bombs/record-locks.c', expect: ['exited 0'], aims: 'host-size' },
  { file: 'bombs/queued-signals.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'bombs/epoll-watches.c', expect: ['memory-limit', 'wall-limit', 'cpu-limit'], aims: 'clean-slot' },
  {
    file: 'bombs/counter-descriptors.c',
    expect: ['memory-limit', 'wall-limit', 'cpu-limit'],
    aims: 'clean-slot',
  },
  { file: 'bombs/socket-buffers.c', expect: ['memory-limit', 'wall-limit'], aims: 'clean-slot' },
  { file: 'bombs/memfd-bomb.c', expect: ['memory-limit'], aims: 'host-size' },
  { file: 'bombs/sysv-shm-bomb.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'bombs/kernel-objects.c', expect: ['exited 0', 'memory-limit'], aims: 'clean-slot' },
  {
    file: 'bombs/huge-argv.c',
    expect: ['exited 0', 'memory-limit', 'signalled SIGKILL', 'signalled SIGSEGV'],
    aims: 'host-size',
  },
  { file: 'bombs/exec-loop.c', expect: ['cpu-limit', 'wall-limit'], aims: 'bounded-time' },
  { file: 'bombs/oom-dodger.c', expect: ['memory-limit'], aims: 'host-size' },
  { file: 'bombs/odd-executables.c', expect: ['exited 0'], aims: 'bounded-time' },
  { file: 'bombs/huge-pages.c', expect: ['exited 0'], aims: 'host-size' },
  { file: 'bombs/memory-locks.c', expect: ['exited 0'], aims: 'host-size' },
  { file: 'bombs/python-memory.py', expect: ['memory-limit'], aims: 'host-size' },
  {
    file: 'bombs/HeapBomb.java',
    expect: ['memory-limit', 'cpu-limit', 'wall-limit', 'exited 1', 'exited 3'],
    aims: 'host-size',
    limits: jvm,
  },
  {
    file: 'bombs/ThreadBomb.java',
    expect: ['cpu-limit', 'wall-limit', 'exited 1', 'signalled SIGABRT'],
    aims: 'no-process',
    limits: jvm,
  },
];
