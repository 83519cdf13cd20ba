import type { LanguageDefinition } from '../definition.ts';

export const rust: LanguageDefinition = {
  id: 'rust',
  name: 'Rust',
  extensions: ['rs'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'rust',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(pub[ \t]+)?(fn[ \t]+main[ \t]*\([ \t]*\)|use[ \t]+std::)/m,
    weight: 8,
  },
  programs: {
    compiler: { wellKnown: ['/usr/local/bin/rustc', '/usr/bin/rustc'], names: ['rustc'] },
    runtime: null,
  },
  packages: ['rustc'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    // Modules are found from the main file. The crate has a name of its own, because "1.rs" would be none.
    argv: ['{compiler}', '--edition=2021', '--crate-name=program', '-O', '-o', 'program', '{entry}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 256 },
  outOfMemoryMarks: ['\nmemory allocation of '],
};
