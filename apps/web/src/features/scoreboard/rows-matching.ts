import type { ScoreboardRow } from '@sandglass/contracts';

/** Rows whose team, affiliation or country has this text. @param wanted as it was typed; empty: all rows */
export function rowsMatching(rows: readonly ScoreboardRow[], wanted: string): readonly ScoreboardRow[] {
  const needle = wanted.trim().toLowerCase();
  if (needle === '') return rows;
  return rows.filter(({ team }) =>
    [team.name, team.affiliation ?? '', team.country ?? ''].some((text) =>
      text.toLowerCase().includes(needle),
    ),
  );
}
