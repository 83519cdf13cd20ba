/** Nothing of a run is left for the next one, nor for the machine. */
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, atLeast, atMost, text, shown } from './workbench.ts';
import type { Case } from './workbench.ts';

export const leftoverCases: readonly Case[] = [
  {
    name: 'a daemon does not keep a run from ending, and does not live on',
    async check(bench) {
      const result = await bench.run('daemon');
      assert.equal(result.outcome, 'exited', shown(result));
      assert.equal(text(result.stdout), 'started\n');
      assert.equal(await bench.say('processes'), '0\n');
      const { uid } = identity(await bench.say('status'));
      assert.deepEqual(await processesOf(uid), []);
    },
  },
  {
    name: 'shared memory, keys, locks, files and sockets of a run are not found by the next; SysV objects cannot be made',
    async check(bench) {
      const planted = (await bench.say('plant')).trim().split(' ');
      // What cannot be left is not found for another reason; these at least must have been left.
      for (const kind of ['devshm', 'tmp', 'box', 'deep', 'lock', 'socket']) {
        assert.ok(planted.includes(kind), `only ${planted.join(' ')} could be left behind`);
      }
      for (const kind of ['shm', 'sem', 'msg'])
        assert.ok(!planted.includes(kind), `${kind} could be left behind`);
      assert.equal(await bench.say('find'), 'end\n');
    },
  },
  {
    name: 'process numbers start again: they show nothing of how much ran before',
    async check(bench) {
      for (let i = 0; i < 3; i++) {
        assert.equal(identity(await bench.say('status')).pid, 2);
        await bench.run('fork-bomb', { limits: { processes: 16 } });
      }
    },
  },
  {
    name: 'counters of processes, files and SysV objects start again too, although nothing of a run is left',
    async check(bench) {
      // The supervisor's own looks at an untouched scratch count as well: the first reading is of a scratch of any age.
      await bench.say('counters');
      const fresh = await bench.say('counters');
      assert.match(fresh, /^\/box [1-9]\d* .* process 3\n$/);
      for (let i = 0; i < 3; i++) {
        const result = await bench.run('advance');
        assert.equal(result.outcome, 'exited', shown(result));
        assert.equal(await bench.say('counters'), fresh);
      }
    },
  },
  {
    name: 'files that a run leaves in its box take no memory from the next',
    async check(bench) {
      for (let i = 0; i < 4; i++) {
        const writer = await bench.run('big-file 24', { memoryMiB: 40 });
        assert.equal(writer.exitCode, 0, shown(writer));
        const user = await bench.run('touch-memory 24', { memoryMiB: 32 });
        assert.equal(user.outcome, 'exited', shown(user));
      }
    },
  },
  {
    name: 'page tables of a run, which the kernel frees late, are neither in the limit of the next nor missing in its figures',
    async check(bench) {
      for (let i = 0; i < 6; i++) {
        const tables = await bench.run('page-tables 40', { memoryMiB: 64 });
        assert.equal(tables.exitCode, 0, shown(tables));
        const next = await bench.run('touch-memory 24', { memoryMiB: 32 });
        assert.equal(next.outcome, 'exited', shown(next));
        // Less the little that is not waited for.
        atLeast('memory', next.memoryBytes, 22 << 20);
      }
    },
  },
  {
    name: 'after 60 quick runs there are as many control groups and namespaces as before',
    async check(bench) {
      for (let i = 0; i < 20; i++) await bench.run('exit 0');
      const rebuilds = bench.place.slot.rebuilds;
      const { groups, namespaces } = await ownWorld();
      atLeast('control groups', groups, 1);
      // This process's two, and the slot's.
      atLeast('namespaces', namespaces.length, 4);
      for (let i = 0; i < 60; i++) {
        assert.equal((await bench.run('exit 0')).outcome, 'exited');
      }
      const after = await ownWorld();
      atMost('control groups', after.groups, groups + 1);
      assert.deepEqual(after.namespaces, namespaces);
      assert.equal(bench.place.slot.rebuilds, rebuilds);
    },
  },
];

export function identity(status: string): { uid: number; gid: number; groups: number; pid: number } {
  const found = /uid (\d+) gid (\d+) groups (\d+) pid (\d+)/.exec(status);
  const [uid = -1, gid = -1, groups = -1, pid = -1] = (found?.slice(1) ?? []).map(Number);
  return { uid, gid, groups, pid };
}

async function pids(): Promise<string[]> {
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
}

/** Of the sandbox that this process started; the users of another one may have the same numbers. */
async function processesOf(uid: number): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await descendants(process.pid)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    if (new RegExp(`^Uid:.*\\b${String(uid)}\\b`, 'm').test(status))
      found.push(status.split('\n').slice(0, 7).join(' '));
  }
  return found;
}

/**
 * The control groups and the IPC and network namespaces of the sandbox that this process started; others may run on
 * the machine.
 */
async function ownWorld(): Promise<{ groups: number; namespaces: string[] }> {
  const own = await descendants(process.pid);
  const namespaces = new Set<string>();
  for (const pid of own) {
    for (const kind of ['ipc', 'net']) {
      const id = await readlink(`/proc/${pid}/ns/${kind}`).catch(() => '');
      if (id !== '') namespaces.add(id);
    }
  }
  const isOwn = (name: string): boolean => own.has(/^sandglass-(\d+)-/.exec(name)?.[1] ?? '');
  return { groups: await groupsIn('/sys/fs/cgroup', isOwn), namespaces: [...namespaces].sort() };
}

async function descendants(ancestor: number): Promise<Set<string>> {
  const parents = new Map<string, string>();
  for (const pid of await pids()) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    parents.set(pid, /^PPid:\s*(\d+)/m.exec(status)?.[1] ?? '0');
  }
  const found = new Set([String(ancestor)]);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return found;
}

/** Groups with a name that counts, and all below them. One that vanishes in between counts for nothing. */
async function groupsIn(folder: string, counts: (name: string) => boolean): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let found = 0;
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const own = counts(name);
    found += (own ? 1 : 0) + (await groupsIn(join(folder, name), own ? () => true : counts));
  }
  return found;
}
