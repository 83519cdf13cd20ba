/** What the broker reports of the host’s tasks. Milliseconds. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hostView } from '../src/index.ts';
import { Programs } from './harness.ts';

const missing = process.getuid?.() === 0 ? null : 'needs root';
const name = 'the host’s view';

/** The first thread sleeps; each of the others waits in the kernel for a child that shares its memory. */
const vforkers = `#include <pthread.h>
#include <unistd.h>
static void *wait_in_kernel(void *unused) { if (vfork() == 0) { pause(); _exit(0); } return unused; }
int main(void) {
  pthread_t thread;
  for (int i = 0; i < 5; i++) pthread_create(&thread, 0, wait_in_kernel, 0);
  pause();
}`;

const askClock = `#include <sys/timex.h>
int main(void) { struct timex t = {0}; int state = adjtimex(&t); return state < 0 ? 2 : state == 5 || t.status & 64; }`;

describe.skipIf(missing !== null)(missing === null ? name : `${name} (skipped: ${missing})`, () => {
  it('counts namespaces of every kind when asked, and names only functions of the kernel', async () => {
    const { blocked, namespaces } = await hostView({ namespaces: true });
    expect(namespaces.map(({ kind }) => kind)).toEqual(['ipc', 'mnt', 'net', 'pid', 'uts']);
    for (const { count } of namespaces) expect(count).toBeGreaterThan(0);
    for (const { pid, wchan } of blocked)
      expect([pid > 0, wchan]).toEqual([true, expect.stringMatching(/^[\w.]*$/)]);
  });

  it('leaves namespaces out otherwise', async () => {
    expect((await hostView({ namespaces: false })).namespaces).toEqual([]);
  });

  it('reports of the clock what the kernel knows of it', async () => {
    using programs = new Programs();
    programs.c('clock', askClock);
    const { status } = spawnSync(join(programs.folder, 'clock'));
    const { clockSynchronised } = await hostView({ namespaces: true });
    expect(clockSynchronised).toBe(status === 2 ? null : status === 0);
  });

  it('reports of every blocked thread where it waits, and of some the whole stack', async () => {
    using programs = new Programs();
    programs.c('vforkers', vforkers);
    const child = spawn(join(programs.folder, 'vforkers'), { detached: true, stdio: 'ignore' });
    const own = child.pid ?? 0;
    try {
      let threads: Awaited<ReturnType<typeof hostView>>['blocked'] = [];
      const deadline = performance.now() + 30_000;
      while (threads.length < 5 && performance.now() < deadline) {
        await pause(20);
        const { blocked } = await hostView({ namespaces: false });
        threads = blocked.filter(({ pid }) => isThreadOf(own, pid));
      }
      expect(threads).toHaveLength(5);
      expect(threads.map(({ pid }) => pid)).not.toContain(own);
      const stacks = threads.flatMap(({ stack }) => (stack.length === 0 ? [] : [stack.join(' ')]));
      expect(stacks).toEqual(Array(2).fill(expect.stringMatching(/\bkernel_clone\b.*vfork/)));
    } finally {
      process.kill(-own, 'SIGKILL');
    }
  });
});

function isThreadOf(process: number, thread: number): boolean {
  try {
    const status = readFileSync(`/proc/${String(thread)}/status`, 'utf8');
    return new RegExp(`^Tgid:\\s${String(process)}$`, 'm').test(status);
  } catch {
    return false; // it has gone
  }
}
