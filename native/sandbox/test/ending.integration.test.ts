/** Runs that take the kernel long to take away: the slot waits for that, and goes on. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, limits, megabyte, obstacle } from './harness.ts';

const worst = readFileSync(join(import.meta.dirname, '../../../bench/ending/worst.c'), 'utf8');

describe.skipIf(obstacle !== undefined)('the end of a run', () => {
  let bench: Bench;
  let program: string;
  beforeAll(async () => {
    bench = await Bench.open({ cpus: [0] });
    program = bench.programs.c('worst', worst);
  });
  afterAll(() => bench.close());

  const wide = { ...limits, cpuUs: 5_000_000, memoryBytes: 2048 * megabyte, processes: 64 };

  it.each([
    ['processes with very many mappings, which take seconds to die', 'mappings-of-all', 6_000_000],
    ['sparse files, which hold much of the kernel’s memory', 'sparse-files', 1_500_000],
  ])('is waited for: %s', async (_what, mode, wallUs) => {
    const before = bench.rebuilds;
    const result = await bench.run([program, mode], { limits: { ...wide, wallUs } });
    expect(result.outcome).toMatch(/^(?:wall|cpu)-limit$/);
    expect(await bench.run(['/bin/true'])).toMatchObject({ outcome: 'exited', exitCode: 0 });
    expect(bench.rebuilds).toBe(before);
  });
});
