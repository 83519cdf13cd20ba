import type { LanguageDefinition } from '../definition.ts';

const rscript = { wellKnown: ['/usr/bin/Rscript', '/usr/local/bin/Rscript'], names: ['Rscript'] };

export const r: LanguageDefinition = {
  id: 'r',
  name: 'R',
  extensions: ['R', 'r'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'r',
  guess: {
    byExtension: true,
    sign: /\b(readLines|scan)[(](file[(])?["']stdin["']|^[ \t]*\w+[ \t]*<-[ \t]*(function[(]|c[(]|readLines[(])/m,
    weight: 8,
  },
  programs: { compiler: rscript, runtime: rscript },
  packages: ['r-base-core'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: ['/etc/R'],
  prepare: null,
  compile: {
    argv: [
      '{compiler}',
      '--vanilla',
      '-e',
      'for (source in commandArgs(TRUE)) invisible(parse(source, encoding = "UTF-8"))',
      '{sources}',
    ],
    env: {},
    shown: 'Rscript -e parse("main.R")',
    result: { kind: 'sources' },
  },
  run: { argv: ['{runtime}', '--vanilla', '{program}/{entry}'], env: {} },
  // The interpreter and its base packages.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 64, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Error: cannot allocate vector of size', 'Error: memory exhausted'],
};
