import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { SlotPool } from './slot-pool.ts';
import { FakeSandbox } from '../testing/fake-sandbox.ts';

const log = createLog('silent', 'test');

describe('the slots of a host', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-pool-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = (
    sandbox: FakeSandbox,
    more: { onHealthy?: (healthy: number) => void; mendEveryMs?: number } = {},
  ) =>
    SlotPool.create({
      slots: [
        { ordinal: 0, cpus: [0] },
        { ordinal: 1, cpus: [2] },
      ],
      workFolder: folder,
      createSlot: sandbox.createSlot,
      log,
      ...more,
    });

  it('gives each slot to one task, and lets the next wait', async () => {
    const pool = await open(new FakeSandbox());
    const [first, second] = [await pool.take(), await pool.take()];
    expect([first.ordinal, second.ordinal]).toEqual([0, 1]);
    const third = pool.take();
    pool.give(second);
    expect((await third).ordinal).toBe(1);
    await pool.close();
  });

  it('says of each slot which CPUs it has and what it does', async () => {
    const pool = await open(new FakeSandbox());
    (await pool.take()).set('running', { submissionId: 'a-submission', contestId: 'finals' }, 3);
    expect(pool.states()).toMatchObject([
      { ordinal: 0, cpus: [0], state: 'running', submissionId: 'a-submission', test: 3, rebuilds: 0 },
      { ordinal: 1, cpus: [2], state: 'idle', submissionId: null, test: null },
    ]);
    await pool.close();
  });

  it('uses a slot again when the failure was not its own', async () => {
    const sandbox = new FakeSandbox();
    const pool = await open(sandbox);
    await pool.giveFailed(await pool.take(), new Error('a file could not be fetched'));
    expect(sandbox.created).toBe(2);
    expect(pool.states()[0]).toMatchObject({ state: 'idle', rebuilds: 0 });
    await pool.close();
  });

  it('rebuilds a slot when it does not work any more, and counts it', async () => {
    const sandbox = new FakeSandbox();
    const pool = await open(sandbox);
    const slot = await pool.take();
    sandbox.breakSlots();
    await pool.giveFailed(slot, new Error('set-up failed'));
    expect(sandbox.created).toBe(3);
    expect(pool.states()[0]).toMatchObject({ state: 'idle', rebuilds: 1 });
    await pool.close();
  });

  it('marks a slot broken that cannot be rebuilt, says so, and mends it later', async () => {
    const sandbox = new FakeSandbox();
    const healthy: number[] = [];
    const mended = Promise.withResolvers<void>();
    const pool = await open(sandbox, {
      mendEveryMs: 5,
      onHealthy: (count) => {
        healthy.push(count);
        if (count === 2) mended.resolve();
      },
    });
    const slot = await pool.take();
    sandbox.breakSlots();
    sandbox.refuse = true;
    await pool.giveFailed(slot, new Error('set-up failed'));
    expect(pool.states()[0]?.state).toBe('broken');
    expect(pool.healthy).toBe(1);
    sandbox.refuse = false;
    await mended.promise;
    expect(healthy).toEqual([1, 2]);
    expect(pool.states()[0]?.state).toBe('idle');
    await pool.close();
  });

  it('gives a task the free slot that uses its image', async () => {
    const pool = await open(new FakeSandbox());
    const image = { name: 'finals', path: '/images/finals' };
    const [first, second] = [await pool.take(), await pool.take()];
    expect(await second.useImage(image)).toBe(true);
    pool.give(second);
    expect(pool.exchange(first, 'finals')).toBe(second);
    expect(pool.states().map(({ state }) => state)).toEqual(['idle', 'fetching']);
    // The first stays what it is as long as no other slot uses that image.
    const again = await pool.take();
    expect(pool.exchange(again, 'finals')).toBe(again);
    await pool.close();
  });

  it('makes a suspect run again on another slot when one is free, else on the same', async () => {
    const pool = await open(new FakeSandbox());
    const [first, second] = [await pool.take(), await pool.take()];
    expect(pool.exchange(first, null, first.ordinal)).toBe(first);
    pool.give(second);
    expect(pool.exchange(first, null, first.ordinal)).toBe(second);
    expect(pool.states().map(({ state }) => state)).toEqual(['idle', 'fetching']);
    expect(pool.exchange(second, null, first.ordinal)).toBe(second);
    await pool.close();
  });

  it('counts the handovers of a slot over all of its sandboxes', async () => {
    const sandbox = new FakeSandbox();
    sandbox.handovers = 2;
    const pool = await open(sandbox);
    const slot = await pool.take();
    expect(pool.states()[0]).toMatchObject({ handovers: 2, rebuilds: 0 });
    await slot.useImage({ name: 'finals', path: '/images/finals' });
    expect(pool.states()[0]).toMatchObject({ handovers: 4, rebuilds: 0 });
    await slot.rebuild();
    expect(pool.states()[0]).toMatchObject({ handovers: 6, rebuilds: 1 });
    await pool.close();
  });

  it('rebuilds a slot for another image, once, and counts it apart from repairs', async () => {
    const sandbox = new FakeSandbox();
    const pool = await open(sandbox);
    const slot = await pool.take();
    const image = { name: 'finals', path: '/images/finals' };
    expect(await slot.useImage(image)).toBe(true);
    expect(await slot.useImage(image)).toBe(false);
    expect(sandbox.options.at(-1)).toMatchObject({
      ordinal: 0,
      cpus: [0],
      rootfs: '/images/finals',
      extraBinds: [],
    });
    expect(pool.states()[0]).toMatchObject({ image: 'finals', imageChanges: 1, rebuilds: 0 });
    expect(await slot.useImage(null)).toBe(true);
    expect(sandbox.options.at(-1)?.rootfs).toBeUndefined();
    await pool.close();
  });

  it('brings a slot back to no image when it cannot be built on one', async () => {
    const sandbox = new FakeSandbox();
    const pool = await open(sandbox);
    const slot = await pool.take();
    sandbox.refuse = true;
    await expect(slot.useImage({ name: 'finals', path: '/images/finals' })).rejects.toMatchObject({
      code: 'HOST_SLOT_BROKEN',
    });
    sandbox.refuse = false;
    await pool.giveFailed(slot, new Error('no image'));
    expect(pool.states()[0]).toMatchObject({ state: 'idle', image: null });
    await pool.close();
  });

  it('says why a slot cannot be built, as long as it cannot', async () => {
    const sandbox = new FakeSandbox();
    const mended = Promise.withResolvers<void>();
    const pool = await open(sandbox, {
      mendEveryMs: 5,
      onHealthy: (count) => {
        if (count === 2) mended.resolve();
      },
    });
    const slot = await pool.take();
    expect(pool.trouble).toBeNull();
    sandbox.breakSlots();
    sandbox.refuse = true;
    await pool.giveFailed(slot, new Error('no answer'));
    expect(pool.healthy).toBe(1);
    expect(pool.trouble).toContain('Step: mount.');
    sandbox.refuse = false;
    await mended.promise;
    expect(pool.trouble).toBeNull();
    await pool.close();
  });

  it('does not start on a host where no slot can be built', async () => {
    const sandbox = new FakeSandbox();
    sandbox.refuse = true;
    await expect(open(sandbox)).rejects.toMatchObject({ code: 'HOST_SLOT_BROKEN' });
  });
});
