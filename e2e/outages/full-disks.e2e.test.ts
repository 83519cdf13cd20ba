/** Every folder that something is written to, on a disk of its own that has no byte, or no inode, left. */
import { startStack, type TestStack } from '@sandglass/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lasting, outage } from '../support/outage.ts';

const missing = process.getuid?.() === 0 ? null : 'needs root';
const name = 'a disk that is full';
const fullMs = 5_000;
/** With their sizes, MB: what is in them beforehand, and a little. */
const disks = {
  api: 32,
  'judgehost-testhost': 256,
  log: 16,
  redis: 32,
  postgres: 256,
} as const;

let stack: TestStack;

describe.skipIf(missing !== null)(missing === null ? name : `${name} (skipped: ${missing})`, () => {
  beforeAll(async () => {
    stack = await startStack({ problems: ['sum'], slots: 1, durable: true, unthrottled: true, disks });
  });
  afterAll(() => stack?.stop());

  it.each(Object.keys(disks))(
    'under %s: nothing hangs, and nothing that was acknowledged is lost',
    async (folder) => {
      const disk = stack.disks.get(folder);
      const { refused } = await outage(stack, `a full disk under ${folder}`, async () => {
        disk?.fill();
        await lasting(fullMs);
        disk?.empty();
      });
      // Only what is acknowledged needs the database's disk.
      if (folder !== 'postgres') expect(refused).toEqual([]);
    },
  );

  it.each(['api', 'judgehost-testhost', 'log'])('under %s, of inodes: the same', async (folder) => {
    const disk = stack.disks.get(folder);
    const { refused } = await outage(stack, `no inode left under ${folder}`, async () => {
      disk?.fillInodes();
      await lasting(fullMs);
      disk?.empty();
    });
    expect(refused).toEqual([]);
  });
});
