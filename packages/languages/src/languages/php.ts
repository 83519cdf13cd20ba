import type { LanguageDefinition } from '../definition.ts';
import { checkEach } from './check-each.ts';
export const php: LanguageDefinition = {
  id: 'php',
  name: 'PHP',
  extensions: ['php'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'php',
  guess: { byExtension: true, sign: /<\?php\b/, weight: 9 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/php', '/usr/local/bin/php'], names: ['php'] },
    runtime: { wellKnown: ['/usr/bin/php', '/usr/local/bin/php'], names: ['php'] },
  },
  packages: ['php-cli'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: ['/etc/php'],
  prepare: null,
  compile: {
    argv: checkEach('-d display_errors=stderr -l >/dev/null'),
    env: {},
    shown: 'php -l *.php',
    result: { kind: 'sources' },
  },
  // The sandbox holds it to its memory. Errors go to the error stream: on the output they would be judged.
  run: {
    argv: ['{runtime}', '-d', 'display_errors=stderr', '-d', 'memory_limit=-1', '{program}/{entry}'],
    env: {},
  },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Out of memory (allocated'],
};
