/** A run that starves on a real host: made again on another slot, and the team never hears of it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

function whyNot(): string | null {
  const because = (reason: string): string => {
    console.warn(`the test of a starved run is skipped: ${reason}`);
    return reason;
  };
  if (process.getuid?.() !== 0) return because('it needs root for the sandbox’s broker and for priorities');
  if (availableParallelism() < 2) return because('it needs a second core to make the run again on');
  // There a group gets its share of a core against any load, and nothing can be starved from outside.
  if (read('/sys/fs/cgroup/cgroup.controllers').split(/\s/).includes('cpu'))
    return because('under pure cgroup v2 a program cannot be starved by its neighbours');
  return null;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const name = 'starving-one';
/** Gives the test time to see it, and then wants a quarter of a second of a core. */
const source = `#include <stdio.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  long long a, b;
  if (scanf("%lld %lld", &a, &b) != 2) return 1;
  prctl(PR_SET_NAME, "${name}");
  usleep(500000);
  while (clock() < CLOCKS_PER_SEC / 4) {}
  printf("%lld\\n", a + b);
}
`;

/** Ids, as this machine knows them, of the processes of that name. */
function running(): string[] {
  return readdirSync('/proc').filter((pid) => read(`/proc/${pid}/comm`).trim() === name);
}

/** As urgent as an ordinary process can be; where autogroups are on, that of its session counts, which is its own. */
const hog = 'echo -20 > /proc/self/autogroup; while :; do :; done';

function startHogs(cpu: string): ChildProcess[] {
  return Array.from({ length: 3 }, () =>
    spawn('taskset', ['-c', cpu, 'nice', '-n', '-20', 'sh', '-c', hog], { stdio: 'ignore', detached: true }),
  );
}

describe.skipIf(whyNot() !== null)('a run that starves', () => {
  let stack: TestStack;
  let hogs: ChildProcess[] = [];

  async function endHogs(): Promise<void> {
    const ending = hogs.map(async (hog) => {
      if (hog.exitCode !== null || hog.signalCode !== null) return;
      const ended = once(hog, 'exit');
      hog.kill('SIGKILL');
      await ended;
    });
    hogs = [];
    await Promise.all(ending);
  }

  beforeAll(async () => {
    stack = await startStack({ problems: ['sum'], slots: 2 });
  }, 180_000);
  afterAll(async () => {
    await endHogs();
    await stack?.stop();
  }, 60_000);

  it('is made again on another slot; the jury sees both attempts, its team one verdict', async () => {
    const team = stack.client(stack.teams[0] ?? stack.juryLogin);
    const { id } = await team.submit(stack.contest, {
      problem: 'A',
      language: 'c',
      files: [{ name: 'sum.c', content: source }],
    });
    await waitFor('its first run', () => Promise.resolve(running().length > 0), 60_000);
    const [pid = ''] = running();
    const cpu = /^Cpus_allowed_list:\s*(\S+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? '';
    expect(cpu).toMatch(/^\d+$/);
    hogs = startHogs(cpu);
    const seen: string[] = [];
    try {
      // It ends when the wall limit kills it; until then its team sees a judging that goes on.
      await waitFor(
        'the starved run to be killed',
        async () => {
          seen.push(JSON.stringify(await team.submission(id)));
          const { judgings } = await stack.jury.submission(id);
          return judgings[0]?.tests.some(({ suspect }) => suspect) === true;
        },
        60_000,
      );
    } finally {
      await endHogs();
    }
    const final = await team.verdictOf(id, 120_000);
    expect(final.verdict).toBe('AC');
    const { judgings } = await stack.jury.submission(id);
    expect(judgings).toHaveLength(1);
    const repeated = judgings[0]?.tests.filter(({ attempts }) => attempts.length > 0) ?? [];
    expect(repeated.length).toBeGreaterThan(0);
    const [first, second] = repeated[0]?.attempts ?? [];
    expect(first).toMatchObject({ attempt: 1, verdict: 'WTL', suspect: true });
    expect(second).toMatchObject({ attempt: 2, judgehost: 'testhost' });
    expect(second?.slot).not.toBe(first?.slot);
    expect(repeated[0]).toMatchObject({ verdict: 'AC', suspect: false });
    for (const words of [...seen, JSON.stringify(await team.submission(id))])
      expect(words).not.toContain('WTL');
  }, 240_000);
});
