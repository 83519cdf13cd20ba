/** What is measured, and what goes in and out. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withSetupDelay } from './setup-delay.ts';
import { assert, atLeast, atMost, ended, mebibyte, text, shown } from './workbench.ts';
import type { Case } from './workbench.ts';

export const measureCases: readonly Case[] = [
  {
    name: 'processor time is what was burnt, and wall time is no less',
    async check(bench) {
      const result = await bench.run('burn 200');
      assert.equal(result.outcome, 'exited', shown(result));
      // It goes by its own clock, which began with the set-up that it is not charged for.
      atLeast('processor time', result.cpuUs, 200_000 - bench.within(1) * 1000);
      atMost('processor time', result.cpuUs, 200_000 + bench.within(30) * 1000);
      atLeast('wall time and a clock tick', result.wallUs + 1000, result.cpuUs);
      assert.equal(result.gapUs, result.wallUs - result.cpuUs);
    },
  },
  {
    name: 'processor time of threads is added up',
    async check(bench) {
      const result = await bench.run('burn-threads 2', { cpuMs: 400 });
      atLeast('processor time', result.cpuUs, 400_000);
      atLeast('user and system time', result.userUs + result.systemUs, 300_000);
    },
  },
  {
    name: 'the peak of memory is the run’s own, also after a larger one',
    async check(bench) {
      const large = await bench.run('touch-memory 80');
      // The kernel charges memory in batches of 64 pages per processor (MEMCG_CHARGE_BATCH).
      atLeast('memory of the large run', large.memoryBytes, 79 * mebibyte);
      atMost('memory of the large run', large.memoryBytes, 88 * mebibyte);
      for (let i = 0; i < 12; i++) {
        const small = await bench.run('exit 0');
        atMost('memory of a small run', small.memoryBytes, 8 * mebibyte);
      }
    },
  },
  {
    name: 'a slow set-up of the child is charged to set-up and to no clock of the run',
    async check(bench) {
      const plain = await bench.run('exit 0');
      const slow = await withSetupDelay(500_000, () => bench.run('exit 0'));
      atLeast('set-up time', slow.setupUs, 500_000);
      atMost('wall time', slow.wallUs, plain.wallUs + bench.within(50) * 1000);
      atMost('processor time', slow.cpuUs, plain.cpuUs + bench.within(20) * 1000);
    },
  },
  {
    name: 'standard input arrives whole, as bytes, as a file, or not at all',
    async check(bench) {
      const data = Buffer.alloc(50_000, 'abc\n');
      const path = join(bench.place.scratch, 'input');
      await writeFile(path, data);
      for (const stdin of [{ data }, { path }]) {
        const result = await bench.run('echo', { spec: { stdin } });
        assert.deepEqual(ended(result), { outcome: 'exited', exitCode: 0, signal: null }, shown(result));
        assert.equal(text(result.stdout), data.toString());
        assert.equal(result.stdoutBytes, data.length);
      }
      assert.equal(await bench.say('echo', { spec: { stdin: 'empty' } }), '');
    },
  },
  {
    name: 'the two outputs are kept apart, or as one stream in the order written',
    async check(bench) {
      const apart = await bench.run('both');
      assert.equal(text(apart.stdout), 'out\nout\n');
      assert.equal(text(apart.stderr), 'err\n');
      assert.equal(apart.stderrBytes, 4);
      assert.equal(await bench.say('both', { spec: { stderr: 'stdout' } }), 'out\nerr\nout\n');
    },
  },
  {
    name: 'output goes into a file of the caller',
    async check(bench) {
      const path = join(bench.place.scratch, 'output');
      await bench.run('both', { spec: { stdout: { path, maxBytes: mebibyte } } });
      assert.equal(await readFile(path, 'utf8'), 'out\nout\n');
    },
  },
  {
    name: 'files are put into the box before the run and taken out after it',
    async check(bench) {
      const result = await bench.run('copy in/a b', {
        spec: {
          files: [{ path: 'in/a', data: Buffer.from('hello') }],
          collect: [
            { path: 'b', maxBytes: 1000 },
            { path: 'none', maxBytes: 1000, optional: true },
          ],
        },
      });
      assert.equal(result.exitCode, 0, shown(result));
      assert.deepEqual(
        result.collected.filter(({ data }) => data !== undefined).map(({ path, data }) => [path, text(data)]),
        [['b', 'hello']],
      );
    },
  },
  {
    name: 'a file bound into one run can be read there, not written, and is gone in the next',
    async check(bench) {
      const source = join(bench.place.scratch, 'bound');
      await mkdir(source, { recursive: true });
      await writeFile(join(source, 'input'), 'judge');
      const binds = [{ source: join(source, 'input'), target: '/judge/input' }];
      const collect = [{ path: 'b', maxBytes: 100 }];
      const read = await bench.run('copy /judge/input b', { spec: { binds, collect } });
      assert.equal(text(read.collected[0]?.data), 'judge', shown(read));
      const written = await bench.run('copy /program/actor /judge/input', { spec: { binds } });
      assert.equal(written.exitCode, 1, shown(written));
      // The empty place to mount on may stay; what was mounted there may not.
      const later = await bench.run('copy /judge/input b', {
        spec: { collect: [{ path: 'b', maxBytes: 100, optional: true }] },
      });
      assert.equal(text(later.collected[0]?.data), '', shown(later));
    },
  },
];
