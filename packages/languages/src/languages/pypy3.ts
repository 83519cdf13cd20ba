import type { LanguageDefinition } from '../definition.ts';

export const pypy3: LanguageDefinition = {
  id: 'pypy3',
  name: 'PyPy 3',
  extensions: ['py', 'py3'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'python',
  guess: { byExtension: false, sign: null, weight: -1 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/pypy3', '/usr/local/bin/pypy3'], names: ['pypy3'] },
    runtime: { wellKnown: ['/usr/bin/pypy3', '/usr/local/bin/pypy3'], names: ['pypy3'] },
  },
  packages: ['pypy3'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    // As with CPython: only a check.
    argv: ['{compiler}', '-I', '-m', 'py_compile', '{sources}'],
    env: {},
    shown: null,
    result: { kind: 'sources' },
  },
  run: { argv: ['{runtime}', '-B', '{program}/{entry}'], env: {} },
  // The just-in-time compiler and its machine code.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 64, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['\nMemoryError'],
};
