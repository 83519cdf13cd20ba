import type { HostileProgram } from '../model.ts';

/** On a busy host a program gets less CPU per second: only its own use may end it. */
const patient = { wallUs: 8_000_000 };
const jvm = { memoryBytes: 320 << 20, processes: 64, cpuUs: 1_500_000, wallUs: 3_000_000 };

export const processes: readonly HostileProgram[] = [
  { file: 'processes/daemon.c', expect: ['exited 0'], aims: 'no-process' },
  { file: 'processes/deaf-daemons.c', expect: ['exited 0'], aims: 'no-process' },
  { file: 'processes/subreaper.c', expect: ['exited 0'], aims: 'no-process' },
  { file: 'processes/init-killer.c', expect: ['exited 0'], aims: 'supervisor' },
  { file: 'processes/signal-parent.c', expect: ['exited 0'], aims: 'supervisor' },
  { file: 'processes/clone-parent.c', expect: ['exited 0'], aims: 'supervisor' },
  { file: 'processes/stop-self.c', expect: ['wall-limit'], aims: 'bounded-time' },
  { file: 'processes/stop-everyone.c', expect: ['wall-limit'], aims: 'bounded-time' },
  { file: 'processes/zombie-farm.c', expect: ['exited 0'], aims: 'empty-group' },
  { file: 'processes/robust-lists.c', expect: ['exited 0'], aims: 'bounded-time' },
  { file: 'processes/raise-limits.c', expect: ['exited 0'], aims: 'supervisor' },
  {
    file: 'processes/short-children.c',
    expect: ['cpu-limit'],
    aims: 'bounded-time',
    alone: true,
    limits: patient,
  },
  {
    file: 'processes/unreaped-children.c',
    expect: ['cpu-limit'],
    aims: 'bounded-time',
    alone: true,
    limits: patient,
  },
  {
    file: 'processes/spinning-threads.c',
    expect: ['cpu-limit'],
    aims: 'bounded-time',
    alone: true,
    limits: patient,
  },
  {
    file: 'processes/leader-gone.c',
    expect: ['cpu-limit'],
    aims: 'bounded-time',
    alone: true,
    limits: patient,
  },
  {
    file: 'processes/exec-in-thread.c',
    expect: ['cpu-limit'],
    aims: 'bounded-time',
    alone: true,
    limits: patient,
  },
  { file: 'processes/vfork-stall.c', expect: ['wall-limit'], aims: 'bounded-time' },
  { file: 'processes/sleeper.c', expect: ['wall-limit'], aims: 'bounded-time' },
  { file: 'processes/fifo-wait.sh', expect: ['wall-limit'], aims: 'bounded-time' },
  { file: 'processes/orphan-printer.c', expect: ['exited 0', 'output-limit'], aims: 'no-process' },
  { file: 'processes/fake-time-limit.c', expect: ['signalled SIGXCPU'], aims: 'clean-slot' },
  { file: 'processes/fake-kill.c', expect: ['signalled SIGKILL'], aims: 'clean-slot' },
  { file: 'processes/shell-daemon.sh', expect: ['exited 0'], aims: 'no-process' },
  {
    file: 'processes/Spawner.java',
    expect: ['cpu-limit', 'wall-limit'],
    aims: 'no-process',
    limits: jvm,
  },
  { file: 'processes/core-dump.c', expect: ['signalled SIGSEGV'], aims: 'host-files' },
  { file: 'processes/core-limit.c', expect: ['signalled SIGQUIT'], aims: 'host-files' },
  { file: 'processes/core-limit.sh', expect: ['exited 0'], aims: 'host-files' },
];
