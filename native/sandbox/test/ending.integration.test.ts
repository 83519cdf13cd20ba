/** Runs that take the kernel long to take away: the slot goes on in a new world, and nobody finds anything of them. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { slotUsers } from '../src/index.ts';
import { Freezer, freezerObstacle } from './freezer.ts';
import {
  Bench,
  childrenOf,
  dying,
  limits,
  megabyte,
  obstacle,
  onlySupervisor,
  supervisors,
  testUidBase,
  text,
} from './harness.ts';

const worst = readFileSync(join(import.meta.dirname, '../../../bench/ending/worst.c'), 'utf8');

describe.skipIf(obstacle !== undefined)('the end of a run', () => {
  let bench: Bench;
  let program: string;
  beforeAll(async () => {
    bench = await Bench.open({ cpus: [0] });
    program = bench.programs.c('worst', worst);
  });
  afterEach(() => onlyOneWorld());
  afterAll(() => bench.close());

  const hard = (wallUs = 3_000_000) =>
    bench.run([program, 'mappings-of-all'], { limits: { ...dying, wallUs } });

  it('does not hold the slot while very many mappings are taken apart', async () => {
    const { handovers, rebuilds } = bench;
    expect((await hard()).outcome).toMatch(/^(?:wall|cpu)-limit$/);
    const next = await bench.sh('id -u');
    // The next program has come to its end before the last one's processes were gone.
    expect(left().length).toBeGreaterThan(1);
    expect(next).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(bench).toMatchObject({ handovers: handovers + 1, rebuilds });
  });

  it('leaves nothing of its own to the next run: no user, no memory, no CPU time, no file', async () => {
    const alone = await bench.sh('ls -A /box /tmp /dev/shm');
    await hard();
    const user = bench.sh('id -u');
    const beside = bench.sh('ls -A /box /tmp /dev/shm');
    const users = new Set(left().map(({ uid }) => String(uid)));
    expect(users.size).toBe(1);
    expect(users).not.toContain(text((await user).stdout).trim());
    expect(text((await beside).stdout)).toBe(text(alone.stdout));
    expect((await beside).memoryBytes).toBeLessThan(alone.memoryBytes + 2 * megabyte);
  });

  it('executes nothing of the program any more once the answer is there', async () => {
    const counter = bench.programs.c(
      'counter',
      `#include <stdio.h>
       #include <sys/mman.h>
       #include <unistd.h>
       int main(void) {
         for (int i = 0; i < 65000; i++) mmap(0, 4096, i % 2 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         for (int i = 0; i < 40; i++) fork();
         for (;;) ;
       }`,
    );
    const { handovers } = bench;
    await bench.run([counter], { limits: { ...dying, wallUs: 4_000_000 } });
    const seen = left();
    await bench.sh('true');
    expect(bench.handovers).toBe(handovers + 1);
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.filter(({ isDead }) => !isDead)).toEqual([]);
  });

  it('is waited for by the next but one, so that no more than two worlds are there at a time', async () => {
    const runs = [hard(), hard(), hard()];
    let most = 0;
    for (const run of runs) {
      await run;
      most = Math.max(most, supervisors(process.pid).length);
    }
    expect(most).toBeLessThanOrEqual(2);
    expect((await bench.sh('exit 3')).exitCode).toBe(3);
  }, 60_000);

  it('does not hold the slot for children that a program leaves behind when it ends', async () => {
    const { handovers } = bench;
    const result = await bench.run([program, 'mappings-of-children'], { limits: dying });
    expect(result).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(await bench.sh('exit 4')).toMatchObject({ exitCode: 4 });
    expect(bench.handovers).toBe(handovers + 1);
  });

  it('decides nothing about a program that has ended before: those it left are its own only while it lives', async () => {
    const argv = [program, 'mappings-of-children'];
    const { handovers } = bench;
    const { cpuUs } = await bench.run(argv, { limits: dying });
    expect(bench.handovers).toBe(handovers + 1);
    await onlyOneWorld();
    // Where something is to be collected they are waited for.
    const waited = await bench.run(argv, {
      limits: { ...dying, cpuUs: Math.round(cpuUs * 1.4) },
      collect: [{ path: 'nothing', maxBytes: 1, optional: true }],
    });
    expect(bench.handovers).toBe(handovers + 1);
    expect(waited).toMatchObject({ outcome: 'exited', exitCode: 0 });
  });

  it('of a run with many sessions is waited for, but for a few, where sessions share the core: together they would have half of it', async ({
    skip,
  }) => {
    skip(groupsShareTheCore(), 'groups share the core on this host');
    const sessions = bench.programs.c(
      'sessions',
      `#include <sys/mman.h>
       #include <unistd.h>
       enum { children = 14 };
       int main(int argc, char** argv) {
         int ready[2];
         char bytes[4096] = "";
         pipe(ready);
         for (int i = 0; i < 65000; i++) mmap(0, 4096, i % 2 ? PROT_READ : PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         for (int i = 0; i < children; i++) {
           if (fork() > 0) continue;
           if (argc > 1) setsid();
           write(ready[1], bytes, 1);
           for (;;) pause();
         }
         for (int i = 0; i < children; i++) read(ready[0], bytes, 1);
         for (;;) write(1, bytes, sizeof bytes);
       }`,
    );
    const leftAfter = async (...how: string[]) => {
      const limits = { ...dying, wallUs: 60_000_000, outputBytes: megabyte };
      expect(await bench.run([sessions, ...how], { limits })).toMatchObject({ outcome: 'output-limit' });
      return left().filter(({ name }) => name === 'sessions');
    };
    // (core/run/handover.cc, most_sessions)
    expect((await leftAfter('each its own')).length).toBeLessThanOrEqual(7);
    expect((await bench.sh('exit 3')).exitCode).toBe(3);
    expect((await leftAfter()).length).toBeGreaterThan(7);
    expect((await bench.sh('exit 3')).exitCode).toBe(3);
  }, 120_000);

  it('frees the files of a run that was left in turns that nobody else wants, later in a few', async () => {
    const first = await onlySupervisor();
    const [caretaker = 0] = childrenOf(first, 'sandglass-care');
    const argv = ['/bin/sh', '-c', `${program} sparse-files & exec ${program} mappings-of-all`];
    const { handovers } = bench;
    await bench.run(argv, { limits: { ...dying, wallUs: 4_000_000 } });
    // Just after the answer the caretaker steps back.
    while (niceOf(caretaker) === '0') await delay(5);
    const seen = new Set<string>();
    while (existsSync(`/proc/${String(first)}`) || existsSync(`/proc/${String(caretaker)}`)) {
      seen.add(niceOf(caretaker));
      await delay(5);
    }
    // The latter where others keep the core busy for 10 s.
    for (const expected of ['', '19', '10']) seen.delete(expected);
    expect([...seen]).toEqual([]);
    await bench.sh('true');
    expect(bench.handovers).toBe(handovers + 1);
  }, 60_000);

  it.each([['sparse files, which hold much of the kernel’s memory', 'sparse-files', 1_500_000]])(
    'is nothing to the next run: %s',
    async (_what, mode, wallUs) => {
      const { rebuilds } = bench;
      const result = await bench.run([program, mode], { limits: { ...dying, wallUs } });
      expect(result.outcome).toMatch(/^(?:wall|cpu)-limit$/);
      expect(await bench.run(['/bin/true'])).toMatchObject({ outcome: 'exited', exitCode: 0 });
      expect(bench.rebuilds).toBe(rebuilds);
    },
  );

  it('keeps none of the files that it has read in a group that is gone', async ({ skip }) => {
    skip(!existsSync('/usr/bin/fincore'), 'fincore (Debian: util-linux-extra) is not installed');
    const file = bench.programs.file('cold', new Uint8Array(4 * megabyte));
    const cached = () =>
      Number(execFileSync('fincore', ['-n', '-r', '-o', 'PAGES', file], { encoding: 'utf8' }));
    execFileSync('sync', [file]);
    execFileSync('dd', [`of=${file}`, 'oflag=nocache', 'conv=notrunc,fdatasync', 'count=0', 'status=none']);
    skip(cached() !== 0, 'the file is on a file system that is all cache');
    const { handovers } = bench;
    const script = `cat /program/cold > /dev/null; exec ${program} mappings-of-all`;
    const run = bench.sh(script, { limits: { ...dying, wallUs: 3_000_000 } });
    while (cached() === 0) await delay(10);
    await run;
    expect(bench.handovers).toBe(handovers + 1);
    await onlyOneWorld();
    expect(cached()).toBe(0);
  });

  describe.skipIf(freezerObstacle !== undefined)('that does not come', () => {
    /** @returns the process that the freezer holds, and what the run it belongs to comes to */
    async function frozen(freezer: Freezer) {
      const known = new Set(left().map(({ pid }) => pid));
      const result = bench.run(['/bin/sleep', '100'], { limits: { ...limits, wallUs: 500_000 } });
      for (;;) {
        const [started] = left().filter(({ pid, name }) => !known.has(pid) && name === 'sleep');
        if (started !== undefined) {
          freezer.freeze(started.pid);
          return { pid: started.pid, result };
        }
        await delay(5);
      }
    }

    /** So that nobody stays frozen when it fails. */
    const bounded = { timeout: 10_000, interval: 10 };
    const policy = (pid: number) =>
      execFileSync('ps', ['-o', 'cls=', '-p', String(pid)], { encoding: 'utf8' }).trim();

    it('is waited for in ordinary turns for as long as another run waits, and no longer', async () => {
      await using one = new Freezer();
      await using two = new Freezer();
      const first = await frozen(one);
      expect((await first.result).outcome).toBe('wall-limit');
      expect(policy(first.pid)).toBe('IDL');
      const second = await frozen(two);
      await vi.waitFor(() => {
        expect(policy(first.pid)).toBe('TS');
      }, bounded);
      two.thaw();
      expect((await second.result).outcome).toBe('wall-limit');
      await vi.waitFor(() => {
        expect(policy(first.pid)).toBe('IDL');
      }, bounded);
      expect((await bench.sh('exit 3')).exitCode).toBe(3);
    });

    it('while the one before is still there makes no verdict an error; the slot is given up', async () => {
      const { handovers, rebuilds } = bench;
      await using one = new Freezer();
      await using two = new Freezer();
      expect((await (await frozen(one)).result).outcome).toBe('wall-limit');
      const second = await frozen(two);
      expect(await second.result).toMatchObject({ outcome: 'wall-limit', exitCode: null });
      expect((await bench.sh('exit 3')).exitCode).toBe(3);
      expect(bench).toMatchObject({ handovers: handovers + 1, rebuilds: rebuilds + 1 });
      // Beside the slot that was built again it gets a tenth of the core.
      await vi.waitUntil(() => policy(second.pid) === 'TS' && niceOf(second.pid) === '10', bounded);
    });
  });

  describe('on a core that others keep busy', () => {
    let neighbour: ChildProcess;
    beforeEach(async () => {
      // It ends by itself, even if the test does not.
      const busy = ['prlimit', '--cpu=90', 'sh', '-c', 'while :; do :; done'];
      neighbour = spawn('taskset', ['-c', '0', ...busy], { stdio: 'ignore' });
      await once(neighbour, 'spawn');
    });
    afterEach(() => {
      neighbour.kill('SIGKILL');
    });

    /** Only turns that nobody else wants would not do: the neighbour wants them all. */
    async function endsBesideTheNeighbour(supervisor: number): Promise<void> {
      while (existsSync(`/proc/${String(supervisor)}`) && neighbour.signalCode === null) await delay(20);
      expect(neighbour).toMatchObject({ exitCode: null, signalCode: null });
    }

    it('gets ordinary turns when the next such run waits for it', async () => {
      const { handovers } = bench;
      const first = await onlySupervisor();
      await hard();
      await hard();
      expect(bench.handovers).toBeGreaterThan(handovers);
      await endsBesideTheNeighbour(first);
    }, 150_000);

    it('gets a few turns after a while in any case', async () => {
      const { handovers } = bench;
      const supervisor = await onlySupervisor();
      await hard();
      expect(bench.handovers).toBe(handovers + 1);
      await endsBesideTheNeighbour(supervisor);
    }, 150_000);

    /** While the neighbour wants every turn. */
    async function until(what: () => boolean): Promise<void> {
      while (!what() && neighbour.signalCode === null) await delay(50);
      expect(neighbour).toMatchObject({ exitCode: null, signalCode: null });
    }

    it('is brought about when the supervisor that waits for it is lost', async () => {
      const { handovers } = bench;
      const supervisor = await onlySupervisor();
      await hard();
      expect(bench.handovers).toBe(handovers + 1);
      await bench.sh('true');
      process.kill(supervisor, 'SIGKILL');
      const [broker = 0] = childrenOf(process.pid, 'sandglass-brok');
      await until(() => slotGroups(broker).size === 1);
    }, 150_000);

    it.each([
      ['the slot’s process has', 'close'],
      ['its broker was killed, by the next broker', 'kill'],
    ])(
      'comes when %s',
      async (_, how) => {
        const script = join(import.meta.dirname, 'ends-early.ts');
        const { stdout } = await promisify(execFile)(process.execPath, [script, how, bench.programs.folder]);
        expect(stdout).toMatch(/^\d+\n$/);
        if (how === 'kill') await promisify(execFile)(process.execPath, [script, how]);
        await until(() => slotGroups(Number(stdout)).size === 0);
      },
      150_000,
    );
  });
});

/** By `cpu.shares` beside the clock of v1, or `cpu.weight` of v2; else sessions do. */
function groupsShareTheCore(): boolean {
  return !existsSync('/sys/fs/cgroup/cpuacct') || existsSync('/sys/fs/cgroup/cpuacct/cpu.shares');
}

/** Field 19 of /proc/PID/stat; empty when there is no such process any more. */
function niceOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16] ?? '';
  } catch {
    return '';
  }
}

interface Left {
  readonly pid: number;
  readonly name: string;
  readonly uid: number;
  /** It will execute nothing of its own any more. */
  readonly isDead: boolean;
}

/** The slot's processes, whichever run they are of. */
function left(): Left[] {
  const users: readonly number[] = slotUsers(0, testUidBase);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const uid = Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]);
        const program = /^Name:\t(.*)/.exec(status)?.[1] ?? '';
        const isDying = isDead(name, status);
        return users.includes(uid) ? [{ pid: Number(name), name: program, uid, isDead: isDying }] : [];
      } catch {
        // It has ended in between.
        return [];
      }
    });
}

/** Exiting, or with a SIGKILL that it meets before anything else. */
function isDead(pid: string, status: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [state, , , , , , flags] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const isExiting = (Number(flags) & 0x4) !== 0 || state === 'Z';
  return isExiting || /^(?:Sig|Shd)Pnd:\s+[\da-f]{13}[13579bdf]/m.test(status);
}

/** Names of the control groups that a broker's slots have, whichever controllers they are of. */
function slotGroups(broker: number): Set<string> {
  const names = ['-type', 'd', '-name', `sandglass-${String(broker)}-*`, '-printf', '%f\\n'];
  // Folders go while it looks.
  const found = execFileSync('sh', ['-c', 'find /sys/fs/cgroup "$@" 2>/dev/null || true', 'find', ...names]);
  return new Set(
    found
      .toString()
      .split('\n')
      .filter((name) => name !== ''),
  );
}

async function onlyOneWorld(): Promise<void> {
  for (let all = supervisors(process.pid); all.length > 1; all = supervisors(process.pid)) {
    // To the one that has left a run behind: somebody waits (core/run/handover.cc). The others ignore it.
    for (const one of all) {
      try {
        process.kill(one, 'SIGURG');
      } catch {
        // It has ended in between.
      }
    }
    await delay(20);
  }
}
