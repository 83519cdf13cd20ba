/**
 * Outages of real servers while teams submit: afterwards every submission that was
 * acknowledged has exactly one judging and its one true verdict.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SandglassClient } from '@sandglass/client';
import { checkoutRoot, startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What a program of the sample problem is known to get. */
const programs = [
  { file: 'accepted/sum.c', verdict: 'AC' },
  { file: 'wrong_answer/overflow.c', verdict: 'WA' },
] as const;
/** Long enough for a lease to be lost and the task to be judged by another. */
const healMs = 120_000;
const second = 1000;

let stack: TestStack;
let next = 0;

beforeAll(async () => {
  stack = await startStack({
    problems: ['sum'],
    slots: 1,
    durable: true,
    unthrottled: true,
    // What is stopped must come back by itself.
    leavesHung: true,
  });
  const { token } = await stack.admin.createJudgehost('secondhost');
  await stack.stack.startJudgehost('secondhost', token);
  await waitFor('both judgehosts to be online', bothOnline, 60_000);
});
afterAll(() => stack?.stop());

interface Sent {
  readonly id: string;
  readonly verdict: string;
  readonly team: SandglassClient;
}

async function submit(): Promise<Sent> {
  const program = programs[next % programs.length] ?? programs[0];
  const login = stack.teams[next % stack.teams.length] ?? stack.juryLogin;
  next += 1;
  const team = stack.client(login);
  const content = await readFile(
    join(checkoutRoot, 'samples/problems/sum/submissions', program.file),
    'utf8',
  );
  const name = program.file.split('/')[1] ?? 'sum.c';
  const { id } = await team.submit(stack.contest, {
    problem: 'A',
    language: 'c',
    files: [{ name, content }],
  });
  return { id, verdict: program.verdict, team };
}

async function submitSeveral(count: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let i = 0; i < count; i++) sent.push(await submit());
  return sent;
}

async function bothOnline(): Promise<boolean> {
  const hosts = await stack.admin.judgehosts();
  return hosts.length === 2 && hosts.every(({ online }) => online);
}

/** Every one of them got one judging, each test at most one run, and the verdict its program deserves. */
async function expectTrueVerdicts(all: readonly Sent[]): Promise<void> {
  for (const { id, verdict, team } of all) {
    // A question may still fall into the fault: then it is asked again.
    await waitFor(
      `the verdict of ${id}`,
      () =>
        team.submission(id).then(
          ({ state }) => state === 'done',
          () => false,
        ),
      healMs,
    );
    const { judgings } = await stack.jury.submission(id);
    expect(judgings).toHaveLength(1);
    const ordinals = judgings[0]?.tests.map(({ ordinal }) => ordinal) ?? [];
    expect(new Set(ordinals).size).toBe(ordinals.length);
    expect(judgings[0]?.verdict).toBe(verdict);
  }
}

async function ready(): Promise<boolean> {
  try {
    return (await fetch(`${stack.url}/api/ready`)).ok;
  } catch {
    return false;
  }
}

function pidOf(process: { identity: { pid: number } } | undefined): number {
  if (process === undefined) throw new Error('the service does not run');
  return process.identity.pid;
}

/** Stops a process for a while, as on a machine that swaps, or whose disk does not answer. */
async function freeze(pid: number, ms: number, during: () => Promise<unknown>): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    const until = Date.now() + ms;
    await during();
    await new Promise((resolve) => {
      setTimeout(resolve, Math.max(0, until - Date.now()));
    });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

describe('nothing that was acknowledged is lost, and nothing is judged twice,', () => {
  it(
    'when Redis is emptied in the middle',
    async () => {
      const before = await submitSeveral(6);
      execFileSync('redis-cli', ['-s', stack.stack.redis?.socket ?? '', 'FLUSHALL'], {
        env: { ...process.env, REDISCLI_AUTH: stack.stack.redis?.password },
      });
      await expectTrueVerdicts([...before, ...(await submitSeveral(2))]);
    },
    4 * healMs,
  );

  it(
    'when Redis is stopped for a minute',
    async () => {
      const sent = await submitSeveral(4);
      await freeze(pidOf(stack.stack.redis?.process), 60 * second, async () => {
        // What was committed is acknowledged: Redis is no part of that.
        sent.push(...(await submitSeveral(3)));
      });
      await expectTrueVerdicts([...sent, ...(await submitSeveral(2))]);
    },
    4 * healMs,
  );

  it(
    'when Redis is killed',
    async () => {
      const sent = await submitSeveral(4);
      process.kill(pidOf(stack.stack.redis?.process), 'SIGKILL');
      sent.push(...(await submitSeveral(3)));
      await expectTrueVerdicts(sent);
    },
    4 * healMs,
  );

  it(
    'when PostgreSQL is killed',
    async () => {
      const sent = await submitSeveral(4);
      const killed = pidOf(stack.stack.postgres?.process);
      process.kill(killed, 'SIGKILL');
      await waitFor(
        'another PostgreSQL that answers',
        async () => pidOf(stack.stack.postgres?.process) !== killed && (await ready()),
        60 * second,
      );
      await expectTrueVerdicts([...sent, ...(await submitSeveral(2))]);
    },
    4 * healMs,
  );

  it(
    'when the api is killed',
    async () => {
      const sent = await submitSeveral(4);
      const killed = pidOf(stack.stack.api);
      process.kill(killed, 'SIGKILL');
      await waitFor(
        'another api that answers',
        async () => pidOf(stack.stack.api) !== killed && (await ready()),
        60 * second,
      );
      await expectTrueVerdicts([...sent, ...(await submitSeveral(2))]);
    },
    4 * healMs,
  );

  it(
    'when a judgehost is stopped past its lease, and its late results are refused',
    async () => {
      const [host] = stack.stack.judgehosts;
      const sent = await submitSeveral(4);
      await freeze(pidOf(host), 30 * second, async () => {
        sent.push(...(await submitSeveral(3)));
        // The other one does its work, and takes over what the lease set free.
        await expectTrueVerdicts(sent);
      });
      await waitFor('the judgehost to be back', bothOnline, 60 * second);
      await expectTrueVerdicts([...sent, ...(await submitSeveral(2))]);
    },
    4 * healMs,
  );
});
