import type { LanguageDefinition } from '../definition.ts';
import { jvmRunFlags } from './jvm.ts';

export const java: LanguageDefinition = {
  id: 'java',
  name: 'Java',
  extensions: ['java'],
  companionExtensions: [],
  entryPoint: 'main-class',
  editorMode: 'java',
  guess: {
    byExtension: true,
    sign: /^[ \t]*import[ \t]+javax?\.|\bpublic (final )?class \w|\bpublic static void main\b/m,
    weight: 4,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/javac', '/usr/lib/jvm/*/bin/javac'], names: ['javac'] },
    runtime: { wellKnown: ['/usr/bin/java', '/usr/lib/jvm/*/bin/java'], names: ['java'] },
  },
  packages: ['default-jdk-headless'],
  version: { of: 'runtime', arguments: ['-version'] },
  probe: null,
  // Debian keeps jvm.cfg and java.security there, behind symbolic links; without jvm.cfg no JVM starts.
  hostPaths: ['/etc/java-*-openjdk'],
  prepare: null,
  compile: {
    // The compiler lives for half a second: the first compiler tier and one collector thread
    // cost a third less CPU than the defaults. No annotation processors: they would be
    // contestants' code inside the compilation.
    argv: [
      '{compiler}',
      '-J-XX:+UseSerialGC',
      '-J-XX:TieredStopAtLevel=1',
      '-J-XX:-UsePerfData',
      '-J-Xss64m',
      '-J-Xmx{compileHeapMiB}m',
      '-encoding',
      'UTF-8',
      '-proc:none',
      '-d',
      'classes',
      '{sources}',
    ],
    env: {},
    shown: null,
    result: { kind: 'tree', path: 'classes' },
  },
  run: { argv: ['{runtime}', ...jvmRunFlags, '-cp', '{program}', '{entry}'], env: {} },
  // The JVM itself (code cache, metaspace, collector tables, its threads) needs this much
  // beside the heap, which alone is held to the problem's limit.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 256, processes: 256, compileProcesses: 256 },
  outOfMemoryMarks: ['java.lang.OutOfMemoryError'],
};
