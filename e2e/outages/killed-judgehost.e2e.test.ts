import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let stack: TestStack;

beforeAll(async () => {
  stack = await startStack({ problems: ['cuckoo'], slots: 1, durable: true });
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
});
