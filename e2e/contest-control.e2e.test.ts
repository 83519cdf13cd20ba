/** Those who run a contest at their page: from a delayed start to an end by hand. */
import { type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillNow } from './support/fill-now.ts';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember, type Person } from './support/person.ts';

const problem = whyNotHere();
const contest = 'final';
const hour = 3_600_000;

describe.skipIf(problem !== null)(`running a contest${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let admin: Person;
  let page: Page;

  beforeAll(async () => {
    stack = await startStack({ problems: ['sum'] });
    browser = await openBrowser();
    const { problems, teams } = await stack.admin.contestDefinition('warmup');
    const now = Date.now();
    await stack.admin.defineContest({
      id: contest,
      name: 'The final',
      startsAt: new Date(now + hour).toISOString(),
      endsAt: new Date(now + 3 * hour).toISOString(),
      problems,
      teams,
    });
    admin = await newMember(browser, stack.url, stack.adminLogin);
    page = admin.page;
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  /** Presses a button, reads what it would do, and does it. */
  async function press(button: string, confirm: string): Promise<void> {
    await page.getByRole('button', { name: button, exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    // By keyboard one is in the dialog, whatever its action takes to be tried.
    await focusIsOn('Go back');
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }
  const focusIsOn = (text: string) => page.locator(`:focus:has-text("${text}")`).waitFor();
  const state = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const historySays = (text: string) =>
    page.locator('section', { hasText: 'History' }).getByText(text, { exact: true }).first().waitFor();

  it('delays, starts, extends, removes and restores time, pauses, freezes, thaws and ends', async () => {
    const [first] = stack.teams;
    if (first === undefined) throw new Error('a team is wanted');
    await using team = await newMember(browser, stack.url, first);
    await page.goto(`/contests/${contest}/control`);
    await team.page.goto(`/contests/${contest}/scoreboard`);
    await state('Not started');

    await press('Delay', 'Delay');
    await state('Start delayed');
    await team.page.getByText('start delayed').first().waitFor();
    await team.page.goto(`/contests/${contest}`);
    await team.page.getByText('start not set').waitFor();
    await team.page.getByText('The start is delayed; its new time is not set.').waitFor();
    await press('Start now', 'Start now');
    await state('Running');
    // The button has gone, and the focus with it but for this.
    await focusIsOn('Clock');
    // Who has a page of the contest open sees it without a word.
    await team.page.getByText('left', { exact: true }).first().waitFor();

    await press('Extend', 'Extend');
    await historySays('Extended by 10 minutes');
    const endOf = async () => Date.parse((await stack.admin.control.show(contest)).state.endsAt);
    const end = await endOf();
    await page.getByRole('button', { name: 'Extend', exact: true }).click();
    const times = page.getByRole('dialog').locator('dl');
    const seen = await times.textContent();
    // Somebody else does the same: what is open shows what it would do now.
    await stack.admin.control.act(contest, { action: 'extend', minutes: 10 });
    await expect.poll(() => times.textContent(), { timeout: 30_000 }).not.toBe(seen);
    await page.getByRole('dialog').getByRole('button', { name: 'Extend', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await endOf()).toBe(end + 20 * 60_000);
    await focusIsOn('Extend');

    await fillNow(page.getByLabel('Until'));
    await press('Remove', 'Remove the time');
    await historySays('Time removed');
    await press('Restore', 'Restore the time');
    await historySays('Time restored');
    await focusIsOn('Removed time');

    await press('Pause submissions of The contest', 'Pause');
    await page.getByRole('button', { name: 'Resume submissions of The contest' }).waitFor();
    await press('Resume submissions of The contest', 'Resume');

    await press('Freeze now', 'Freeze now');
    await state('Running, scoreboard frozen');
    await press('Thaw', 'Thaw');
    await state('Running');
    await press('End now', 'End now');
    await state('Over');
    await focusIsOn('Clock');
    await team.page.getByText('over', { exact: true }).first().waitFor();

    await page.getByLabel('Comment').fill('Checked by two.');
    await page.getByRole('button', { name: 'Make results final' }).click();
    await state('Final');
    await historySays('Results made final');
    await page.getByLabel('Reason to reopen').fill('a mistake');
    await page.getByRole('button', { name: 'Reopen', exact: true }).click();
    await historySays('Reopened: results may change');
    await page.getByRole('button', { name: 'Make results final' }).waitFor();
    expect(admin.errors).toEqual([]);
  });

  it('makes, changes, copies, archives and deletes a contest by page alone', async () => {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const saved = (section: string) =>
      page
        .locator('section', { has: page.getByRole('heading', { name: section }) })
        .getByText('Saved.')
        .waitFor();
    await page.goto('/admin/contests/new');
    await page.getByLabel('Name', { exact: true }).fill('The Región 2026');
    await expect.poll(() => page.getByLabel('Id', { exact: true }).inputValue()).toBe('the-region-2026');
    await page.getByLabel('End', { exact: true }).fill('soon');
    await page.getByText('must be a date and time').waitFor();
    await page.getByLabel('End', { exact: true }).fill('+3:00');
    await page.getByLabel('Activation', { exact: true }).fill('-0:30');
    await page.getByLabel('Id', { exact: true }).fill(contest);
    await button('Make the contest').click();
    // What was typed is there still.
    await page.getByText(`there is a contest "${contest}"`).waitFor();
    await page.getByLabel('Id', { exact: true }).fill('region');
    await button('Make the contest').click();
    await page.waitForURL('**/contests/region/settings');

    await page.getByLabel('Add a problem').selectOption('sum');
    await button('Add').click();
    await page.getByLabel(/^Time limit of/).fill('1.5');
    await button('Save the problems').click();
    await saved('Problems');
    await page.getByRole('button', { name: /^Add all/ }).click();
    await button('Save the teams').click();
    await saved('Teams');
    const start = page.getByLabel('Start', { exact: true });
    await start.fill((await start.inputValue()).replace(/..:..:..$/, '11:00:00'));
    await button('Save the times').click();
    await saved('Times');
    const { state: made } = await stack.admin.control.show('region');
    expect(Date.parse(made.endsAt) - Date.parse(made.startsAt)).toBe(3 * hour);
    expect(Date.parse(made.startsAt) - Date.parse(made.activatesAt ?? '')).toBe(hour / 2);
    expect(made.problems).toMatchObject([{ id: 'sum', label: 'A', timeLimitMs: 1500 }]);
    expect(made.teamCount).toBe(stack.teams.length);

    await page.goto('/admin/contests?search=regi');
    await button('Copy The Región 2026').click();
    await page.getByLabel('Id', { exact: true }).fill('region-2');
    await button('Copy the contest').click();
    await page.waitForURL('**/contests/region-2/settings');
    await page.goto('/admin/contests?search=region-2');
    await button('Archive The Región 2026 (copy)').click();
    await page.getByText('No contest matches').waitFor();
    await page.getByLabel('Archived ones as well').check();
    await button('Restore The Región 2026 (copy)').click();
    await button('Delete The Región 2026 (copy)').click();
    const forEver = button('Delete for ever');
    await page.getByText('This cannot be undone').waitFor();
    expect(await forEver.isDisabled()).toBe(true);
    await page.getByLabel(/^Type its name/).fill('The Región 2026 (copy)');
    await forEver.click();
    await page.getByText('No contest matches').waitFor();
    expect((await stack.admin.life.list()).map(({ id }) => id)).toContain('region');
  });
});
