import type { LanguageDefinition } from '../definition.ts';

export const pascal: LanguageDefinition = {
  id: 'pascal',
  name: 'Pascal',
  extensions: ['pas', 'pp'],
  companionExtensions: ['inc'],
  entryPoint: 'main-file',
  editorMode: 'pascal',
  partWords: ['unit', 'library', 'package'],
  guess: {
    byExtension: true,
    sign: /^[ \t]*(program[ \t]+\w+[ \t]*[;(]|uses[ \t]+\w)|\b(readln|writeln) ?\(/im,
    weight: 5,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/fpc', '/usr/local/bin/fpc'], names: ['fpc'] },
    runtime: null,
  },
  packages: ['fp-compiler'],
  version: { of: 'compiler', arguments: ['-iV'] },
  probe: null,
  hostPaths: ['/etc/fpc-*.cfg'],
  prepare: null,
  compile: {
    // Units are found from the main file.
    argv: ['{compiler}', '-O2', '-XS', '-Xs', '-l-', '-v0e', '-oprogram', '{entry}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Runtime error 203'],
};
