import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreboardTeam, type GroupRules, type RegisteredTeam } from './team-standing.ts';

const participants: GroupRules = { name: 'Participants', hidden: false, ranked: true, sortOrder: 0 };
const guests: GroupRules = { name: 'Guests', hidden: false, ranked: false, sortOrder: 0 };
const system: GroupRules = { name: 'System', hidden: true, ranked: true, sortOrder: 9 };
const team = (change: Partial<RegisteredTeam> = {}): RegisteredTeam => ({
  id: 'team1',
  name: 'University of Varn 1',
  displayName: null,
  country: null,
  hidden: false,
  organisation: null,
  groups: [],
  ...change,
});

const groupRules = fc.record({
  name: fc.string(),
  hidden: fc.boolean(),
  ranked: fc.boolean(),
  sortOrder: fc.integer({ min: -5, max: 5 }),
});

describe('a team on the scoreboard', () => {
  it('is ranked and shown when it is in no group', () => {
    expect(scoreboardTeam(team())).toEqual({
      id: 'team1',
      name: 'University of Varn 1',
      affiliation: null,
      country: null,
      category: null,
      hidden: false,
      ranked: true,
      sortOrder: 0,
    });
  });

  it('has its display name, its organisation’s name and country, and the name of its first group', () => {
    const organisation = { name: 'Varn', country: 'BGR' };
    const shown = scoreboardTeam(
      team({ displayName: 'Null Pointers', organisation, groups: [participants, guests] }),
    );
    expect(shown).toMatchObject({
      name: 'Null Pointers',
      affiliation: 'Varn',
      country: 'BGR',
      category: 'Participants',
    });
    expect(scoreboardTeam(team({ organisation, country: 'AUT' })).country).toBe('AUT');
  });

  it('is hidden by itself or by any of its groups', () => {
    expect(scoreboardTeam(team({ hidden: true })).hidden).toBe(true);
    expect(scoreboardTeam(team({ groups: [participants, system] })).hidden).toBe(true);
    expect(scoreboardTeam(team({ groups: [participants] })).hidden).toBe(false);
  });

  it('is a guest when any of its groups has guests', () => {
    expect(scoreboardTeam(team({ groups: [participants, guests] })).ranked).toBe(false);
  });

  it('gains nothing by one more group: it is never shown, ranked or higher because of it', () => {
    fc.assert(
      fc.property(fc.array(groupRules, { minLength: 1 }), groupRules, (groups, another) => {
        const before = scoreboardTeam(team({ groups }));
        const after = scoreboardTeam(team({ groups: [...groups, another] }));
        expect(after.hidden === true || before.hidden === false).toBe(true);
        expect(after.ranked === false || before.ranked === true).toBe(true);
        expect(after.sortOrder ?? 0).toBeGreaterThanOrEqual(before.sortOrder ?? 0);
      }),
    );
  });
});
