import type { LanguageDefinition } from '../definition.ts';
import { jvmRunFlags } from './jvm.ts';

export const scala: LanguageDefinition = {
  id: 'scala',
  name: 'Scala',
  extensions: ['scala'],
  companionExtensions: [],
  entryPoint: 'none',
  editorMode: 'scala',
  guess: {
    byExtension: true,
    sign: /^[ \t]*(object[ \t]+\w+[ \t]*(extends[ \t]+App\b|\{)|import[ \t]+scala\.)|\bdef main[(]args: Array\[String\]/m,
    weight: 8,
  },
  programs: {
    compiler: { wellKnown: ['/usr/bin/scalac'], names: ['scalac'] },
    runtime: { wellKnown: ['/usr/bin/java', '/usr/lib/jvm/*/bin/java'], names: ['java'] },
  },
  packages: ['scala', 'default-jdk-headless'],
  version: { of: 'compiler', arguments: ['-version'] },
  probe: null,
  hostPaths: ['/etc/java-*-openjdk'],
  prepare: null,
  compile: {
    // The manifest of the jar names the one object with main.
    argv: ['{compiler}', '-nowarn', '-encoding', 'UTF-8', '-d', 'program.jar', '{sources}'],
    env: {
      JAVA_OPTS: '-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xss16m -Xmx{compileHeapMiB}m',
    },
    shown: null,
    result: { kind: 'file', path: 'program.jar' },
  },
  run: {
    argv: [
      '{runtime}',
      ...jvmRunFlags,
      // -jar looks at no class path, and the jar brings no library.
      '-Xbootclasspath/a:/usr/share/java/scala-library.jar',
      '-jar',
      '{program}/program.jar',
    ],
    env: {},
  },
  // See Java.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 256, processes: 256, compileProcesses: 256 },
  outOfMemoryMarks: ['java.lang.OutOfMemoryError'],
};
