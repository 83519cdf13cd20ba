/** Judgehosts that are killed, or asked to stop, while they judge. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SubmissionDetail } from '@sandglass/contracts';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let stack: TestStack;

beforeAll(async () => {
  stack = await startStack({ problems: ['cuckoo', 'sum'], slots: 1, durable: true });
});
afterAll(() => stack.stop());

/** Children, grandchildren and so on, by the parent that /proc names. */
function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
}

/** It gives itself a name, by which it is found among the processes of this machine. */
function namedSleeper(name: string): string {
  return `#include <sys/prctl.h>
#include <unistd.h>
int main(void) { prctl(PR_SET_NAME, "${name}"); sleep(60); }`;
}

/** Ids of the processes with this name (at most 15 characters, as the kernel keeps it). */
function processesNamed(name: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name;
    } catch {
      return false;
    }
  });
}

/** Hands in a program that sleeps. */
async function submitSleeper(name: string): Promise<string> {
  const { id } = await stack.client(stack.teams[1] ?? stack.juryLogin).submit(stack.contest, {
    problem: 'A',
    language: 'c',
    files: [{ name: 'sleeper.c', content: namedSleeper(name) }],
  });
  return id;
}

/** The verdict, with all that the jury sees of it. */
async function judged(id: string): Promise<SubmissionDetail> {
  await stack.jury.verdictOf(id, 90_000);
  return stack.jury.submission(id);
}

describe('a judgehost killed in mid-judging', () => {
  it('loses nothing: the judging ends with its one true verdict, and no process of the dead host stays', async () => {
    const team = stack.client(stack.teams[0] ?? stack.juryLogin);
    const source = await readFile(
      join(checkoutRoot, 'samples/problems/cuckoo/submissions/accepted/minutes.py'),
      'utf8',
    );
    const { id } = await team.submit(stack.contest, {
      problem: 'F',
      language: 'python3',
      files: [{ name: 'minutes.py', content: source }],
    });
    await waitFor(
      'the first tests to be done',
      async () => ((await stack.jury.submission(id)).testsDone ?? 0) > 3,
    );

    const host = stack.stack.judgehosts[0];
    const pid = host?.identity.pid ?? 0;
    const family = [pid, ...descendants(pid)];
    expect(family.length).toBeGreaterThan(1);
    process.kill(pid, 'SIGKILL');

    const judged = await team.verdictOf(id, 90_000);
    expect(judged.verdict).toBe('AC');
    const detail = await stack.jury.submission(id);
    expect(detail.judgings).toHaveLength(1);
    const ordinals = detail.judgings[0]?.tests.map((test) => test.ordinal) ?? [];
    expect(new Set(ordinals).size).toBe(ordinals.length);
    await waitFor(
      'every process of the killed host to end',
      () => Promise.resolve(family.every(isGone)),
      10_000,
    );
  });

  it('takes its programs with it, and is started again', async () => {
    const id = await submitSleeper('killed-sleeper');
    const running = (): number => processesNamed('killed-sleeper').length;
    await waitFor('the run to begin', () => Promise.resolve(running() > 0));
    const [judgehost] = stack.stack.judgehosts;
    process.kill(judgehost?.identity.pid ?? 0, 'SIGKILL');
    await waitFor('its programs to be gone', () => Promise.resolve(running() === 0), 5_000);
    expect((await judged(id)).verdict).toBe('WTL');
    const [host] = await stack.admin.judgehosts();
    expect(host?.online).toBe(true);
  }, 120_000);
});

describe('a judgehost asked to stop', () => {
  it('returns its tasks, and another host judges them', async () => {
    const id = await submitSleeper('stopped-sleeper');
    const running = (): number => processesNamed('stopped-sleeper').length;
    await waitFor('the run to begin', () => Promise.resolve(running() > 0));
    const [first] = stack.stack.judgehosts;
    const { token } = await stack.admin.createJudgehost('second');
    const started = performance.now();
    await first?.stop();
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(running()).toBe(0);
    await stack.stack.startJudgehost('second', token);
    const detail = await judged(id);
    expect(detail).toMatchObject({ verdict: 'WTL', judgehost: 'second' });
  }, 120_000);
});
