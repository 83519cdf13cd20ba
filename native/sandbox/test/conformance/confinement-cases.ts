/** What a program sees of the machine, and what it cannot do to it. */
import { identity } from './leftover-cases.ts';
import { assert, atLeast, atMost, mebibyte } from './workbench.ts';
import type { Case } from './workbench.ts';

export const confinementCases: readonly Case[] = [
  {
    name: 'a program is an ordinary user without groups, capabilities or a way to new privileges, and not process 1',
    async check(bench) {
      const status = await bench.say('status');
      const { uid, gid, groups, pid } = identity(status);
      atLeast('user id', uid, 1000);
      assert.equal(gid, uid);
      assert.equal(groups, 0);
      assert.equal(pid, 2);
      for (const set of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb']) {
        assert.match(status, new RegExp(`^Cap${set}:\\s0+$`, 'm'));
      }
      assert.match(status, /^NoNewPrivs:\s1$/m);
      assert.match(status, /^Seccomp:\s2$/m);
      // The slot's, not one of each run's own, which the kernel would have to free after it.
      assert.match(status, /^Seccomp_filters:\s1$/m);
    },
  },
  {
    name: 'a program reaches no network, not even its own machine',
    async check(bench) {
      const lines = (await bench.say('network')).trim().split('\n');
      assert.ok(lines.includes('send refused'), lines.join(', '));
      assert.ok(lines.includes('pair refused'), lines.join(', '));
      assert.deepEqual(
        lines.filter((line) => line.startsWith('device ') && line !== 'device lo'),
        [],
      );
    },
  },
  {
    name: 'a program writes nowhere but in its box',
    async check(bench) {
      assert.equal(await bench.say('write-outside'), 'end\n');
    },
  },
  {
    name: 'calls that reach beyond the sandbox are refused',
    async check(bench) {
      assert.equal(await bench.say('forbidden'), 'end\n');
    },
  },
  {
    name: 'a program sees no other process',
    async check(bench) {
      assert.equal(await bench.say('processes'), '0\n');
    },
  },
  {
    name: 'a program inherits nothing but its three standard streams',
    async check(bench) {
      assert.equal((await bench.say('descriptors')).trim(), '0 1 2');
    },
  },
  {
    name: 'a program is scheduled as an ordinary one, though its supervisor goes first',
    async check(bench) {
      assert.equal(await bench.say('policy'), 'policy 0 nice 0\n');
    },
  },
  {
    name: 'the system call for the machine’s memory returns the run’s limit, run by run',
    async check(bench) {
      for (const memoryMiB of [64, 96]) {
        const bytes = String(memoryMiB * mebibyte);
        assert.equal(
          await bench.say('memory', { memoryMiB }),
          `total ${bytes} pages ${bytes} free some swap 0 processes 1 load 0\n`,
        );
      }
    },
  },
  {
    name: 'a program that asks for the memory without end is answered slowly, and sleeps in that time',
    async check(bench) {
      // 256 answers at once, and then one every 5 ms: half a second, most of it spent asleep.
      const result = await bench.run('memory 356', { memoryMiB: 64 });
      assert.equal(result.outcome, 'exited');
      atLeast('wall time', result.wallUs, 400_000);
      atLeast('sleep', result.sleepUs ?? 0, 200_000);
      atMost('uninterruptible wait', result.uninterruptibleUs ?? 0, result.sleepUs ?? 0);
    },
  },
];
