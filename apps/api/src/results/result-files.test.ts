import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSeparated } from '../people/separated-text.ts';
import { csvCell, resultFile } from './result-files.ts';
import type { ResultTable, ResultTableLine } from './result-table.ts';

function line(id: string, change: Partial<ResultTableLine> = {}, name = id): ResultTableLine {
  return {
    row: {
      rank: 1,
      team: { id, name, affiliation: 'University', country: 'NOR', category: null },
      solved: 1,
      penalty: 30,
      lastSolvedMinute: 30,
      runTimeMs: null,
      cells: [
        { label: 'A', tries: 1, pending: 0, solved: true, solvedMinute: 30, firstToSolve: true },
        { label: 'B', tries: 2, pending: 0, solved: false, solvedMinute: null, firstToSolve: false },
      ],
    },
    team: { id, groupIds: [], organisationId: null },
    place: 1,
    icpcRank: 1,
    award: 'Gold Medal',
    externalId: `9${id}`,
    wonGroups: ['North'],
    citations: ['Contest winner', 'Gold medal winner'],
    ...change,
  };
}

function tableOf(...lines: ResultTableLine[]): ResultTable {
  const problem = { colour: '#000000', solved: 1, tries: 1 };
  return {
    contest: { id: 'final', name: 'The final', finalizedAt: '2026-01-01T15:00:00.000Z' },
    madeAt: '2026-01-01T15:00:00.000Z',
    problems: [
      { label: 'A', name: 'Apples', ...problem },
      { label: 'B', name: 'Bees', ...problem },
    ],
    lines,
    awards: [{ id: 'winner', citation: 'Contest winner', teamIds: ['a'] }],
  };
}

describe('results.tsv', () => {
  it('has ranked teams by rank and name, then the others by name, and no guests', () => {
    const file = resultFile(
      'results.tsv',
      tableOf(
        line('a'),
        line('z', { icpcRank: 2, award: 'Ranked', wonGroups: [] }),
        line('guest', { place: null, icpcRank: null, award: null }),
        line('m', { icpcRank: 2, award: 'Ranked', wonGroups: [] }),
        line('y', { icpcRank: null, award: 'Honorable', wonGroups: [] }),
        line('x', { icpcRank: null, award: 'Honorable', wonGroups: [] }),
      ),
    );
    expect(file.split('\n')).toEqual([
      'results\t1',
      '9a\t1\tGold Medal\t1\t30\t30\tNorth',
      '9m\t2\tRanked\t1\t30\t30\t',
      '9z\t2\tRanked\t1\t30\t30\t',
      '9x\t\tHonorable\t1\t30\t30\t',
      '9y\t\tHonorable\t1\t30\t30\t',
      '',
    ]);
  });

  it('is beside a scoreboard.tsv with tries and minutes of every problem', () => {
    expect(resultFile('scoreboard.tsv', tableOf(line('a')))).toBe(
      'scoreboard\t1\nUniversity\t9a\t1\t1\t30\t30\t1\t30\t2\t-1\n',
    );
  });
});

describe('names of people', () => {
  it('are cells of a table that is read back, regardless of what they contain', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const [row] = parseSeparated(`${csvCell(name)},end\r\n`, ',');
        const [cell, end] = row?.cells ?? [];
        expect(end).toBe('end');
        // The reader leaves out spaces around a cell.
        expect([name.trim(), `'${name}`.trim()]).toContain(cell);
        expect(cell).not.toMatch(/^[=+@\t\r]/);
      }),
    );
  });

  it('are no tags of the page and no columns of a file with tabs', () => {
    const wicked = tableOf(line('a', {}, '<script>alert(1)</script>\t"x"'));
    expect(resultFile('results.html', wicked)).not.toContain('<script');
    expect(resultFile('results.html', wicked)).toContain('&lt;script&gt;');
    expect(resultFile('results.tsv', wicked).split('\n')[1]?.split('\t')).toHaveLength(7);
  });
});

it('JSON has places, awards and tries, and awards as CLICS has them', () => {
  const table = tableOf(line('a'));
  expect(JSON.parse(resultFile('results.json', table))).toMatchObject({
    contest: { id: 'final' },
    teams: [
      {
        rank: 1,
        award: 'Gold Medal',
        team: { id: 'a' },
        problems: [{ label: 'A', solvedMinute: 30 }, { tries: 2 }],
      },
    ],
  });
  expect(JSON.parse(resultFile('awards.json', table))).toEqual([
    { id: 'winner', citation: 'Contest winner', team_ids: ['a'] },
  ]);
});
