import type { ImportedFile, PeopleFile } from '@sandglass/contracts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { peopleDifference } from './people-difference.ts';
import type { PeopleRow, PresentPeople } from './people-rows.ts';
import { readPeopleFiles } from './read-people-files.ts';
import { clicsFiles, tsvFiles } from './write-people-files.ts';

const nobody: PresentPeople = {
  organisations: new Map(),
  groups: new Map(),
  teams: new Map(),
  persons: new Map(),
  accounts: new Map(),
};
const file = (name: string, ...lines: string[]): PeopleFile => ({ name, text: lines.join('\n') });
const read = (files: readonly ImportedFile[], present = nobody) => {
  const { wishes, faults, tables } = readPeopleFiles(files, present);
  const difference = peopleDifference(present, wishes);
  faults.addAll(difference.faults);
  return {
    rows: (kind: string) =>
      difference.changes.filter(({ change }) => change.kind === kind).map(({ row }) => row),
    passwords: difference.passwords,
    tables,
    changes: difference.changes.map(({ change }) => change),
    faults: faults.all.map(
      (fault) => `${fault.severity} ${fault.file}:${fault.line} ${fault.field}: ${fault.message}`,
    ),
  };
};

describe('a CLICS contest package', () => {
  const teams = `[
  {"id": "1", "name": "One", "organization_id": "varn", "group_ids": ["3"], "location": {"description": "Hall 1"}},
  {
    "id": 2, "name": "Two \\" [{", "label": "02", "hidden": true
  }
]`;

  it('is read whole, in any order of its files', () => {
    const { rows, faults, passwords } = read([
      file(
        'config/accounts.yaml',
        '- id: team1',
        '  username: team1',
        '  password: "000007"',
        '  type: team',
        '  team_id: 1',
      ),
      file('teams.json', teams),
      file(
        'groups.json',
        '[{"id": 3, "name": "Site", "color": "#AABBCC", "sortorder": 2, "out_of_ranking": true}]',
      ),
      file(
        'organizations.json',
        '[{"id": "varn", "name": "Varn", "formal_name": "Technical University", "country": "BGR"}]',
      ),
      file('persons.json', '[{"id": "p1", "name": "Ada", "role": "coach", "team_ids": ["1", "2"]}]'),
    ]);
    expect(faults).toEqual([]);
    expect(rows('teams')).toMatchObject([
      { id: '1', name: 'One', organisationId: 'varn', groupIds: ['3'], location: 'Hall 1', hidden: false },
      { id: '2', name: 'Two " [{', label: '02', hidden: true },
    ]);
    expect(rows('groups')).toMatchObject([{ id: '3', colour: '#aabbcc', sortOrder: 2, ranked: false }]);
    expect(rows('persons')).toMatchObject([{ id: 'p1', role: 'coach', teamIds: ['1', '2'] }]);
    expect(rows('accounts')).toMatchObject([{ id: 'team1', role: 'contestant', teamId: '1' }]);
    expect(passwords.get('team1')).toBe('000007');
  });

  it('is complained of by file, line and the field as the file calls it', () => {
    const { faults } = read([
      file(
        'teams.json',
        '[{"id": "1", "name": "One", "organization_id": "nowhere"},',
        '{"name": "no id"},',
        '3,',
        '{"id": "1", "name": 5, "hidden": "maybe"}]',
      ),
      file('accounts.yaml', '- username: x', '  type: spectator', '- {username: y, type: team}'),
      file('groups.json', '[{"id": "a", "name": "A"'),
      file('notes.pdf', ''),
    ]);
    expect(faults).toEqual([
      expect.stringMatching(/^error notes.pdf:null : is no file of people/),
      expect.stringMatching(/^error groups.json:1 : is not well-formed JSON/),
      'error teams.json:3 : must be an object',
      'error teams.json:2 id: is needed',
      'error teams.json:4 hidden: must be true or false',
      'error accounts.yaml:1 type: must be one of team, judge, jury, admin, analyst, api-reader, staff, balloon, printer, not "spectator"',
      'error teams.json:4 id: "1" is in line 1 already',
      expect.stringMatching(
        /^error teams.json:4 organization_id: team "1": there is no organisation "nowhere"/,
      ),
      expect.stringMatching(/^error accounts.yaml:1 team_id: /),
      expect.stringMatching(/^error accounts.yaml:3 team_id: /),
    ]);
  });

  it('may have more than is kept, which is named once', () => {
    const { faults } = read([
      file(
        'organizations.json',
        '[{"id":"a","name":"A","logo":[],"url":"x"},{"id":"b","name":"B","logo":[]}]',
      ),
    ]);
    expect(faults).toEqual(['warning organizations.json:null : is not kept: logo, url']);
  });
});

describe('the files of ICPC', () => {
  const files = [
    file('groups.tsv', 'groups\t1', '4\tSite North', '5\tSite South'),
    file(
      'teams2.tsv',
      'File_Version\t2',
      '22\t24314\t4\tHoos\tUniversity of Varn\tU Varn\tBGR\tINST-U-0042\tHall 1',
      '23\t24315\t5\tBears\tUniversity of Selk\tU Selk\tNOR',
      '24\tnull\tnull\tLoners\t\t\t\t',
    ),
    file(
      'accounts.tsv',
      'accounts\t1',
      'team\tHoos\tteam-022\tsecret22',
      'judge\tA Judge\tjudge1\tsecret',
      'team\tBears\tteam23\t',
    ),
  ];

  it('make teams, institutions and accounts', () => {
    const { rows, faults, passwords } = read(files);
    expect(faults).toEqual([]);
    expect(rows('organisations')).toMatchObject([
      { id: 'u-selk', name: 'U Selk', country: 'NOR' },
      { id: '42', name: 'U Varn', formalName: 'University of Varn', country: 'BGR' },
    ]);
    expect(rows('teams')).toMatchObject([
      { id: '22', icpcId: '24314', groupIds: ['4'], organisationId: '42', location: 'Hall 1' },
      { id: '23', organisationId: 'u-selk' },
      { id: '24', icpcId: null, groupIds: [], organisationId: null },
    ]);
    expect(rows('accounts')).toMatchObject([
      { id: 'team-022', role: 'contestant', teamId: '22' },
      { id: 'judge1', role: 'jury', teamId: null },
      { id: 'team23', teamId: '23' },
    ]);
    expect([...passwords.keys()]).toEqual(['team-022', 'judge1']);
  });

  it('are complained of by line and column', () => {
    expect(
      read([
        file('groups.tsv', '4\tSite North'),
        file('teams.tsv', 'teams\t1', '22\t1\t9\tHoos', '\t\t\tNobody', '23\t2\t\t'),
        file('accounts.tsv', 'accounts\t1', 'team\tX\tteam-099\tpassword', 'king\tX\tx\ty'),
      ]).faults,
    ).toEqual([
      expect.stringMatching(/^error groups.tsv:1 : must begin with "groups"/),
      'error teams.tsv:3 team number: is needed',
      'error teams.tsv:4 team name: is needed',
      'error accounts.tsv:2 username: there is no team "team-099", nor one with the number at its end',
      expect.stringMatching(/^error accounts.tsv:3 type: must be one of/),
      expect.stringMatching(/^error teams.tsv:2 group id: team "22": there is no group "9"/),
    ]);
  });
});

describe('a table', () => {
  it('may have the other separators in quotation marks, and behind them', () => {
    const { rows, faults } = read([file('teams.csv', 'id,name,location', '"1" ,"a;b","Hall";2', '2,b')]);
    expect(faults).toEqual([]);
    expect(rows('teams')).toMatchObject([{ id: '1', name: 'a;b', location: 'Hall;2' }, { id: '2' }]);
  });

  it('has a line for each team and names its columns, separated by comma, semicolon or tab', () => {
    const { rows, faults, tables } = read([
      {
        ...file(
          'teams.csv',
          'Team name;University;Country;Group;Seat;Username;Password;Shirt\r',
          '"The ""Nulls""; and more";Varn;BGR;North|Women;H1-4;nulls;secret words;XL\r',
          'Two',
          '"multi\r\nline";Selk;NOR;North;;;;',
        ),
        columns: [null, null, null, null, null, null, null, 'ignore'],
      },
    ]);
    expect(faults).toEqual([expect.stringMatching(/^error teams.csv:4 name: .*must be one line/)]);
    expect(tables).toMatchObject([
      {
        file: 'teams.csv',
        head: true,
        columns: [{ title: 'Team name', column: 'name' }, {}, {}, {}, {}, {}, {}, { column: 'ignore' }],
      },
    ]);
    expect(rows('groups').map(({ id }: PeopleRow) => id)).toEqual(['north', 'women']);
    expect(rows('teams')).toMatchObject([
      {
        id: 'the-nulls-and-more',
        name: 'The "Nulls"; and more',
        organisationId: 'varn',
        groupIds: ['north', 'women'],
        location: 'H1-4',
      },
      { id: 'two', organisationId: null, groupIds: [] },
    ]);
    expect(rows('accounts')).toMatchObject([{ id: 'nulls', teamId: 'the-nulls-and-more' }]);
  });

  it('never guesses a column: one that nobody knows is refused by its title, until somebody says what it is', () => {
    const table = file('a.csv', 'id,name,Shirt,', '1,One,XL,');
    expect(read([table]).faults).toEqual([
      'error a.csv:1 Shirt: is no column that is known: say what it is, or that it is not to be read',
    ]);
    expect(read([{ ...table, columns: [null, null, 'location'] }]).rows('teams')).toMatchObject([
      { id: '1', name: 'One', location: 'XL' },
    ]);
    const { faults } = read([{ ...table, columns: ['id', 'name', 'name'] }]);
    expect(faults).toEqual(['error a.csv:1 Shirt: means the same as an earlier column (name)']);
  });

  it('may have no titles: somebody says what its columns are', () => {
    const pasted = file('pasted.txt', 'Alpha\tVarn\tAda Lovelace; Alan Turing', 'Beta\tSelk\tGrace Hopper');
    expect(read([pasted]).faults).toEqual([
      expect.stringMatching(/^error pasted.txt:1 : must name its columns in the first line/),
    ]);
    expect(read([pasted]).tables).toMatchObject([
      { head: false, columns: [{ title: null, column: null }, {}, {}] },
    ]);
    const { rows, faults } = read([{ ...pasted, columns: ['name', 'affiliation', 'members'] }]);
    expect(faults).toEqual([]);
    expect(rows('teams')).toMatchObject([{ id: 'alpha', organisationId: 'varn' }, { id: 'beta' }]);
    expect(rows('persons')).toMatchObject([
      { id: 'alpha-ada-lovelace', name: 'Ada Lovelace', role: 'contestant', teamIds: ['alpha'] },
      { id: 'alpha-alan-turing' },
      { id: 'beta-grace-hopper', teamIds: ['beta'] },
    ]);
    // A team may be called what a column is.
    const named = { ...file('b.csv', 'Team', 'Other'), columns: ['name' as const], head: false };
    expect(read([named]).rows('teams')).toMatchObject([{ name: 'Team' }, { name: 'Other' }]);
  });

  it('that names no known column, or does not close a quotation, is refused', () => {
    expect(read([file('a.csv', 'x,y', '1,2')]).faults[0]).toMatch(/^error a.csv:1 : must name its columns/);
    expect(read([file('a.csv', 'id,name', '1,"two')]).faults).toEqual([
      'error a.csv:2 : a quotation mark is not closed',
    ]);
  });
});

const line = fc.stringMatching(/^[A-Za-zÄé東][A-Za-zÄé東 "',;-]{0,18}[A-Za-z]$/);
const id = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,10}$/);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]));
const unique = <Row extends { readonly id: string }>(row: fc.Arbitrary<Row>) =>
  fc.uniqueArray(row, { selector: (one) => one.id, maxLength: 6 });

const anyPeople: fc.Arbitrary<PresentPeople> = fc
  .record({
    organisations: unique(
      fc.record({ id, icpcId: maybe(id), name: line, formalName: maybe(line), country: maybe(id) }),
    ),
    groups: unique(
      fc.record({
        id,
        icpcId: maybe(id),
        name: line,
        type: maybe(id),
        colour: maybe(fc.constant('#0a0b0c')),
        sortOrder: fc.integer({ min: 0, max: 9 }),
        hidden: fc.boolean(),
        ranked: fc.boolean(),
        selfRegistration: fc.boolean(),
        // No file has them.
        bindAddress: fc.constant(false),
        autoLogin: fc.constant(false),
      }),
    ),
  })
  .chain(({ organisations, groups }) =>
    fc
      .record({
        teams: unique(
          fc.record({
            id,
            icpcId: maybe(id),
            label: maybe(line),
            name: line,
            displayName: maybe(line),
            organisationId: fc.constantFrom(null, ...organisations.map((one) => one.id)),
            country: maybe(id),
            groupIds: fc.subarray(groups.map((one) => one.id)),
            location: maybe(line),
            hidden: fc.boolean(),
          }),
        ),
      })
      .chain(({ teams }) =>
        fc
          .record({
            persons: unique(
              fc.record({
                id,
                icpcId: maybe(id),
                name: line,
                title: maybe(line),
                email: maybe(line),
                role: fc.constantFrom('contestant' as const, 'coach' as const),
                teamIds: fc.subarray(teams.map((one) => one.id)),
              }),
            ),
            accounts: unique(
              fc.record({
                id,
                displayName: line,
                role: fc.constantFrom(
                  'jury' as const,
                  'admin' as const,
                  'balloon' as const,
                  'api-reader' as const,
                ),
                teamId: fc.constantFrom(null, ...teams.map((one) => one.id)),
                addresses: fc.subarray(['10.0.0.5', '10.1.0.0/24', '2001:db8::/64']),
              }),
            ),
          })
          .map(({ persons, accounts }) => ({
            organisations: byId(organisations),
            groups: byId(groups),
            teams: byId(teams),
            persons: byId(persons),
            accounts: byId(
              accounts.map((one) =>
                one.role === 'jury' || one.role === 'admin' ? { ...one, addresses: [] } : one,
              ),
            ),
          })),
      ),
  )
  // `null` written out is nothing in these formats.
  .filter(
    (people) =>
      !JSON.stringify([...people.teams.values(), ...people.organisations.values()]).includes('"null"'),
  );

describe('files that were exported', () => {
  it('as a contest package make the same people in an empty system', () => {
    fc.assert(
      fc.property(anyPeople, (people) => {
        const { rows, faults } = read(clicsFiles(people));
        expect(faults).toEqual([]);
        for (const kind of ['organisations', 'groups', 'teams', 'persons', 'accounts'] as const)
          expect(rows(kind)).toEqual([...people[kind].values()]);
      }),
      { numRuns: 200 },
    );
  });

  it('change nothing where they come from, in both formats', () => {
    fc.assert(
      fc.property(anyPeople, (people) => {
        expect(read(clicsFiles(people), people)).toMatchObject({ changes: [], faults: [] });
        expect(read(tsvFiles(people), people)).toMatchObject({ changes: [], faults: [] });
      }),
      { numRuns: 200 },
    );
  });
});

it('thousands of teams are read in one pass, and a table of errors is cut', () => {
  const lines = Array.from(
    { length: 3000 },
    (_, index) => `${index + 1}\t${index}\t1\tTeam ${index}\tU${index % 300}\tU${index % 300}\tNOR`,
  );
  const { changes, faults } = read([file('teams.tsv', 'teams\t1', ...lines)]);
  expect(faults).toHaveLength(201);
  expect(faults.at(-1)).toContain('2800 more errors are not listed');
  expect(changes.filter(({ kind }) => kind === 'organisations')).toHaveLength(300);
});
