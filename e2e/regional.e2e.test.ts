/** A regional from an empty system to the last award, by its pages alone, and then the same in another installation. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Login } from '@sandglass/client';
import { openPackage, writePackageZip } from '@sandglass/problem-package';
import { type TestStack, samplePackages, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillNow } from './support/fill-now.ts';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember, newPerson, type Person } from './support/person.ts';
import { keepPicture } from './support/pictures.ts';
import { regionalFiles, regionalTeam } from './support/regional.ts';
import { submitFile, verdictAtHead } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'regional-2026';
const verdictMs = 60_000;
const right = 'sum/submissions/accepted/sum.cpp';
const wrong = 'sum/submissions/wrong_answer/overflow.c';
const rightBulb = 'bulb/submissions/accepted/bulb.c';

describe.skipIf(problem !== null)(`a regional${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let admin: Person;
  let page: Page;
  let folder: string;
  const logins = new Map<string, Login>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandglass-regional-'));
    stack = await startStack({ empty: true });
    browser = await openBrowser();
    admin = await newMember(browser, stack.url, stack.adminLogin);
    page = admin.page;
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await rm(folder, { recursive: true });
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const state = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

  async function press(name: string, confirm: string): Promise<void> {
    await button(name).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  }

  /** @returns what the browser has saved */
  async function saved(press: () => Promise<void>, name: string): Promise<{ path: string; content: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), press()]);
    expect(await download.failure()).toBeNull();
    const path = join(folder, name);
    await download.saveAs(path);
    return { path, content: await readFile(path) };
  }

  /** By the team itself, at its page. */
  async function submitted(team: number, label: string, path: string, verdict: string): Promise<void> {
    const login = logins.get(regionalTeam(team));
    if (login === undefined) throw new Error(`team ${String(team)} has no password`);
    await using member = await newMember(browser, stack.url, login);
    await submitFile(member.page, contest, label, path);
    await verdictAtHead(member.page, verdict).waitFor({ timeout: verdictMs });
    expect(member.errors).toEqual([]);
  }

  it('has 120 teams, after a dry run, and sheets with their passwords', async () => {
    await page.goto('/people?tab=import');
    await page.locator('input[type=file]').setInputFiles(regionalFiles(120));
    const dryRun = page.locator('[data-difference="dry-run"]');
    await dryRun.locator('[data-kind="teams"]').getByText('120', { exact: true }).waitFor();
    await keepPicture(page, 1440, 'regional-import.png');
    await button('Import').click();
    await page.locator('[data-difference="imported"]').waitFor();
    await page.goto('/people?tab=accounts&role=contestant');
    await button('New passwords for 120 accounts').click();
    await button('Make them').click();
    await page.getByText('120 new passwords, shown once').waitFor();
    const codes = await page.locator('article[aria-label^="Sheet of"] code').allInnerTexts();
    for (let at = 0; at < codes.length; at += 2) {
      const [username = '', password = ''] = codes.slice(at, at + 2);
      logins.set(username, { who: username, username, password });
    }
    expect(logins.size).toBe(120);
    await page.getByLabel('Sheets on a page').selectOption('4');
    await keepPicture(page, 1440, 'regional-passwords.png');
    const { content } = await saved(() => button('Save as PDF').click(), 'sheets.pdf');
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(30);
    await button('Close').click();
  });

  it('has two problems, and a contest that is made by the form', async () => {
    await page.goto('/admin');
    const zips = await Promise.all(
      ['sum', 'bulb'].map(async (name) => {
        const opened = await openPackage(join(samplePackages(), name));
        const zip = join(folder, `${name}.zip`);
        try {
          await writePackageZip(opened, zip);
        } finally {
          await opened.close();
        }
        return zip;
      }),
    );
    await page.locator('input[type=file]').first().setInputFiles(zips);
    await page.getByRole('rowheader', { name: /sum, version 1/ }).waitFor({ timeout: verdictMs });
    await page.getByRole('rowheader', { name: /bulb, version 1/ }).waitFor({ timeout: verdictMs });

    await page.goto('/admin/contests/new');
    await page.getByLabel('Name', { exact: true }).fill('Regional 2026');
    await button('Make the contest').click();
    await page.waitForURL(`**/contests/${contest}/settings`);
    for (const name of ['sum', 'bulb']) {
      await page.getByLabel('Add a problem').selectOption(name);
      await button('Add').click();
    }
    await button('Save the problems').click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Add all 120 shown' }).click();
    await page.getByText('120 to be added').waitFor();
    await button('Save the teams').click();
    await page.getByText('120 of 120 registered teams take part.').waitFor();
    expect(admin.errors).toEqual([]);
  });

  it('begins after a delay, goes on for longer, and is frozen', async () => {
    await page.goto(`/contests/${contest}/control`);
    await state('Not started');
    await press('Delay', 'Delay');
    await state('Start delayed');
    await press('Start now', 'Start now');
    await state('Running');
    await submitted(7, 'A', right, 'AC');
    await submitted(8, 'A', wrong, 'WA');
    await submitted(9, 'B', rightBulb, 'AC');
    await press('Extend', 'Extend');
    await page.getByText('Extended by 10 minutes', { exact: true }).first().waitFor();
    await fillNow(page.getByLabel('Until'));
    await press('Remove', 'Remove the time');
    await page.getByText('Time removed', { exact: true }).first().waitFor();
    await press('Freeze now', 'Freeze now');
    await state('Running, scoreboard frozen');
    await keepPicture(page, 1440, 'regional-control.png');
    await submitted(8, 'A', right, 'AC');
    await submitted(7, 'B', rightBulb, 'AC');
    await using visitor = await newPerson(browser, stack.url);
    await visitor.page.goto(`/contests/${contest}/scoreboard`);
    await visitor.page
      .locator(`[data-team="${regionalTeam(7)}"]`)
      .getByRole('img', { name: /1 try pending/ })
      .waitFor();
    expect(admin.errors).toEqual([]);
  });

  it('ends, is resolved step by step, thawed and final', async () => {
    await press('End now', 'End now');
    await state('Over');
    await page.goto(`/contests/${contest}/resolver`);
    await page.getByLabel('Rows from the top that are revealed one by one').fill('3');
    await button('Open the ceremony').click();
    const now = page.locator('[data-now]');
    await expect.poll(() => now.innerText()).toBe('The scoreboard as it was frozen.');
    const steps = Number(/Step 0 of (\d+)/.exec(await page.getByText(/Step 0 of/).innerText())?.[1]);
    expect(steps).toBeGreaterThan(3);
    for (let step = 1; step <= steps; step += 1) {
      await page.keyboard.press('Space');
      await page.getByText(`Step ${String(step)} of ${String(steps)};`).waitFor();
      await page.locator('[data-phase="done"]').waitFor();
    }
    await page.getByText('0 rows not settled, 0 results hidden').waitFor();
    await keepPicture(page, 1440, 'regional-resolver.png');

    await page.goto(`/contests/${contest}/control`);
    await press('Thaw', 'Thaw');
    await button('Make results final').click();
    await state('Final');
    expect(admin.errors).toEqual([]);
  });

  it('has awards and results as files, and is the same in another installation', async () => {
    const before = await seen(browser, stack.url);
    expect(before.awards).toContain('Regional Team 7');
    await page.goto(`/contests/${contest}/awards`);
    await keepPicture(page, 1440, 'regional-awards.png');
    const results = page.getByRole('link', { name: 'results.tsv (ICPC)' });
    const { content } = await saved(() => results.click(), 'results.tsv');
    expect(content.toString()).toContain('reg007\t1\tGold Medal\t2\t');
    await page.goto(`/contests/${contest}/control`);
    const link = page.getByRole('link', { name: 'Download the package' });
    const { path } = await saved(() => link.click(), 'package.zip');

    await using other = await startStack({ empty: true, judgehost: false });
    await using elsewhere = await newMember(browser, other.url, other.adminLogin);
    await elsewhere.page.goto('/admin');
    const form = elsewhere.page.locator('section', { hasText: 'Import a whole contest' });
    await form.locator('input[type=file]').setInputFiles(path);
    await form.getByRole('button', { name: 'Show what it would do' }).click();
    await form.getByText(`would be imported as “${contest}”`).waitFor({ timeout: verdictMs });
    await keepPicture(elsewhere.page, 1440, 'regional-elsewhere.png');
    expect(await other.admin.life.list()).toEqual([]);
    await form.getByRole('button', { name: 'Import the contest' }).click();
    await form.getByText('Regional 2026 is imported').waitFor({ timeout: verdictMs });
    expect(await seen(browser, other.url)).toEqual(before);
    expect(elsewhere.errors).toEqual([]);
    expect(admin.errors).toEqual([]);
  });
});

/** What a visitor sees of the scoreboard and the awards. */
async function seen(browser: Browser, url: string): Promise<{ rows: string[]; awards: string }> {
  await using visitor = await newPerson(browser, url);
  const { page } = visitor;
  await page.goto(`/contests/${contest}/scoreboard`);
  const rows = page.locator('[data-team]');
  await rows.nth(2).waitFor();
  // Those who have solved something; rows out of sight need not be on the page.
  const texts = (await rows.allInnerTexts()).slice(0, 3);
  await page.goto(`/contests/${contest}/awards`);
  await page.getByRole('heading', { name: 'Results as files' }).waitFor();
  return { rows: texts, awards: await page.locator('main').innerText() };
}
