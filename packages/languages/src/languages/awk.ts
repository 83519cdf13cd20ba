import type { LanguageDefinition } from '../definition.ts';

/** Both only read the program; their options for it differ, and mawk prints what it parsed. */
const check = `for source; do case "$0" in
  *mawk*) "$0" -W dump -f "$source" </dev/null >/dev/null ;;
  *) "$0" -o/dev/null -f "$source" </dev/null ;;
esac || exit 1; done`;

const awks = { wellKnown: ['/usr/bin/gawk', '/usr/bin/mawk'], names: ['gawk', 'mawk'] };

export const awk: LanguageDefinition = {
  id: 'awk',
  name: 'AWK',
  extensions: ['awk'],
  companionExtensions: [],
  entryPoint: 'main-file',
  editorMode: 'awk',
  guess: { byExtension: true, sign: /^#!.*\b[gm]?awk\b|^[ \t]*(BEGIN|END)[ \t]*\{/m, weight: 7 },
  programs: { compiler: awks, runtime: awks },
  packages: ['gawk'],
  version: { of: 'runtime', arguments: ['-W', 'version'] },
  probe: null,
  hostPaths: [],
  prepare: null,
  compile: {
    argv: ['/bin/sh', '-c', check, '{compiler}', '{sources}'],
    env: {},
    shown: 'gawk -o/dev/null -f main.awk',
    result: { kind: 'sources' },
  },
  run: { argv: ['{runtime}', '-f', '{program}/{entry}', '--'], env: { AWKPATH: '{program}' } },
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 0, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['cannot allocate memory', 'out of memory'],
};
