import { verdictIds, type Verdict } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import {
  allVerdicts,
  bigFive,
  compareSeverity,
  countsPenalty,
  isFinal,
  matchesExpected,
  simplify,
  verdictName,
  worstVerdict,
} from './verdict.ts';

describe('verdicts', () => {
  it('have a name and a meaning each', () => {
    expect(allVerdicts.map((facts) => facts.id)).toEqual([...verdictIds]);
    expect(new Set(allVerdicts.map((facts) => facts.name)).size).toBe(verdictIds.length);
    expect(verdictName('WTL')).toBe('Wall-time limit exceeded');
  });

  it.each<[Verdict, string | null]>([
    ['AC', 'AC'],
    ['WTL', 'TLE'],
    ['ILE', 'TLE'],
    ['MLE', 'RTE'],
    ['SV', 'RTE'],
    ['OLE', 'WA'],
    ['PE', 'WA'],
    ['NO', 'WA'],
    ['JE', null],
  ])('%s simplifies to %s, as the CLICS registry says', (verdict, simple) => {
    expect(simplify(verdict)).toBe(simple);
  });

  it('of the Big 5 simplify to themselves', () => {
    for (const verdict of bigFive) expect(simplify(verdict)).toBe(verdict);
  });

  it('are final unless pending or a judging error', () => {
    expect(isFinal(null)).toBe(false);
    expect(isFinal('JE')).toBe(false);
    expect(verdictIds.filter((verdict) => !isFinal(verdict))).toEqual(['JE']);
  });

  it('cost no penalty when accepted, ours or, by default, a compile error', () => {
    expect(verdictIds.filter((verdict) => !countsPenalty(verdict))).toEqual(['AC', 'CE', 'JE']);
    expect(countsPenalty('CE', { compileErrors: true })).toBe(true);
    expect(countsPenalty('JE', { compileErrors: true })).toBe(false);
  });

  it('have a worst one, which is AC only when nothing else occurs', () => {
    expect(worstVerdict([])).toBe('AC');
    expect(worstVerdict(['AC', 'WA', 'RTE', 'TLE'])).toBe('RTE');
    expect([...verdictIds].sort(compareSeverity).at(-1)).toBe('AC');
    expect([...verdictIds].sort(compareSeverity)[0]).toBe('JE');
  });
});

describe('expected verdicts', () => {
  it.each<[Verdict, Verdict[], boolean]>([
    ['AC', ['AC'], true],
    ['WA', ['AC'], false],
    ['WTL', ['TLE'], true],
    ['TLE', ['WTL'], false],
    ['MLE', ['RTE'], true],
    ['RTE', ['MLE'], false],
    ['NO', ['WA', 'TLE'], true],
    ['CE', [], true],
    ['JE', [], false],
    ['JE', ['JE'], false],
  ])('%s among %j: %s', (verdict, expected, matches) => {
    expect(matchesExpected(verdict, expected)).toBe(matches);
  });
});
