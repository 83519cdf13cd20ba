import type { LanguageDefinition } from '../definition.ts';

export const cpp: LanguageDefinition = {
  id: 'cpp',
  name: 'C++',
  extensions: ['cpp', 'cc', 'cxx', 'c++', 'C'],
  companionExtensions: ['h', 'hh', 'hpp', 'hxx', 'h++', 'inc', 'tpp'],
  entryPoint: 'none',
  editorMode: 'cpp',
  guess: {
    byExtension: true,
    sign: /^[ \t]*#[ \t]*include[ \t]*<(bits\/stdc\+\+\.h|iostream|vector|string|algorithm|map|set|queue|c[a-z]+)>|\bstd::|\busing namespace\b|\btemplate ?</m,
    weight: 2,
  },
  programs: { compiler: { wellKnown: ['/usr/bin/g++'], names: ['g++', 'c++'] }, runtime: null },
  packages: ['g++'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: {
    file: 'probe.cpp',
    text: '#include <vector>\nint main() { std::vector<int> v(1); return v[0]; }\n',
  },
  hostPaths: [],
  prepare: null,
  compile: {
    argv: [
      '{compiler}',
      '-x',
      'c++',
      '-std=gnu++20',
      '-O2',
      '-static',
      '-pipe',
      '-o',
      'program',
      '{sources}',
    ],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program' },
  },
  run: { argv: ['{program}/program'], env: {} },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  // What libstdc++ prints for an uncaught allocation failure (not bad_array_new_length, which is a bug of another kind).
  outOfMemoryMarks: ["terminate called after throwing an instance of 'std::bad_alloc'"],
};
