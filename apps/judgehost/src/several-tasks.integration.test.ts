/** A judging in several tasks on two judgehosts: the program is made by one and run by both. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPackage, type SandglassClient } from '@sandglass/client';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

function whyNot(): string | null {
  if (process.getuid?.() === 0) return null;
  const reason =
    'the test of several tasks on two judgehosts is skipped: it needs root for the sandbox’s broker';
  console.warn(reason);
  return reason;
}

/** So many tests of such a length that it is expected to take longer than one task may. */
const tests = 12;
const timeLimitSeconds = 10;

async function writePackage(folder: string): Promise<void> {
  await mkdir(join(folder, 'data/secret'), { recursive: true });
  await writeFile(
    join(folder, 'problem.yaml'),
    `problem_format_version: 2025-09\nname: Long\nuuid: 6f0c3d3e-51a7-4b0e-9a58-0d5b7e1f2a11\nlimits:\n  time_limit: ${String(timeLimitSeconds)}\n`,
  );
  for (let test = 0; test < tests; test += 1) {
    const name = join(folder, 'data/secret', String(test).padStart(2, '0'));
    await writeFile(`${name}.in`, `${String(test)}\n`);
    await writeFile(`${name}.ans`, `${String(test)}\n`);
  }
}

/** Sleeps on each test, so that the second task comes to the host that is free; fails where its input says so. */
function source(failsOn = -1): string {
  return `#include <stdio.h>
#include <unistd.h>
int main(void) { int n; scanf("%d", &n); usleep(250000); printf("%d\\n", n == ${String(failsOn)} ? -1 : n); }`;
}

describe.skipIf(whyNot() !== null)('a judging in several tasks', () => {
  let stack: TestStack;
  let jury: SandglassClient;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-long-'));
    stack = await startStack({ problems: ['sum'], slots: 1 });
    ({ jury } = stack);
    const { token } = await stack.admin.createJudgehost('second');
    await stack.stack.startJudgehost('second', token);
    await writePackage(folder);
    await importPackage(stack.admin, 'long', folder);
    const now = Date.now();
    await stack.admin.defineContest({
      id: 'long',
      name: 'Long',
      startsAt: new Date(now - 60_000).toISOString(),
      endsAt: new Date(now + 3_600_000).toISOString(),
      problems: [{ label: 'L', problem: 'long', colour: '#2a9d8f' }],
    });
    await waitFor('both hosts', async () =>
      (await stack.admin.judgehosts()).every(({ online, slots }) => online && slots.length === 1),
    );
  }, 180_000);
  afterAll(async () => {
    await stack?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  async function judge(name: string, content: string): ReturnType<SandglassClient['verdictOf']> {
    const { id } = await jury.submit('long', { problem: 'L', language: 'c', files: [{ name, content }] });
    await jury.verdictOf(id, 60_000);
    return jury.submission(id);
  }

  function logs(): string {
    return stack.stack.judgehosts.map((host) => host.logTail(400)).join('\n');
  }

  it('is compiled by one host and run by both', async () => {
    const detail = await judge('right.c', source());
    const runs = detail.judgings[0]?.tests ?? [];
    expect(detail.verdict).toBe('AC');
    expect(runs.map(({ verdict }) => verdict)).toEqual(Array(tests).fill('AC'));
    expect(new Set(runs.map(({ judgehost }) => judgehost))).toEqual(new Set(['testhost', 'second']));
    expect(logs().match(/program fetched/g)).toHaveLength(1);
    expect(detail.judgings[0]?.compile?.measurement).not.toBeNull();
  }, 90_000);

  it('is decided by its first failing test, though a later task runs beside the first', async () => {
    const detail = await judge('wrong.c', source(5));
    expect(detail.verdict).toBe('WA');
    const failed = detail.judgings[0]?.tests.filter(({ verdict }) => verdict === 'WA');
    expect(failed?.map(({ ordinal }) => ordinal)).toEqual([5]);
  }, 90_000);

  it('that does not compile is compiled once', async () => {
    const detail = await judge('none.c', 'int main(void) { return }');
    expect(detail.verdict).toBe('CE');
    expect(detail.judgings[0]?.error).toBeNull();
  }, 90_000);
});
