import { createSlot, type Slot } from '@sandglass/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfTest } from './self-test.ts';
import { sentinelProgram } from './sentinel-program.ts';
import { Sentinel } from './sentinel.ts';

let slot: Slot;
beforeAll(async () => {
  slot = await createSlot({ ordinal: 0 });
});
afterAll(() => slot?.close());

describe('the calibration program in the real sandbox', () => {
  it('finds that the sandbox can be trusted', async () => {
    expect(await selfTest(slot, sentinelProgram)).toBeNull();
  });

  it('finds one out that does not do what it says', async () => {
    // Ends at once whatever is asked: nothing it should be stopped for happens.
    expect(await selfTest(slot, '/bin/true')).toBe(
      'slot 0: the calibration program computed "", not 89246a9a00049ef0',
    );
    const blind: Slot = {
      ordinal: slot.ordinal,
      rebuilds: 0,
      close: () => slot.close(),
      run: async (spec, options) => {
        // A sandbox that does not see memory limits.
        const limits = { ...spec.limits, memoryBytes: 1024 ** 3 };
        return slot.run({ ...spec, limits }, options);
      },
    };
    expect(await selfTest(blind, sentinelProgram)).toBe(
      'slot 0: a program beyond its memory limit ended with status 0',
    );
  });

  it('takes about as long as it did before', async () => {
    const sentinel = new Sentinel(sentinelProgram);
    expect(await sentinel.calibrate(slot)).toBeNull();
    for (let look = 0; look < 5; look += 1)
      expect(await sentinel.look(slot, true, new AbortController().signal)).toBeNull();
    const { figures } = sentinel;
    expect(figures?.runs).toBe(5);
    // What is measured is possible; how fast this machine is, and how steady, is no test's business.
    expect(figures?.baselineCpuUs).toBeGreaterThan(500);
    expect(figures?.wallDrift).toBeGreaterThanOrEqual(0);
  });

  it('gives way to a task at once', async () => {
    const sentinel = new Sentinel(sentinelProgram);
    const signal = AbortSignal.abort();
    expect(await sentinel.look(slot, true, signal)).toBeNull();
    expect(sentinel.figures).toBeNull();
  });
});
