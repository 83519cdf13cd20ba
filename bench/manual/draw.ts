/**
 * Draws the pictures of the jury's manual and of the README: `node bench/manual/draw.ts`, as root, about 4 minutes on a
 * machine with nothing else to do. A whole system judges what teams hand in; for half a minute busy programs take the
 * cores away, so that runs are really starved, and the system proposes more room. The administrator's pictures are
 * taken by `bench watch --save` and `bench trouble --save`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { startStack, waitFor, type TestStack } from '@sandglass/testing';
import type { Page } from 'playwright-core';
import { savePicture } from '../lib/manual-picture.ts';
import { launchBrowser, logIn, openWindow } from '../lib/opening.ts';
import { judged, playContest, submitBusy } from './contest.ts';

const tell = (text: string): boolean => process.stderr.write(`${text}\n`);
/** So many on a core leave a program less than a fifth of it. */
const hogsPerCore = 10;
const patienceMs = 60_000;

if (process.getuid?.() !== 0) throw new Error('the sandbox needs root');
tell('starting a stack');
await using stack = await startStack({ problems: 'all', unthrottled: true });
tell('teams hand in their solutions');
await playContest(stack);
tell('programs are starved');
const starved = await starve(stack);
tell('judging again');
const rejudging = await rejudge(stack);
const browser = await launchBrowser();
try {
  const page = await (await openWindow(browser, stack.url)).newPage();
  page.setDefaultTimeout(patienceMs);
  await logIn(page, stack.juryLogin);
  await draw(page, stack, { starved, rejudging });
} finally {
  await browser.close();
}

/** @returns a submission that the wall clock stopped while it waited for a core */
async function starve(on: TestStack): Promise<string> {
  const hogs = Array.from({ length: hogsPerCore * availableParallelism() }, () =>
    // Sessions of their own: the kernel shares out a core by session first. They end by themselves, too.
    spawn('sh', ['-c', 'ulimit -t 240; while :; do :; done'], { stdio: 'ignore', detached: true }),
  );
  try {
    await judged(on, await submitBusy(on, [1, 4, 6]));
  } finally {
    await Promise.all(hogs.map(end));
  }
  const { submissions } = await on.jury.submissions(on.contest, { verdict: 'WTL', suspect: 'yes' });
  const [first] = submissions;
  if (first === undefined) throw new Error('no run was starved');
  return first.id;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Some of it comes out otherwise. */
async function rejudge(on: TestStack): Promise<string> {
  const { id } = await on.jury.createRejudging(on.contest, {
    reason: 'memory limit of A and D as announced: 16 MiB',
    filter: { problems: ['A', 'D'], verdicts: ['AC'] },
    limits: { memoryMiB: 16 },
  });
  await waitFor(
    'the rejudging to be judged',
    async () => (await on.jury.rejudging(id)).state === 'judged',
    patienceMs,
  );
  return id;
}

/** Each by itself: where one has changed and its mark is not found, the others are drawn all the same. */
async function draw(
  page: Page,
  { contest }: TestStack,
  of: { readonly starved: string; readonly rejudging: string },
): Promise<void> {
  const open = async (path: string, height: number): Promise<void> => {
    await page.setViewportSize({ width: 1440, height });
    await page.goto(`/contests/${contest}/${path}`);
  };
  const pictures: Readonly<Record<string, () => Promise<void>>> = {
    'jury-submissions': async () => {
      await open('submissions?problem=A,B,C&verdict=AC,WA,WTL', 820);
      await page.locator('tr[data-submission]').first().waitFor();
    },
    'jury-submission': async () => {
      await open(`submissions/${of.starved}`, 1260);
      await page
        .getByText(/^Test \d+ of \d+ decided: /)
        .first()
        .waitFor();
      await page.getByText('Attempt 1').first().waitFor();
    },
    submission: async () => {
      await open('submissions?problem=B&verdict=WA', 1500);
      await page.locator('a[data-row-link]').first().click();
      await page
        .getByText(/They differ first in line|The output/)
        .first()
        .waitFor();
      await page.mouse.move(0, 0);
    },
    'jury-rejudging': async () => {
      await open(`rejudgings/${of.rejudging}`, 900);
      await page.getByText('On the scoreboard, if it is applied').waitFor();
      await page
        .getByRole('button', { name: /^\d+ from AC to [A-Z]+$/ })
        .first()
        .waitFor();
    },
    'jury-wall-limits': async () => {
      await open('wall-limits?level=problem&id=sum', 1050);
      await page.getByLabel('A proposal of the system').waitFor();
      await page.getByLabel('Wall-time limit in seconds').fill('14');
      await page
        .getByText(/could change: only a rejudging can tell/)
        .first()
        .waitFor();
    },
  };
  const failed: unknown[] = [];
  for (const [name, show] of Object.entries(pictures)) {
    tell(name);
    try {
      await show();
      await page.evaluate('document.fonts.ready');
      await savePicture(page, name);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'not every picture was drawn');
}
