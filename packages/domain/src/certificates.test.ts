import { certificateTemplateRequestSchema, defaultCertificateTemplate } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateText, certificateValues, filledLine, type CertificateFacts } from './certificates.ts';

const team = { organisation: null, members: [], place: null, solved: 0 };
const facts: CertificateFacts = {
  contest: 'Regional',
  date: '2026-11-26',
  teams: [
    { ...team, id: 'a', name: 'A', organisation: 'Uni', members: ['Ada', 'Bo'], place: 1, solved: 3 },
    { ...team, id: 'guest', name: 'Guest', members: ['Cy'], solved: 2 },
    { ...team, id: 'z', name: 'Zero', place: 2 },
  ],
  awards: [
    { id: 'winner', citation: 'Contest winner', teamIds: ['a'] },
    { id: 'gold-medal', citation: 'Gold', teamIds: ['a', 'hidden'] },
  ],
};
const texts = (per: 'team' | 'person' | 'award'): string[][] =>
  certificateValues(per, facts).map((values) =>
    certificateText(defaultCertificateTemplate, values).lines.map(({ text }) => text),
  );

describe('certificates', () => {
  it('are of each team, with all its awards, and without lines that say nothing of it', () => {
    expect(texts('team')).toEqual([
      ['A', 'Uni', 'Ada, Bo', 'Contest winner · Gold', 'Rank 1, problems solved: 3', 'Regional, 2026-11-26'],
      ['Guest', 'Cy', 'Regional, 2026-11-26'],
      ['Zero', 'Regional, 2026-11-26'],
    ]);
  });

  it('are of each person of a team', () => {
    expect(texts('person').map(([person, name]) => [person, name])).toEqual([
      ['Ada', 'A'],
      ['Bo', 'A'],
      ['Cy', 'Guest'],
    ]);
  });

  it('are of each award and team, and never of a team that is not in the results', () => {
    expect(texts('award').map((lines) => [lines[0], lines[3]])).toEqual([
      ['A', 'Contest winner'],
      ['A', 'Gold'],
    ]);
  });

  it('put a name as it is, also one that looks like a placeholder', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('{rank}', '$&', '{')), (name) => {
        expect(filledLine('Team {team}!', { team: name, rank: '1' })).toBe(`Team ${name}!`);
      }),
    );
  });
});

describe('a template of certificates', () => {
  const errors = (change: object): string[] =>
    certificateTemplateRequestSchema
      .safeParse({ ...defaultCertificateTemplate, ...change })
      .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

  it('is refused for a placeholder that nobody knows, by its name', () => {
    expect(errors({})).toEqual([]);
    expect(errors({ lines: ['{team} {score}'] })).toEqual([
      expect.stringMatching(/^lines\.0: has the unknown placeholder \{score\}; known are \{team\}/),
    ]);
    expect(errors({ title: '{}' })).toEqual([expect.stringContaining('{}')]);
  });

  it('is bounded', () => {
    expect(errors({ lines: Array.from({ length: 11 }, () => 'x') })).toHaveLength(1);
    expect(errors({ title: 'x'.repeat(301), accent: 'red', date: '' })).toHaveLength(3);
    expect(errors({ signatures: Array.from({ length: 4 }, () => ({ name: 'x', role: null })) })).toHaveLength(
      1,
    );
  });
});
