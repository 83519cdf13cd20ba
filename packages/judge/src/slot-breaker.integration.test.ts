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

/**
 * An interactor that leaves a file whose name is the time, and asks for another pass. In that one it accepts when there
 * is the one file, of the try that counted.
 */
const countsTries = `#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
int main(int argc, char **argv) {
  char path[200];
  int tries = 0;
  DIR *folder = opendir(argv[3]);
  for (struct dirent *one; (one = readdir(folder)) != 0;) tries += strncmp(one->d_name, "try-", 4) == 0;
  if (tries > 0) {
    if (tries == 1) return 42;
    snprintf(path, sizeof path, "%s/judgemessage.txt", argv[3]);
    fprintf(fopen(path, "w"), "%d tries have left a file", tries);
    return 43;
  }
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  snprintf(path, sizeof path, "%s/try-%ld-%ld", argv[3], now.tv_sec, now.tv_nsec);
  fclose(fopen(path, "w"));
  snprintf(path, sizeof path, "%s/nextpass.in", argv[3]);
  fclose(fopen(path, "w"));
  return 42;
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

/** Kills supervisors of this process's slots while `when` holds for one of the programs that run in them. @returns how many it killed, when stopped */
function killSupervisorsOf(
  when: (name: string, pid: number) => boolean,
  atMost = Number.POSITIVE_INFINITY,
): () => number {
  const killed = new Set<number>();
  timer = setInterval(() => {
    const all = processes();
    for (const one of all.values()) {
      if (!when(one.name, one.pid)) continue;
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

  it('is no excuse for a host on which a known program of its language breaks the slot as well', async () => {
    // The compiler gives its output this name for any source; other programs run well there.
    const stop = killSupervisorsOf((name) => name === 'program');
    const honest = cursed('program');
    await expect(bench.run(job({ source: honest }))).rejects.toMatchObject({ code: 'JUDGE_RUN_FAILED' });
    expect(stop()).toBe(2);
    expect(await bench.run(job({ source: honest }))).toMatchObject({ verdict: 'AC' });
  });

  it('is an error of the task where another host is to see it first', async () => {
    const stop = killSupervisorsOf((name) => name === 'cursed-here');
    await expect(bench.run(job({ source: cursed('cursed-here'), mayBlame: false }))).rejects.toMatchObject({
      code: 'JUDGE_BREAKS_SLOT',
      message: expect.stringContaining('3 times in a row'),
    });
    expect(stop()).toBe(3);
  });

  it('leaves nothing for the next try of an interactor', async () => {
    const stop = killSupervisorsOf((name) => name === 'cursed-talk', 1);
    const run = await bench.run(
      job({
        source: cursed('cursed-talk'),
        kind: { interactive: true, passes: 2 },
        validator: { language: 'c', source: countsTries },
      }),
    );
    expect(stop()).toBe(1);
    expect(run).toMatchObject({ verdict: 'AC', validatorMessage: '' });
    expect(run.passes).toHaveLength(2);
  });

  it('is a compile error when it is the compiler that its sources make do so', async () => {
    // Those of a known program are soon ready.
    const since = new Map<number, number>();
    const stop = killSupervisorsOf((name, pid) => {
      if (name !== 'cc1') return false;
      const first = since.get(pid) ?? performance.now();
      since.set(pid, first);
      return performance.now() - first > 500;
    });
    const source = `#define A(x) x x x x x x x x x x\nint f(int a) { A(A(A(A(A(a++;))))) return a; }\n${right}`;
    const { compile, runs } = await bench.judge(job({ source }));
    expect(stop()).toBe(3);
    expect(compile).toMatchObject({ kind: 'rejected', output: expect.stringContaining('3 times in a row') });
    expect(runs).toEqual([]);
  });
});
