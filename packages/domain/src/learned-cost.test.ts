import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expectedCost,
  learnCost,
  nothingLearned,
  testsPerTask,
  type CostSample,
  type LearnedCost,
} from './learned-cost.ts';

const guess = { compileMs: 500, testMs: 100 };
const learnAll = (samples: readonly CostSample[]): LearnedCost => samples.reduce(learnCost, nothingLearned);
const sample = (testMs: number, tests = 20, compileMs: number | null = 800): CostSample => ({
  compileMs,
  tests,
  testsMs: tests * testMs,
});

describe('the learned cost', () => {
  it('is the guess while nothing is known', () => {
    expect(expectedCost(nothingLearned, guess)).toEqual(guess);
  });

  it('comes near to what judgings really take after a few of them', () => {
    const { compileMs, testMs } = expectedCost(learnAll(Array.from({ length: 12 }, () => sample(10))), guess);
    expect(testMs).toBeGreaterThan(10);
    expect(testMs).toBeLessThan(13);
    expect(compileMs).toBeGreaterThan(700);
    expect(compileMs).toBeLessThan(800);
  });

  it('follows when what judgings take changes', () => {
    const before = Array.from({ length: 200 }, () => sample(10));
    const after = Array.from({ length: 100 }, () => sample(50));
    expect(expectedCost(learnAll([...before, ...after]), guess).testMs).toBeGreaterThan(42);
  });

  it('takes nothing from a judging without tests or with a clock that went back', () => {
    const known = learnAll([sample(10)]);
    const odd = learnCost(known, { compileMs: null, tests: 0, testsMs: -5 });
    expect(expectedCost(odd, guess).testMs).toBeCloseTo(expectedCost(known, guess).testMs, -1);
    expect(expectedCost(learnCost(known, { compileMs: NaN, tests: 3, testsMs: NaN }), guess)).toSatisfy(
      ({ compileMs, testMs }: { compileMs: number; testMs: number }) => compileMs > 0 && testMs > 0,
    );
  });

  it('lies between the least and the most that was seen or guessed', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            compileMs: fc.nat(5000),
            tests: fc.integer({ min: 1, max: 200 }),
            testMs: fc.nat(900),
          }),
        ),
        (seen) => {
          const known = learnAll(
            seen.map(({ testMs, ...rest }) => ({ ...rest, testsMs: rest.tests * testMs })),
          );
          const { testMs, compileMs } = expectedCost(known, guess);
          const tests = [guess.testMs, ...seen.map((one) => one.testMs)];
          const compiles = [guess.compileMs, ...seen.map((one) => one.compileMs)];
          expect(testMs).toBeGreaterThanOrEqual(Math.min(...tests) - 1e-6);
          expect(testMs).toBeLessThanOrEqual(Math.max(...tests) + 1e-6);
          expect(compileMs).toBeGreaterThanOrEqual(Math.min(...compiles) - 1e-6);
          expect(compileMs).toBeLessThanOrEqual(Math.max(...compiles) + 1e-6);
        },
      ),
    );
  });
});

describe('the tests of a judge task', () => {
  it('are all of them when they fit into one', () => {
    expect(testsPerTask(200, { compileMs: 500, testMs: 25 }, 10_000)).toBe(200);
  });

  it('are spread evenly when they do not', () => {
    expect(testsPerTask(1000, { compileMs: 0, testMs: 25 }, 10_000)).toBe(334);
  });

  it('are one where a single test takes longer than a task may, and where there is but one', () => {
    expect(testsPerTask(7, { compileMs: 900, testMs: 30_000 }, 10_000)).toBe(1);
    expect(testsPerTask(1, { compileMs: 0, testMs: 0 }, 10_000)).toBe(1);
  });

  it('never make a task of more than one test longer than is allowed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.nat(4000),
        fc.double({ min: 0.1, max: 20_000, noNaN: true }),
        (tests, compileMs, testMs) => {
          const each = testsPerTask(tests, { compileMs, testMs }, 10_000);
          expect(each).toBeGreaterThanOrEqual(1);
          expect(each).toBeLessThanOrEqual(tests);
          if (each > 1) expect(compileMs + each * testMs).toBeLessThanOrEqual(10_000 + 1e-6);
        },
      ),
    );
  });
});
