import { createSlot, type Slot } from '@sandglass/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selfTest } from './self-test.ts';
import { calibrationProgram } from './calibration-program.ts';
import { Calibration } from './calibration.ts';

let slot: Slot;
beforeAll(async () => {
  slot = await createSlot({ ordinal: 0 });
});
afterAll(() => slot?.close());

describe('the calibration program in the real sandbox', () => {
  it('finds that the sandbox can be trusted', async () => {
    expect(await selfTest(slot, calibrationProgram)).toBeNull();
  });

  it('finds one out that does not do what it says', async () => {
    // Ends at once for every request: nothing happens for which it should be stopped.
    expect(await selfTest(slot, '/bin/true')).toBe(
      'slot 0: the calibration program computed "", not 89246a9a00049ef0',
    );
    const blind: Slot = {
      ordinal: slot.ordinal,
      rebuilds: 0,
      handovers: 0,
      close: () => slot.close(),
      run: async (spec, options) => {
        // A sandbox that does not see memory limits.
        const limits = { ...spec.limits, memoryBytes: 1024 ** 3 };
        return slot.run({ ...spec, limits }, options);
      },
    };
    expect(await selfTest(blind, calibrationProgram)).toBe(
      'slot 0: a program beyond its memory limit ended with status 0',
    );
  });

  it('takes about as long as it did before', async () => {
    const calibration = new Calibration(calibrationProgram);
    expect(await calibration.calibrate(slot)).toBeNull();
    for (let look = 0; look < 5; look += 1)
      expect(await calibration.look(slot, true, new AbortController().signal)).toBeNull();
    const { figures } = calibration;
    expect(figures?.runs).toBe(5);
    // What is measured is possible; how fast this machine is, and how steady, is no test's business.
    expect(figures?.baselineCpuUs).toBeGreaterThan(500);
    expect(figures?.wallDrift).toBeGreaterThanOrEqual(0);
  });

  it('gives way to a task at once', async () => {
    const calibration = new Calibration(calibrationProgram);
    const signal = AbortSignal.abort();
    expect(await calibration.look(slot, true, signal)).toBeNull();
    expect(calibration.figures).toBeNull();
  });
});
