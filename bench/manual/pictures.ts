/** What the pictures of the jury's manual show, page by page: each waits for what the text beside it describes. */
import type { TestStack } from '@sandglass/testing';
import type { Locator, Page } from 'playwright-core';
import { savePicture } from '../lib/manual-picture.ts';

const patienceMs = 60_000;
const width = 1440;

export interface Album {
  readonly page: Page;
  readonly stack: TestStack;
  readonly say: (text: string) => void;
}

/** @returns after which part of the page the picture ends; undefined: the whole page */
export type Picture = (page: Page, contest: string) => Promise<Locator | undefined>;

/** Each by itself: where a page has changed and its mark is not found, the others are drawn all the same. */
export async function drawPictures(
  { page, stack, say }: Album,
  pictures: Readonly<Record<string, Picture>>,
): Promise<void> {
  page.setDefaultTimeout(patienceMs);
  const failed: unknown[] = [];
  for (const [name, show] of Object.entries(pictures)) {
    say(name);
    try {
      // Tall enough for all of a page to be drawn: what was never in sight may be laid out by guess only.
      await page.setViewportSize({ width, height: 2400 });
      const last = await show(page, `/contests/${stack.contest}`);
      await fit(page, last);
      await page.mouse.move(0, 0);
      await page.evaluate('document.fonts.ready');
      await savePicture(page, name);
    } catch (error) {
      failed.push(new Error(`${name} was not drawn`, { cause: error }));
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'not every picture was drawn');
}

/** The window ends where the picture does, so that nothing is cut in two. */
async function fit(page: Page, last: Locator | undefined): Promise<void> {
  const box = await (last ?? page.locator('main')).last().boundingBox();
  if (box === null) throw new Error('the last part of the picture is not there');
  await page.setViewportSize({
    width,
    height: Math.ceil(box.y + box.height),
  });
}

async function decided(page: Page): Promise<void> {
  await page
    .getByText(/^Test \d+ of \d+ decided: /)
    .first()
    .waitFor();
}

/** Eight tests of nothing, and one that reaches the CPU limit. The source stays below. */
export const slowSubmission =
  (submission: string): Picture =>
  async (page, contest) => {
    await page.goto(`${contest}/submissions/${submission}`);
    await decided(page);
    const expected = page.getByRole('link', { name: 'Expected' });
    await expected.waitFor();
    return page.locator('section', { has: expected });
  };

export const submissionsList: Picture = async (page, contest) => {
  await page.goto(`${contest}/submissions?problem=A,B,C&verdict=AC,WA,WTL`);
  const rows = page.locator('tr[data-submission]');
  await rows.first().waitFor();
  return rows.nth(11);
};

export const starvedSubmission =
  (submission: string): Picture =>
  async (page, contest) => {
    await page.goto(`${contest}/submissions/${submission}`);
    await decided(page);
    await page.getByText('Attempt 1').first().waitFor();
    await page.locator('.cm-content').last().waitFor();
    return undefined;
  };

export const openRejudging =
  (rejudging: string): Picture =>
  async (page, contest) => {
    await page.goto(`${contest}/rejudgings/${rejudging}`);
    await page.getByText('On the scoreboard, if applied').waitFor();
    await page
      .getByRole('button', { name: /^\d+ from AC to [A-Z]+$/ })
      .first()
      .waitFor();
    return undefined;
  };

export const proposedLimit: Picture = async (page, contest) => {
  await page.goto(`${contest}/wall-limits?level=problem&id=sum`);
  await page.getByLabel('Proposal of the system').waitFor();
  const seconds = page.getByLabel('Wall-time limit in seconds');
  await seconds.fill('14');
  await seconds.blur();
  await page
    .getByText(/could change: only a rejudging can show it/)
    .first()
    .waitFor();
  return undefined;
};
