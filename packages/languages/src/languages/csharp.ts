import type { LanguageDefinition } from '../definition.ts';

export const csharp: LanguageDefinition = {
  id: 'csharp',
  name: 'C#',
  extensions: ['cs'],
  companionExtensions: [],
  entryPoint: 'none',
  editorMode: 'csharp',
  guess: { byExtension: true, sign: /^[ \t]*using[ \t]+System\b|\bConsole\.(Write|Read)/m, weight: 6 },
  programs: {
    compiler: { wellKnown: ['/usr/bin/mcs', '/usr/bin/csc'], names: ['mcs'] },
    runtime: { wellKnown: ['/usr/bin/mono'], names: ['mono'] },
  },
  packages: ['mono-mcs'],
  version: { of: 'compiler', arguments: ['--version'] },
  probe: null,
  hostPaths: ['/etc/mono'],
  prepare: null,
  compile: {
    argv: ['{compiler}', '-optimize+', '-warn:0', '-r:System.Numerics', '-out:program.exe', '{sources}'],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program.exe' },
  },
  run: { argv: ['{runtime}', '{program}/program.exe'], env: {} },
  // The virtual machine and its compiled code.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 64, processes: 64, compileProcesses: 64 },
  outOfMemoryMarks: ['System.OutOfMemoryException'],
};
