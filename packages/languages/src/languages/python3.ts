import type { LanguageDefinition } from '../definition.ts';

export const python3: LanguageDefinition = {
  id: 'python3',
  name: 'Python 3',
  extensions: ['py', 'py3'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'python',
  guess: {
    byExtension: true,
    sign: /^\s*(def\s+\w+\s*\(.*\)\s*(->.*)?:|from\s+\w+(\.\w+)*\s+import\b|import\s+\w+|if\s+__name__\s*==)|\bprint\s*\(|\binput\s*\(/m,
    weight: 0,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/python3', '/usr/local/bin/python3'], names: ['python3'] },
    runtime: { wellKnown: ['/usr/bin/python3', '/usr/local/bin/python3'], names: ['python3'] },
  },
  packages: ['python3'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    // Only a check: a syntax error is a compile error, not a run-time error of the first test.
    // -I: modules are the system's own; a source called like one of them must not run in its place.
    argv: ['{compiler}', '-I', '-m', 'py_compile', '{sources}'],
    env: {},
    shown: null,
    result: { kind: 'sources' },
  },
  // -B: the program's folder is read-only, so writing byte code is not even tried.
  run: { argv: ['{runtime}', '-B', '{program}/{entry}'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['\nMemoryError'],
};
