import { describe, expect, it } from 'vitest';
import { verdictIds } from '@sandglass/contracts';
import { decidePass } from './decide-passes.ts';

const accepted = { verdict: 'AC', reason: 'the validator accepted the output' } as const;

describe('a pass of a multi-pass problem', () => {
  it('is followed by another when the validator accepts and leaves an input', () => {
    expect(decidePass({ decision: accepted, asksForMore: true, number: 1, limit: 2 }).again).toBe(true);
  });

  it('is the last when the validator leaves none, and its verdict is given with its number', () => {
    expect(decidePass({ decision: accepted, asksForMore: false, number: 2, limit: 5 })).toEqual({
      decision: { verdict: 'AC', reason: 'pass 2: the validator accepted the output' },
      again: false,
    });
  });

  it('is a judging error when the validator asks for more passes than the problem allows', () => {
    const { decision, again } = decidePass({ decision: accepted, asksForMore: true, number: 2, limit: 2 });
    expect({ verdict: decision.verdict, again }).toEqual({ verdict: 'JE', again: false });
    expect(decision.reason).toContain('allows 2');
  });

  it.for(['WA', 'PE', 'NO'] as const)(
    'is a judging error when the validator rejects (%s) and yet leaves an input',
    (verdict) => {
      const decision = { verdict, reason: 'the validator rejected the output' };
      expect(decidePass({ decision, asksForMore: true, number: 1, limit: 2 }).decision.verdict).toBe('JE');
    },
  );

  it.for(['TLE', 'RTE', 'MLE', 'WTL', 'OLE', 'JE'] as const)('that failed by itself stays %s', (verdict) => {
    const decision = { verdict, reason: 'as it was' };
    const decided = decidePass({ decision, asksForMore: true, number: 1, limit: 2 });
    expect(decided).toEqual({ decision: { verdict, reason: 'pass 1: as it was' }, again: false });
  });

  it('of any other problem is the only one, with any files that the validator leaves', () => {
    for (const verdict of verdictIds) {
      const decision = { verdict, reason: 'as it was' };
      expect(decidePass({ decision, asksForMore: true, number: 1, limit: 1 })).toEqual({
        decision,
        again: false,
      });
    }
  });
});
