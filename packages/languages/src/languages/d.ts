import type { LanguageDefinition } from '../definition.ts';

export const d: LanguageDefinition = {
  id: 'd',
  name: 'D',
  extensions: ['d'],
  companionExtensions: [],
  entryPoint: 'none',
  editorMode: 'd',
  guess: { byExtension: true, sign: /^[ \t]*import[ \t]+(std|core)\.\w/m, weight: 8 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/gdc'], names: ['gdc'] },
    runtime: null,
  },
  packages: ['gdc'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: ['{compiler}', '-O2', '-static-libphobos', '-o', 'program', '{sources}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['core.exception.OutOfMemoryError'],
};
