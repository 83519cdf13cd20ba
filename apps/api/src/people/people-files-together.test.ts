/** What files mean of people that are there, and of each other. */
import type { Organisation, PeopleFile, Team } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { peopleDifference } from './people-difference.ts';
import type { PresentPeople } from './people-rows.ts';
import { readPeopleFiles } from './read-people-files.ts';
import { maxRows } from './separated-text.ts';
import { groupRow as group } from './test-rows.ts';

const organisation = (id: string, name: string, country: string | null): Organisation => ({
  id,
  icpcId: null,
  name,
  formalName: null,
  country,
});
const team = (id: string, groupIds: string[], organisationId: string | null = null): Team => ({
  id,
  icpcId: null,
  label: null,
  name: id,
  displayName: null,
  organisationId,
  country: null,
  groupIds,
  location: null,
  hidden: false,
});
const byId = <Row extends { readonly id: string }>(...rows: Row[]) =>
  new Map(rows.map((row) => [row.id, row]));
const present: PresentPeople = {
  organisations: byId(organisation('varn', 'Varn', 'BGR')),
  groups: byId(
    group('regular', 'Regular'),
    group('staff', 'Staff', { hidden: true }),
    group('women', 'Women'),
  ),
  teams: byId(team('1', ['staff'], 'varn'), team('2', ['regular', 'women']), team('3', ['regular', 'staff'])),
  persons: new Map(),
  accounts: new Map(),
};
const nobody: PresentPeople = { ...present, organisations: new Map(), groups: new Map(), teams: new Map() };
const file = (name: string, ...lines: string[]): PeopleFile => ({ name, text: lines.join('\n') });
const read = (people: PresentPeople, ...files: PeopleFile[]) => {
  const { wishes, faults } = readPeopleFiles(files, people);
  const difference = peopleDifference(people, wishes);
  faults.addAll(difference.faults);
  faults.addAll(difference.warnings);
  return {
    passwords: difference.passwords,
    changes: difference.changes.map(({ change }) => [change.kind, change.id]),
    faults: faults.all.map(
      (fault) => `${fault.severity} ${fault.file}:${fault.line} ${fault.field}: ${fault.message}`,
    ),
    teams: Object.fromEntries(
      difference.changes
        .filter(({ change }) => change.kind === 'teams')
        .map(({ row }) => [row.id, row as Team] as const),
    ),
    ids: (kind: string) =>
      difference.changes.filter(({ change }) => change.kind === kind).map(({ row }) => row.id),
  };
};

describe('a group that hides its teams', () => {
  it('is not left with a file of ICPC, which has room for one group', () => {
    const { teams, faults } = read(
      present,
      file('teams.tsv', 'teams\t1', '1\t\tregular\t1', '2\t\tstaff\t2', '3\t\twomen\t3'),
    );
    expect(faults).toEqual([]);
    expect([teams['1'], teams['2'], teams['3']].map((row) => row?.groupIds)).toEqual([
      ['regular', 'staff'],
      ['staff', 'women'],
      ['women', 'staff'],
    ]);
  });

  it('is not left with such a file where another file of the import puts the team into it', () => {
    const { teams, faults } = read(
      nobody,
      file('groups.json', '[{"id": "guests", "name": "Guests", "out_of_ranking": true}]'),
      file('teams.json', '[{"id": "7", "name": "Seven", "group_ids": ["guests"]}]'),
      file('groups.tsv', 'groups\t1', 'north\tNorth'),
      file('teams.tsv', 'teams\t1', '7\t\tnorth\tSeven'),
    );
    expect(faults).toEqual([]);
    expect(teams['7']?.groupIds).toEqual(['north', 'guests']);
  });

  it('is named where a file takes a team out of it', () => {
    expect(read(present, file('a.csv', 'id,group', '1,Regular', '2,Regular')).faults).toEqual([
      'warning a.csv:2 group: team "1": is no longer in the group "Staff", which is hidden',
    ]);
  });

  it('is found by its name where the other files made it', () => {
    const groups = file('groups.json', '[{"id": "7", "name": "Observers", "hidden": true}]');
    const table = file('teams.csv', 'id,name,group', '1,One,Observers');
    for (const people of [nobody, { ...nobody, groups: byId(group('observers', 'Observers')) }]) {
      const { teams, ids, faults } = read(people, table, groups);
      expect(faults).toEqual([]);
      expect([ids('groups'), teams['1']?.groupIds]).toEqual([['7'], ['7']]);
    }
  });
});

describe('a column of a table', () => {
  it('with ids of groups leaves a cell to the one with names where it is empty', () => {
    const { teams } = read(
      present,
      file('a.csv', 'id,name,group id,group', '8,Eight,,Women', '9,Nine,regular,Women', '2,2,,'),
    );
    expect([teams['8']?.groupIds, teams['9']?.groupIds, teams['2']?.groupIds]).toEqual([
      ['women'],
      ['regular'],
      [],
    ]);
  });

  it('hidden takes words for yes and no, leaves what is there where it is empty, and refuses other words', () => {
    const hidden = { ...present, teams: byId({ ...team('1', []), hidden: true }) };
    const { teams, faults } = read(
      hidden,
      file('a.csv', 'id,name,hidden', '1,One,', '2,Two,Yes', '3,Three,X', '4,Four,no', '5,Five,oui'),
    );
    expect(faults).toEqual([expect.stringMatching(/^error a.csv:6 hidden: must be one of yes, y, true/)]);
    expect(['1', '2', '3', '4'].map((id) => teams[id]?.hidden)).toEqual([true, true, true, false]);
  });
});

describe('an organisation', () => {
  it('is the only one of its name where a file has no country', () => {
    for (const one of [
      file('a.csv', 'id,name,organisation', '1,1,Varn'),
      file('teams.tsv', 'teams\t1', '1\t\t\t1\tVarn\tVarn\t\t'),
    ])
      expect(read(present, one).changes).toEqual([]);
  });

  it('is the one without a country where a table has an empty cell for it, or where there are several', () => {
    const two = {
      ...present,
      organisations: byId(organisation('a', 'Varn', 'BGR'), organisation('b', 'Varn', null)),
    };
    expect(read(two, file('a.csv', 'id,organisation', '1,Varn')).teams['1']?.organisationId).toBe('b');
    expect(
      read(present, file('a.csv', 'id,organisation,country', '1,Varn,')).ids('organisations'),
    ).toHaveLength(1);
  });

  it('of another file is found by its name, and its id is never that of another', () => {
    const { teams, ids, faults } = read(
      nobody,
      file('a.csv', 'id,name,organisation,country', '1,One,Université de Selk,NOR', '2,Two,Orrim,AUT'),
      file(
        'organizations.json',
        '[{"id": "5", "name": "Université de Selk", "country": "NOR"},',
        '{"id": "orrim", "name": "Orrim Polytechnic"}]',
      ),
    );
    expect(faults).toEqual([]);
    expect(teams['1']?.organisationId).toBe('5');
    expect(teams['2']?.organisationId).toMatch(/^orrim-[0-9a-f]{8}$/);
    expect(ids('organisations')).toHaveLength(3);
  });

  it('of a later line of the same file is known as well', () => {
    const { teams, ids } = read(
      nobody,
      file(
        'teams.tsv',
        'teams\t1',
        '1\t\t\tOne\tSelk\tSelk\tNOR\t',
        '2\t\t\tTwo\tSelk\tSelk\tNOR\tINST-42',
        '3\t\t\tThree\tOrrim\tOrrim\tAUT\t',
        '4\t\t\tFour\tPolytechnic\tPolytechnic\tAUT\tINST-orrim',
      ),
    );
    expect([teams['1']?.organisationId, teams['2']?.organisationId]).toEqual(['42', '42']);
    expect(teams['3']?.organisationId).toMatch(/^orrim-/);
    expect(ids('organisations')).toHaveLength(3);
  });
});

it('a table means a team of another file by its name, and takes the id of none', () => {
  const { ids, faults } = read(
    nobody,
    file('teams.json', '[{"id": "alpha", "name": "Alpha"}, {"id": "beta", "name": "Other"}]'),
    file('a.csv', 'name,location', 'Alpha,Hall 1', 'Beta,Hall 2'),
  );
  expect(faults).toEqual([]);
  expect(ids('teams')).toEqual(['alpha', 'beta', expect.stringMatching(/^beta-/)]);
});

describe('a password', () => {
  it('that could not be set on the page is refused', () => {
    const { faults, passwords } = read(
      nobody,
      file('accounts.json', JSON.stringify([{ username: 'a', type: 'judge', password: 'short' }])),
      file('accounts.yaml', '- username: b', '  type: judge', `  password: "${'x'.repeat(257)}"`),
      file('accounts.tsv', 'accounts\t1', 'judge\tC\tc\tfive5'),
    );
    expect(faults).toEqual([
      'error accounts.json:1 password: must have at least 6 characters',
      expect.stringMatching(/^error accounts.yaml:1 password: .*256/),
      'error accounts.tsv:2 password: must have at least 6 characters',
    ]);
    expect(passwords.size).toBe(0);
  });

  it('of JSON is taken as it is, and is none where it is null or empty', () => {
    const given = ['  with spaces ', 'null', '~', null, ''];
    const { faults, passwords } = read(
      nobody,
      file(
        'accounts.json',
        ...JSON.stringify(
          given.map((password, index) => ({ username: `u${index}`, type: 'judge', password })),
        ).split(/(?<=,)(?=\{)/),
      ),
      file('accounts.yaml', '- {username: y, type: judge, password: null}'),
    );
    expect([...passwords]).toEqual([['u0', '  with spaces ']]);
    expect(faults).toEqual([
      'error accounts.json:2 password: must have at least 6 characters',
      'error accounts.json:3 password: must have at least 6 characters',
    ]);
  });
});

it('texts that no row can hold are errors of their line', () => {
  const { faults, changes } = read(
    nobody,
    file(
      'accounts.json',
      '[{"username": "a\\u0000", "type": "judge"},',
      '{"username": "b", "type": "judge", "password": "\\udc00 half a pair"}]',
    ),
    file('teams.json', '[{"id": "1", "name": "\\ud800"}]'),
  );
  expect(faults).toEqual([
    'error teams.json:1 name: must not have half of a surrogate pair',
    'error accounts.json:1 id: must not have NUL characters',
    'error accounts.json:2 password: must not have half of a surrogate pair',
  ]);
  expect(changes).toEqual([['accounts', 'b']]);
});

describe('a bound', () => {
  it('of characters of YAML counts all files together', () => {
    const yaml = (name: string, characters: number) => file(name, '[]', '#'.repeat(characters));
    const half = 600 * 1024;
    expect(read(nobody, yaml('teams.yaml', half)).faults).toEqual([]);
    expect(read(nobody, yaml('groups.yaml', half), yaml('teams.yaml', half)).faults).toEqual([
      expect.stringMatching(/^error teams.yaml:null : is too long: all YAML files together/),
    ]);
  });

  it('of rows loses none without a word', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `${index}\tT${index}`);
    const table = (count: number) => file('a.csv', 'id\tname', ...rows(count));
    const tabbed = (count: number) => file('groups.tsv', 'groups\t1', '', ...rows(count));
    for (const files of [table, tabbed]) {
      expect(readPeopleFiles([files(maxRows)], nobody)).toMatchObject({ wishes: { length: maxRows } });
      expect(readPeopleFiles([files(maxRows + 1)], nobody).faults.all).toMatchObject([
        { severity: 'error', message: expect.stringContaining('at most 50000 rows') },
      ]);
    }
  });
});
