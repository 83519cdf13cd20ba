/** The jury's desks in a browser, while a real judgehost judges: list, submission, rejudging, wall limits. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember, type Person } from './support/person.ts';
import { verdictAtHead } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'warmup';
const judgeMs = 60_000;

describe.skipIf(problem !== null)(`the jury in a browser${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let jury: Person;
  let page: Page;
  let first = '';
  let second = '';

  beforeAll(async () => {
    stack = await startStack({ problems: ['sum'] });
    browser = await openBrowser();
    first = await judged('wrong_answer/overflow.c', 'c');
    second = await judged('accepted/sum.cpp', 'cpp');
    jury = await newMember(browser, stack.url, stack.juryLogin);
    page = jury.page;
  });

  afterAll(async () => {
    await jury?.[Symbol.asyncDispose]();
    await browser?.close();
    await stack?.stop();
  });

  async function judged(path: string, language: string): Promise<string> {
    const [login] = stack.teams;
    if (login === undefined) throw new Error('the sample contest has no team');
    const client = stack.client(login);
    const content = await readFile(join(checkoutRoot, 'samples/problems/sum/submissions', path), 'utf8');
    const files = [{ name: path.replace(/^.*\//, ''), content }];
    const { id } = await client.submit(contest, { problem: 'A', language, files });
    await client.verdictOf(id);
    return id;
  }

  it('filters by menu, the address tells it, and the keyboard chooses what is judged again', async () => {
    await page.goto(`/contests/${contest}/submissions`);
    const rows = page.locator('tr[data-submission]');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Filter by verdict' }).click();
    await page.getByRole('option', { name: /^WA/ }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(/verdict=WA/);
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    // Somewhere that is no field: then the keys are the list's.
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 submissions chosen', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.getByText('1 submission chosen', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rejudge these' }).click();
    await page.getByText('1 submission chosen in the list').waitFor();
  });

  it('makes a rejudging, sees what it would do, and applies it', async () => {
    await page.goto(`/contests/${contest}/rejudgings`);
    await page.getByRole('link', { name: 'New rejudging' }).first().click();
    await page.getByRole('button', { name: /^A: / }).click();
    await page.waitForURL(/problem=A/);
    await page.getByLabel('Why').fill('to be sure');
    await page.getByRole('button', { name: 'Judge 2 submissions again' }).click();
    await page.getByRole('heading', { name: 'to be sure' }).waitFor();
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await apply.waitFor({ timeout: judgeMs });
    await page.getByText('No team’s rank, problems solved or penalty changes.').waitFor();
    await page.getByRole('button', { name: '1 from WA to WA' }).click();
    await page.waitForURL(/before=WA/);
    await expect.poll(() => page.locator('a[data-row-link]').count()).toBe(1);
    await apply.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('Applied', { exact: true }).first().waitFor();
    await page.goto(`/contests/${contest}/rejudgings`);
    await page.getByRole('link', { name: 'to be sure' }).waitFor();
  });

  it('reads why on the page of a submission, looks at the earlier judging, and at what changed since the last try', async () => {
    await page.goto(`/contests/${contest}/submissions/${first}`);
    const why = page.getByRole('region', { name: 'Why this verdict' });
    await why.getByText(/^Test \d+ of \d+ decided: /).waitFor();
    const judgings = page.getByRole('group', { name: 'Judgings' });
    expect(await judgings.getByRole('button').count()).toBe(2);
    await judgings.getByRole('button').nth(1).click();
    await page.waitForURL(/judging=/);
    await page
      .getByText(/They differ first in line|The output/)
      .first()
      .waitFor();
    await page.goto(`/contests/${contest}/submissions/${second}`);
    await page.getByRole('combobox', { name: 'Compare with an earlier try' }).click();
    await page.getByRole('option').first().click();
    await page
      .getByRole('region', { name: 'Changes in sum.cpp' })
      .locator('.cm-changedLine')
      .first()
      .waitFor();
  });

  it('has a submission judged several times and sees the spread of its times', async () => {
    await page.goto(`/contests/${contest}/submissions/${second}`);
    await verdictAtHead(page, 'AC').waitFor();
    await page.getByRole('button', { name: 'Repeat…' }).click();
    await page.getByRole('menuitem', { name: 'Judge 3 times' }).click();
    await page.getByRole('heading', { name: 'Judged 3 times' }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /^Repeat \d: Accepted, Wall/ }).count(), {
        timeout: judgeMs,
      })
      .toBe(3);
    await page.getByRole('link', { name: 'Apply or cancel' }).click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await page.getByRole('button', { name: 'Cancel the rejudging' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
  });

  it('moves the wall limit, sees what it would change, sets it, and finds it in the record', async () => {
    await page.goto(`/contests/${contest}/wall-limits`);
    const seconds = page.getByLabel('Wall-time limit in seconds');
    await seconds.waitFor();
    const before = Number(await seconds.inputValue());
    await page.getByRole('slider').press('ArrowRight');
    await page.getByText('No stored verdict would change.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await seconds.fill(String(before + 4));
    await page.getByText('No stored verdict would change.').waitFor();
    await page.getByRole('button', { name: 'Set it', exact: true }).click();
    await page.getByText('The limit is set.').waitFor();
    await page.getByText(/of room for problem sum/).waitFor();
    await expect.poll(() => seconds.inputValue()).toBe(String(before + 4));
    const { limits } = await stack.jury.wallLimits(contest);
    expect(limits[0]?.wallUs).toBe((before + 4) * 1e6);
    await page.getByRole('button', { name: 'Take this rule away' }).click();
    await expect.poll(() => seconds.inputValue()).toBe(String(before));
    expect(jury.errors).toEqual([]);
  });

  it('is told of the keys, and a team is told that these pages are not for it', async () => {
    await page.goto(`/contests/${contest}/rejudgings`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByText('Choose the row, for a rejudging (jury)').waitFor();
    const [login] = stack.teams;
    if (login === undefined) throw new Error('the sample contest has no team');
    await using team = await newMember(browser, stack.url, login);
    await team.page.goto(`/contests/${contest}/wall-limits`);
    await team.page.getByText('Not for this account').waitFor();
  });
});
