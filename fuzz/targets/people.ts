import * as fc from 'fast-check';
import { peopleDifference } from '../../apps/api/src/people/people-difference.ts';
import { readPeopleFiles } from '../../apps/api/src/people/read-people-files.ts';
import { plain, propertyTarget } from '../lib/target.ts';

const names = [
  'organizations.json',
  'groups.yaml',
  'teams.json',
  'teams.tsv',
  'groups.tsv',
  'institutions2.tsv',
  'accounts.tsv',
  'accounts.json',
  'persons.yaml',
  'a.csv',
  'contest.json',
];
const part = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      ':',
      ',',
      '\t',
      '\n',
      ';',
      '- ',
      '\r\n',
      '\\',
      '|',
      ' ',
    ),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'id',
      'name',
      '"id": ',
      '"group_ids": [',
      'teams\t1\n',
      'File_Version\t2\n',
      'INST-U-0',
      'null',
      'team',
      '{"contest": {"group": ',
      '{"teams": [',
      '"teamId": ',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      '\0',
      '\ufeff',
      '\u2028',
      '\ud800',
      '007',
      '1e999',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
);
const file = fc.record({
  name: fc.constantFrom(...names),
  text: fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
});
const nobody = {
  organisations: new Map(),
  groups: new Map(),
  teams: new Map(),
  persons: new Map(),
  accounts: new Map(),
};

export const people = propertyTarget<{ name: string; text: string }[]>({
  name: 'people',
  summary: 'any text as files of people: what would be written, or faults with their file',
  needs: 'nothing',
  open: () =>
    Promise.resolve(
      plain(fc.array(file, { minLength: 1, maxLength: 4 }), (files) => {
        const { wishes, faults } = readPeopleFiles(files, nobody);
        const difference = peopleDifference(nobody, wishes);
        for (const { change } of difference.changes)
          if (/[\0\r\n]/.test(JSON.stringify(change.id)))
            throw new Error(`an id of several lines: ${change.id}`);
        JSON.stringify([faults.all, difference.changes]);
      }),
    ),
});
