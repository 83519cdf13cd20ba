import type { ScoreboardRow } from '@sandglass/contracts';
import { expect, it } from 'vitest';
import { finalResults } from './final-results.ts';

const row = (id: string, rank: number | null, solved: number): ScoreboardRow => ({
  rank,
  team: { id, name: id, affiliation: null, country: null, category: null },
  solved,
  penalty: 0,
  lastSolvedMinute: null,
  runTimeMs: null,
  cells: [],
});
const team = (id: string, more: object = {}) => ({ id, groupIds: [], organisationId: null, ...more });
const gold = (...teamIds: string[]) => [{ id: 'gold-medal', citation: '', teamIds }];

it('ranks medals by the scoreboard, others from the median on by problems solved, and the rest not at all', () => {
  const rows = [
    row('a', 1, 5),
    row('b', 2, 4),
    row('c', 3, 3),
    row('d', 4, 3),
    row('e', 5, 2),
    row('f', 6, 1),
    row('g', 7, 0),
  ];
  const teams = rows.map(({ team: { id } }) => team(id));
  expect(
    finalResults(rows, teams, gold('a', 'b')).map((line) => [line.team.id, line.icpcRank, line.award]),
  ).toEqual([
    ['a', 1, 'Gold Medal'],
    ['b', 2, 'Gold Medal'],
    ['c', 3, 'Ranked'],
    ['d', 3, 'Ranked'],
    ['e', null, 'Honorable'],
    ['f', null, 'Honorable'],
    ['g', null, 'Honorable'],
  ]);
});

it('counts places without hidden teams, and gives guests and other rankings neither rank nor award', () => {
  const rows = [
    row('secret', 1, 5),
    row('a', 2, 4),
    row('guest', null, 4),
    row('b', 3, 3),
    row('junior', 1, 9),
  ];
  const teams = [
    team('secret', { hidden: true }),
    team('a'),
    team('guest', { ranked: false }),
    team('b'),
    team('junior', { sortOrder: 1 }),
  ];
  expect(
    finalResults(rows, teams, gold('a')).map(({ team: { id }, place, icpcRank, award }) => [
      id,
      place,
      icpcRank,
      award,
    ]),
  ).toEqual([
    ['a', 1, 1, 'Gold Medal'],
    ['guest', null, null, null],
    ['b', 2, 2, 'Ranked'],
    ['junior', 1, null, null],
  ]);
});

it('has nobody ranked without a solved problem', () => {
  const lines = finalResults([row('a', 1, 0), row('b', 1, 0)], [team('a'), team('b')], gold());
  expect(lines.map(({ award }) => award)).toEqual(['Honorable', 'Honorable']);
});
