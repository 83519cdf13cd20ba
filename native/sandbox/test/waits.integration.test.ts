import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, limits, obstacle, text } from './harness.ts';

const spinner = 'int main() { for (volatile int i = 0;; i++) { } }';
const starving = { limits: { ...limits, cpuUs: 60_000_000, wallUs: 700_000 } };

/** A CPU this process may use: the last one, where least else is done. */
const cpu = availableParallelism() - 1;

describe.skipIf(obstacle !== undefined)('two slots that share one core', () => {
  let first: Bench;
  let second: Bench;
  beforeAll(async () => {
    first = await Bench.open({ ordinal: 3, cpus: [cpu] });
    second = await Bench.open({ ordinal: 4, cpus: [cpu] });
  });
  afterAll(async () => {
    await first.close();
    await second.close();
  });

  it('a program kept from its core by another is starved, not idle', async () => {
    const other = second.c('spin', spinner, starving);
    const result = await first.c('spin', spinner, starving);
    await other;
    expect(result.outcome).toBe('wall-limit');
    expect(result.idle).toBe(false);
    expect(result.coreWaitUs).toBeGreaterThan(result.gapUs / 2);
    expect(result.coreWaitUs! + result.sleepUs! + result.uninterruptibleUs!).toBeGreaterThan(
      result.gapUs - 3,
    );
  });

  const parentOf = (child: string) => `#include <time.h>
    #include <unistd.h>
    #include <sys/wait.h>
    int main() { for (;;) { if (fork() == 0) { ${child}; _exit(0); } wait(0); } }`;

  it('a parent whose short children are kept from the core is starved, though it only waits itself', async () => {
    const other = second.c('spin', spinner, starving);
    const burning = 'while (clock() < CLOCKS_PER_SEC / 500) {}';
    const result = await first.c('burning-children', parentOf(burning), starving);
    await other;
    expect(result.idle).toBe(false);
    expect(result.coreWaitUs).toBeGreaterThan(result.gapUs * 0.6);
  });

  it('a parent whose short children sleep is distinguished from that', async () => {
    const result = await first.c('sleeping-children', parentOf('usleep(4000)'), starving);
    expect(result.sleepUs).toBeGreaterThan(result.gapUs * 0.4);
  });

  it('a printer past its limit dies although its supervisor goes first on the only core', async () => {
    const endless = 'char b[65536]; int main() { for (;;) write(1, b, sizeof b); }';
    const limited = { stdout: { captureBytes: 10, maxBytes: 3_000_000 } };
    for (let i = 0; i < 5; i++) {
      expect((await first.c('endless', endless, limited)).outcome).toBe('output-limit');
    }
    expect(first.rebuilds).toBe(0);
  });

  it('a program that prints line by line is heard to the last line', async () => {
    const r = await first.sh(
      'for i in 1 2 3 4 5 6 7 8 9; do echo $i; done; exec 1>&-; sleep 0.05; echo end >&2',
    );
    expect(text(r.stdout)).toBe('1\n2\n3\n4\n5\n6\n7\n8\n9\n');
    expect(text(r.stderr)).toBe('end\n');
  });
});

describe.skipIf(obstacle !== undefined)('a slot whose core others want', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open({ ordinal: 5, cpus: [cpu] });
  });
  afterAll(() => bench.close());

  it('a program waits for a core from its own start on, however long its set-up had to', async () => {
    const sleptUs = 10_000;
    const sleeper = bench.programs.c(
      'sleeper',
      `#include <time.h>
      int main() { struct timespec t = {0, ${sleptUs * 1000}}; return nanosleep(&t, 0); }`,
    );
    const hogs = Array.from({ length: 4 }, () =>
      spawn(
        'setpriv',
        ['--pdeathsig', 'KILL', 'taskset', '-c', String(cpu), 'sh', '-c', 'while :; do :; done'],
        { stdio: 'ignore', detached: true },
      ),
    );
    try {
      // It slept so long without wanting a core: a count that includes the set-up's waits finds less time for it.
      const slackUs = 200;
      let [longestSetUpUs, queuedInSleep, waitedInSleep] = [0, 0, 0];
      for (let i = 0; i < 60; i++) {
        const { runQueueUs, coreWaitUs, gapUs, setupUs } = await bench.run([sleeper]);
        const mostUs = gapUs - sleptUs + slackUs;
        if (runQueueUs! > mostUs) queuedInSleep++;
        if (coreWaitUs! > mostUs) waitedInSleep++;
        longestSetUpUs = Math.max(longestSetUpUs, setupUs);
      }
      // Once it may lose the core between the barrier's two readings.
      expect(queuedInSleep).toBeLessThanOrEqual(2);
      expect(waitedInSleep).toBeLessThanOrEqual(2);
      // Else this has shown nothing.
      expect(longestSetUpUs).toBeGreaterThan(2000);
    } finally {
      for (const hog of hogs) {
        const ended = once(hog, 'exit');
        hog.kill('SIGKILL');
        await ended;
      }
    }
  });
});
