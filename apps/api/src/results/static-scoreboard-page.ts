/**
 * The page of a static copy of a scoreboard: a plain table, which is printed and is there without scripts, and the data
 * from which the script beside it makes the scoreboard of the web app.
 */
import type { Scoreboard, ScoreboardCell, StaticScoreboard } from '@sandglass/contracts';
import { tieInWords } from '@sandglass/domain';
import { escapedHtml } from './escaped-html.ts';

const style = `
  :root { color-scheme: light dark; }
  #plain { margin: 1.5rem auto; padding: 0 1rem; max-width: 90rem; font: 16px/1.5 system-ui, sans-serif; }
  #plain .wide { overflow-x: auto; }
  #plain table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
  #plain th, #plain td { padding: 0.25rem 0.5rem; border-bottom: 1px solid #8888; text-align: left; }
  #plain .number { text-align: right; }
  #plain .jury { border: 2px dashed; padding: 0.5rem; }
  #plain small { font-weight: 400; }
  #plain .first { font-weight: 700; }
  [data-script] #plain { display: none; }
  @media print {
    :root { color-scheme: light; }
    body { background: #fff; }
    #root { display: none; }
    [data-script] #plain { display: block; }
    #plain { max-width: none; margin: 0; padding: 0; font-size: 9pt; color: #000; background: #fff; }
    #plain .wide { overflow: visible; }
    thead { display: table-header-group; }
    tr { break-inside: avoid; }
  }`;

/** @param assets whether script and style are beside the page */
export function staticScoreboardPage(copy: StaticScoreboard, assets: boolean): string {
  const { contest, board, view } = copy;
  const title = `${contest.name}: scoreboard`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="connect-src 'none'; form-action 'none'; base-uri 'none'; object-src 'none'">
<title>${escapedHtml(title)}</title>
<link rel="icon" href="data:,">
${assets ? '<link rel="stylesheet" href="assets/scoreboard.css">\n' : ''}<style>${style}
</style>
</head>
<body>
<div id="root"></div>
<div id="plain">
<h1><bdi>${escapedHtml(contest.name)}</bdi></h1>
${view === 'jury' ? '<p class="jury"><strong>The jury’s scoreboard.</strong> It shows what is not public. Do not publish this copy.</p>\n' : ''}<p>${stateOf(copy)}</p>
<div class="wide" tabindex="0" role="region" aria-label="Scoreboard">
${tableOf(board)}
</div>
<p>Penalty time is in ${board.penaltyUnit}. ${tieInWords(board)} A cell has the minute of the solution and the number of tries; ★ is the first to solve the problem, – a number of rejected tries, ? a number of tries that are pending.</p>
</div>
<script type="application/json" id="scoreboard">${JSON.stringify(copy).replaceAll('<', String.raw`\u003c`)}</script>
${assets ? '<script src="assets/scoreboard.js"></script>\n' : ''}</body>
</html>
`;
}

function stateOf({ contest, board, view }: StaticScoreboard): string {
  const final = contest.finalizedAt === null ? 'Results are not final' : 'Final results';
  const since = board.frozenSince;
  const frozen =
    since === null
      ? ''
      : view === 'jury'
        ? ` The public scoreboard is frozen since ${timeOf(since)}.`
        : ` Frozen since ${timeOf(since)}: later tries are pending.`;
  return `${final}; as of ${timeOf(board.updatedAt)}.${frozen}`;
}

function timeOf(instant: string): string {
  return `<time datetime="${escapedHtml(instant)}">${escapedHtml(`${instant.slice(0, 19).replace('T', ' ')} UTC`)}</time>`;
}

function tableOf({ problems, rows }: Scoreboard): string {
  const columns = problems
    .map(
      ({ label, name }) =>
        `<th scope="col"><abbr title="${escapedHtml(name)}">${escapedHtml(label)}</abbr></th>`,
    )
    .join('');
  const lines = rows.map(
    ({ rank, team, solved, penalty, cells }) =>
      `<tr><td class="number">${rank ?? '–'}</td><th scope="row"><bdi>${escapedHtml(team.name)}</bdi>${team.affiliation === null ? '' : `<br><small><bdi>${escapedHtml(team.affiliation)}</bdi></small>`}</th><td class="number">${solved}</td><td class="number">${penalty}</td>${cells
        .map((cell) => `<td${cell.firstToSolve ? ' class="first"' : ''}>${cellText(cell)}</td>`)
        .join('')}</tr>`,
  );
  return `<table>
<thead><tr><th scope="col" class="number">Rank</th><th scope="col">Team</th><th scope="col" class="number">Solved</th><th scope="col" class="number">Time</th>${columns}</tr></thead>
<tbody>
${lines.join('\n')}
</tbody>
</table>`;
}

/** ★ 34 (2), 34, –3, –1 2?, 2? */
function cellText({ solvedMinute, tries, pending, firstToSolve }: ScoreboardCell): string {
  const open = pending > 0 ? ` ${pending}?` : '';
  if (solvedMinute !== null)
    return `${firstToSolve ? '★ ' : ''}${solvedMinute}${tries === 1 ? '' : ` (${tries})`}${open}`;
  return `${tries === 0 ? '' : `–${tries}`}${open}`.trim();
}
