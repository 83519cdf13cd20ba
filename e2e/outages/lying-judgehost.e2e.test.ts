/** A judgehost that lies, beside an honest one that judges. */
import { aHostReport } from '@sandglass/contracts/testing/host-report';
import { aRun } from '@sandglass/contracts/testing/run-report';
import { startStack, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lasting, outage } from '../support/outage.ts';

const slots = 2;
/** What the api gives a host of so many slots at once. */
const maxTasks = 4 * slots;
const lyingMs = 8_000;
const everyMs = 100;
/** Until a task is due that the honest host may not take: a team submits every second. */
const taskMs = 60_000;

let stack: TestStack;
let token = '';
/** How often each answer came. */
const answers = new Map<string, number>();

beforeAll(async () => {
  stack = await startStack({ problems: ['sum'], slots: 1, durable: true, unthrottled: true });
  ({ token } = await stack.admin.createJudgehost('liar'));
});
afterAll(() => stack?.stop());

async function post(what: string, path: string, body: unknown): Promise<number> {
  const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
  const answer = await fetch(`${stack.url}/api/judgehost/${path}`, {
    method: path.includes('/program?') ? 'PUT' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
    },
    body: bytes,
  });
  await answer.body?.cancel();
  const kind = `${what} ${String(answer.status)}`;
  answers.set(kind, (answers.get(kind) ?? 0) + 1);
  return answer.status;
}

interface Task {
  readonly id: string;
  readonly fencingToken: number;
}

/** An attacker on a host sees ids: it is given all there are. */
async function tasks(where: string): Promise<Task[]> {
  const rows = await stack.sql(
    `SELECT t.id, t.fencing_token FROM judge_task t LEFT JOIN judgehost h ON h.id = t.judgehost_id WHERE ${where} LIMIT 20`,
  );
  return rows.map((row) => {
    const [id = '', fencingToken] = row.split('|');
    return { id, fencingToken: Number(fencingToken) };
  });
}

async function idOf(name: string): Promise<string> {
  return (await stack.admin.judgehosts()).find((host) => host.name === name)?.id ?? '';
}

const wrong = [aRun(0, { verdict: 'WA' }), aRun(1, { verdict: 'WA' })];
const giant = 'x'.repeat(300 * 1024);

/** Every lie once. */
async function lie(): Promise<void> {
  for (const { id, fencingToken } of await tasks(`t.state = 'claimed' AND h.name <> 'liar'`)) {
    await post('foreign result', `tasks/${id}/report`, {
      fencingToken,
      runs: wrong,
      done: { kind: 'finished' },
    });
    const query = `build=${'b'.repeat(64)}&fencingToken=${String(fencingToken)}`;
    await post('poisoned program', `tasks/${id}/program?${query}`, Buffer.from('poison'));
  }
  for (const { id } of await tasks(`t.state = 'due'`)) await post('claim', `tasks/${id}/claim`, { slot: 0 });
  for (const { id, fencingToken } of await tasks(`t.state = 'claimed' AND h.name = 'liar'`)) {
    const report = { fencingToken, runs: [{ ...wrong[0], outputHead: giant }], done: { kind: 'finished' } };
    await post('giant report', `tasks/${id}/report`, report);
    await post('foreign tests', `tasks/${id}/report`, { fencingToken, runs: [aRun(40, { verdict: 'WA' })] });
  }
}

describe('a judgehost that lies beside an honest one', () => {
  it('bends no verdict, holds up to so many tasks as its slots may have, and is rid of all when it is revoked', async () => {
    const registration = { name: 'liar', slots, compilers: [{ language: 'c', version: 'gcc 12' }] };
    const report = aHostReport({ hostname: 'liar' });
    expect(await post('register', 'register', { ...registration, report, software: 'test' })).toBeLessThan(
      300,
    );
    let most = 0;
    await outage(stack, 'a judgehost that lies', async () => {
      const lieOnce = async (): Promise<void> => {
        await post('heartbeat', 'heartbeat', { slots: [], report, running: [] });
        await lie();
        most = Math.max(most, (await tasks(`t.state = 'claimed' AND h.name = 'liar'`)).length);
        await lasting(everyMs);
      };
      // The honest host, which is mostly quicker, takes nothing until the liar has had a task.
      await stack.admin.hosts.setMode(await idOf('testhost'), 'drain', 'the liar comes first');
      for (const until = Date.now() + taskMs; !answers.has('claim 200') && Date.now() < until;)
        await lieOnce();
      await stack.admin.hosts.setMode(await idOf('testhost'), 'on');
      for (const until = Date.now() + lyingMs; Date.now() < until;) await lieOnce();
      await stack.admin.hosts.revoke(await idOf('liar'));
    });
    console.log([...answers].map(([kind, count]) => `${String(count)} × ${kind}`).join(', '));
    expect(most).toBeLessThanOrEqual(maxTasks);
    expect(answers.get('claim 200') ?? 0).toBeGreaterThan(0);
    for (const kind of answers.keys())
      expect(kind).toMatch(
        /^((register|heartbeat|claim) 20[04]|claim 409|foreign result 409|poisoned program 409|giant report 400|foreign tests (204|409))$/,
      );
    expect(await post('after', 'heartbeat', { slots: [], report, running: [] })).toBe(401);
  });
});
