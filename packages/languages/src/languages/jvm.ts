/**
 * How every program on a JVM is run. One collector thread, because the CPU time of all threads counts. The heap
 * has its full size from the start, so that no run pays for growing it. Perf data would be a file in /tmp that
 * nobody reads. The VM's own words go to the error stream: on the output they would be judged.
 */
export const jvmRunFlags = [
  '-XX:+UseSerialGC',
  '-XX:-UsePerfData',
  '-XX:+DisplayVMOutputToStderr',
  '-XX:-CreateCoredumpOnCrash',
  '-XX:ErrorFile=/dev/null',
  '-Dfile.encoding=UTF-8',
  '-Xss{stackMiB}m',
  '-Xms{heapMiB}m',
  '-Xmx{heapMiB}m',
];
