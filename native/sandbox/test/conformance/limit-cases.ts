/** How runs end: by themselves, by a signal, at a limit, by the caller. */
import { SandboxError } from '../../src/index.ts';
import { assert, atLeast, atMost, delay, ended, mebibyte, text, shown } from './workbench.ts';
import type { Case } from './workbench.ts';

export const limitCases: readonly Case[] = [
  {
    name: 'a program that exits is exited, with its code',
    async check(bench) {
      assert.deepEqual(ended(await bench.run('exit 0')), { outcome: 'exited', exitCode: 0, signal: null });
      assert.deepEqual(ended(await bench.run('exit 7')), { outcome: 'exited', exitCode: 7, signal: null });
    },
  },
  {
    name: 'a program that dies of a signal is signalled, also when the signal looks like one of a limit',
    async check(bench) {
      for (const signal of [6, 11, 9, 24, 25]) {
        const result = await bench.run(`raise ${String(signal)}`);
        assert.deepEqual(ended(result), { outcome: 'signalled', exitCode: null, signal }, shown(result));
      }
    },
  },
  {
    name: 'an endless loop ends at the processor limit, shortly after it',
    async check(bench) {
      const result = await bench.run('burn', { cpuMs: 200 });
      assert.equal(result.outcome, 'cpu-limit', shown(result));
      atLeast('processor time', result.cpuUs, 200_000);
      atMost('processor time', result.cpuUs, 200_000 + bench.within(20) * 1000);
    },
  },
  {
    name: 'four threads together end at the processor limit',
    async check(bench) {
      const result = await bench.run('burn-threads 4', { cpuMs: 300 });
      assert.equal(result.outcome, 'cpu-limit', shown(result));
      atMost('processor time', result.cpuUs, 300_000 + bench.within(40) * 1000);
    },
  },
  {
    name: 'many short-lived children together end at the processor limit',
    async check(bench) {
      const result = await bench.run('burn-children 5', { cpuMs: 300 });
      assert.equal(result.outcome, 'cpu-limit', shown(result));
      atLeast('processor time', result.cpuUs, 300_000);
      atMost('processor time', result.cpuUs, 300_000 + bench.within(20) * 1000);
    },
  },
  {
    name: 'a sleeper ends at the wall limit, with next to no processor time',
    async check(bench) {
      const result = await bench.run('sleep 60000', { wallMs: 300 });
      assert.equal(result.outcome, 'wall-limit', shown(result));
      atLeast('wall time', result.wallUs, 300_000);
      atMost('wall time', result.wallUs, 300_000 + bench.within(20) * 1000);
      atMost('processor time', result.cpuUs, bench.within(20) * 1000);
    },
  },
  {
    name: 'a program that takes more memory than allowed ends at the memory limit, and differs from a crash',
    async check(bench) {
      const result = await bench.run('touch-memory 64', { memoryMiB: 32 });
      assert.equal(result.outcome, 'memory-limit', shown(result));
      atLeast('memory', result.memoryBytes, 31 * mebibyte);
      atMost('memory', result.memoryBytes, 33 * mebibyte);
      assert.equal((await bench.run('raise 9', { memoryMiB: 32 })).outcome, 'signalled');
    },
  },
  {
    name: 'a child that takes too much memory ends the run at the memory limit, though its parent lives',
    async check(bench) {
      const result = await bench.run('touch-memory-in-child 64', { memoryMiB: 32 });
      assert.equal(result.outcome, 'memory-limit', shown(result));
      atLeast('kills for memory', result.oomKills, 1);
    },
  },
  {
    name: 'an endless printer ends at the output limit, also when it ignores every signal it can',
    async check(bench) {
      for (const part of ['print', 'print-stubbornly']) {
        const result = await bench.run(part, { limits: { outputBytes: mebibyte } });
        assert.equal(result.outcome, 'output-limit', shown(result));
        atLeast('output', result.stdoutBytes, mebibyte);
      }
    },
  },
  {
    name: 'output up to the limit is no offence, and what is kept of it is its beginning',
    async check(bench) {
      const result = await bench.run(`print ${String(mebibyte)}`, { limits: { outputBytes: mebibyte } });
      assert.equal(result.outcome, 'exited', shown(result));
      assert.equal(result.stdoutBytes, mebibyte);
      assert.equal(text(result.stdout), 'x'.repeat(65_536));
    },
  },
  {
    name: 'a fork bomb hits the process limit and nothing else, and the next run is as ever',
    async check(bench) {
      const result = await bench.run('fork-bomb', { limits: { processes: 16 } });
      assert.equal(result.outcome, 'exited', shown(result));
      assert.equal(result.exitCode, 3);
      assert.equal(result.processLimitHit, true, shown(result));
      assert.equal(await bench.say('processes'), '0\n');
    },
  },
  {
    name: 'threads count as processes',
    async check(bench) {
      const result = await bench.run('thread-bomb', { limits: { processes: 16 } });
      assert.equal(result.outcome, 'exited', shown(result));
      assert.equal(result.processLimitHit, true, shown(result));
      atMost('threads', Number(text(result.stdout)), 15);
    },
  },
  {
    name: 'a file cannot grow past its limit: the signal for that is reported, and a program that ignores it gains nothing',
    async check(bench) {
      const fileBytes = 2 * mebibyte;
      const died = await bench.run('big-file 4', { limits: { fileBytes } });
      assert.deepEqual(ended(died), { outcome: 'signalled', exitCode: null, signal: 25 }, shown(died));
      assert.equal(died.fileSizeLimitHit, true, shown(died));
      const lived = await bench.run('big-file 4 stubbornly', { limits: { fileBytes } });
      assert.equal(text(lived.stdout), 'File too large\n', shown(lived));
    },
  },
  {
    name: 'a run may have a larger or a smaller box than its slot; the next one has the slot’s again',
    async check(bench) {
      const room = async (boxBytes?: number): Promise<string> => {
        const result = await bench.run('box-room', { limits: { boxBytes } });
        return text(result.stdout).trim();
      };
      const own = await room();
      assert.equal(await room(64 * mebibyte), String(64 * mebibyte));
      assert.equal(await room(), own);
      assert.equal(await room(2 * Number(own)), String(2 * Number(own)));
      assert.equal(await room(64 * mebibyte), String(64 * mebibyte));
      // Writing leaves it dirty: it is exchanged for one of the same size, which then changes.
      const written = await bench.run('big-file 4', { limits: { boxBytes: 3 * mebibyte } });
      assert.equal(written.outcome, 'exited', shown(written));
      assert.match(text(written.stdout), /No space left on device/);
      assert.equal(await room(), own);
    },
  },
  {
    name: 'an aborted run is cancelled at once',
    async check(bench) {
      const controller = new AbortController();
      const run = bench.run('sleep 60000', { options: { signal: controller.signal } });
      await delay(100);
      const aborted = performance.now();
      controller.abort();
      assert.equal((await run).outcome, 'cancelled');
      atMost('time until cancelled', performance.now() - aborted, bench.within(100));
    },
  },
  {
    name: 'a missing program is an error of the set-up that names the step, never a verdict',
    async check(bench) {
      await assert.rejects(
        bench.place.slot.run({ ...bench.request('exit'), argv: ['/program/none'] }),
        (error) => {
          assert.ok(error instanceof SandboxError, String(error));
          assert.equal(error.errno, 2);
          assert.ok(error.step?.includes('exec'), String(error.step));
          return true;
        },
      );
      assert.equal((await bench.run('exit 0')).outcome, 'exited');
    },
  },
];
