import type { LanguageDefinition } from '../definition.ts';

/**
 * Compiles each file as the interpreter reads it, and runs nothing. py_compile looks at bytes: it overlooks that a
 * comment is not in the file's encoding, over which the interpreter then stumbles.
 */
const check = `
import sys, tokenize, traceback
for name in sys.argv[1:]:
    try:
        with tokenize.open(name) as file:
            text = file.read()
        compile(text, name, 'exec', dont_inherit=True)
    except UnicodeDecodeError as error:
        sys.exit('%s: byte %d is not %s: save the file as UTF-8, or name its encoding in the first line' % (name, error.start, error.encoding))
    except Exception as error:
        sys.exit(''.join(traceback.format_exception_only(type(error), error)).rstrip())`;

export const python3: LanguageDefinition = {
  id: 'python3',
  name: 'Python 3',
  extensions: ['py', 'py3'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'python',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(def[ \t]+\w+[ \t]*\([^\n:]*:|from[ \t]+[\w.]+[ \t]+import\b|import[ \t]+\w|if[ \t]+__name__[ \t]*==)|\bprint ?\(|\binput ?\(/m,
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
    argv: ['{compiler}', '-I', '-c', check, '{sources}'],
    env: {},
    shown: 'python3 -m py_compile *.py',
    result: { kind: 'sources' },
  },
  // -B: the program's folder is read-only, so writing byte code is not even tried.
  run: { argv: ['{runtime}', '-B', '{program}/{entry}'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['\nMemoryError'],
};
