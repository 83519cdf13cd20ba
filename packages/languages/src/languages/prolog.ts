import { looksLikeProlog } from '../prolog-or-perl.ts';
import type { LanguageDefinition } from '../definition.ts';

const swipl = { wellKnown: ['/usr/bin/swipl', '/usr/local/bin/swipl'], names: ['swipl'] };

export const prolog: LanguageDefinition = {
  id: 'prolog',
  name: 'Prolog',
  extensions: ['plg', 'prolog', 'pro', 'pl'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'prolog',
  guess: {
    byExtension: true,
    // The format's table gives .pl to Prolog, everybody else to Perl.
    shared: { extensions: ['pl'], isOurs: looksLikeProlog },
    sign: /^(:-[ \t]*(initialization|use_module|dynamic)\b|main[ \t]*:-)/m,
    weight: 8,
  },
  programs: { compiler: swipl, runtime: swipl },
  packages: ['swi-prolog-nox'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: ['/etc/swi-prolog'],
  prepare: null,
  compile: {
    argv: ['{compiler}', '-q', '--on-error=status', '-o', 'program', '-c', '{entry}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  // A goal that fails or throws ends with a status of its own.
  run: {
    argv: [
      '{runtime}',
      '-q',
      '--stack-limit={heapMiB}m',
      '-x',
      '{program}/program',
      '-g',
      'main',
      '-t',
      'halt',
      '--',
    ],
    env: {},
  },
  // Of the virtual machine and its libraries.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 32, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Stack limit ('],
};
