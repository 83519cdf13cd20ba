import type { LanguageDefinition } from '../definition.ts';

const guile = { wellKnown: ['/usr/bin/guile-3.0', '/usr/bin/guile'], names: ['guile-3.0', 'guile'] };

/**
 * What the reader and the expander refuse is a compile error; a name that is not defined may be by the time it is used.
 * The main file alone is compiled; what it loads lies beside it.
 */
const compile = `(use-modules (system base compile))
(compile-file (cadr (command-line)) #:output-file "program.go")`;

export const scheme: LanguageDefinition = {
  id: 'scheme',
  name: 'Scheme',
  extensions: ['scm'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'scheme',
  guess: { byExtension: true, sign: /^[ \t]*\((define|let loop|use-modules|display)[ \t(]/m, weight: 9 },
  programs: { compiler: guile, runtime: guile },
  packages: ['guile-3.0'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: ['{compiler}', '--no-auto-compile', '-c', compile, '{entry}'],
    env: {},
    shown: 'guild compile -o program.go main.scm',
    result: { kind: 'file', path: 'program.go' },
  },
  run: {
    argv: ['{runtime}', '--no-auto-compile', '-c', '(load-compiled "{program}/program.go")'],
    env: {},
  },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 32, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['GC Warning: Out of Memory', 'Stack overflow', 'out of memory'],
};
