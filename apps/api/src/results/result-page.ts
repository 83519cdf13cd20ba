/** Results as one HTML page without scripts and without any other file. */
import { escapedHtml } from './escaped-html.ts';
import type { ResultTable } from './result-table.ts';

const style = `
  :root { color-scheme: light dark; }
  body { margin: 2rem auto; max-width: 72rem; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  th, td { padding: 0.3rem 0.5rem; border-bottom: 1px solid #8888; text-align: left; }
  .number { text-align: right; }
  small { opacity: 0.75; }
  .first { font-weight: 700; }`;

export function resultPage({ contest, madeAt, problems, lines, awards }: ResultTable): string {
  const names = new Map(lines.map(({ team, row }) => [team.id, row.team.name]));
  const title = `${contest.name}: ${contest.finalizedAt === null ? 'results, not final' : 'final results'}`;
  const instant = contest.finalizedAt ?? madeAt;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<style>${style}
</style>
</head>
<body>
<h1>${escapedHtml(title)}</h1>
<p><small><time datetime="${escapedHtml(instant)}">${escapedHtml(`${instant.slice(0, 19).replace('T', ' ')} UTC`)}</time></small></p>
<div class="wide" tabindex="0" role="region" aria-label="Scoreboard">
<table>
<thead><tr><th scope="col" class="number">Rank</th><th scope="col">Team</th><th scope="col" class="number">Solved</th><th scope="col" class="number">Penalty</th>${problems
    .map(
      ({ label, name }) =>
        `<th scope="col"><abbr title="${escapedHtml(name)}">${escapedHtml(label)}</abbr></th>`,
    )
    .join('')}<th scope="col">Awards</th></tr></thead>
<tbody>
${lines
  .map(
    ({ place, row, citations }) =>
      `<tr><td class="number">${place ?? ''}</td><th scope="row"><bdi>${escapedHtml(row.team.name)}</bdi>${row.team.affiliation === null ? '' : `<br><small><bdi>${escapedHtml(row.team.affiliation)}</bdi></small>`}</th><td class="number">${row.solved}</td><td class="number">${row.penalty}</td>${row.cells
        .map((cell) => `<td${cell.firstToSolve ? ' class="first"' : ''}>${cellText(cell)}</td>`)
        .join('')}<td>${escapedHtml(citations.join(', '))}</td></tr>`,
  )
  .join('\n')}
</tbody>
</table>
</div>
<h2>Awards</h2>
<dl>
${awards
  .map(
    ({ citation, teamIds }) =>
      `<dt><strong>${escapedHtml(citation)}</strong></dt>${teamIds.map((team) => `<dd><bdi>${escapedHtml(names.get(team) ?? team)}</bdi></dd>`).join('')}`,
  )
  .join('\n')}
</dl>
</body>
</html>
`;
}

/** "2 tries, minute 34" as `34 (2)`; without a solution `–3`. */
function cellText({ tries, solvedMinute }: { tries: number; solvedMinute: number | null }): string {
  if (solvedMinute !== null) return tries === 1 ? String(solvedMinute) : `${solvedMinute} (${tries})`;
  return tries === 0 ? '' : `–${tries}`;
}
