import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { broker } from '../src/broker.ts';
import { createSlot, probe, sandboxExecutable } from '../src/index.ts';
import type { ProbeReport } from '../src/index.ts';
import { NativeSlot } from '../src/slot.ts';
import {
  Bench,
  childrenOf,
  limits,
  noStrangers,
  obstacle,
  onlySupervisor,
  strangers,
  text,
} from './harness.ts';

/** Folders in which a broker of this process makes its groups: one per v1 controller, or the one of v2. */
function groupFolders(): string[] {
  const own = readFileSync('/proc/self/cgroup', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  return [...['memory', 'cpuacct', 'pids', 'cpuset'].map((name) => `/${name}`), ''].flatMap((controller) => {
    const path = own.find(([, name]) => name === controller.slice(1))?.[2] ?? '';
    const inside = `/sys/fs/cgroup${controller}${path}`;
    return existsSync(inside) ? [inside] : [];
  });
}

const isOf = (broker: number) => (name: string) => name.startsWith(`sandglass-${String(broker)}-`);

/** Control groups of the broker. */
function groups(broker: number): string[] {
  return groupFolders().flatMap((folder) => readdirSync(folder).filter(isOf(broker)));
}

/** Counts the groups that the broker or a slot of it makes from now on, also those that are gone again at once. */
function countingGroups(broker: number): { made: string[]; stop(): void } {
  const made: string[] = [];
  const watchers = groupFolders().map((folder) =>
    watch(folder, (event, name) => {
      if (event === 'rename' && name !== null && isOf(broker)(name)) made.push(name);
    }),
  );
  return {
    made,
    stop() {
      for (const watcher of watchers) watcher.close();
    },
  };
}

async function until(what: () => boolean): Promise<void> {
  for (let i = 0; i < 500 && !what(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(what()).toBe(true);
}

describe.skipIf(obstacle !== undefined)('the life of a slot', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await Bench.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it('is described by the probe', async () => {
    const report = await probe();
    expect(report.usable).toBe(true);
    expect(report.namespaces).toEqual({ pid: true, mount: true, network: true, ipc: true, uts: true });
    expect(['v1', 'v2', 'hybrid']).toContain(report.cgroup.mode);
  });

  it('is described with a warning where tests can slow its set-ups down', () => {
    const name = 'SANDGLASS_TEST_SETUP_DELAY';
    const index = join(import.meta.dirname, '../src/index.ts');
    const ask = `const { probe } = await import('${index}'); console.log(JSON.stringify(await probe())); process.exit(0)`;
    const warnings = (file: string | undefined) => {
      const env = { ...process.env, [name]: file };
      const answer = execFileSync(process.execPath, ['--input-type=module', '-e', ask], {
        env,
        encoding: 'utf8',
      });
      return (JSON.parse(answer) as ProbeReport).weaker.filter((text) => text.includes(name));
    };
    expect(warnings(undefined)).toEqual([]);
    expect(warnings('/dev/null')).toHaveLength(1);
  });

  it('survives the death of its supervisor: the run is refused an answer, the next one gets it', async () => {
    const before = bench.rebuilds;
    const run = bench.sh('sleep 5');
    const supervisor = await onlySupervisor();
    process.kill(supervisor, 'SIGKILL');
    await expect(run).rejects.toMatchObject({ code: 'SUPERVISOR_LOST' });
    expect((await bench.sh('exit 3')).exitCode).toBe(3);
    expect(bench.rebuilds).toBe(before + 1);
    await until(() => strangers() === '');
  });

  it('is given up when its supervisor hangs while it is built, and says that the kernel makes no slots', async () => {
    const [own] = childrenOf(process.pid, 'sandglass-brok');
    // Read, not asked of a program: the supervisor must be stopped before it is ready, and it needs milliseconds.
    const children = (): number[] =>
      readFileSync(`/proc/${String(own)}/task/${String(own)}/children`, 'utf8')
        .trim()
        .split(' ')
        .map(Number);
    // On a busy machine the supervisor can be ready before it is stopped: then with another slot.
    for (let caught = false; !caught;) {
      const before = new Set(children());
      const slot = new NativeSlot({ ordinal: 7, uidBase: 62000 }, 1_000);
      const built = slot.build().then(
        () => undefined,
        (error: unknown) => error,
      );
      let supervisor: number | undefined;
      while (supervisor === undefined) supervisor = children().find((pid) => pid > 0 && !before.has(pid));
      process.kill(supervisor, 'SIGSTOP');
      const error = await built;
      process.kill(supervisor, error === undefined ? 'SIGCONT' : 'SIGKILL');
      await slot.close();
      caught = error !== undefined;
      if (caught) {
        expect(error).toMatchObject({
          code: 'SLOT_BUILD',
          message: expect.stringContaining('The kernel does not make new slots: it was not ready after 1 s.'),
        });
      }
    }
  });

  it('is rebuilt when it cannot be cleaned: the run keeps its answer, the rebuild is counted', async () => {
    await bench.sh('true');
    const before = bench.rebuilds;
    const supervisor = await onlySupervisor();
    const run = bench.sh('sleep 1; exit 5');
    await until(() => strangers() !== '');
    // Without its caretaker a slot can neither empty its box nor prepare another run.
    const [caretaker] = childrenOf(supervisor, 'sandglass-care');
    process.kill(caretaker!, 'SIGKILL');
    expect((await run).exitCode).toBe(5);
    expect((await bench.sh('exit 6')).exitCode).toBe(6);
    expect(bench.rebuilds).toBe(before + 1);
  });

  it('hears of a supervisor that ends with a request unread, and gives that to the next one', async () => {
    for (let round = 0; round < 3; round++) {
      const supervisor = await onlySupervisor();
      const first = bench.sh('sleep 1; exit 5');
      await until(() => strangers() !== '');
      process.kill(childrenOf(supervisor, 'sandglass-care')[0]!, 'SIGKILL');
      const second = bench.sh('exit 6');
      expect((await first).exitCode).toBe(5);
      expect((await second).exitCode).toBe(6);
    }
  });

  it('is not held by a program that tries to give the supervisor children of its own', async () => {
    const program = bench.programs.c(
      'parent',
      `#define _GNU_SOURCE
      #include <sched.h>
      #include <signal.h>
      #include <unistd.h>
      #include <sys/syscall.h>
      int main(void) {
        for (int i = 0; i < 6; i++) {
          if (syscall(SYS_clone, CLONE_PARENT | (i < 4 ? SIGCHLD : 0), 0, 0, 0, 0) != 0) continue;
          while (i & 1) pause();
          _exit(0);
        }
        return 9;
      }`,
    );
    const before = bench.rebuilds;
    for (let round = 0; round < 3; round++) {
      expect(await bench.run([program])).toMatchObject({ outcome: 'exited', exitCode: 9 });
    }
    expect(bench.rebuilds).toBe(before);
    await noStrangers();
  });

  it('is rebuilt when its supervisor dies while nothing runs', async () => {
    await bench.sh('true');
    const before = bench.rebuilds;
    process.kill(await onlySupervisor(), 'SIGKILL');
    await until(() => bench.rebuilds === before + 1);
    expect((await bench.sh('exit 7')).exitCode).toBe(7);
  });

  it('does one thing at a time, in order', async () => {
    const order: number[] = [];
    const started: number[] = [];
    await Promise.all(
      [1, 2, 3].map(async (n) => {
        const r = await bench.sh(`exit ${String(n)}`);
        order.push(r.exitCode ?? 0);
        started.push(r.startedAtUs);
      }),
    );
    expect(order).toEqual([1, 2, 3]);
    expect(started).toEqual(started.toSorted((a, b) => a - b));
  });

  it('creates no namespace and no control group in 1000 runs', async () => {
    const supervisor = await onlySupervisor();
    const namespaces = () =>
      ['net', 'ipc', 'uts', 'mnt'].map((kind) =>
        execFileSync('readlink', [`/proc/${String(supervisor)}/ns/${kind}`], { encoding: 'utf8' }),
      );
    const broker = Number(
      execFileSync('ps', ['-o', 'ppid=', '-p', String(supervisor)], { encoding: 'utf8' }),
    );
    // Every run prints the inodes of its own namespaces: while the supervisor lives in one of that number, it is the
    // same.
    bench.programs.c(
      'inodes',
      `#include <stdio.h>
       #include <unistd.h>
       int main() { const char *kinds[] = {"net", "ipc", "uts", "mnt"}; char path[64], link[64];
         for (int i = 0; i < 4; i++) { sprintf(path, "/proc/self/ns/%s", kinds[i]);
           int n = readlink(path, link, 63); link[n < 0 ? 0 : n] = 0; puts(link); } }`,
    );
    const run = async () => {
      const result = await bench.run(['/program/inodes']);
      expect(result.exitCode).toBe(0);
      return text(result.stdout);
    };
    const before = groups(broker);
    expect(before.length).toBeGreaterThan(0);
    const seen = new Set([await run()]);
    const counting = countingGroups(broker);
    try {
      for (let i = 0; i < 1000; i++) seen.add(await run());
      // That the counting counts is shown by a slot that is made in between.
      expect(counting.made).toEqual([]);
      const other = await createSlot({ ordinal: 12, uidBase: 62000 });
      await until(() => counting.made.length > 0);
      await other.close();
    } finally {
      counting.stop();
    }
    expect([...seen]).toEqual([
      `${namespaces()
        .map((link) => link.trim())
        .join('\n')}\n`,
    ]);
    await until(() => groups(broker).length === before.length);
  });

  it('ends with close: what runs is killed, what waits is refused, its groups are gone', async () => {
    const slot = await createSlot({ ordinal: 7, uidBase: 62000 });
    const spec = { argv: ['/bin/sleep', '10'], limits };
    const running = slot.run(spec);
    const waiting = slot.run(spec);
    const ends = Promise.all([
      expect(running).rejects.toMatchObject({ code: 'SUPERVISOR_LOST' }),
      expect(waiting).rejects.toMatchObject({ code: 'CLOSED' }),
    ]);
    await slot.close();
    await ends;
    await expect(slot.run(spec)).rejects.toMatchObject({ code: 'CLOSED' });
    await until(() => strangers(7) === '');
  });

  it('is not built over and over when it cannot be built; the next run tries once more', async () => {
    const asked = vi.spyOn(broker(), 'makeSlot');
    const slot = new NativeSlot({ ordinal: 8, uidBase: 62000, cpus: [60_000] });
    await expect(slot.build()).rejects.toMatchObject({ code: 'SLOT_BUILD' });
    // Everything in the dead supervisor's socket has been read when another slot has been built and has run.
    await bench.sh('true');
    const other = await createSlot({ ordinal: 10, uidBase: 62000 });
    await other.close();
    expect(asked).toHaveBeenCalledTimes(2);
    await expect(slot.run({ argv: ['/bin/true'], limits })).rejects.toMatchObject({ code: 'SLOT_BUILD' });
    await slot.close();
    expect(asked).toHaveBeenCalledTimes(3);
    asked.mockRestore();
  });

  it('is launched for an ordinary account only: no word comes to mean root', () => {
    for (const user of ['', '0', 'sandglass', '-1', '4294967296']) {
      const words = ['launch', '--user', user, '--group', '61000', '--', '/usr/bin/id'];
      expect(spawnSync(sandboxExecutable, words, { encoding: 'utf8' }), user).toMatchObject({
        status: 64,
        stdout: '',
        stderr: expect.stringContaining('ordinary account'),
      });
    }
  });

  it('ends with its client: after SIGKILL of Node nothing is left running, no group stays', async () => {
    const script = `
      import { createSlot } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
      const slot = await createSlot({ ordinal: 9, uidBase: 62000 });
      void slot.run({ argv: ['/bin/sleep', '20'], limits: ${JSON.stringify({ ...limits, wallUs: 30_000_000 })} });
      setTimeout(() => console.log('running'), 100);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const broker = Number(execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).trim());
    expect(strangers(9)).toContain('sleep');
    expect(groups(broker).length).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await until(() => strangers(9) === '' && groups(broker).length === 0);
  });
});
