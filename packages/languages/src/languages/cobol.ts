import type { LanguageDefinition } from '../definition.ts';

/** Fixed form, as cobc takes it; `>>SOURCE FORMAT FREE` in the first line makes it free. */
export const cobol: LanguageDefinition = {
  id: 'cobol',
  name: 'COBOL',
  extensions: ['cob', 'cbl'],
  companionExtensions: ['cpy'],
  entryPoint: 'main-file',
  editorMode: 'cobol',
  guess: { byExtension: true, sign: /^(\d{6})?[ \t]*identification[ \t]+division/im, weight: 12 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/cobc', '/usr/local/bin/cobc'], names: ['cobc'] },
    runtime: null,
  },
  packages: ['gnucobol4'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  hostPaths: ['/etc/gnucobol*'],
  prepare: null,
  compile: {
    argv: ['{compiler}', '-x', '-O2', '-o', 'program', '{entry}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['cannot allocate'],
};
