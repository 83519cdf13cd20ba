import type { Organisation, Team } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { definitionWishes } from './definition-wishes.ts';
import { peopleDifference } from './people-difference.ts';
import type { PresentPeople, Wish } from './people-rows.ts';
import { groupRow as group } from './test-rows.ts';

const varn: Organisation = { id: 'varn', icpcId: null, name: 'Varn', formalName: null, country: 'BGR' };
const alpha: Team = {
  id: 'alpha',
  icpcId: null,
  label: '1',
  name: 'Alpha',
  displayName: null,
  organisationId: 'varn',
  country: null,
  groupIds: ['site', 'women'],
  location: 'Hall 1',
  hidden: false,
};
const present: PresentPeople = {
  organisations: new Map([['varn', varn]]),
  groups: new Map([
    ['site', group('site', 'Site A')],
    ['women', group('women', 'Women')],
  ]),
  teams: new Map([['alpha', alpha]]),
  persons: new Map(),
  accounts: new Map(),
};
const wish = (kind: Wish['kind'], id: string, fields: object, more: Partial<Wish> = {}): Wish => ({
  kind,
  id,
  fields: { ...fields },
  place: { file: 'teams.json', line: 3 },
  ...more,
});
const changesOf = (...wishes: Wish[]) =>
  peopleDifference(present, wishes).changes.map(({ change }) => change);

describe('the difference of people', () => {
  it('names each field that is not as it was, and nothing that is', () => {
    expect(changesOf(wish('teams', 'alpha', { name: 'Alpha', location: 'Hall 2' }))).toEqual([
      {
        kind: 'teams',
        id: 'alpha',
        name: 'Alpha',
        created: false,
        fields: { location: ['Hall 1', 'Hall 2'] },
      },
    ]);
    const same = peopleDifference(present, [wish('teams', 'alpha', { groupIds: ['site', 'women'] })]);
    expect([same.changes, same.same.teams, same.teamIds]).toEqual([[], 1, ['alpha']]);
  });

  it('leaves what is not given as it is', () => {
    const [{ row } = { row: null }] = peopleDifference(present, [
      wish('teams', 'alpha', { label: '7' }),
    ]).changes;
    expect(row).toEqual({ ...alpha, label: '7' });
  });

  it('writes what others refer to first, and finds it in the same files', () => {
    const made = changesOf(
      wish('accounts', 'beta', { teamId: 'beta' }, { password: 'secret words' }),
      wish('teams', 'beta', { name: 'Beta', organisationId: 'selk', groupIds: ['guests'] }),
      wish('groups', 'guests', { name: 'Guests', ranked: false }),
      wish('organisations', 'selk', { name: 'Selk' }),
    );
    expect(made.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'organisations selk',
      'groups guests',
      'teams beta',
      'accounts beta',
    ]);
    expect(made[3]?.fields['password']).toEqual([null, 'given']);
    expect(JSON.stringify(made)).not.toContain('secret words');
  });

  it('names file, line and field of what is wrong', () => {
    const { faults, changes } = peopleDifference(present, [
      wish('teams', 'beta', { organisationId: 'nowhere' }),
      wish('teams', 'gamma', { name: 'Gamma', organisationId: 'nowhere', groupIds: ['site', 'none'] }),
      wish('teams', 'a b', { name: 'Space' }),
      wish('accounts', 'somebody', {}),
    ]);
    expect(faults.map(({ file, line, field }) => `${file}:${line} ${field}`)).toEqual([
      'teams.json:3 name',
      'teams.json:3 organisationId',
      'teams.json:3 groupIds',
      'teams.json:3 id',
      'teams.json:3 teamId',
    ]);
    expect(faults[1]?.message).toContain('there is no organisation "nowhere"');
    expect(changes.map(({ change }) => change.id)).toEqual(['gamma', 'somebody']);
  });

  it('adds what two files know of the same team', () => {
    const [made] = changesOf(
      wish('teams', 'beta', { name: 'Beta', label: '2' }),
      wish('teams', 'beta', { location: 'Hall 3' }),
    );
    expect(made?.fields).toMatchObject({
      name: [null, 'Beta'],
      label: [null, '2'],
      location: [null, 'Hall 3'],
    });
  });
});

describe('a group that is hidden or has guests', () => {
  const hidden = { ...group('women', 'Women'), hidden: true };
  const warned = (people: PresentPeople, ...wishes: Wish[]) =>
    peopleDifference(people, wishes).warnings.map(({ field, line, message }) => [field, line, message]);
  const message = 'team "alpha": is no longer in the group "Women", which is hidden';

  it('is named where a team leaves it', () => {
    const people = { ...present, groups: new Map([...present.groups, ['women', hidden]]) };
    expect(warned(people, wish('teams', 'alpha', { groupIds: ['site'] }))).toEqual([
      ['groupIds', 3, message],
    ]);
    expect(warned(people, wish('teams', 'alpha', { groupIds: ['women'] }))).toEqual([]);
    expect(
      warned(people, wish('groups', 'women', { hidden: false }), wish('teams', 'alpha', { groupIds: [] })),
    ).toEqual([['groupIds', 3, message]]);
  });

  it('is named where one file puts a team into it, and the next does not', () => {
    expect(
      warned(
        { ...present, teams: new Map() },
        wish('groups', 'women', { hidden: true }),
        wish('teams', 'alpha', { name: 'Alpha', groupIds: ['women'] }),
        wish('teams', 'alpha', { groupIds: ['site'] }),
      ),
    ).toEqual([['groupIds', 3, message]]);
  });
});

describe('the teams of a definition', () => {
  const defined = (team: object) => definitionWishes(present, [{ id: 'alpha', name: 'Alpha', ...team }]);
  const changed = (team: object) =>
    peopleDifference(present, defined(team)).changes.map(({ change }) => [
      change.kind,
      change.id,
      change.fields,
    ]);

  it('change nothing when they are written as they read', () => {
    expect(changed({ affiliation: 'Varn', country: 'BGR', category: 'Site A' })).toEqual([]);
    expect(changed({ affiliation: 'Varn' })).toEqual([]);
    expect(changed({})).toEqual([]);
  });

  it('find organisations by name and country, and groups by name; what is missing is made', () => {
    expect(changed({ affiliation: 'Varn', country: 'AUT', category: 'Women' })).toEqual([
      ['organisations', expect.stringMatching(/^varn-[0-9a-f]{8}$/), expect.anything()],
      [
        'teams',
        'alpha',
        {
          organisationId: ['varn', expect.stringMatching(/^varn-/)],
          groupIds: [['site', 'women'], ['women']],
        },
      ],
    ]);
    expect(changed({ affiliation: 'Université d’Orrim', category: 'Site B' })).toEqual([
      ['organisations', 'universite-d-orrim', expect.anything()],
      ['groups', 'site-b', expect.anything()],
      [
        'teams',
        'alpha',
        {
          organisationId: ['varn', 'universite-d-orrim'],
          groupIds: [
            ['site', 'women'],
            ['site-b', 'women'],
          ],
        },
      ],
    ]);
  });

  it('take the organisation and all ordinary groups away where they are null, and nothing more the next time; the country stays', () => {
    expect(changed({ affiliation: null, category: null })).toEqual([
      [
        'teams',
        'alpha',
        {
          organisationId: ['varn', null],
          country: [null, 'BGR'],
          groupIds: [['site', 'women'], []],
        },
      ],
    ]);
  });

  it('mean the only organisation of a name where they have no country, and leave the country then', () => {
    const teams = new Map([['alpha', { ...alpha, organisationId: null, country: 'NOR' }]]);
    const wishes = definitionWishes({ ...present, teams }, [
      { id: 'alpha', name: 'Alpha', affiliation: 'Varn' },
      { id: 'beta', name: 'Beta', affiliation: 'Varn', country: null },
    ]);
    expect(wishes).toMatchObject([
      { kind: 'organisations', id: expect.stringMatching(/^varn-/), fields: { country: null } },
      { kind: 'teams', fields: { organisationId: 'varn' } },
      { kind: 'teams', fields: { organisationId: expect.stringMatching(/^varn-/) } },
    ]);
    expect(wishes[1]?.fields).not.toHaveProperty('country');
  });

  it('take no team out of a hidden group or one of guests', () => {
    for (const rules of [{ hidden: true }, { ranked: false }]) {
      const groups = new Map([...present.groups, ['staff', { ...group('staff', 'Staff'), ...rules }]]);
      const groupsAfter = (before: string[], category: string | null) => {
        const people = {
          ...present,
          groups,
          teams: new Map([['alpha', { ...alpha, groupIds: before }]]),
        };
        const wishes = definitionWishes(people, [{ id: 'alpha', name: 'Alpha', category }]);
        const { changes } = peopleDifference(people, wishes);
        return changes[0]?.change.fields['groupIds']?.[1] ?? before;
      };
      expect(groupsAfter(['site', 'staff'], null)).toEqual(['staff']);
      expect(groupsAfter(['staff'], null)).toEqual(['staff']);
      expect(groupsAfter(['staff', 'women'], 'Site A')).toEqual(['site', 'staff', 'women']);
      expect(groupsAfter(['site', 'staff'], 'Women')).toEqual(['women', 'staff']);
    }
  });

  it('keep the country of a team that has no organisation', () => {
    expect(changed({ affiliation: null, country: 'NOR' })).toEqual([
      ['teams', 'alpha', { organisationId: ['varn', null], country: [null, 'NOR'] }],
    ]);
  });

  it('have readable ids in any script, which are never those of others', () => {
    const [organisation] = defined({ affiliation: '東京大学' });
    expect(organisation?.id).toMatch(/^x-[0-9a-f]{8}$/);
  });
});
