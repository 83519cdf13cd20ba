import type { LanguageDefinition } from '../definition.ts';

export const java: LanguageDefinition = {
  id: 'java',
  name: 'Java',
  extensions: ['java'],
  companionExtensions: [],
  entryPoint: 'main-class',
  editorMode: 'java',
  programs: {
    compiler: { wellKnown: ['/usr/bin/javac', '/usr/lib/jvm/*/bin/javac'], names: ['javac'] },
    runtime: { wellKnown: ['/usr/bin/java', '/usr/lib/jvm/*/bin/java'], names: ['java'] },
  },
  versionArguments: ['-version'],
  probe: null,
  // Debian keeps jvm.cfg and java.security there, behind symbolic links; without jvm.cfg no JVM starts.
  hostPaths: ['/etc/java-*-openjdk'],
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
    result: { kind: 'tree', path: 'classes' },
  },
  run: {
    // One collector thread, because the CPU time of all threads counts. The heap has its
    // full size from the start, so that no run pays for growing it. Perf data would be a
    // file in /tmp that nobody reads. The VM's own words go to the error stream: on the
    // output they would be judged.
    argv: [
      '{runtime}',
      '-XX:+UseSerialGC',
      '-XX:-UsePerfData',
      '-XX:+DisplayVMOutputToStderr',
      '-XX:-CreateCoredumpOnCrash',
      '-XX:ErrorFile=/dev/null',
      '-Dfile.encoding=UTF-8',
      '-Xss{stackMiB}m',
      '-Xms{heapMiB}m',
      '-Xmx{heapMiB}m',
      '-cp',
      '{program}',
      '{entry}',
    ],
    env: {},
  },
  // The JVM itself (code cache, metaspace, collector tables, its threads) needs this much
  // beside the heap, which alone is held to the problem's limit.
  adjustment: { timeFactor: 1, timeExtraMs: 0, memoryExtraMiB: 256, processes: 256, compileProcesses: 256 },
  outOfMemoryMarks: ['java.lang.OutOfMemoryError'],
};
