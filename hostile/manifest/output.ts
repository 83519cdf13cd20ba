import type { HostileProgram } from '../model.ts';

export const output: readonly HostileProgram[] = [
  { file: 'output/endless-stdout.c', expect: ['output-limit'], aims: 'host-size' },
  { file: 'output/endless-stderr.c', expect: ['output-limit'], aims: 'supervisor-size' },
  { file: 'output/stubborn-printer.c', expect: ['output-limit'], aims: 'no-process' },
  { file: 'output/vmsplice-output.c', expect: ['output-limit'], aims: 'supervisor' },
  {
    file: 'output/byte-by-byte.c',
    expect: ['output-limit', 'cpu-limit', 'wall-limit'],
    aims: 'bounded-time',
  },
  { file: 'output/closed-stdio.c', expect: ['exited 0'], aims: 'clean-slot' },
  { file: 'output/write-stdin.c', expect: ['exited 0'], aims: 'host-files' },
  {
    file: 'output/pipe-games.c',
    expect: ['exited 0', 'output-limit', 'signalled SIGKILL'],
    aims: 'supervisor',
  },
  { file: 'output/own-reader.c', expect: ['exited 0'], aims: 'bounded-time' },
  { file: 'output/splice-games.c', expect: ['exited 0', 'output-limit'], aims: 'supervisor' },
  { file: 'output/stdout-in-flight.c', expect: ['exited 0'], aims: 'bounded-time' },
  { file: 'output/python-printer.py', expect: ['output-limit'], aims: 'no-process' },
  { file: 'output/digit-flood.c', expect: ['WA'], aims: 'bounded-time', limits: { outputBytes: 4 << 20 } },
  { file: 'output/strange-numbers.py', expect: ['WA'], aims: 'bounded-time' },
];
