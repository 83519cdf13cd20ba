import { describe, expect, it } from 'vitest';
import { settingDangers, type SettingChange, type SettingFacts } from './setting-dangers.ts';

const hour = 3_600_000;
const facts: SettingFacts = {
  times: { startsAtMs: 0, endsAtMs: 5 * hour, freezesAtMs: null, thawsAtMs: null },
  isPublic: true,
  image: null,
  problems: [
    { id: 'sum', label: 'A' },
    { id: 'tree', label: 'B' },
  ],
  teamIds: new Set(['ada', 'bob']),
};
const submissions = [
  { problemId: 'sum', teamId: 'ada' },
  { problemId: 'sum', teamId: 'bob' },
];

function dangers(after: Partial<SettingFacts>, more: Partial<SettingChange> = {}): string[] {
  return settingDangers({
    before: facts,
    after: { ...facts, ...after },
    nowMs: hour,
    submissions,
    otherLimits: [],
    ...more,
  });
}

describe('a change of settings asks', () => {
  it('nothing where nothing changes, and nothing of colours, names and order', () => {
    expect(dangers({})).toEqual([]);
    expect(dangers({ problems: facts.problems.toReversed() })).toEqual([]);
  });

  it('where a problem goes that has submissions, or that teams have seen', () => {
    expect(dangers({ problems: [{ id: 'tree', label: 'B' }] })).toEqual([
      'Problem A is taken out, with 2 submissions.',
    ]);
    const without = { problems: [{ id: 'sum', label: 'A' }] };
    expect(dangers(without)).toEqual(['Problem B is taken out, and teams have seen it.']);
    expect(dangers(without, { nowMs: -1, submissions: [] })).toEqual([]);
  });

  it('where teams know other labels, and where a problem comes while the contest runs', () => {
    const changed = [...facts.problems.toReversed(), { id: 'new', label: 'C' }].map((one) =>
      one.id === 'sum' ? { ...one, label: 'X' } : one,
    );
    expect(dangers({ problems: changed })).toEqual([
      'Problems get other labels than those that teams know.',
      'Teams see a problem more while the contest runs.',
    ]);
    expect(dangers({ problems: changed }, { nowMs: -1 })).toEqual([]);
  });

  it('where teams go that have submitted, or that are in it now', () => {
    expect(dangers({ teamIds: new Set(['bob']) })).toEqual(['Teams are taken out, with 1 submission.']);
    expect(dangers({ teamIds: new Set(['bob']) }, { submissions: [] })).toEqual([
      'Teams are taken out of a contest that runs.',
    ]);
    expect(dangers({ teamIds: new Set() }, { submissions: [], nowMs: -1 })).toEqual([]);
  });

  it('where somebody no longer sees it, and where everybody does', () => {
    expect(dangers({ isPublic: false })).toEqual([
      'Visitors and teams of other contests no longer see the contest.',
    ]);
    const asleep = { ...facts.times, activatesAtMs: hour };
    expect(dangers({ times: asleep }, { nowMs: -1 })).toEqual([
      'Teams and visitors no longer see the contest.',
    ]);
    expect(dangers({ isPublic: true }, { before: { ...facts, isPublic: false } })).toEqual([
      'Everybody sees that there is the contest.',
    ]);
  });

  it('where submissions were judged under other limits or by other compilers', () => {
    expect(dangers({}, { otherLimits: [{ label: 'A', submissions: 1 }] })).toEqual([
      'Problem A: 1 submission judged under other limits than these.',
    ]);
    expect(dangers({ image: 'debian' })).toHaveLength(1);
    expect(dangers({ image: 'debian' }, { nowMs: -1 })).toEqual([]);
  });
});
