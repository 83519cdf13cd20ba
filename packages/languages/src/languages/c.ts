import type { LanguageDefinition } from '../definition.ts';

export const c: LanguageDefinition = {
  id: 'c',
  name: 'C',
  extensions: ['c'],
  companionExtensions: ['h'],
  entryPoint: 'none',
  editorMode: 'c',
  guess: {
    byExtension: true,
    sign: /^[ \t]*#[ \t]*include[ \t]*[<"]\w+\.h[>"]|\bint main ?\(/m,
    weight: 1,
  },
  programs: { compiler: { wellKnown: ['/usr/bin/gcc'], names: ['gcc', 'cc'] }, runtime: null },
  packages: ['gcc', 'libc6-dev'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: {
    file: 'probe.c',
    text: '#include <math.h>\nint main(int n, char **a) { return (int)sin((double)n - 1); }\n',
  },
  hostPaths: [],
  prepare: null,
  compile: {
    // Static: no run waits for the dynamic linker, and the program runs on hosts without the
    // compiler. -lm is last because a static archive is searched when it is met.
    argv: [
      '{compiler}',
      '-x',
      'c',
      '-std=gnu17',
      '-O2',
      '-static',
      '-pipe',
      '-o',
      'program',
      '{sources}',
      '-lm',
    ],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: [],
};
