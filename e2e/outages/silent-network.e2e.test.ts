/** PostgreSQL and Redis behind networks that drop everything and notify nobody. */
import { startStack, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lasting, outage } from '../support/outage.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await startStack({ problems: ['sum'], slots: 1, durable: true, unthrottled: true, networks: true });
});
afterAll(() => stack?.stop());

/** Longer than any statement may take, shorter than the silence after which TCP itself gives a connection up. */
const silentMs = 12_000;

describe.each(['kept', 'lost'] as const)('a network that falls silent, its connections %s', (memory) => {
  it('before the database: who submits has an answer soon, and nothing is lost', async () => {
    const network = stack.networks?.database;
    const { refused } = await outage(stack, `a silent network before the database (${memory})`, async () => {
      network?.silence();
      await lasting(silentMs);
      network?.mend(memory);
    });
    expect(refused.length).toBeGreaterThan(0);
    // Connecting or one statement, and a moment.
    for (const { ms } of refused) expect(ms).toBeLessThan(10_000);
  });

  it('before Redis: submissions are taken all the time', async () => {
    const network = stack.networks?.redis;
    const { refused } = await outage(stack, `a silent network before Redis (${memory})`, async () => {
      network?.silence();
      await lasting(silentMs);
      network?.mend(memory);
    });
    expect(refused).toEqual([]);
  });
});
