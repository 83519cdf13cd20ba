/** Judgehosts on hosts of their own, in network namespaces whose cables are pulled. */
import { readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { redisOptions } from '@sandglass/queue';
import { checkoutRoot, startStack, TestNetwork, waitFor, type TestStack } from '@sandglass/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const hosts = ['left', 'right'] as const;
const healMs = 120_000;

let network: TestNetwork;
let stack: TestStack;

beforeAll(async () => {
  network = await TestNetwork.create(hosts);
  stack = await startStack({
    problems: ['cuckoo'],
    judgehost: false,
    durable: true,
    unthrottled: true,
    address: network.address,
  });
  for (const host of hosts) {
    const { token } = await stack.admin.createJudgehost(host);
    await stack.stack.startJudgehost(host, token, 1, network.on(host));
  }
  await waitFor('both judgehosts to be online', () => online(...hosts), 60_000);
});
afterAll(async () => {
  for (const host of hosts) await network?.mend(host);
  await stack?.stop();
  await network?.[Symbol.asyncDispose]();
});

/** What Redis says to somebody who names no user. */
function askRedis(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const connection = createConnection(port, host, () => connection.write('GET anything\r\n'));
    connection.once('error', reject);
    connection.once('data', (bytes) => {
      connection.destroy();
      resolve(bytes.toString());
    });
  });
}

async function online(...names: readonly string[]): Promise<boolean> {
  const all = await stack.admin.judgehosts();
  return hosts.every(
    (name) => all.some((host) => host.name === name && host.online) === names.includes(name),
  );
}

/** Hands in the program with many tests, so that there is time to pull a cable. */
async function submit(team: number): Promise<string> {
  const content = await readFile(
    join(checkoutRoot, 'samples/problems/cuckoo/submissions/accepted/minutes.py'),
    'utf8',
  );
  const { id } = await stack.client(stack.teams[team] ?? stack.juryLogin).submit(stack.contest, {
    problem: 'F',
    language: 'python3',
    files: [{ name: 'minutes.py', content }],
  });
  return id;
}

async function running(id: string): Promise<string | null> {
  const { judgings } = await stack.jury.submission(id);
  return (judgings[0]?.tests.length ?? 0) > 2 ? (judgings[0]?.judgehost ?? null) : null;
}

async function expectOneTrueJudging(id: string): Promise<void> {
  await waitFor(
    `the verdict of ${id}`,
    async () => (await stack.jury.submission(id)).state === 'done',
    healMs,
  );
  const { judgings } = await stack.jury.submission(id);
  expect(judgings.map(({ verdict }) => verdict)).toEqual(['AC']);
  const ordinals = judgings[0]?.tests.map(({ ordinal }) => ordinal) ?? [];
  expect(ordinals.length).toBeGreaterThan(100);
  expect(new Set(ordinals).size).toBe(ordinals.length);
}

describe('two judgehosts on hosts of their own', () => {
  it('reach the queue by users of their own, and nobody else reaches it over the network', async () => {
    const { redis, options } = stack.stack;
    const { host, port } = options.redisListen ?? { host: '', port: 0 };
    expect(await askRedis(host, port)).toContain('NOAUTH');
    const connection = new Redis(redisOptions(redis?.url ?? ''));
    onTestFinished(() => connection.disconnect());
    const users = (await connection.call('ACL', 'USERS')) as string[];
    const own = users.filter((name) => name.startsWith('sandglass-judgehost-'));
    expect(own).toHaveLength(hosts.length);
    // A host is online a moment before it has reached the queue.
    const isConnected = async (user: string): Promise<boolean> =>
      String(await connection.call('CLIENT', 'LIST')).includes(`user=${user}`);
    for (const user of own) await waitFor(`${user} in the queue`, () => isConnected(user), 60_000);
  });

  it(
    'share the work, and what one that is cut off held is judged by the other',
    async () => {
      const sent = [await submit(0), await submit(1)];
      let cut: string | null = null;
      await waitFor('a judging to be under way', async () => {
        cut = await running(sent[0] ?? '');
        return cut !== null;
      });
      const lost = cut ?? hosts[0];
      await network.cut(lost);
      for (const id of sent) await expectOneTrueJudging(id);
      await waitFor(
        'the cut host to be known as down',
        () => online(...hosts.filter((host) => host !== lost)),
        60_000,
      );
      await network.mend(lost);
      await waitFor('it to be back by itself', () => online(...hosts), healMs);
      await expectOneTrueJudging(await submit(2));
    },
    4 * healMs,
  );

  it(
    'both cut off delay the verdicts, and lose none',
    async () => {
      const before = await submit(3);
      await waitFor('it to be under way', async () => (await running(before)) !== null);
      for (const host of hosts) await network.cut(host);
      const during = await submit(4);
      await waitFor('both to be known as down', () => online(), 60_000);
      for (const host of hosts) await network.mend(host);
      await expectOneTrueJudging(before);
      await expectOneTrueJudging(during);
    },
    4 * healMs,
  );
});
