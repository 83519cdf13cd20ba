import { limitsSchema } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { effectiveLimits } from './limits.ts';
import { MiB } from './units.ts';

describe('effective limits', () => {
  it('fill what a package leaves open with the defaults of the ICPC format', () => {
    const limits = effectiveLimits({ timeLimitMs: 1000 });
    expect(limits.run).toEqual({
      cpuUs: 1_000_000,
      wallUs: 4_000_000,
      memoryBytes: 2048 * MiB,
      outputBytes: 8 * MiB,
      fileBytes: 8 * MiB,
      processes: 64,
    });
    expect(limits.compile).toMatchObject({ cpuUs: 60_000_000, wallUs: 75_000_000, memoryBytes: 2048 * MiB });
    expect(limits.validation).toMatchObject({
      cpuUs: 60_000_000,
      memoryBytes: 2048 * MiB,
      outputBytes: 8 * MiB,
    });
    expect(limits.sourceBytes).toBe(128 * 1024);
    for (const part of [limits.run, limits.compile, limits.validation]) {
      expect(limitsSchema.parse(part)).toEqual(part);
    }
  });

  it('take what the package says', () => {
    const limits = effectiveLimits({
      timeLimitMs: 2500,
      memoryMiB: 256,
      outputMiB: 64,
      codeKiB: 256,
      compilationTimeS: 10,
    });
    expect(limits.run).toMatchObject({
      cpuUs: 2_500_000,
      wallUs: 7_000_000,
      memoryBytes: 256 * MiB,
      outputBytes: 64 * MiB,
    });
    expect(limits.compile.cpuUs).toBe(10_000_000);
    expect(limits.sourceBytes).toBe(256 * 1024);
  });

  it('stretch time and add the runtime’s own memory for a language, not for the heap', () => {
    const limits = effectiveLimits(
      { timeLimitMs: 1000, memoryMiB: 256 },
      { timeFactor: 2, timeExtraMs: 500, memoryExtraMiB: 256, processes: 256 },
    );
    expect(limits.run).toMatchObject({
      cpuUs: 2_500_000,
      wallUs: 7_000_000,
      memoryBytes: 512 * MiB,
      processes: 256,
    });
    expect(limits.programMemoryBytes).toBe(256 * MiB);
  });

  it('use the wall-limit rules and carry their explanation', () => {
    const limits = effectiveLimits({ timeLimitMs: 1000 }, {}, { contest: { marginUs: 8_000_000 } });
    expect(limits.run.wallUs).toBe(10_000_000);
    expect(limits.wallExplanation).toContain('margin: contest');
  });

  it('take wall time, processes, file size and box from the problem, the jury’s word on the wall time before it', () => {
    // What a package's limits hold besides is no matter here.
    const problem = {
      timeLimitSource: 'problem.yaml',
      timeLimitMs: 1000,
      wallTimeMs: 9000,
      processes: 2,
      fileSizeMiB: 3,
      boxMiB: 96,
    };
    const { run, wallExplanation } = effectiveLimits(problem, {}, { contest: { factor: 7 } });
    expect(run).toMatchObject({ wallUs: 9_000_000, processes: 2, fileBytes: 3 * MiB, boxBytes: 96 * MiB });
    expect(run.outputBytes).toBe(8 * MiB);
    expect(wallExplanation).toBe('9 s (set for: package)');
    expect(effectiveLimits(problem, {}, { problem: { fixedUs: 5_000_000 } }).run.wallUs).toBe(5_000_000);
    expect(effectiveLimits({ ...problem, wallTimeMs: 1 }).run.wallUs).toBe(1_000_000);
    expect(effectiveLimits(problem, { processes: 256 }).run.processes).toBe(194);
    expect(effectiveLimits({ timeLimitMs: 1000 }).run).not.toHaveProperty('boxBytes');
    expect(() => effectiveLimits({ ...problem, processes: 0 })).toThrow('limit processes is 0');
  });

  it('refuse values that are no limits, by name', () => {
    expect(() => effectiveLimits({ timeLimitMs: 0 })).toThrow(
      'limit timeLimitMs is 0 and must be a number > 0',
    );
    expect(() => effectiveLimits({ timeLimitMs: 1, memoryMiB: Number.NaN })).toThrow('limit memoryMiB');
  });
});
