/** Programs that break the slot they run in, on the real sandbox: whenever one of that name runs, its supervisor is killed. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { whyNoSandbox } from './testing/needs-root.ts';
import { Workbench, type TestJob } from './testing/workbench.ts';

const right = '#include <stdio.h>\nint main(void) { puts("42"); }';
/** Would be accepted, were it let alone. */
const cursed = (name: string) => `#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
int main(void) {
  prctl(PR_SET_NAME, "${name}");
  nanosleep(&(struct timespec){ .tv_nsec = 300000000 }, 0);
  puts("42");
}`;

interface Process {
  readonly pid: number;
  readonly name: string;
  readonly parent: number;
}

function processes(): Map<number, Process> {
  const all = new Map<number, Process>();
  for (const entry of readdirSync('/proc').filter((text) => /^\d+$/.test(text))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(stat) ?? [];
      all.set(Number(entry), { pid: Number(entry), name, parent: Number(parent) });
    } catch {
      // It is gone.
    }
  }
  return all;
}

let timer: NodeJS.Timeout | undefined;

/** Kills supervisors of this process's slots while `when` is among the programs that run in them. @returns how many it killed, when stopped */
function killSupervisorsOf(when: (name: string) => boolean, atMost = Number.POSITIVE_INFINITY): () => number {
  const killed = new Set<number>();
  timer = setInterval(() => {
    const all = processes();
    for (const one of all.values()) {
      if (!when(one.name)) continue;
      const line: Process[] = [];
      for (let at: Process | undefined = one; at !== undefined; at = all.get(at.parent)) line.push(at);
      const supervisor = line.find(({ name }) => name === 'sandglass-slot');
      if (supervisor === undefined || !line.some(({ pid }) => pid === process.pid)) continue;
      if (killed.has(supervisor.pid) || killed.size >= atMost) continue;
      killed.add(supervisor.pid);
      process.kill(supervisor.pid, 'SIGKILL');
    }
  }, 2);
  return () => {
    clearInterval(timer);
    return killed.size;
  };
}

describe.skipIf(whyNoSandbox() !== null)('a program that breaks the slot it runs in', () => {
  let bench: Workbench;
  beforeAll(async () => {
    bench = await Workbench.open({ languages: ['c'] });
  });
  afterEach(() => clearInterval(timer));
  afterAll(() => bench.close());

  const job = (changes: Partial<TestJob> = {}): TestJob => ({ language: 'c', source: right, ...changes });

  it('gets a run-time error that says what it did; the next one is judged in the same slot', async () => {
    const stop = killSupervisorsOf((name) => name === 'cursed-always');
    const run = await bench.run(job({ source: cursed('cursed-always') }));
    expect(stop()).toBe(3);
    expect(run).toMatchObject({
      verdict: 'RTE',
      reason: expect.stringMatching(/leaves no result: it ended the supervisor.* 3 times in a row/),
    });
    expect(await bench.run(job())).toMatchObject({ verdict: 'AC' });
  });

  it('is judged as any other when it was not its doing: it runs through when it is tried again', async () => {
    const stop = killSupervisorsOf((name) => name === 'cursed-once', 1);
    const run = await bench.run(job({ source: cursed('cursed-once') }));
    expect(stop()).toBe(1);
    expect(run).toMatchObject({ verdict: 'AC' });
  });

  it('is no excuse for a host on which nothing runs', async () => {
    let begun = false;
    // From then on no slot lives for long enough to run the known program.
    const stop = killSupervisorsOf((name) => {
      begun ||= name === 'cursed-host';
      return begun && name === 'sandglass-slot';
    });
    await expect(bench.run(job({ source: cursed('cursed-host') }))).rejects.toMatchObject({
      code: 'JUDGE_RUN_FAILED',
    });
    stop();
    expect(await bench.run(job())).toMatchObject({ verdict: 'AC' });
  });

  it('is a compile error when it is the compiler that its sources make do so', async () => {
    const stop = killSupervisorsOf((name) => name === 'cc1');
    // Long enough at work to be met.
    const source = `#define A(x) x x x x x x x x x x\nint f(int a) { A(A(A(A(A(a++;))))) return a; }\n${right}`;
    const { compile, runs } = await bench.judge(job({ source }));
    expect(stop()).toBe(3);
    expect(compile).toMatchObject({ kind: 'rejected', output: expect.stringContaining('3 times in a row') });
    expect(runs).toEqual([]);
  });
});
