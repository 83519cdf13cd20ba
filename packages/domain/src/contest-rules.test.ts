import { verdictIds, type FailingVerdict, type SubmissionWindow, type Verdict } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgingExtent, prioritised, rateRefusal, remapped, shownAs, timeIn } from './contest-rules.ts';

const failing = verdictIds.filter((id): id is FailingVerdict => id !== 'AC' && id !== 'JE');
const anyFailing = fc.constantFrom(...failing);
const anyRemap = fc
  .array(fc.tuple(anyFailing, anyFailing))
  .map((pairs): Partial<Record<FailingVerdict, FailingVerdict>> => Object.fromEntries(pairs));

describe('a remap', () => {
  it('never makes a program accepted or not, and touches no judging error', () => {
    fc.assert(
      fc.property(fc.constantFrom(...verdictIds), anyRemap, (verdict, remap) => {
        const shown = remapped(verdict, remap);
        expect([shown === 'AC', shown === 'JE']).toEqual([verdict === 'AC', verdict === 'JE']);
      }),
    );
  });

  it('is filtered by what is shown', () => {
    expect(shownAs(['RTE'], { OLE: 'RTE', RTE: 'WA' }, verdictIds)).toEqual(['OLE']);
  });
});

describe('the verdict of a judging with all tests', () => {
  it('is that of the failing test that the list names first, else of the first failing test', () => {
    expect(prioritised(['AC', 'WA', 'RTE', 'TLE'], ['TLE', 'RTE'])).toBe('TLE');
    expect(prioritised(['AC', 'WA', 'MLE'], ['TLE', 'RTE'])).toBe('WA');
    expect(prioritised(['AC', 'AC'], ['TLE'])).toBe('AC');
    expect(prioritised(['WA', 'JE'], ['WA'])).toBe('JE');
  });

  it('is one that a test had, and accepted only where all are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom<Verdict>('AC', ...failing), { minLength: 1 }),
        fc.uniqueArray(anyFailing),
        (verdicts, priority) => {
          const verdict = prioritised(verdicts, priority);
          expect(verdicts).toContain(verdict);
          expect(verdict === 'AC').toBe(verdicts.every((one) => one === 'AC'));
          const place = (one: Verdict): number => {
            const at = priority.findIndex((listed) => listed === one);
            return at === -1 ? Infinity : at;
          };
          for (const other of verdicts)
            if (other !== 'AC') expect(place(verdict)).toBeLessThanOrEqual(place(other));
        },
      ),
    );
  });
});

describe('windows of submissions', () => {
  const windows: SubmissionWindow[] = [
    { count: 2, seconds: 10 },
    { count: 4, seconds: 'contest' },
  ];

  it('name the one that refuses, and when to try again', () => {
    expect(rateRefusal(windows, [9000, 5000], 10_000)).toEqual({ window: windows[0], waitMs: 5000 });
    expect(rateRefusal(windows, [9000, 5000], 15_000)).toBeNull();
    expect(rateRefusal(windows, [9, 8, 7, 6], 10_000_000)).toEqual({ window: windows[1], waitMs: null });
    expect(rateRefusal([], [9, 8, 7, 6], 10)).toBeNull();
  });

  it('let nobody hand in more often than each of them allows, and everybody after the wait', () => {
    const anyWindows = fc.array(
      fc.record({ count: fc.integer({ min: 1, max: 4 }), seconds: fc.integer({ min: 1, max: 30 }) }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(anyWindows, fc.array(fc.nat(5000), { maxLength: 40 }), (some, gaps) => {
        const accepted: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const refusal = rateRefusal(some, accepted, now);
          if (refusal === null) accepted.unshift(now);
          else expect(rateRefusal(some, accepted, now + (refusal.waitMs ?? 0))).toBeNull();
        }
        for (const { count, seconds } of some)
          for (const [index, at] of accepted.entries()) {
            const older = accepted[index + count];
            if (older !== undefined) expect(at - older).toBeGreaterThanOrEqual(seconds * 1000);
          }
      }),
    );
  });
});

it('a problem is judged as its contest is, unless the contest says otherwise of it', () => {
  const rules = { judging: 'lazy', judgingOf: { sum: 'full' } } as const;
  expect([judgingExtent(rules, 'sum'), judgingExtent(rules, 'other')]).toEqual(['full', 'lazy']);
});

it('of a started minute or second nothing counts', () => {
  expect([timeIn('minutes', 119_999), timeIn('seconds', 119_999)]).toEqual([1, 119]);
});
