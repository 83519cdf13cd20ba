import type { LanguageDefinition } from '../definition.ts';

/** Into a folder of its own: erlc does not make it. A module is called like its file, or erlc refuses it. */
const compile = 'mkdir classes && exec "$0" -W0 -o classes "$@"';

export const erlang: LanguageDefinition = {
  id: 'erlang',
  name: 'Erlang',
  extensions: ['erl'],
  companionExtensions: ['hrl'],
  entryPoint: 'main-file',
  editorMode: 'erlang',
  guess: { byExtension: true, sign: /^-(module|export)\(/m, weight: 9 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/erlc', '/usr/local/bin/erlc'], names: ['erlc'] },
    runtime: { wellKnown: ['/usr/bin/erl', '/usr/local/bin/erl'], names: ['erl'] },
  },
  packages: ['erlang-base'],
  version: {
    of: 'runtime',
    arguments: [
      '-noshell',
      '-eval',
      'io:format("Erlang/OTP ~s~n", [erlang:system_info(otp_release)]), halt().',
    ],
  },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: ['/bin/sh', '-c', compile, '{compiler}', '{sources}'],
    env: {},
    shown: 'erlc -W0 -o classes *.erl',
    result: { kind: 'tree', path: 'classes' },
  },
  // One scheduler and one thread for files: a slot has one core. A program that leaves main by an error ends with
  // status 1.
  run: {
    argv: [
      '{runtime}',
      '+S',
      '1:1',
      '+SDio',
      '1',
      '+A',
      '1',
      '-noshell',
      '-pa',
      '{program}',
      '-s',
      '{entryStem}',
      'main',
      '-s',
      'init',
      'stop',
      '-extra',
    ],
    env: { ERL_CRASH_DUMP_SECONDS: '0' },
  },
  // Of the virtual machine and its code.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 64, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Cannot allocate', 'eheap_alloc:'],
};
