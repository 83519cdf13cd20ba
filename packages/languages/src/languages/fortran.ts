import type { LanguageDefinition } from '../definition.ts';

export const fortran: LanguageDefinition = {
  id: 'fortran',
  name: 'Fortran',
  extensions: ['f90', 'f95', 'f03', 'f08', 'f', 'for'],
  companionExtensions: [],
  entryPoint: 'none',
  editorMode: 'fortran',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(implicit[ \t]+none\b|end[ \t]+program\b|program[ \t]+\w+[ \t]*$)/im,
    weight: 7,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/gfortran'], names: ['gfortran'] },
    runtime: null,
  },
  packages: ['gfortran'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: ['{compiler}', '-O2', '-static', '-o', 'program', '{sources}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Allocation would exceed memory limit'],
};
