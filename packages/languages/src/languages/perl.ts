import type { LanguageDefinition } from '../definition.ts';
import { checkEach } from './check-each.ts';
export const perl: LanguageDefinition = {
  id: 'perl',
  name: 'Perl',
  extensions: ['pl', 'pm'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'perl',
  guess: { byExtension: true, sign: /^[ \t]*(use[ \t]+strict\b|my[ \t]+[$@%]\w)|<STDIN>/m, weight: 7 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/perl', '/usr/local/bin/perl'], names: ['perl'] },
    runtime: { wellKnown: ['/usr/bin/perl', '/usr/local/bin/perl'], names: ['perl'] },
  },
  packages: ['perl'],
  version: { of: 'runtime', arguments: ['-e', 'print "Perl $^V\n"'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: checkEach('-I. -c'),
    env: {},
    shown: 'perl -I. -c *.pl',
    result: { kind: 'sources' },
  },
  run: { argv: ['{runtime}', '-I{program}', '{program}/{entry}'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['\nOut of memory!'],
};
