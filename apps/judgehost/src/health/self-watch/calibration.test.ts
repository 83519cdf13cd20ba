import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Slot } from '@sandglass/sandbox';
import { describe, expect, it } from 'vitest';
import { exited } from '../../testing/fake-sandbox.ts';
import { BaselineFile } from './baseline-file.ts';
import { Calibration } from './calibration.ts';

const right = Buffer.from('89246a9a00049ef0\n');
const never = new AbortController().signal;

/** A slot whose calibration program takes what the list says, in µs: CPU and wall. */
function slotOf(ordinal: number, times: readonly (readonly [cpuUs: number, wallUs: number])[]): Slot {
  const left = [...times];
  return {
    ordinal,
    rebuilds: 0,
    handovers: 0,
    run: () => {
      const [cpuUs, wallUs] = left.shift() ?? [10_000, 10_100];
      return Promise.resolve({ ...exited, cpuUs, wallUs, stdout: right });
    },
    close: () => Promise.resolve(),
  };
}

const same = (count: number, cpuUs: number, wallUs = cpuUs) =>
  Array.from({ length: count }, () => [cpuUs, wallUs] as const);

async function looks(calibration: Calibration, slot: Slot, count: number, beside = true): Promise<void> {
  for (let run = 0; run < count; run += 1) expect(await calibration.look(slot, beside, never)).toBeNull();
}

describe('the calibration', () => {
  it('says how much longer the calibration program takes than when the host was healthy', async () => {
    const slot = slotOf(0, [...same(5, 10_000), ...same(5, 14_000, 21_000)]);
    const calibration = new Calibration('/calibration');
    expect(await calibration.calibrate(slot)).toBeNull();
    await looks(calibration, slot, 5);
    const { figures } = calibration;
    expect(figures).toMatchObject({ runs: 5, baselineCpuUs: 10_000, cpuUs: 14_000, wallUs: 21_000 });
    expect(figures?.cpuDrift).toBeCloseTo(0.4);
    expect(figures?.wallDrift).toBeCloseTo(0.7);
  });

  it('goes by the least disturbed run: an interrupted one has to fill its caches again', async () => {
    const slot = slotOf(0, [...same(5, 10_000), ...same(1, 10_000), ...same(4, 25_000), ...same(1, 25_000)]);
    const calibration = new Calibration('/calibration');
    await calibration.calibrate(slot);
    await looks(calibration, slot, 5);
    expect(calibration.figures?.cpuDrift).toBeCloseTo(0);
    await looks(calibration, slot, 1);
    expect(calibration.figures?.cpuDrift).toBeCloseTo(1.5);
  });

  it('waits for a core when most runs do, not when two of five did', async () => {
    const slot = slotOf(0, [...same(5, 10_000), ...same(3, 10_000), ...same(3, 10_000, 90_000)]);
    const calibration = new Calibration('/calibration');
    await calibration.calibrate(slot);
    await looks(calibration, slot, 5);
    expect(calibration.figures?.wallDrift).toBeCloseTo(0);
    await looks(calibration, slot, 1);
    expect(calibration.figures?.wallDrift).toBeCloseTo(8);
  });

  it('measures every slot against itself', async () => {
    const calibration = new Calibration('/calibration');
    const fast = slotOf(0, same(20, 10_000));
    const slow = slotOf(1, same(20, 25_000));
    await calibration.calibrate(fast);
    await calibration.calibrate(slow);
    await looks(calibration, fast, 2);
    await looks(calibration, slow, 3);
    expect(calibration.figures?.cpuDrift).toBeCloseTo(0);
  });

  it('does not get used to a host that has become slow, but learns that it was busy at the start', async () => {
    const calibration = new Calibration('/calibration');
    const slot = slotOf(0, [...same(5, 10_000), ...same(50, 15_000), ...same(20, 8000)]);
    await calibration.calibrate(slot);
    await looks(calibration, slot, 50);
    expect(calibration.figures?.cpuDrift).toBeCloseTo(0.5);
    await looks(calibration, slot, 20);
    expect(calibration.figures).toMatchObject({ baselineCpuUs: 8000 });
    expect(calibration.figures?.cpuDrift).toBeCloseTo(0);
  });

  it('does not learn from a host with little to do how fast it is with all its slots at work', async () => {
    const calibration = new Calibration('/calibration');
    const slot = slotOf(0, [...same(5, 18_000), ...same(50, 14_000), ...same(5, 18_000)]);
    await calibration.calibrate(slot);
    await looks(calibration, slot, 50, false);
    expect(calibration.figures).toMatchObject({ baselineCpuUs: 18_000, cpuUs: 14_000 });
    await looks(calibration, slot, 5);
    expect(calibration.figures?.cpuDrift).toBeCloseTo(0);
  });

  it('says what is wrong with a slot that computes something else', async () => {
    const calibration = new Calibration('/calibration');
    const slot: Slot = {
      ...slotOf(0, []),
      run: () => Promise.resolve({ ...exited, stdout: Buffer.from('5') }),
    };
    expect(await calibration.look(slot, true, never)).toBe(
      'the calibration program computed "5", not 89246a9a00049ef0',
    );
  });

  it('keeps its baselines over a restart on the same machine', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandglass-baseline-'));
    const path = join(folder, 'calibration.json');
    const file = new BaselineFile(path, ['a CPU', '6.12']);
    const calibration = new Calibration('/calibration', await file.read(), (baselines) =>
      file.write(baselines),
    );
    await calibration.calibrate(slotOf(0, same(5, 10_000)));
    await file.settled();

    const again = new Calibration('/calibration', await new BaselineFile(path, ['a CPU', '6.12']).read());
    const slow = slotOf(0, same(10, 16_000));
    await again.calibrate(slow);
    await looks(again, slow, 5);
    expect(again.figures?.cpuDrift).toBeCloseTo(0.6);
    expect(await new BaselineFile(path, ['another CPU', '6.12']).read()).toEqual({});
    await rm(folder, { recursive: true });
  });
});
