import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SandboxError } from '../src/index.ts';
import { Bench, limits, megabyte, noStrangers, obstacle, text } from './harness.ts';

describe.skipIf(obstacle !== undefined)('the outcome of a run', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it('measures: CPU ≤ wall, wall = CPU + gap, user time of a burner, a start on the monotonic clock', async () => {
    const before = Number(process.hrtime.bigint() / 1000n);
    const r = await bench.c(
      'burn100',
      '#include <time.h>\nint main() { clock_t end = clock() + CLOCKS_PER_SEC / 10; while (clock() < end); }',
    );
    const after = Number(process.hrtime.bigint() / 1000n);
    expect(r.outcome).toBe('exited');
    expect(r.cpuUs).toBeGreaterThan(95_000);
    expect(r.cpuUs).toBeLessThan(150_000);
    expect(r.gapUs).toBe(r.wallUs - r.cpuUs);
    expect(r.userUs + r.systemUs).toBe(r.cpuUs);
    expect(r.startedAtUs).toBeGreaterThan(before);
    expect(r.startedAtUs + r.wallUs).toBeLessThan(after);
    expect(r.minorFaults).toBeGreaterThan(0);
    expect(r.runQueueUs).not.toBeNull();
  });

  it('is wall-limit for a program that stops itself', async () => {
    const r = await bench.sh('kill -STOP $$', { limits: { ...limits, wallUs: 300_000 } });
    expect(r.outcome).toBe('wall-limit');
  });

  it('is memory-limit when a child is the one that is killed', async () => {
    const r = await bench.c(
      'childbomb',
      `#include <stdlib.h>
       #include <string.h>
       #include <unistd.h>
       #include <sys/wait.h>
       int main() { if (fork() == 0) for (;;) memset(malloc(1 << 20), 1, 1 << 20); wait(0); pause(); }`,
      { limits: { ...limits, memoryBytes: 64 * megabyte } },
    );
    expect(r.outcome).toBe('memory-limit');
    expect(r.wallUs).toBeLessThan(limits.wallUs);
  });

  it('is output-limit when a program that has ended wrote a byte too many, not when it wrote just enough', async () => {
    const over = await bench.sh('head -c 1001 /dev/zero', { stdout: { captureBytes: 0, maxBytes: 1000 } });
    expect(over.outcome).toBe('output-limit');
    const exact = await bench.sh('head -c 1000 /dev/zero', { stdout: { captureBytes: 0, maxBytes: 1000 } });
    expect(exact).toMatchObject({ outcome: 'exited', exitCode: 0, stdoutBytes: 1000 });
  });

  it('of a hundred threads and a deep recursion is no failure where the stack limit is above the host’s memory', async () => {
    const result = await bench.c(
      'stacks',
      `#include <pthread.h>
      #include <stdio.h>
      static void *idle(void *none) { return none; }
      static int deep(int n) { volatile char room[1024]; room[0] = 1; return n == 0 ? 0 : deep(n - 1) + room[0]; }
      int main(void) {
        pthread_t thread;
        int refused = 0;
        for (int i = 0; i < 100; i++) refused += pthread_create(&thread, 0, idle, 0) != 0;
        printf("%d %d", refused, deep(100000));
      }`,
      { limits: { ...limits, processes: 128, stackBytes: 2 * totalmem() } },
    );
    expect(text(result.stdout)).toBe('0 100000');
  });

  it('contains a fork bomb and says that the process limit was hit', async () => {
    const r = await bench.c('forkbomb', '#include <unistd.h>\nint main() { for (;;) fork(); }', {
      limits: { ...limits, cpuUs: 500_000, wallUs: 2_000_000 },
    });
    expect(['cpu-limit', 'wall-limit']).toContain(r.outcome);
    expect(r.processLimitHit).toBe(true);
    await noStrangers();
  });

  it('leaves nothing of a program that leaves daemons behind', async () => {
    const r = await bench.c(
      'daemons',
      `#include <unistd.h>
       #include <signal.h>
       int main() { for (int i = 0; i < 5; i++) if (fork() == 0) { setsid(); if (fork() == 0) {
         signal(SIGTERM, SIG_IGN); signal(SIGHUP, SIG_IGN); for (;;) pause(); } _exit(0); } usleep(20000); return 0; }`,
    );
    expect(r).toMatchObject({ outcome: 'exited', exitCode: 0 });
    await noStrangers();
  });

  it('is cancelled when the caller aborts', async () => {
    const controller = new AbortController();
    const run = bench.sh('echo started; sleep 10', { limits: { ...limits, wallUs: 500_000 } });
    const aborted = bench.run(['/bin/sleep', '10'], {}, { signal: controller.signal });
    const queued = bench.run(['/bin/true'], {}, { signal: controller.signal });
    await expect(bench.run(['/bin/true'], {}, { signal: AbortSignal.abort() })).resolves.toMatchObject({
      outcome: 'cancelled',
      wallUs: 0,
    });
    // The first run is still under way: both others are in the queue.
    controller.abort();
    await expect(aborted).resolves.toMatchObject({ outcome: 'cancelled', wallUs: 0 });
    await expect(queued).resolves.toMatchObject({ outcome: 'cancelled' });
    expect((await run).outcome).toBe('wall-limit');
    const running = new AbortController();
    const victim = bench.run(
      ['/bin/sh', '-c', 'echo started; sleep 10'],
      { stdout: { path: bench.programs.file('started', ''), maxBytes: 1000 } },
      { signal: running.signal },
    );
    setImmediate(() => {
      running.abort();
    });
    await expect(victim).resolves.toMatchObject({ outcome: 'cancelled' });
    await noStrangers();
  });

  it('names step and errno when the program cannot be executed', async () => {
    const error = await bench.run(['/program/missing']).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error).toMatchObject({ code: 'SETUP', step: 'execve', errno: 2 });
    await expect(bench.run(['no-such-command'])).rejects.toMatchObject({ step: 'execve', errno: 2 });
    bench.programs.file('plain', 'no program');
    await expect(bench.run(['/program/plain'])).rejects.toMatchObject({ step: 'execve', errno: 13 });
    await expect(bench.run(['/bin/true'], { cwd: '/nowhere' })).rejects.toMatchObject({ step: 'chdir' });
    expect((await bench.run(['true'])).exitCode).toBe(0);
  });

  it.skipIf(!existsSync('/usr/bin/python3'))('is that of an interpreter for Python', async () => {
    const r = await bench.run([
      '/usr/bin/python3',
      '-c',
      'import os; print(os.cpu_count(), sum(range(10**6)))',
    ]);
    expect(text(r.stderr)).toBe('');
    expect(text(r.stdout)).toMatch(/^\d+ 499999500000\n$/);
  });

  it.skipIf(!existsSync('/usr/bin/javac'))(
    'is that of a compiler and a virtual machine for Java',
    async () => {
      const javaLimits = {
        ...limits,
        cpuUs: 20_000_000,
        wallUs: 40_000_000,
        memoryBytes: 1024 * megabyte,
        processes: 64,
      };
      const source =
        'public class Main { public static void main(String[] a) { Runnable r = () -> System.out.println(Runtime.getRuntime().availableProcessors()); r.run(); } class Inner {} }';
      const classes = join(bench.programs.folder, 'classes');
      const compiled = await bench.run(['/usr/bin/javac', '-J-Xshare:auto', '-d', 'out', 'Main.java'], {
        files: [{ path: 'Main.java', data: Buffer.from(source) }],
        collectTree: { path: 'out', to: classes, maxBytes: megabyte, maxFiles: 100 },
        limits: javaLimits,
      });
      expect(text(compiled.stderr)).toBe('');
      expect(compiled.collected.map((c) => c.path).sort()).toEqual(['Main$Inner.class', 'Main.class']);
      const ran = await bench.run(['/usr/bin/java', '-Xmx256m', '-cp', '/program/classes', 'Main'], {
        limits: javaLimits,
      });
      expect(text(ran.stdout)).toBe(`${String(availableParallelism())}\n`);
      expect(ran.exitCode).toBe(0);
    },
  );
});
