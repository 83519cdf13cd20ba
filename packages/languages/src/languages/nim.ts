import type { LanguageDefinition } from '../definition.ts';

export const nim: LanguageDefinition = {
  id: 'nim',
  name: 'Nim',
  extensions: ['nim'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'nim',
  guess: { byExtension: true, sign: /^[ \t]*(proc[ \t]+\w+\*?[ \t]*\(|echo\s)|\bparseInt\b/m, weight: 4 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/nim', '/usr/local/bin/nim'], names: ['nim'] },
    runtime: null,
  },
  packages: ['nim'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  hostPaths: ['/etc/nim'],
  prepare: null,
  compile: {
    // Modules are found from the main file.
    argv: [
      '{compiler}',
      'compile',
      '-d:release',
      '--hints:off',
      '--warnings:off',
      '--nimcache:/tmp/nim',
      '--out:program',
      '{entry}',
    ],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['out of memory'],
};
