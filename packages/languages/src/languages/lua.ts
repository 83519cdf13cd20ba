import type { LanguageDefinition } from '../definition.ts';

export const lua: LanguageDefinition = {
  id: 'lua',
  name: 'Lua',
  extensions: ['lua'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'lua',
  guess: { byExtension: true, sign: /\bio\.(read|lines|write)\b|^[ \t]*local[ \t]+\w/m, weight: 5 },
  programs: {
    compiler: {
      wellKnown: ['/usr/bin/luac5.4', '/usr/bin/luac5.3', '/usr/local/bin/luac', '/usr/bin/luac'],
      names: ['luac'],
    },
    runtime: {
      wellKnown: ['/usr/bin/lua5.4', '/usr/bin/lua5.3', '/usr/local/bin/lua', '/usr/bin/lua'],
      names: ['lua'],
    },
  },
  packages: ['lua5.4'],
  version: { of: 'runtime', arguments: ['-v'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: ['{compiler}', '-p', '{sources}'],
    env: {},
    shown: null,
    result: { kind: 'sources' },
  },
  run: { argv: ['{runtime}', '{program}/{entry}'], env: { LUA_PATH: '{program}/?.lua;;' } },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['not enough memory'],
};
