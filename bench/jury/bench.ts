/**
 * The jury's pages with 20 000 submissions against the same pages of an empty contest: a real browser opens each until
 * its content is there. What the size of a contest costs is the ratio; the list is scrolled through as well.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '@sandglass/local-services';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import type { Page } from 'playwright-core';
import { barChart, barsOf } from '../lib/bar-chart.ts';
import { framesOfScrolling, openStill } from '../lib/frames.ts';
import { describeMachine } from '../lib/machine.ts';
import { launchBrowser, logIn, openPage, openWindow, timeToGo, type Opening } from '../lib/opening.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, percentile, rounded } from '../lib/statistics.ts';

const run = promisify(execFile);
/** Pages of the whole contest, and the selector of their content: in the full contest, and in the empty one. */
const pages = [
  ['submissions', 'tr[data-submission]', 'main p'],
  ['submissions?verdict=WTL&suspect=yes', 'tr[data-submission]', 'main p'],
  ['submissions?host=anvil', 'tr[data-submission]', 'main p'],
  ['rejudgings', 'a[data-row-link]', 'main p'],
  ['rejudgings/new?verdict=TLE,WTL', 'button[type=submit]', 'button[type=submit]'],
  ['wall-limits', 'input[type=range]', 'input[type=range]'],
] as const;
/** Instead of an empty contest, which has none of them, where the page is one submission's or one rejudging's. */
const few = 20;

interface Place {
  readonly name: string;
  readonly path: string;
  /** CSS selector. */
  readonly content: string;
}

export const bench: Bench = {
  name: 'jury',
  summary: 'the jury’s pages with 20 000 submissions against an empty contest, in a real browser',
  run: measure,
  picture,
};

async function measure({ quick, progress }: BenchOptions): Promise<BenchReport> {
  const count = quick ? 2000 : 20_000;
  const rounds = quick ? 3 : 15;
  progress('starting a stack');
  await using stack = await startStack({ problems: 'all', judgehost: false, unthrottled: true });
  const browser = await launchBrowser();
  try {
    const page = await (await openWindow(browser, stack.url)).newPage();
    await logIn(page, stack.juryLogin);
    progress('opening the pages of an empty contest');
    const empty = await openAll(
      page,
      stack.contest,
      rounds,
      pages.map(([path, , content]) => ({ name: path, path, content })),
    );
    progress(`making ${String(few)} submissions, and a rejudging of them`);
    await fill(stack, few);
    const small = await rejudge(stack);
    empty.push(...(await openAll(page, stack.contest, rounds, placesOf(small))));
    await stack.jury.cancelRejudging(small.rejudging);
    progress(`making ${String(count)} submissions, and a rejudging of all`);
    // A rejudging may have no more.
    await fill(stack, count - few);
    const large = await rejudge(stack);
    const places = [...pages.map(([path, content]) => ({ name: path, path, content })), ...placesOf(large)];
    progress(`opening the pages with ${String(count)} submissions`);
    const full = await openAll(page, stack.contest, rounds, places);
    progress('going to them from another page');
    const gone = await goToAll(page, stack.contest, rounds, places);
    progress('scrolling');
    const { frames, still } = await scroll(page, stack.contest);
    const rows = places.map(({ name }, index) => {
      const openings = full[index] ?? [];
      const before = (empty[index] ?? []).map(({ ms }) => ms);
      const after = openings.map(({ ms }) => ms);
      const inside = gone[index] ?? [];
      return {
        page: name,
        'empty ms': rounded(median(before), 0),
        'full ms': rounded(median(after), 0),
        'full p95 ms': rounded(percentile(after, 0.95), 0),
        ratio: rounded(median(after) / median(before)),
        asked: median(openings.map(({ asked }) => asked)),
        'go to ms': rounded(median(inside), 0),
      };
    });
    return {
      name: 'jury',
      machine: describeMachine(),
      figures: {
        submissions: count,
        slowest_page_ms: Math.max(...rows.map((row) => row['full ms'])),
        slowest_go_to_ms: Math.max(...rows.map((row) => row['go to ms'])),
        slowest_page_ratio: Math.max(...rows.map((row) => row.ratio)),
        scroll_frame_ms_p95: rounded(percentile(frames, 0.95), 1),
        scroll_frame_ms_max: rounded(Math.max(...frames), 1),
        still_scroll_frame_ms_p95: rounded(percentile(still, 0.95), 1),
        scroll_frame_ratio: rounded(percentile(frames, 0.95) / percentile(still, 0.95)),
      },
      rows,
    };
  } finally {
    await browser.close();
  }
}

/** By page, its openings; the first of them, which fills the browser's cache, is left out. */
async function openAll(
  page: Page,
  contest: string,
  rounds: number,
  places: readonly Place[],
): Promise<Opening[][]> {
  const times: Opening[][] = places.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { path, content }] of places.entries()) {
      const opening = await openPage(page, `/contests/${contest}/${path}`, content);
      if (round > 0) times[index]?.push(opening);
    }
  }
  return times;
}

/** The same within the app, from the scoreboard. */
async function goToAll(
  page: Page,
  contest: string,
  rounds: number,
  places: readonly Place[],
): Promise<number[][]> {
  const times: number[][] = places.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { path, content }] of places.entries()) {
      const address = `/contests/${contest}/${path}`;
      const ms = await timeToGo(page, `/contests/${contest}/scoreboard`, address, content);
      if (round > 0) times[index]?.push(ms);
    }
  }
  return times;
}

/** The list scrolled through, and a still copy of it scrolled through in the same way. */
async function scroll(page: Page, contest: string): Promise<{ frames: number[]; still: number[] }> {
  const row = 'tr[data-submission]';
  await page.goto(`/contests/${contest}/submissions`);
  await page.locator(row).first().waitFor();
  const frames = await framesOfScrolling(page);
  await openStill(page, row);
  await page.locator(row).first().waitFor();
  return { frames, still: await framesOfScrolling(page) };
}

async function fill({ stack, contest, jury }: TestStack, count: number): Promise<void> {
  const solved = async () => (await jury.scoreboard(contest)).rows.reduce((sum, row) => sum + row.solved, 0);
  const before = await solved();
  const psql = join(postgresPrograms(), 'psql');
  const variables = ['-v', 'ON_ERROR_STOP=1', '-v', `n=${String(count)}`, '-v', `contest=${contest}`];
  await run(
    psql,
    [stack.databaseUrl, '-X', '-q', ...variables, '-f', join(import.meta.dirname, 'fill.sql')],
    {
      maxBuffer: 2 ** 26,
    },
  );
  await waitFor('the api to have read the events', async () => (await solved()) > before);
}

interface Made {
  readonly submission: string;
  readonly rejudging: string;
}

/** Everything, and half of it has a verdict: some another one. */
async function rejudge(stack: TestStack): Promise<Made> {
  const { contest, jury } = stack;
  const { id } = await jury.createRejudging(contest, { reason: 'all of them', filter: {} });
  // Nothing is judged here, so this is how it stays; what is still being made would be measured beside the pages.
  const whole = async () => (await jury.rejudging(id)).state === 'judging';
  await waitFor('every judging of the rejudging to be made', whole, 120_000);
  await stack.sql(`UPDATE judging SET state = 'done', started_at = now(), ended_at = now(), tests_done = tests_total,
    verdict = CASE WHEN right(submission_id::text, 1) < '2' THEN 'RTE' ELSE 'AC' END
    WHERE rejudging_id = '${id}' AND right(submission_id::text, 1) < '8'`);
  const [newest] = (await jury.submissions(contest)).submissions;
  if (newest === undefined) throw new Error('no submission was made');
  return { submission: newest.id, rejudging: id };
}

function placesOf({ submission, rejudging }: Made): Place[] {
  return [
    { name: 'a submission', path: `submissions/${submission}`, content: '[data-code], .cm-line' },
    { name: 'an open rejudging', path: `rejudgings/${rejudging}`, content: 'td button[aria-pressed]' },
  ];
}

function picture({ rows }: BenchReport): string {
  return barChart(
    'Opening a page of the jury, median',
    'ms',
    barsOf(rows, 'page', {
      'empty ms': 'empty contest',
      'full ms': 'full contest',
      'go to ms': 'full contest, from another page',
    }),
  );
}
