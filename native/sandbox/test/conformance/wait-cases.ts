/** The gap between wall and processor time is explained. */
import { assert, atLeast, atMost, shown } from './workbench.ts';
import type { Case } from './workbench.ts';

export const waitCases: readonly Case[] = [
  {
    name: 'a sleeper at the wall limit is idle: its gap is sleep of its own will',
    async check(bench) {
      const result = await bench.run('sleep 60000', { wallMs: 600 });
      assert.equal(result.outcome, 'wall-limit', shown(result));
      assert.equal(result.idle, true, shown(result));
      atLeast('slept', result.sleepUs ?? 0, result.gapUs / 2);
    },
  },
  {
    name: 'a reader of a pipe that stays empty is idle, and the place where it waits is reported',
    async check(bench) {
      const result = await bench.run('read-for-ever', { wallMs: 600 });
      assert.equal(result.outcome, 'wall-limit', shown(result));
      assert.equal(result.idle, true, shown(result));
      assert.match(result.lastWait ?? '', /^read\b/, shown(result));
    },
  },
  {
    name: 'a parent in vfork whose child sleeps is idle: no host is too slow for it',
    async check(bench) {
      const result = await bench.run('sleep-in-vfork 60000', { wallMs: 600 });
      assert.equal(result.outcome, 'wall-limit', shown(result));
      assert.equal(result.idle, true, shown(result));
      atLeast('slept', result.sleepUs ?? 0, result.gapUs / 2);
    },
  },
  {
    name: 'the parts of the gap add up to it, of a program that works and sleeps by turns',
    async check(bench) {
      const result = await bench.run('burn-and-sleep 4 30');
      assert.equal(result.outcome, 'exited', shown(result));
      const parts = (result.sleepUs ?? 0) + (result.coreWaitUs ?? 0) + (result.uninterruptibleUs ?? 0);
      atLeast('parts', parts, result.gapUs - 2);
      atMost('parts', parts, result.gapUs + 2);
      atLeast('slept', (result.sleepUs ?? 0) + (result.uninterruptibleUs ?? 0), 60_000);
    },
  },
  {
    name: 'a run that ends by itself is not idle, and waits nowhere',
    async check(bench) {
      const result = await bench.run('sleep 50');
      assert.equal(result.idle, false, shown(result));
      assert.equal(result.lastWait, null, shown(result));
    },
  },
  {
    // The kernel waits actively for threads that are just disappearing; a supervisor that goes first must let them.
    name: 'many threads that were looked at are torn down at once, whether they end or are killed',
    async check(bench) {
      for (const wishes of [{}, { wallMs: 100 }]) {
        const tearDown: number[] = [];
        for (let i = 0; i < 3; i += 1) {
          const result = await bench.run(
            `restless-threads ${wishes.wallMs === undefined ? '50' : '60000'}`,
            wishes,
          );
          tearDown.push(result.teardownUs);
        }
        atMost('the shortest tear-down', Math.min(...tearDown), bench.within(400) * 1000);
      }
    },
  },
];
