import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallLimit } from './wall-limit.ts';

const second = 1_000_000;

describe('the wall-clock limit', () => {
  it('is 2 × the CPU limit + 2 s by default, and says so', () => {
    expect(wallLimit(second)).toEqual({
      wallUs: 4 * second,
      explanation: '2 × 1 s + 2 s = 4 s (factor: default, margin: default)',
    });
  });

  it('takes each value from the most special level that names it', () => {
    const limit = wallLimit(second, {
      global: { factor: 3, marginUs: second },
      contest: { marginUs: 10 * second },
      problem: null,
      language: {},
    });
    expect(limit).toEqual({
      wallUs: 13 * second,
      explanation: '3 × 1 s + 10 s = 13 s (factor: global, margin: contest)',
    });
  });

  it('may be fixed, until a more special level computes it again', () => {
    expect(wallLimit(second, { contest: { fixedUs: 10 * second } })).toEqual({
      wallUs: 10 * second,
      explanation: '10 s (set for: contest)',
    });
    expect(wallLimit(second, { contest: { fixedUs: 10 * second }, problem: { factor: 1 } }).wallUs).toBe(
      3 * second,
    );
    expect(wallLimit(second, { contest: { factor: 9 }, problem: { fixedUs: 5 * second } }).wallUs).toBe(
      5 * second,
    );
  });

  it('is never below the CPU limit, where no program could get TLE', () => {
    const limit = wallLimit(3 * second, { global: { fixedUs: second } });
    expect(limit.wallUs).toBe(3 * second);
    expect(limit.explanation).toContain('raised to the CPU limit');
  });

  it('refuses values that make no sense, by level and name', () => {
    expect(() => wallLimit(second, { problem: { factor: 0 } })).toThrow(
      'wall limit, problem: factor is 0 and must be a number > 0',
    );
    expect(() => wallLimit(second, { global: { marginUs: -1 } })).toThrow('marginUs');
    expect(() => wallLimit(second, { contest: { fixedUs: Number.NaN } })).toThrow('fixedUs');
  });

  it('grows with the CPU limit, under all rules', () => {
    const rule = fc.record(
      { factor: fc.double({ min: 0.1, max: 10, noNaN: true }), marginUs: fc.nat(20 * second) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        rule,
        rule,
        fc.integer({ min: 1, max: 60 * second }),
        fc.nat(second),
        (global, problem, cpu, more) => {
          const rules = { global, problem };
          expect(wallLimit(cpu + more, rules).wallUs).toBeGreaterThanOrEqual(wallLimit(cpu, rules).wallUs);
        },
      ),
    );
  });
});
