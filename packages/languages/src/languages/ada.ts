import type { LanguageDefinition } from '../definition.ts';

export const ada: LanguageDefinition = {
  id: 'ada',
  name: 'Ada',
  extensions: ['adb', 'ads'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'ada',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(with[ \t]+Ada\.|procedure[ \t]+\w+[ \t]+is\b)/im,
    weight: 8,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/gnatmake'], names: ['gnatmake'] },
    runtime: null,
  },
  packages: ['gnat'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    // Units are found from the main file. It may be called otherwise than its procedure (-gnatwn: without a word of it).
    argv: [
      '{compiler}',
      '-q',
      '-O2',
      '-gnatws',
      '-o',
      'program',
      '{entry}',
      '-bargs',
      '-static',
      '-largs',
      '-static',
    ],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['STORAGE_ERROR : s-memory.adb'],
};
