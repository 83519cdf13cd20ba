/** A ceremony: rehearsed on the page with a second window, and from a file without a server. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from '../support/person.ts';

const now = (page: Page) => page.locator('[data-now]');
const step = async (page: Page): Promise<number> =>
  Number(/Step (\d+) of/.exec(await page.getByText(/Step \d+ of/).innerText())?.[1]);

/** By keys alone; the other window shows what the first one sends. */
export async function rehearse({ page, context, errors }: Person, contest: string): Promise<void> {
  await page.goto(`/contests/${contest}/resolver`);
  await page.getByLabel('Number', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Rehearse' }).click();
  await expect.poll(() => now(page).innerText()).toBe('The scoreboard as it was frozen.');
  await followed(page, async () => {
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Window for the projector' }).click();
    return opened;
  });
  await page.reload();
  // It goes on where it was.
  await expect.poll(() => step(page)).toBe(3);
  await page.keyboard.press('Home');
  await expect.poll(() => step(page)).toBe(0);
  expect(errors).toEqual([]);
}

/** With the true results; its address has no server. */
export async function fromFile({ page, context }: Person, contest: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sandglass-ceremony-'));
  try {
    const answer = await page.request.get(`/api/contests/${contest}/resolver.html`);
    expect(answer.status()).toBe(200);
    const file = join(folder, 'resolver.html');
    await writeFile(file, await answer.body());
    const opened = await context.newPage();
    const errors: string[] = [];
    opened.on('pageerror', (error) => errors.push(error.message));
    opened.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));
    await opened.goto(pathToFileURL(file).href);
    await expect.poll(() => now(opened).innerText()).toBe('The scoreboard as it was frozen.');
    await followed(opened, async () => {
      const window = context.waitForEvent('page');
      await opened.getByRole('button', { name: 'Window for the projector' }).click();
      return window;
    });
    expect(errors).toEqual([]);
    await opened.close();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Steps forwards and backwards, from the beginning to the third step; the second window, which is closed, shows them. */
async function followed(page: Page, openProjector: () => Promise<Page>): Promise<void> {
  const projector = await openProjector();
  const selected = projector.locator('li[class*="selected"]');
  // Rows beside the stage are hidden.
  await projector.locator('li[data-team]').filter({ visible: true }).first().waitFor();
  expect(await selected.count()).toBe(0);
  await page.keyboard.press('Space');
  await expect.poll(() => selected.count()).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => selected.count()).toBe(0);
  await page.keyboard.press('End');
  await expect.poll(() => now(page).innerText()).toBe('The final scoreboard from the top.');
  await page.keyboard.press('Home');
  for (let done = 1; done <= 3; done += 1) {
    // A step that reveals is shown in parts: it is done when the next one can begin.
    await page.keyboard.press('Space');
    await expect.poll(() => step(page)).toBe(done);
    await projector.locator('[data-phase="done"]').waitFor();
    await page.locator('[data-phase="done"]').waitFor();
  }
  await projector.close();
}
