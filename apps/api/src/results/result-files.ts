/**
 * A table of results as files: those of ICPC (`results.tsv`, `scoreboard.tsv`), JSON, CSV, and a page that needs no other file.
 * Names are of people: a tab, a formula or a tag in one is text and nothing else.
 */
import type { ResultFile } from '@sandglass/contracts';
import { resultPage } from './result-page.ts';
import type { ResultTable, ResultTableLine } from './result-table.ts';

export const fileTypes: Readonly<Record<ResultFile, string>> = {
  'results.tsv': 'text/tab-separated-values; charset=utf-8',
  'scoreboard.tsv': 'text/tab-separated-values; charset=utf-8',
  'results.csv': 'text/csv; charset=utf-8',
  'results.json': 'application/json; charset=utf-8',
  'results.html': 'text/html; charset=utf-8',
  'awards.json': 'application/json; charset=utf-8',
};

export function resultFile(file: ResultFile, table: ResultTable): string {
  switch (file) {
    case 'results.tsv':
      return resultsTsv(table);
    case 'scoreboard.tsv':
      return scoreboardTsv(table);
    case 'results.csv':
      return resultsCsv(table);
    case 'results.json':
      return jsonOf(resultsJson(table));
    case 'results.html':
      return resultPage(table);
    case 'awards.json':
      return jsonOf(table.awards.map(({ id, citation, teamIds }) => ({ id, citation, team_ids: teamIds })));
  }
}

/** After every rank. */
const lastRank = Number.MAX_SAFE_INTEGER;

/** Ranked ones by rank, then by name; the others by name. It knows one ranking: the first. */
function resultsTsv({ lines }: ResultTable): string {
  const listed = lines
    .filter(({ award }) => award !== null)
    .toSorted(
      (a, b) =>
        (a.icpcRank ?? lastRank) - (b.icpcRank ?? lastRank) ||
        a.row.team.name.localeCompare(b.row.team.name, 'en-US') ||
        (a.team.id < b.team.id ? -1 : 1),
    );
  return tsv([
    ['results', '1'],
    ...listed.map(({ externalId, icpcRank, award, row, wonGroups }) => [
      externalId,
      textOf(icpcRank),
      award ?? '',
      String(row.solved),
      String(row.penalty),
      String(row.lastSolvedMinute ?? -1),
      wonGroups.join(', '),
    ]),
  ]);
}

function scoreboardTsv({ lines }: ResultTable): string {
  return tsv([
    ['scoreboard', '1'],
    ...lines
      .filter(({ award }) => award !== null)
      .map(({ row, externalId, place }) => [
        row.team.affiliation ?? '',
        externalId,
        textOf(place),
        String(row.solved),
        String(row.penalty),
        String(row.lastSolvedMinute ?? -1),
        ...row.cells.flatMap((cell) => [String(cell.tries), String(cell.solvedMinute ?? -1)]),
      ]),
  ]);
}

function resultsCsv({ lines, problems }: ResultTable): string {
  const head = ['Rank', 'Team id', 'ICPC id', 'Team', 'Organisation', 'Country', 'Group', 'Awards', 'Solved'];
  const rows = [
    [
      ...head,
      'Penalty',
      'Last solved',
      ...problems.flatMap(({ label }) => [`${label} tries`, `${label} minute`]),
    ],
    ...lines.map(({ place, team, externalId, row, citations }) => [
      textOf(place),
      team.id,
      externalId === team.id ? '' : externalId,
      row.team.name,
      row.team.affiliation ?? '',
      row.team.country ?? '',
      row.team.category ?? '',
      citations.join('; '),
      String(row.solved),
      String(row.penalty),
      textOf(row.lastSolvedMinute),
      ...row.cells.flatMap((cell) => [String(cell.tries), textOf(cell.solvedMinute)]),
    ]),
  ];
  // The mark at the beginning lets spreadsheets read it as UTF-8.
  return `\uFEFF${rows.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

function resultsJson({ contest, madeAt, problems, lines, awards }: ResultTable): object {
  return {
    contest,
    madeAt,
    problems: problems.map(({ label, name }) => ({ label, name })),
    teams: lines.map((line: ResultTableLine) => ({
      rank: line.place,
      icpcRank: line.icpcRank,
      award: line.award,
      awards: line.citations,
      externalId: line.externalId,
      team: line.row.team,
      solved: line.row.solved,
      penalty: line.row.penalty,
      lastSolvedMinute: line.row.lastSolvedMinute,
      problems: line.row.cells.map(({ label, tries, pending, solvedMinute, firstToSolve }) => ({
        label,
        tries,
        pending,
        solvedMinute,
        firstToSolve,
      })),
    })),
    awards: awards.map(({ id, citation, teamIds }) => ({ id, citation, team_ids: teamIds })),
  };
}

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const textOf = (value: number | null): string => (value === null ? '' : String(value));

function tsv(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => `${cells.map((cell) => cell.replaceAll(/[\t\r\n]/g, ' ')).join('\t')}\n`)
    .join('');
}

/** A spreadsheet takes what begins so for a formula. */
/** Spaces before it are dropped by some readers. */
const looksLikeFormula = /^\s*[=+\-@\t\r]/;
const isNumber = /^-?[0-9]+$/;

export function csvCell(text: string): string {
  const safe = looksLikeFormula.test(text) && !isNumber.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
