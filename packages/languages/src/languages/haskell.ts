import type { LanguageDefinition } from '../definition.ts';

export const haskell: LanguageDefinition = {
  id: 'haskell',
  name: 'Haskell',
  extensions: ['hs'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'haskell',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(main[ \t]*::[ \t]*IO|module[ \t]+[A-Z][\w.]*[ \t]*(\(|where\b)|main[ \t]*=[ \t]*(do|interact)\b)/m,
    weight: 8,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/ghc', '/usr/local/bin/ghc'], names: ['ghc'] },
    runtime: null,
  },
  packages: ['ghc'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  // Debian's register of packages.
  hostPaths: ['/var/lib/ghc'],
  prepare: null,
  compile: {
    // Modules are found from the main file.
    argv: ['{compiler}', '-O2', '-v0', '-outputdir', '/tmp/objects', '-o', 'program', '{entry}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Heap exhausted', 'out of memory (requested'],
};
