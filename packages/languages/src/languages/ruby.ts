import type { LanguageDefinition } from '../definition.ts';
import { checkEach } from './check-each.ts';
export const ruby: LanguageDefinition = {
  id: 'ruby',
  name: 'Ruby',
  extensions: ['rb'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'ruby',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(puts\b|require[ \t]+['"]|def[ \t]+\w[^:\n]*$)|\bgets\b|\bdo ?\|\w+\|/m,
    weight: 3,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/ruby', '/usr/local/bin/ruby'], names: ['ruby'] },
    runtime: { wellKnown: ['/usr/bin/ruby', '/usr/local/bin/ruby'], names: ['ruby'] },
  },
  packages: ['ruby'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: checkEach('-c >/dev/null'),
    env: {},
    shown: 'ruby -c *.rb',
    result: { kind: 'sources' },
  },
  run: { argv: ['{runtime}', '{program}/{entry}'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['failed to allocate memory (NoMemoryError)'],
};
