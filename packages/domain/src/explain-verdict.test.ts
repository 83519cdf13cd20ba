import type { Measurement, Verdict } from '@sandglass/contracts';
import { aMeasurement } from '@sandglass/contracts/testing/run-report';
import { describe, expect, it } from 'vitest';
import { explainVerdict, type JudgingToExplain } from './explain-verdict.ts';

const second = 1_000_000;
const limits = {
  cpuUs: second,
  wallUs: 4 * second,
  memoryBytes: 256 * 1024 ** 2,
  outputBytes: 8 * 1024 ** 2,
};

function figures(change: Partial<Measurement> = {}): Measurement {
  return aMeasurement({
    cpuUs: 10_000,
    wallUs: 12_000,
    gapUs: 2000,
    memoryBytes: 1024 ** 2,
    runQueueUs: null,
    blockIoUs: null,
    idle: null,
    nearMemoryLimit: null,
    processLimitHit: null,
    fileSizeLimitHit: null,
    majorFaults: null,
    ...change,
  });
}

type Test = JudgingToExplain['tests'][number];

function test(ordinal: number, verdict: Verdict | null, change: Partial<Test> = {}): Test {
  const measurement = verdict === null ? null : figures();
  return {
    ordinal,
    verdict,
    reason: '',
    suspect: false,
    measurement,
    judgehost: 'a',
    attempts: [],
    ...change,
  };
}

function explain(verdict: Verdict | null, tests: Test[], change: Partial<JudgingToExplain> = {}): string[] {
  return explainVerdict({ state: 'done', verdict, compile: null, error: null, limits, tests, ...change });
}

const starved = figures({
  outcome: 'wall-limit',
  cpuUs: 310_000,
  wallUs: 4 * second,
  gapUs: 3_690_000,
  coreWaitUs: 3_400_000,
  uninterruptibleUs: 90_000,
  sleepUs: 200_000,
});

describe('why a verdict came about', () => {
  it('names a starved run, what it waited for, that it is suspect, and the result of the repeat', () => {
    const attempts: Test['attempts'] = [
      {
        attempt: 1,
        verdict: 'WTL',
        reason: '',
        suspect: true,
        judgehost: 'a',
        kernel: null,
        slot: 0,
        startedAt: '2026-01-01T00:00:00.000Z',
        measurement: starved,
      },
      {
        attempt: 2,
        verdict: 'AC',
        reason: '',
        suspect: false,
        judgehost: 'b',
        kernel: null,
        slot: 1,
        startedAt: '2026-01-01T00:00:09.000Z',
        measurement: figures(),
      },
    ];
    expect(explain('AC', [test(0, 'AC'), test(1, 'AC', { attempts })]).at(-1)).toBe(
      'Test 2 was run again: wall 4 s reached at CPU 310 ms; runnable without a core for 3.4 s of it: suspect; repeated on b: AC.',
    );
  });

  it('names the test that decided, and what was not run after it', () => {
    const tests = [
      test(0, 'AC'),
      test(1, 'AC'),
      test(2, 'WTL', {
        measurement: figures({ cpuUs: 2000, wallUs: 4 * second, sleepUs: 3_990_000, lastWait: 'nanosleep' }),
      }),
      test(3, null),
      test(4, null),
    ];
    expect(explain('WTL', tests)).toEqual([
      'Test 3 of 5 decided: wall 4 s reached at CPU 2 ms; asleep for 3.99 s of it, at last in nanosleep.',
      'The 2 tests before it were accepted; the 2 after it were not run.',
    ]);
  });

  it.each([
    ['TLE', { cpuUs: 1_002_000, wallUs: 1_010_000 }, 'CPU 1.002 s used, the limit is 1 s (wall 1.01 s)'],
    ['MLE', { memoryBytes: 256 * 1024 ** 2 }, 'memory peak 256 MiB, the limit is 256 MiB'],
    ['OLE', { stdoutBytes: 9 * 1024 ** 2 }, '9 MiB written, the limit is 8 MiB'],
  ] as const)('explains %s by the figure and its limit', (verdict, change, words) => {
    expect(explain(verdict, [test(0, verdict, { measurement: figures(change) })])).toEqual([
      `Test 1 of 1 decided: ${words}.`,
    ]);
  });

  it('takes the reason of the run where no limit was met', () => {
    const tests = [test(0, 'WA', { reason: 'the validator rejected the output: line 1.' }), test(1, null)];
    expect(explain('WA', tests)).toEqual([
      'Test 1 of 2 decided: the validator rejected the output: line 1.',
      'The last one was not run.',
    ]);
  });

  it('says how close an accepted program came to the limits', () => {
    const tests = [
      test(0, 'AC'),
      test(1, 'AC', { measurement: figures({ cpuUs: 950_000, wallUs: 1_100_000 }) }),
    ];
    expect(explain('AC', tests)).toEqual([
      'All 2 tests were accepted.',
      'The most CPU time was 950 ms of 1 s (test 2), the longest wall time 1.1 s of 4 s (test 2).',
      'That is close to the CPU limit.',
    ]);
  });

  it('says what there is to say before there is a verdict, and when there never will be one', () => {
    expect(explain(null, [], { state: 'queued' })).toEqual(['Waiting for a free slot.']);
    expect(explain(null, [test(0, 'AC'), test(1, null)], { state: 'running' })).toEqual([
      'Being judged: 1 of 2 tests are in.',
    ]);
    expect(explain(null, [], { state: 'cancelled' })[0]).toContain('Cancelled');
    expect(explain('CE', [])).toEqual(['The compiler refused it, so nothing was run.']);
    expect(explain('JE', [], { error: 'kiln: no space left\nmore' })).toEqual([
      'Our own failure, not the program’s: kiln: no space left',
    ]);
  });
});
