import { runOutcomes } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideRun,
  decideWithoutValidator,
  memoryMarginBytes,
  type RunFacts,
  type RunToDecide,
  type Validation,
} from './decide-run.ts';
import { MiB } from './units.ts';

const limits = { cpuUs: 1_000_000, wallUs: 4_000_000, memoryBytes: 256 * MiB, outputBytes: 8 * MiB };

const finished: RunFacts = {
  outcome: 'exited',
  exitCode: 0,
  signal: null,
  cpuUs: 300_000,
  wallUs: 310_000,
  memoryBytes: 20 * MiB,
  stdoutBytes: 100,
};

const accepted: Validation = { kind: 'accepted' };

function decide(facts: Partial<RunFacts>, more: Partial<RunToDecide> = {}) {
  return decideRun({ facts: { ...finished, ...facts }, limits, validation: accepted, ...more });
}

describe('the verdict of a run', () => {
  it('is the validator’s when the program left in peace', () => {
    expect(decide({})).toMatchObject({ verdict: 'AC' });
    expect(decide({}, { validation: { kind: 'rejected', message: 'line 3' } })).toEqual({
      verdict: 'WA',
      reason: 'the validator rejected the output: line 3',
    });
    expect(decide({}, { validation: { kind: 'rejected', verdict: 'PE' } }).verdict).toBe('PE');
  });

  it('is NO when nothing was written and the validator wanted something', () => {
    expect(decide({ stdoutBytes: 0 }, { validation: { kind: 'rejected' } }).verdict).toBe('NO');
    expect(decide({ stdoutBytes: 0 }).verdict).toBe('AC');
  });

  it('is a judging error when the validator failed or was not asked', () => {
    expect(decide({}, { validation: { kind: 'trouble', message: 'exit status 1' } })).toEqual({
      verdict: 'JE',
      reason: 'the validator failed: exit status 1',
    });
    expect(decide({}, { validation: null }).verdict).toBe('JE');
  });

  it('is TLE for CPU time over the limit, even when the program ended by itself', () => {
    expect(decide({ cpuUs: 1_000_001 })).toEqual({
      verdict: 'TLE',
      reason: 'CPU time limit of 1 s exceeded: 1.000 s used, although it ended by itself',
    });
    expect(decide({ cpuUs: 1_000_000 }).verdict).toBe('AC');
    expect(decide({ outcome: 'cpu-limit', exitCode: null, signal: 9, cpuUs: 1_002_000 }).verdict).toBe('TLE');
    expect(decide({ exitCode: 1, cpuUs: 1_200_000 }).verdict).toBe('TLE');
  });

  it('is WTL for a wall-clock kill, and says how little CPU was used', () => {
    expect(
      decide({ outcome: 'wall-limit', exitCode: null, signal: 9, cpuUs: 310_000, wallUs: 4_000_400 }),
    ).toEqual({
      verdict: 'WTL',
      reason: 'wall-time limit of 4 s reached with 310 ms of 1 s CPU time used',
    });
  });

  it('says of a wall-clock kill what the program waited for, and whether that is suspect', () => {
    const killed = {
      outcome: 'wall-limit',
      exitCode: null,
      signal: 9,
      cpuUs: 310_000,
      wallUs: 4_000_000,
    } as const;
    expect(decide({ ...killed, runQueueUs: 3_400_000, blockIoUs: 0 }).reason).toMatch(
      /used; suspect: of 3.69 s off the CPU: 3.4 s waiting for a core, 0 µs waiting for a disk$/,
    );
    expect(decide({ ...killed, runQueueUs: 100, blockIoUs: 0 }).reason).toMatch(/it slept$/);
  });

  it('names the limits a failed run met on its way, and none of an accepted one', () => {
    const met = { processLimitHit: true, nearMemoryLimit: true, fileSizeLimitHit: true };
    const crashed = decide({ ...met, outcome: 'signalled', exitCode: null, signal: 11 });
    expect(crashed.verdict).toBe('RTE');
    expect(crashed.reason).toMatch(
      /refused at the process limit; a file reached its size limit; memory came close to its limit/,
    );
    expect(decide(met).reason).not.toContain('limit');
  });

  it('is TLE when the wall clock struck after the CPU time was used up', () => {
    expect(decide({ outcome: 'wall-limit', exitCode: null, signal: 9, cpuUs: 1_100_000 }).verdict).toBe(
      'TLE',
    );
  });

  it('is never made of wall time alone', () => {
    expect(decide({ wallUs: 60_000_000 }).verdict).toBe('AC');
  });

  it('is MLE when the kernel stopped it for memory, with any CPU time', () => {
    expect(
      decide({ outcome: 'memory-limit', exitCode: null, signal: 9, memoryBytes: 256 * MiB }).verdict,
    ).toBe('MLE');
    expect(decide({ outcome: 'memory-limit', exitCode: null, signal: 9, cpuUs: 2_000_000 }).verdict).toBe(
      'MLE',
    );
  });

  it('is MLE for a crash at the memory limit, and says the reason', () => {
    const crash = decide({ outcome: 'signalled', exitCode: null, signal: 6, memoryBytes: 255 * MiB });
    expect(crash.verdict).toBe('MLE');
    expect(crash.reason).toBe(
      'killed by signal 6 (SIGABRT) with a peak of 255 MiB, at the memory limit of 256 MiB',
    );
  });

  it('is MLE when the runtime says that memory ran out', () => {
    const decision = decide({ exitCode: 1 }, { outOfMemoryMark: 'java.lang.OutOfMemoryError' });
    expect(decision.verdict).toBe('MLE');
    expect(decision.reason).toContain('java.lang.OutOfMemoryError');
  });

  it('is not MLE for a program that came near the limit and left in peace', () => {
    expect(decide({ memoryBytes: 256 * MiB }).verdict).toBe('AC');
  });

  it('is RTE for a signal or a non-zero status, by name', () => {
    expect(decide({ outcome: 'signalled', exitCode: null, signal: 11 })).toEqual({
      verdict: 'RTE',
      reason: 'killed by signal 11 (SIGSEGV)',
    });
    expect(decide({ exitCode: 42 })).toEqual({ verdict: 'RTE', reason: 'exit status 42' });
    expect(decide({ outcome: 'signalled', exitCode: null, signal: 31 }).reason).toContain(
      'forbidden system call',
    );
  });

  it('is OLE at the output limit, past it, and for a file that grew too large', () => {
    expect(decide({ outcome: 'output-limit', exitCode: null, signal: 9, stdoutBytes: 8 * MiB }).verdict).toBe(
      'OLE',
    );
    expect(decide({ stdoutBytes: 8 * MiB + 1 }).verdict).toBe('OLE');
    expect(
      decide({
        outcome: 'output-limit',
        exitCode: null,
        signal: 9,
        stdoutBytes: 3,
        stderrBytes: 8 * MiB + 1,
      }),
    ).toEqual({
      verdict: 'OLE',
      reason:
        'output limit of 8 MiB exceeded: more than 8 MiB written to standard error, 3 B to standard output',
    });
    expect(decide({ outcome: 'signalled', exitCode: null, signal: 25 }).verdict).toBe('OLE');
  });

  it('does not exist for a cancelled run', () => {
    expect(decide({ outcome: 'cancelled', exitCode: null }).verdict).toBe('JE');
  });

  it('keeps its reason within what a report may hold', () => {
    const flood: Validation = { kind: 'rejected', message: 'x'.repeat(100_000) };
    expect(decide({}, { validation: flood }).reason).toHaveLength(2000);
  });
});

describe('the memory margin', () => {
  it('is a hundredth of the limit between 1 and 16 MiB', () => {
    expect(memoryMarginBytes(16 * MiB)).toBe(MiB);
    expect(memoryMarginBytes(500 * MiB)).toBe(5 * MiB);
    expect(memoryMarginBytes(4096 * MiB)).toBe(16 * MiB);
  });
});

const anyFacts: fc.Arbitrary<RunFacts> = fc.record({
  outcome: fc.constantFrom(...runOutcomes),
  exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
  signal: fc.option(fc.integer({ min: 1, max: 64 })),
  cpuUs: fc.nat(3_000_000),
  wallUs: fc.nat(9_000_000),
  memoryBytes: fc.nat(300 * MiB),
  stdoutBytes: fc.nat(9 * MiB),
});

const anyValidation: fc.Arbitrary<Validation | null> = fc.option(
  fc.oneof(
    fc.constant<Validation>({ kind: 'accepted' }),
    fc.constant<Validation>({ kind: 'rejected' }),
    fc.constant<Validation>({ kind: 'trouble', message: 'hung' }),
  ),
);

describe('for any run', () => {
  it('AC needs an accepting validator, a clean exit and every limit kept', () => {
    fc.assert(
      fc.property(anyFacts, anyValidation, (facts, validation) => {
        const { verdict, reason } = decideRun({ facts, limits, validation });
        expect(reason).not.toBe('');
        if (verdict !== 'AC') return;
        expect(validation?.kind).toBe('accepted');
        expect(facts).toMatchObject({ outcome: 'exited', exitCode: 0 });
        expect(facts.cpuUs).toBeLessThanOrEqual(limits.cpuUs);
        expect(facts.stdoutBytes).toBeLessThanOrEqual(limits.outputBytes);
      }),
    );
  });

  it('more CPU time never turns TLE into something else', () => {
    fc.assert(
      fc.property(anyFacts, anyValidation, fc.nat(5_000_000), (facts, validation, more) => {
        const before = decideRun({ facts, limits, validation }).verdict;
        const after = decideRun({
          facts: { ...facts, cpuUs: facts.cpuUs + more },
          limits,
          validation,
        }).verdict;
        if (before === 'TLE') expect(after).toBe('TLE');
      }),
    );
  });

  it('the validator is asked exactly when nothing else has decided', () => {
    fc.assert(
      fc.property(anyFacts, anyValidation, (facts, validation) => {
        const early = decideWithoutValidator({ facts, limits });
        const late = decideRun({ facts, limits, validation });
        if (early === null) expect(['AC', 'WA', 'NO', 'JE']).toContain(late.verdict);
        else expect(late).toEqual(early);
      }),
    );
  });

  it('trouble of the validator is never a verdict for the team', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { verdict } = decideRun({ facts, limits, validation: { kind: 'trouble', message: '' } });
        expect(['AC', 'WA', 'NO', 'PE']).not.toContain(verdict);
      }),
    );
  });
});
