import type { HostileProgram } from '../model.ts';

const mebibyte = 1 << 20;
/** An interpreter on a busy host; and a virtual machine, with its threads. */
const interpreter = { cpuUs: 1_000_000, wallUs: 3_000_000 };
const machine = { memoryBytes: 320 * mebibyte, processes: 64, cpuUs: 1_000_000, wallUs: 3_000_000 };
/** Who does nothing but explode needs no more time than it takes to begin. */
const bomb = { cpuUs: 500_000, wallUs: 1_500_000 };
const patient = { ...machine, cpuUs: 3_000_000, wallUs: 8_000_000 };
/** What a refused fork had allocated is charged for a moment: see the bombs in C. */
const held = ['cpu-limit', 'wall-limit', 'memory-limit'];
/** A runtime that gets no more threads or memory ends itself in its own way. */
const crashed = [
  'exited 1',
  'exited 2',
  'exited 133',
  'exited 134',
  'signalled SIGABRT',
  'signalled SIGTRAP',
];

/** What the other languages have of their own to attack with, while they run. */
export const languages: readonly HostileProgram[] = [
  { file: 'bombs/goroutines.go', expect: [...held, 'exited 2'], aims: 'host-size', limits: bomb },
  {
    file: 'bombs/locked-threads.go',
    expect: [...held, ...crashed],
    aims: 'no-process',
    limits: bomb,
  },
  { file: 'bombs/workers.js.txt', expect: [...held, ...crashed], aims: 'no-process', limits: machine },
  { file: 'bombs/wasm-memory.js.txt', expect: [...held, ...crashed], aims: 'host-size', limits: machine },
  { file: 'bombs/processes.php', expect: [...held, 'exited 255'], aims: 'no-process', limits: bomb },
  { file: 'bombs/fork-bomb.rb', expect: held, aims: 'no-process', limits: bomb },
  { file: 'bombs/fork-bomb.pl', expect: held, aims: 'no-process', limits: bomb },
  { file: 'bombs/strings.lua', expect: [...held, 'exited 1'], aims: 'host-size', limits: bomb },
  { file: 'bombs/fork-bomb.bash', expect: held, aims: 'no-process', limits: bomb },
  { file: 'bombs/Threads.cs', expect: [...held, ...crashed], aims: 'no-process', limits: machine },
  { file: 'bombs/fork-bomb.pas', expect: held, aims: 'no-process' },
  {
    file: 'bombs/recursion.py',
    expect: [...held, 'exited 0', 'exited 1', 'signalled SIGSEGV'],
    aims: 'host-size',
    limits: bomb,
  },
  { file: 'bombs/python-fork-bomb.py', language: 'pypy3', expect: held, aims: 'no-process', limits: machine },
  { file: 'processes/leaves-children.rs', expect: ['exited 0'], aims: 'no-process' },
  { file: 'processes/children.js.txt', expect: ['exited 0'], aims: 'no-process', limits: patient },
  { file: 'processes/cluster.ts.txt', expect: [...held, ...crashed], aims: 'no-process', limits: machine },
  {
    file: 'processes/shell.php',
    expect: ['exited 0', 'wall-limit'],
    aims: 'no-process',
    limits: interpreter,
  },
  { file: 'processes/daemon.rb', expect: ['exited 0'], aims: 'no-process', limits: interpreter },
  { file: 'processes/execute.lua', expect: ['exited 0'], aims: 'no-process', limits: interpreter },
  { file: 'processes/commands.awk', expect: ['exited 0'], aims: 'no-process', limits: interpreter },
  { file: 'processes/limits.bash', expect: held, aims: 'supervisor', limits: { wallUs: 1_500_000 } },
  { file: 'processes/Start.cs', expect: ['exited 0'], aims: 'no-process', limits: patient },
  { file: 'processes/pool.py', expect: ['exited 0'], aims: 'no-process', limits: interpreter },
  { file: 'processes/own-limits.py', expect: ['cpu-limit', 'wall-limit'], aims: 'bounded-time' },
  {
    file: 'processes/EndRace.java',
    expect: ['cpu-limit', 'wall-limit'],
    aims: 'bounded-time',
    limits: machine,
  },
  { file: 'kernel/raw-calls.go', expect: ['exited 0'], aims: 'supervisor', limits: interpreter },
  { file: 'kernel/raw-calls.rs', expect: ['exited 0'], aims: 'supervisor', numbers: true },
  {
    file: 'kernel/syscalls.rb',
    expect: ['exited 0'],
    aims: 'supervisor',
    limits: interpreter,
    numbers: true,
  },
  {
    file: 'kernel/syscalls.pl',
    expect: ['exited 0'],
    aims: 'supervisor',
    limits: interpreter,
    numbers: true,
  },
  {
    file: 'kernel/bytecode.lua',
    expect: [...held, ...crashed, 'exited 0', 'signalled SIGSEGV', 'signalled SIGBUS'],
    aims: 'clean-slot',
    limits: interpreter,
  },
  { file: 'kernel/Pointers.cs', expect: ['exited 0'], aims: 'supervisor', limits: patient, numbers: true },
  { file: 'kernel/calls.pas', expect: ['exited 0'], aims: 'supervisor', numbers: true },
  {
    file: 'kernel/ctypes-calls.py',
    expect: ['exited 0'],
    aims: 'supervisor',
    limits: interpreter,
    numbers: true,
  },
  {
    file: 'kernel/BarePointers.java',
    expect: [...crashed, 'signalled SIGSEGV'],
    aims: 'host-files',
    limits: patient,
  },
  { file: 'kernel/OwnLibrary.java', expect: ['exited 0'], aims: 'secrets', limits: patient },
  { file: 'spying/runtime.js.txt', expect: ['exited 0'], aims: 'secrets', limits: patient },
  { file: 'spying/wrappers.php', expect: ['exited 0'], aims: 'secrets', limits: interpreter },
  { file: 'spying/globs.pl', expect: ['exited 0'], aims: 'secrets', limits: interpreter },
  { file: 'network/inspector.js.txt', expect: ['exited 0'], aims: 'network', limits: patient },
  { file: 'network/devices.bash', expect: ['exited 0'], aims: 'network', limits: interpreter },
  { file: 'leftovers/profiles.bash', expect: ['exited 0'], aims: 'clean-slot', limits: interpreter },
];
