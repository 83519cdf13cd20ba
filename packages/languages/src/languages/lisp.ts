import type { LanguageDefinition } from '../definition.ts';

/**
 * What the reader refuses is a compile error. A name that is not defined is only said: it may be by the time it is called.
 * The main file alone is compiled; what it loads lies beside it.
 */
const compile = `(multiple-value-bind (made)
  (compile-file (first (last sb-ext:*posix-argv*)) :verbose nil :print nil
    :output-file (merge-pathnames "program.fasl" *default-pathname-defaults*))
  (sb-ext:exit :code (if made 0 1)))`;

export const lisp: LanguageDefinition = {
  id: 'lisp',
  name: 'Common Lisp',
  extensions: ['lisp', 'cl'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'commonlisp',
  guess: {
    byExtension: true,
    sign: /^[ \t]*\((defun|defvar|defparameter|defmacro|in-package|format t)[ \t]/im,
    weight: 9,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/sbcl', '/usr/local/bin/sbcl'], names: ['sbcl'] },
    runtime: { wellKnown: ['/usr/bin/sbcl', '/usr/local/bin/sbcl'], names: ['sbcl'] },
  },
  packages: ['sbcl'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: [
      '{compiler}',
      '--noinform',
      '--dynamic-space-size',
      '{compileHeapMiB}MB',
      '--no-sysinit',
      '--no-userinit',
      '--disable-debugger',
      '--eval',
      compile,
      '--end-toplevel-options',
      '{entry}',
    ],
    env: {},
    shown: 'sbcl --eval (compile-file "main.lisp")',
    result: { kind: 'file', path: 'program.fasl' },
  },
  run: {
    argv: [
      '{runtime}',
      '--noinform',
      '--dynamic-space-size',
      '{heapMiB}MB',
      '--control-stack-size',
      '{stackMiB}MB',
      '--script',
      '{program}/program.fasl',
    ],
    env: {},
  },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 64, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Heap exhausted'],
};
