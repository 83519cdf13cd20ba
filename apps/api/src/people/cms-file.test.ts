import type { PeopleFile } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { peopleDifference } from './people-difference.ts';
import type { PresentPeople } from './people-rows.ts';
import { readPeopleFiles } from './read-people-files.ts';

const nobody: PresentPeople = {
  organisations: new Map(),
  groups: new Map(),
  teams: new Map(),
  persons: new Map(),
  accounts: new Map(),
};
const json = (name: string, value: unknown): PeopleFile => ({ name, text: JSON.stringify(value) });
const read = (files: readonly PeopleFile[], present = nobody) => {
  const { wishes, faults } = readPeopleFiles(files, present);
  const difference = peopleDifference(present, wishes);
  faults.addAll(difference.faults);
  const rows = (kind: string) =>
    difference.changes.filter(({ change }) => change.kind === kind).map(({ row }) => row);
  return {
    rows,
    faults: faults.all.map(({ severity, field, message }) => `${severity} ${field}: ${message}`),
  };
};

const team = {
  teamId: 501,
  teamName: 'Null Pointers',
  institutionName: 'University of Varn',
  institutionShortName: 'U Varn',
  country: 'BGR',
  status: 'ACCEPTED',
};
const exported = (teams: readonly object[]) =>
  json('contest.json', {
    icpcExport: {
      contest: { contestId: 9, groups: { group: [{ groupId: 42, groupName: 'North', team: teams }] } },
    },
  });

describe('an export of ICPC’s registration system', () => {
  it('has groups with teams, teams with members, and names of institutions', () => {
    const { rows, faults } = read([
      exported([
        {
          ...team,
          teamMembers: {
            teamMember: [
              { '@team': 501, firstName: 'Ada', lastName: 'Lovelace', teamRole: 'CONTESTANT' },
              { firstName: 'Charles', lastName: 'Babbage', teamRole: 'COACH' },
            ],
          },
        },
        // One member alone has no list around it.
        {
          ...team,
          teamId: 502,
          teamNumber: 7,
          teamName: 'Second',
          teamMember: { firstName: '東', lastName: '海' },
        },
        { ...team, teamId: 503, teamName: 'Late', status: 'PENDING' },
      ]),
    ]);
    expect(faults).toEqual(['warning status: teams that are not accepted are left out: Late (PENDING)']);
    expect(rows('groups')).toMatchObject([{ id: '42', icpcId: '42', name: 'North' }]);
    expect(rows('organisations')).toMatchObject([
      { id: 'u-varn', name: 'U Varn', formalName: 'University of Varn', country: 'BGR' },
    ]);
    expect(rows('teams')).toMatchObject([
      { id: '501', icpcId: '501', name: 'Null Pointers', organisationId: 'u-varn', groupIds: ['42'] },
      { id: '7', icpcId: '502', name: 'Second' },
    ]);
    expect(rows('persons')).toMatchObject([
      { name: 'Ada Lovelace', role: 'contestant', teamIds: ['501'] },
      { name: 'Charles Babbage', role: 'coach' },
      { name: '東 海', role: 'contestant', teamIds: ['7'] },
    ]);
  });

  it('finds a team again that has a number by now', () => {
    const before = { ...nobody, teams: new Map([['501', { id: '501', icpcId: '501' } as never]]) };
    const wishes = readPeopleFiles([exported([{ ...team, teamNumber: 12 }])], before).wishes;
    expect(wishes.filter(({ kind }) => kind === 'teams').map(({ id }) => id)).toEqual(['501']);
  });

  it('may be lists of institutions and teams, in two files', () => {
    const { rows, faults } = read([
      json('teams.json', {
        teams: [
          {
            externalReservationId: 77,
            workstationId: 0,
            name: 'Gamma',
            institutionId: 3,
            persons: [{ personId: 1001, firstname: 'Grace', lastname: 'Hopper', role: 'CO-COACH' }],
          },
        ],
      }),
      json('institutions.json', {
        institutions: [{ institutionId: 3, name: 'Selk Institute', shortName: 'Selk' }],
      }),
    ]);
    expect(faults).toEqual([]);
    expect(rows('organisations')).toMatchObject([{ id: '3', name: 'Selk', formalName: 'Selk Institute' }]);
    expect(rows('teams')).toMatchObject([{ id: '77', icpcId: '77', name: 'Gamma', organisationId: '3' }]);
    expect(rows('persons')).toMatchObject([
      { id: '1001', icpcId: '1001', name: 'Grace Hopper', role: 'coach' },
    ]);
  });

  it('may be one object with the lists of a CLICS package', () => {
    const { rows, faults } = read([
      json('all.json', {
        persons: [{ id: 'p', name: 'Ada', role: 'coach', team_ids: ['1'] }],
        teams: [{ id: '1', name: 'One', organization_id: 'varn' }],
        organizations: [{ id: 'varn', name: 'Varn' }],
      }),
    ]);
    expect(faults).toEqual([]);
    expect([rows('organisations'), rows('teams'), rows('persons')].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
  });

  it('names what is missing', () => {
    expect(read([exported([{ teamName: 'Nobody' }])]).faults).toEqual([
      'error teamId: is needed: team "Nobody" has none',
    ]);
    expect(read([json('x.json', { contest: {} })]).faults).toEqual([
      'error : has no teams, institutions or groups in a form that is known',
    ]);
    expect(read([json('x.json', { other: 1 })]).faults[0]).toMatch(/^error : is no file of people/);
  });
});
