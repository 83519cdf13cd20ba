import type { LanguageDefinition } from '../definition.ts';

export const ocaml: LanguageDefinition = {
  id: 'ocaml',
  name: 'OCaml',
  extensions: ['ml'],
  companionExtensions: ['mli'],
  entryPoint: 'none',
  editorMode: 'ocaml',
  guess: {
    byExtension: true,
    sign: /\bScanf\.|\b(print_(int|string|endline)|Printf\.printf)\b|^[ \t]*let[ \t]+(rec\s|\(\)[ \t]*=)/m,
    weight: 3,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/ocamlopt', '/usr/local/bin/ocamlopt'], names: ['ocamlopt'] },
    runtime: null,
  },
  packages: ['ocaml-nox'],
  version: { of: 'compiler', arguments: ['-version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    // Since OCaml 5 the two libraries have folders of their own; earlier compilers pass over them.
    argv: ['{compiler}', '-I', '+str', '-I', '+unix', 'str.cmxa', 'unix.cmxa', '-o', 'program', '{sources}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['Fatal error: exception Out_of_memory', 'Fatal error: out of memory'],
};
