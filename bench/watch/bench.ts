/**
 * The pages for watching over the judging, with 20 000 submissions and 40 hosts of 20 slots that go on judging, five
 * of them in trouble: how long they take to open in a browser, and whether they stutter while they are renewed.
 */
import { existsSync } from 'node:fs';
import { barChart, barsOf } from '../lib/bar-chart.ts';
import { framesOver } from '../lib/frames.ts';
import { describeMachine } from '../lib/machine.ts';
import { savePicture } from '../lib/manual-picture.ts';
import { launchBrowser, logIn, openPage, openWindow, timeToGo } from '../lib/opening.ts';
import type { Bench, BenchOptions, BenchReport } from '../lib/report.ts';
import { median, percentile, rounded } from '../lib/statistics.ts';
import { startWatching } from './session.ts';

export const bench: Bench = {
  name: 'watch',
  summary: 'judgehosts, slot timeline, alarms and submissions with 20 000 submissions and 40 simulated hosts',
  run,
  picture,
};

const executablePath = '/usr/bin/chromium';

/** So many lines of judgehosts, and some, are in sight in a window of 1440 × 900. */
const inSight = 12;

const lastFigureOf = (line: number): string => `tbody tr:nth-child(${line}) td:nth-of-type(10) small`;

interface Watched {
  readonly name: string;
  readonly address: (contest: string) => string;
  /** In the page once its figures are there. */
  readonly complete: string;
}

const watched: readonly Watched[] = [
  { name: 'judgehosts', address: () => '/judgehosts', complete: lastFigureOf(inSight) },
  { name: 'all judgehosts', address: () => '/judgehosts', complete: lastFigureOf(40) },
  { name: 'host', address: () => '/judgehosts?open=judge-03', complete: 'section li:nth-child(20)' },
  { name: 'ill host', address: () => '/judgehosts?open=judge-07', complete: 'section li:nth-child(20)' },
  { name: 'ten', address: () => '/timeline', complete: '[data-drawn] canvas' },
  { name: 'timeline', address: () => '/timeline?minutes=30', complete: '[data-drawn] canvas' },
  { name: 'hour', address: () => '/timeline?minutes=60', complete: '[data-drawn] canvas' },
  { name: 'alarms', address: () => '/alarms', complete: '[data-raised=yes]' },
  {
    name: 'submissions',
    address: (contest) => `/contests/${contest}/submissions`,
    complete: '[data-row-link]',
  },
];

/** Pages with a picture in the manual, which `--save` takes. */
const pictured = ['judgehosts', 'timeline', 'alarms'];

async function run({ quick, save = false, progress }: BenchOptions): Promise<BenchReport> {
  if (!existsSync(executablePath)) throw new Error(`there is no ${executablePath}: install chromium`);
  const opens = quick ? 2 : 7;
  const lookMs = quick ? 3_000 : 15_000;
  await using session = await startWatching({
    hosts: 40,
    slots: 20,
    submissions: quick ? 2_000 : 20_000,
    perSecond: 150,
    progress,
  });
  const { url, contest, juryLogin } = session.stack;
  const browser = await launchBrowser();
  try {
    const page = await (await openWindow(browser, url)).newPage();
    await logIn(page, juryLogin);
    const quiet = `/contests/${contest}/scoreboard`;
    const rows: Record<string, string | number>[] = [];
    const figures: Record<string, number> = {};
    for (const { name, address, complete } of watched) {
      progress(name);
      const times: number[] = [];
      const asked: number[] = [];
      // The first one fetches the code of the page, as nobody does twice in a contest.
      for (let turn = 0; turn <= opens; turn += 1) {
        await page.goto(quiet);
        await page.locator('main h1').first().waitFor();
        const opening = await openPage(page, address(contest), complete);
        times.push(opening.ms);
        asked.push(opening.asked);
      }
      const inside: number[] = [];
      for (let turn = 0; turn < opens; turn += 1)
        inside.push(await timeToGo(page, quiet, address(contest), complete));
      const [first = 0, ...later] = times;
      const frames = await framesOver(page, lookMs);
      if (save && pictured.includes(name)) await savePicture(page, name);
      const open = median(later);
      const longest = Math.max(...frames);
      const late = frames.filter((ms) => ms > 50).length;
      rows.push({
        page: name,
        'first ms': Math.round(first),
        'open ms': Math.round(open),
        'open max ms': Math.round(Math.max(...later)),
        asked: median(asked.slice(1)),
        'go to ms': Math.round(median(inside)),
        frames: frames.length,
        'p95 frame ms': rounded(percentile(frames, 0.95), 1),
        'longest frame ms': Math.round(longest),
        'frames over 50 ms': late,
      });
      const key = name.replaceAll(' ', '_');
      figures[`${key}_open_ms`] = Math.round(open);
      figures[`${key}_go_to_ms`] = Math.round(median(inside));
      figures[`${key}_longest_frame_ms`] = Math.round(longest);
      figures[`${key}_late_frames_ratio`] = rounded(late / Math.max(1, frames.length), 4);
    }
    return { name: 'watch', machine: describeMachine(), figures, rows };
  } finally {
    await browser.close();
  }
}

function picture({ rows }: BenchReport): string {
  return barChart(
    'Opening a page that is kept current, median',
    'ms',
    barsOf(rows, 'page', { 'open ms': 'opened', 'go to ms': 'from another page' }),
  );
}
