import { runOutcomes } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideInteractive, type InteractiveToDecide } from './decide-interactive.ts';
import { decideWithoutValidator, type RunFacts, type Validation } from './decide-run.ts';
import { MiB } from './units.ts';

const limits = { cpuUs: 1_000_000, wallUs: 4_000_000, memoryBytes: 256 * MiB, outputBytes: 8 * MiB };

const finished: RunFacts = {
  outcome: 'exited',
  exitCode: 0,
  signal: null,
  cpuUs: 300_000,
  wallUs: 9_000_000,
  memoryBytes: 20 * MiB,
  stdoutBytes: 100,
};
const crashed: RunFacts = { ...finished, outcome: 'signalled', exitCode: null, signal: 11 };
const tooSlow: RunFacts = {
  ...finished,
  outcome: 'cpu-limit',
  exitCode: null,
  signal: 9,
  cpuUs: 1_000_500,
};

const accepted: Validation = { kind: 'accepted' };
const rejected: Validation = { kind: 'rejected', message: 'too many questions' };
const trouble: Validation = { kind: 'trouble', message: 'exit status 1' };

function decide(changes: Partial<InteractiveToDecide>) {
  return decideInteractive({
    facts: finished,
    limits,
    interactor: accepted,
    endedFirst: 'program',
    deadlock: false,
    chargedWallUs: 10_000,
    ...changes,
  });
}

describe('the verdict of an interactive run', () => {
  it('is the interactor’s when the program left in peace', () => {
    for (const endedFirst of ['program', 'interactor'] as const) {
      expect(decide({ endedFirst }).verdict).toBe('AC');
      expect(decide({ endedFirst, interactor: rejected })).toEqual({
        verdict: 'WA',
        reason: 'the interactor rejected: too many questions',
      });
      expect(decide({ endedFirst, interactor: trouble }).verdict).toBe('JE');
    }
  });

  it('is WA when the interactor had rejected before, for every end of the program', () => {
    const first = { interactor: rejected, endedFirst: 'interactor' } as const;
    expect(decide({ ...first, facts: crashed }).verdict).toBe('WA');
    expect(decide({ ...first, facts: tooSlow }).verdict).toBe('WA');
    expect(decide({ ...first, facts: { ...finished, outcome: 'cancelled', exitCode: null } }).verdict).toBe(
      'WA',
    );
  });

  it('is the program’s fault when it crashed first, though the interactor then rejected or fell over', () => {
    for (const interactor of [rejected, trouble, accepted]) {
      expect(decide({ facts: crashed, interactor })).toEqual({
        verdict: 'RTE',
        reason: 'killed by signal 11 (SIGSEGV)',
      });
      expect(decide({ facts: tooSlow, interactor }).verdict).toBe('TLE');
    }
  });

  it('is a judging error when the interactor failed first, for every end of the program', () => {
    expect(decide({ facts: crashed, interactor: trouble, endedFirst: 'interactor' }).verdict).toBe('JE');
  });

  it('is the limit that a program broke after the acceptance', () => {
    for (const endedFirst of ['program', 'interactor'] as const) {
      expect(decide({ facts: tooSlow, endedFirst }).verdict).toBe('TLE');
      const sleeps: RunFacts = { ...finished, outcome: 'wall-limit', exitCode: null, signal: 9 };
      expect(decide({ facts: sleeps, endedFirst }).verdict).toBe('WTL');
    }
  });

  it('is not hurt by a late write to an interactor that had ended', () => {
    const facts: RunFacts = { ...crashed, signal: 13 };
    expect(decide({ facts, endedFirst: 'interactor' }).verdict).toBe('AC');
    expect(decide({ facts, endedFirst: 'program' }).verdict).toBe('RTE');
  });

  it('is WTL for a deadlock, and says what to do', () => {
    const facts: RunFacts = { ...finished, outcome: 'wall-limit', exitCode: null, signal: 9, stdoutBytes: 0 };
    const decision = decide({ facts, deadlock: true, interactor: rejected });
    expect(decision.verdict).toBe('WTL');
    expect(decision.reason).toContain(
      'waited for each other: it had sent nothing at all. Output that is not flushed',
    );
  });

  it('is WTL for turns that took too long, and separates them from the waiting', () => {
    const facts: RunFacts = { ...finished, outcome: 'wall-limit', exitCode: null, signal: 9 };
    const decision = decide({ facts, chargedWallUs: 4_000_100 });
    expect(decision.verdict).toBe('WTL');
    expect(decision.reason).toContain('own turns took 4 s');
  });

  const anything = fc.record<InteractiveToDecide>({
    facts: fc.record<RunFacts>({
      outcome: fc.constantFrom(...runOutcomes),
      exitCode: fc.option(fc.integer({ min: 0, max: 255 })),
      signal: fc.option(fc.integer({ min: 1, max: 64 })),
      cpuUs: fc.nat(2_000_000),
      wallUs: fc.nat(20_000_000),
      memoryBytes: fc.nat(300 * MiB),
      stdoutBytes: fc.nat(16 * MiB),
    }),
    limits: fc.constant(limits),
    interactor: fc.oneof(
      fc.record({ kind: fc.constant('accepted' as const), message: fc.string() }),
      fc.record({ kind: fc.constant('rejected' as const), message: fc.string() }),
      fc.record({ kind: fc.constant('trouble' as const), message: fc.string({ maxLength: 5000 }) }),
    ),
    endedFirst: fc.constantFrom('program' as const, 'interactor' as const),
    deadlock: fc.boolean(),
    chargedWallUs: fc.nat(10_000_000),
  });

  it('always exists, with a reason that fits', () => {
    fc.assert(
      fc.property(anything, (run) => {
        const { reason } = decideInteractive(run);
        expect(reason.length).toBeGreaterThan(0);
        expect(reason.length).toBeLessThanOrEqual(2000);
      }),
    );
  });

  it('is AC only when the interactor accepted, and JE only when it failed', () => {
    fc.assert(
      fc.property(anything, (run) => {
        const { verdict } = decideInteractive(run);
        if (verdict === 'AC') expect(run.interactor.kind).toBe('accepted');
        if (verdict === 'JE') expect(run.interactor.kind).toBe('trouble');
      }),
    );
  });

  it('does not depend on who was faster when the interactor accepted, but for a late write', () => {
    fc.assert(
      fc.property(anything, (run) => {
        fc.pre(run.interactor.kind === 'accepted' && run.facts.signal !== 13);
        const [one, other] = (['program', 'interactor'] as const).map((endedFirst) =>
          decideInteractive({ ...run, endedFirst }),
        );
        expect(one).toEqual(other);
      }),
    );
  });

  it('is the same as that of a plain run for the program’s own faults, but for the words about waiting', () => {
    fc.assert(
      fc.property(anything, (run) => {
        fc.pre(!run.deadlock && run.endedFirst === 'program' && run.facts.outcome !== 'cancelled');
        const plain = decideWithoutValidator({ facts: run.facts, limits });
        if (plain !== null) expect(decideInteractive(run).verdict).toBe(plain.verdict);
      }),
    );
  });
});
