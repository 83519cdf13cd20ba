/** A process that lives and does not answer: its event loop is blocked, or it is stopped. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlarmRuleId } from '@sandglass/contracts';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let stack: TestStack;

beforeAll(async () => {
  const hangs = { NODE_OPTIONS: `--import ${join(checkoutRoot, 'e2e/support/hang-on-signal.ts')}` };
  stack = await startStack({
    problems: ['sum'],
    slots: 1,
    durable: true,
    apiSettings: hangs,
    judgehostSettings: hangs,
  });
});
// Before each, so that everything answers; after each, so that everything does again.
beforeEach(() => judges());
afterEach(() => judges());
afterAll(() => stack.stop());

const ofApi = () => stack.stack.api?.identity.pid ?? 0;
const ofJudgehost = () => stack.stack.judgehosts[0]?.identity.pid ?? 0;

/** @returns why the stack says it was started again */
async function restartOf(pid: () => number, signal: NodeJS.Signals): Promise<string> {
  const before = pid();
  const restarts = stack.stack.restarts.length;
  process.kill(before, signal);
  await waitFor('another process to take its place', () =>
    Promise.resolve(![0, before].includes(pid()) && stack.stack.restarts.length > restarts),
  );
  return stack.stack.restarts.at(-1)?.why ?? '';
}

async function alarm(rule: AlarmRuleId): Promise<string> {
  let text: string | undefined;
  await waitFor(`the alarm ${rule}`, async () => {
    const alarms = await stack.admin.openAlarms().catch(() => []);
    text = alarms.find((one) => one.rule === rule)?.text;
    return text !== undefined;
  });
  return text ?? '';
}

async function judges(): Promise<void> {
  const team = stack.client(stack.teams[0] ?? stack.juryLogin);
  const content = await readFile(
    join(checkoutRoot, 'samples/problems/sum/submissions/accepted/sum.py'),
    'utf8',
  );
  await waitFor('the api to answer', () =>
    stack.admin.openAlarms().then(
      () => true,
      () => false,
    ),
  );
  const { id } = await team.submit(stack.contest, {
    problem: 'A',
    language: 'python3',
    files: [{ name: 'sum.py', content }],
  });
  expect((await team.verdictOf(id, 90_000)).verdict).toBe('AC');
}

describe('a process that lives and does not answer', () => {
  it('is an api whose loop is blocked: it is started again, and says where it was blocked', async () => {
    const why = await restartOf(ofApi, 'SIGUSR2');
    expect(why).toMatch(
      /^its event loop was blocked for \d+\.\d s in hangForEver \(.*hang-on-signal\.ts:\d+\)$/,
    );
    expect(await alarm('api-restarted')).toContain(why);
  });

  it('is an api that is stopped: it is started again, and says so', async () => {
    const why = await restartOf(ofApi, 'SIGSTOP');
    expect(why).toMatch(/^it did not answer, stopped by a signal, for \d+\.\d s$/);
  });

  it('is a judgehost whose loop is blocked: it is started again', async () => {
    const why = await restartOf(ofJudgehost, 'SIGUSR2');
    expect(why).toContain('its event loop was blocked for');
    expect(await alarm('restarted')).toContain('in hangForEver');
  });

  it('is a judgehost that is stopped: it is started again', async () => {
    expect(await restartOf(ofJudgehost, 'SIGSTOP')).toContain('stopped by a signal');
  });
});
