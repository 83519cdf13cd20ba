/**
 * The core of the suite: also run on Linux 6.1 with nothing but cgroup v2, in a virtual machine that has no compiler and
 * is a dozen times slower. Of every kind of attack on a running program the sharpest, and all whose end is the
 * business of control groups, which are others there.
 */
export const oldKernelCore: readonly string[] = [
  'bombs/fork-bomb.c',
  'bombs/memfd-bomb.c',
  'bombs/sysv-shm-bomb.c',
  'bombs/oom-dodger.c',
  'output/stubborn-printer.c',
  'output/stdout-in-flight.c',
  'disk/fill-box.c',
  'disk/symlink-out.c',
  'disk/fifo-tricks.c',
  'disk/locked-modes.c',
  'processes/deaf-daemons.c',
  'processes/init-killer.c',
  'processes/stop-everyone.c',
  'processes/unreaped-children.c',
  'privileges/become-root.c',
  'privileges/namespaces.c',
  'privileges/mounts.c',
  'kernel/closed-calls.c',
  'kernel/unreviewed-calls.c',
  'kernel/filter-games.c',
  'kernel/socket-filters.c',
  'kernel/watches.c',
  'processes/clone-parent.c',
  'kernel/send-descriptors.c',
  'kernel/sysinfo-flood.c',
  'network/abstract-sockets.c',
  'spying/guess-paths.c',
  'spying/processes.c',
  'leftovers/sysv-objects.c',
  'leftovers/memory-in-flight.c',
];
