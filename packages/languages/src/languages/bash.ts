import type { LanguageDefinition } from '../definition.ts';
import { checkEach } from './check-each.ts';
export const bash: LanguageDefinition = {
  id: 'bash',
  name: 'Bash',
  extensions: ['sh', 'bash'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'shell',
  guess: { byExtension: true, sign: /^#!.*\b(ba)?sh\b/, weight: 9 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/bash', '/bin/bash'], names: ['bash'] },
    runtime: { wellKnown: ['/usr/bin/bash', '/bin/bash'], names: ['bash'] },
  },
  packages: ['bash'],
  version: { of: 'runtime', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: checkEach('-n'),
    env: {},
    shown: 'bash -n *.sh',
    result: { kind: 'sources' },
  },
  run: { argv: ['{runtime}', '{program}/{entry}'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 128, compileProcesses: 64 },
  outOfMemoryMarks: [],
};
