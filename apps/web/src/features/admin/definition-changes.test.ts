import { contestDefinitionSchema, type ContestDefinition } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { changesOf } from './definition-changes.ts';

const problem = (label: string, id: string) => ({ label, problem: id, colour: '#ff0000' });
const team = (id: string) => ({ id, name: `Team ${id}` });
const contest: ContestDefinition = {
  id: 'a',
  name: 'A',
  startsAt: '2026-01-01T10:00:00Z',
  endsAt: '2026-01-01T15:00:00Z',
  freezesAt: '2026-01-01T14:00:00Z',
  thawsAt: null,
  penaltyMinutes: 20,
  image: null,
  problems: [problem('A', 'sum'), problem('B', 'paths')],
  teams: Array.from({ length: 8 }, (_, index) => team(`t${index + 1}`)),
};
const changes = (change: Partial<ContestDefinition>): string[] =>
  changesOf(
    contestDefinitionSchema.parse(contest),
    contestDefinitionSchema.parse({ ...contest, ...change }),
  ).map(({ path, message }) => `${path}: ${message}`);

describe('what a definition changes', () => {
  it('is nothing where it says the same, or omits what may be omitted', () => {
    expect(changes({})).toEqual([]);
    expect(changes({ teams: undefined, problems: undefined })).toEqual([]);
    expect(changes({ freezesAt: undefined, penaltyMinutes: undefined, image: undefined })).toEqual([]);
    expect(changes({ startsAt: '2026-01-01T12:00:00+02:00', shortName: 'A' })).toEqual([]);
  });

  it('names each field with what it was and what it becomes', () => {
    expect(changes({ name: 'B', penaltyMinutes: 10, image: 'bookworm' })).toEqual([
      'name: A → B',
      'shortName: A → B',
      'penaltyMinutes: 20 → 10',
      'image: none → bookworm',
    ]);
    expect(
      changesOf(
        contestDefinitionSchema.parse({ ...contest, public: true }),
        contestDefinitionSchema.parse({ ...contest, public: false, chargeCompileErrors: true }),
      ).map(({ path, message }) => `${path}: ${message}`),
    ).toEqual(['public: true → false', 'chargeCompileErrors: none → true']);
    const [freeze] = changes({ freezesAt: null });
    expect(freeze).toMatch(/^freezesAt: .*2026.* → none$/);
  });

  it('counts the teams and problems that come, go and change', () => {
    expect(changes({ teams: [] })).toEqual(['teams: 8 removed: t1, t2, t3, t4, t5 and 3 more']);
    expect(changes({ teams: [team('new'), { ...team('t1'), name: 'Other' }] })).toEqual([
      'teams: 7 removed: t2, t3, t4, t5, t6 and 2 more',
      'teams: 1 added: new',
      'teams: 1 changed: t1',
    ]);
    expect(changes({ problems: [problem('B', 'paths'), problem('A', 'sum')] })).toEqual([
      'problems: new order: paths, sum',
    ]);
    expect(changes({ problems: [problem('C', 'paths')] })).toEqual([
      'problems: 1 removed: sum',
      'problems: 1 changed: paths',
    ]);
  });
});
