/**
 * The order of judging on a real system: which submission waits for which, when one team floods, the jury rejudges, or
 * Redis restarts.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPackage, type SandglassClient } from '@sandglass/client';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const contest = 'order';
const password = 'a password of a test';
const teams = ['flood', 'patient', 'later'] as const;

let stack: TestStack;
let folder: string;
let clients: Record<(typeof teams)[number], SandglassClient>;
let hostId: string;
let submitted = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandglass-order-'));
  stack = await startStack({ problems: ['sum'], slots: 1, durable: true, unthrottled: true });
  await writePackage();
  await importPackage(stack.admin, 'nap', folder);
  const now = Date.now();
  await stack.admin.defineContest({
    id: contest,
    name: 'Order',
    startsAt: new Date(now - 60_000).toISOString(),
    endsAt: new Date(now + 3_600_000).toISOString(),
    problems: [{ label: 'N', problem: 'nap', colour: '#2a9d8f' }],
    teams: teams.map((id) => ({ id, name: `Team ${id}` })),
  });
  await stack.admin.createUsers({
    users: teams.map((id) => ({ username: id, password, role: 'contestant' as const, teamId: id })),
  });
  const client = (username: string) => stack.client({ who: username, username, password });
  clients = { flood: client('flood'), patient: client('patient'), later: client('later') };
  hostId = (await stack.admin.judgehosts())[0]?.id ?? '';
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function writePackage(): Promise<void> {
  await mkdir(join(folder, 'data/secret'), { recursive: true });
  await writeFile(
    join(folder, 'problem.yaml'),
    `problem_format_version: 2025-09\nname: Nap\nuuid: 6f0c3d3e-51a7-4b0e-9a58-0d5b7e1f2a12\nlimits:\n  time_limit: 1\n`,
  );
  for (const test of ['1', '2']) {
    await writeFile(join(folder, `data/secret/${test}.in`), '\n');
    await writeFile(join(folder, `data/secret/${test}.ans`), 'awake\n');
  }
}

/** Sleeps rather than computes, so that a task takes its time on any machine. */
async function submit(client: SandglassClient): Promise<string> {
  submitted += 1;
  const content = `#include <stdio.h>\n#include <unistd.h>\nint main(void) { usleep(100000); puts("awake"); } // ${String(submitted)}\n`;
  const files = [{ name: 'nap.c', content }];
  return (await client.submit(contest, { problem: 'N', language: 'c', files })).id;
}

async function setMode(mode: 'on' | 'off'): Promise<void> {
  const { username, password: secret } = stack.adminLogin;
  const answer = await fetch(`${stack.url}/api/judgehosts/${hostId}`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify({ mode, reason: 'a test' }),
  });
  expect(answer.ok).toBe(true);
}

interface Judged {
  readonly id: string;
  /** When it was written, and when a slot took it; of its latest judging. */
  readonly createdAt: string;
  readonly startedAt: string;
}

/** In the order in which slots took them. */
async function judged(ids: readonly string[]): Promise<Judged[]> {
  const all: Judged[] = [];
  for (const id of ids) {
    await waitFor(
      `the verdict of ${id}`,
      async () => (await stack.jury.submission(id)).judgings[0]?.startedAt != null,
      120_000,
    );
    const [judging] = (await stack.jury.submission(id)).judgings;
    all.push({ id, createdAt: judging?.createdAt ?? '', startedAt: judging?.startedAt ?? '' });
  }
  return all.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
}

describe('the order of judging', () => {
  it('lets a team that comes after another’s flood be judged long before the flood ends', async () => {
    const flood = await Promise.all(Array.from({ length: 30 }, () => submit(clients.flood)));
    const other = await submit(clients.patient);
    const again = await submit(clients.patient);
    const order = (await judged([...flood, other, again])).map(({ id }) => id);
    // Its first goes before nearly all that is left of the flood, its second soon after.
    expect(order.length - order.indexOf(other)).toBeGreaterThan(8);
    expect(order.length - order.indexOf(again)).toBeGreaterThan(6);
    // The flood keeps its own order: none of it was taken later because more of it came.
    expect(new Set(order)).toEqual(new Set([...flood, other, again]));
  }, 180_000);

  it('never makes a team wait for more than one task of a rejudging of many, nor behind the jury', async () => {
    const { submissions } = await stack.jury.submissions(contest, { team: 'flood', limit: '20' });
    const rejudged = submissions.map(({ id }) => id);
    const { id } = await stack.jury.createRejudging(contest, {
      reason: 'many',
      filter: { submissions: rejudged },
      repeats: 2,
    });
    const started = async () => (await stack.jury.rejudging(id)).judgings.started;
    await waitFor('the rejudging to be under way', async () => (await started()) > 0);
    const juryOwn: string[] = [];
    const live: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      juryOwn.push(await submit(stack.jury));
      live.push(await submit(clients.later));
      await judged(live);
    }
    await stack.jury.cancelRejudging(id);
    const begun = (await Promise.all(rejudged.map((one) => stack.jury.submission(one))))
      .flatMap(({ judgings }) => judgings)
      .flatMap(({ rejudgingId, startedAt }) => (rejudgingId === id && startedAt !== null ? startedAt : []));
    expect(begun.length).toBeGreaterThan(0);
    for (const { createdAt, startedAt } of await judged(live)) {
      // One that came out of the queue while the team's was on its way into it, at most.
      const between = begun.filter((at) => at > createdAt && at < startedAt);
      expect(between.length).toBeLessThanOrEqual(2);
    }
    await judged(juryOwn);
  }, 180_000);

  it('is the same after Redis has been killed and emptied while all of it waited', async () => {
    const { submissions } = await stack.jury.submissions(contest, { team: 'flood', limit: '6' });
    await setMode('off');
    const many = await Promise.all(Array.from({ length: 6 }, () => submit(clients.flood)));
    const jury = await submit(stack.jury);
    const other = await submit(clients.patient);
    const rejudging = await stack.jury.createRejudging(contest, {
      reason: 'behind all',
      filter: { submissions: submissions.map(({ id }) => id) },
    });
    const redis = stack.stack.redis;
    process.kill(redis?.process.identity.pid ?? 0, 'SIGKILL');
    await waitFor('another Redis', () => Promise.resolve(stack.stack.redis !== redis), 60_000);
    execFileSync('redis-cli', ['-s', stack.stack.redis?.socket ?? '', 'FLUSHALL'], {
      env: { ...process.env, REDISCLI_AUTH: stack.stack.redis?.password },
    });
    const last = await submit(clients.later);
    await setMode('on');
    const names = new Map<string, string>(many.map((id, index) => [id, `of many ${String(index)}`]));
    names.set(jury, 'jury').set(other, 'other').set(last, 'last');
    const order = (await judged([...names.keys()])).map(({ id }) => names.get(id));
    // The one with nothing else waiting before nearly all of the many that came before it; the jury's after all teams'.
    expect(order.indexOf('other'), order.join(', ')).toBeLessThanOrEqual(2);
    expect(order.at(-1), order.join(', ')).toBe('jury');
    // Nothing of what waited behind them is lost either.
    await waitFor(
      'the rejudging to end',
      async () => (await stack.jury.rejudging(rejudging.id)).state === 'judged',
      120_000,
    );
  }, 240_000);
});
