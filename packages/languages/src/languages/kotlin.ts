import type { LanguageDefinition } from '../definition.ts';
import { jvmRunFlags } from './jvm.ts';
export const kotlin: LanguageDefinition = {
  id: 'kotlin',
  name: 'Kotlin',
  extensions: ['kt', 'kts'],
  companionExtensions: [],
  entryPoint: 'none',
  editorMode: 'kotlin',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(fun[ \t]+main[ \t]*\(|import[ \t]+kotlin\.)|\breadln\(\)|\breadLine\(\)!!/m,
    weight: 6,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/kotlinc', '/usr/local/bin/kotlinc'], names: ['kotlinc'] },
    runtime: { wellKnown: ['/usr/bin/java', '/usr/lib/jvm/*/bin/java'], names: ['java'] },
  },
  packages: ['kotlin', 'default-jdk-headless'],
  version: { of: 'compiler', arguments: ['-version'] },
  probe: null,
  hostPaths: ['/etc/java-*-openjdk'],
  prepare: null,
  compile: {
    // The jar brings the library, and its manifest the class with main: nobody need name one.
    argv: [
      '{compiler}',
      '-J-XX:+UseSerialGC',
      '-J-XX:TieredStopAtLevel=1',
      '-J-XX:-UsePerfData',
      '-J-Xss16m',
      '-J-Xmx{compileHeapMiB}m',
      '-nowarn',
      '-include-runtime',
      '-d',
      'program.jar',
      '{sources}',
    ],
    env: {},
    shown: null,
    result: { kind: 'file', path: 'program.jar' },
  },
  run: { argv: ['{runtime}', ...jvmRunFlags, '-jar', '{program}/program.jar'], env: {} },
  // See Java.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 256, processes: 256, compileProcesses: 256 },
  outOfMemoryMarks: ['java.lang.OutOfMemoryError'],
};
