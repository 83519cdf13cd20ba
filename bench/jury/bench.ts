/**
 * The jury's pages with 20 000 submissions against the same pages of an empty contest: a real browser opens each until
 * its content stands. What the size of a contest costs is the ratio; the list is scrolled through as well.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '@sandglass/local-services';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import { chromium, type Page } from 'playwright-core';
import { barChart } from '../lib/bar-chart.ts';
import { describeMachine } from '../lib/machine.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, percentile, rounded } from '../lib/statistics.ts';

const run = promisify(execFile);
/** In the empty contest the words of an empty list stand for its content. */
const pages = [
  ['submissions', '', 'table tbody tr, main p'],
  ['submissions', '?verdict=WTL&suspect=yes', 'table tbody tr, main p'],
  ['rejudgings/new', '?verdict=TLE,WTL', 'button[type=submit]'],
  ['wall-limits', '', 'input[type=range]'],
] as const;

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
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const page = await browser.newPage({ baseURL: stack.url, viewport: { width: 1440, height: 900 } });
    await logIn(page, stack);
    progress('opening the pages of an empty contest');
    const empty = await openAll(page, stack.contest, rounds);
    progress(`making ${String(count)} submissions`);
    await fill(stack, count);
    progress(`opening the pages with ${String(count)} submissions`);
    const full = await openAll(page, stack.contest, rounds);
    progress('scrolling');
    const frames = await scroll(page, stack.contest);
    const rows = pages.map(([name, query], index) => {
      const [small = [], large = []] = [empty[index], full[index]];
      return {
        page: `${name}${query}`,
        'empty ms': rounded(median(small), 0),
        'full ms': rounded(median(large), 0),
        'full p95 ms': rounded(percentile(large, 95), 0),
        ratio: rounded(median(large) / median(small)),
      };
    });
    return {
      name: 'jury',
      machine: describeMachine(),
      figures: {
        submissions: count,
        slowest_page_ms: Math.max(...rows.map((row) => row['full ms'])),
        slowest_page_ratio: Math.max(...rows.map((row) => row.ratio)),
        scroll_frame_ms_p95: rounded(percentile(frames, 95), 1),
      },
      rows,
    };
  } finally {
    await browser.close();
  }
}

async function logIn(page: Page, { juryLogin }: TestStack): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(juryLogin.username);
  await page.getByLabel('Password', { exact: true }).fill(juryLogin.password);
  await page.locator('form').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** By page, ms of each opening; the first of them, which fills the browser's cache, is left out. */
async function openAll(page: Page, contest: string, rounds: number): Promise<number[][]> {
  const times: number[][] = pages.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, [name, query, content]] of pages.entries()) {
      const start = performance.now();
      await page.goto(`/contests/${contest}/${name}${query}`, { waitUntil: 'commit' });
      await page.locator(content).first().waitFor();
      if (round > 0) times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

/** ms between frames while a window's height is scrolled in every second one. */
async function scroll(page: Page, contest: string): Promise<number[]> {
  await page.goto(`/contests/${contest}/submissions`);
  await page.locator('tr[data-submission]').first().waitFor();
  const times: unknown = await page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => done(performance.now())));
    const times = [];
    for (let step = 0; step < 150; step += 1) {
      window.scrollBy(0, 450);
      const from = await frame();
      times.push((await frame()) - from);
    }
    return times;
  })()`);
  return Array.isArray(times) ? times.map(Number) : [];
}

async function fill({ stack, contest, jury }: TestStack, count: number): Promise<void> {
  const psql = join(postgresPrograms(), 'psql');
  const variables = ['-v', 'ON_ERROR_STOP=1', '-v', `n=${String(count)}`, '-v', `contest=${contest}`];
  await run(
    psql,
    [stack.databaseUrl, '-X', '-q', ...variables, '-f', join(import.meta.dirname, 'fill.sql')],
    {
      maxBuffer: 2 ** 26,
    },
  );
  const board = async () => (await jury.scoreboard(contest)).rows.some(({ solved }) => solved > 0);
  await waitFor('the api to have read the events', board);
}

function picture({ rows }: BenchReport): string {
  const bar = (row: (typeof rows)[number], column: string, series: string) => ({
    label: String(row['page']),
    value: Number(row[column]),
    series,
  });
  return barChart(
    'Opening a page of the jury, median',
    'ms',
    rows.flatMap((row) => [bar(row, 'empty ms', 'empty contest'), bar(row, 'full ms', 'full contest')]),
  );
}
