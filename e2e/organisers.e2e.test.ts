/** Jury and administrator at a browser, and the phases of a contest as teams see them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Login } from '@sandglass/client';
import { openPackage, writePackageZip } from '@sandglass/problem-package';
import { type TestStack, samplePackages, startStack } from '@sandglass/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember, newPerson } from './support/person.ts';
import { sample, submitFile, verdictAtHead } from './support/submitting.ts';
import { zipOf } from './support/zip.ts';

const problem = whyNotHere();
const verdictMs = 60_000;
const minute = 60_000;

describe.skipIf(problem !== null)(`organisers in a browser${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let team: Login;

  beforeAll(async () => {
    stack = await startStack({ problems: ['sum'] });
    browser = await openBrowser();
    const first = stack.teams[0];
    if (first === undefined) throw new Error('the sample contest has no team');
    team = first;
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  /** A contest with one problem and one team, at some minutes from now. */
  async function contestAt(id: string, from: number, to: number, freeze: number | null): Promise<void> {
    const at = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString();
    await stack.admin.defineContest({
      id,
      name: `Contest ${id}`,
      startsAt: at(from),
      endsAt: at(to),
      freezesAt: freeze === null ? null : at(freeze),
      problems: [{ label: 'A', problem: 'sum', colour: '#f2c14e' }],
      teams: [{ id: team.username, name: 'The Team' }],
    });
  }

  async function submitted(contest: string, path: string, language: string): Promise<string> {
    const { name, buffer } = await sample(path);
    const client = stack.client(team);
    const files = [{ name, content: buffer.toString('utf8') }];
    const { id } = await client.submit(contest, { problem: 'A', language, files });
    await client.verdictOf(id);
    return id;
  }

  describe('the jury', () => {
    it('judges a submission again, live, and still has the earlier judging', async () => {
      const id = await submitted('warmup', 'sum/submissions/accepted/sum.cpp', 'cpp');
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      const { page } = jury;
      await page.goto(`/contests/warmup/submissions/${id}`);
      await verdictAtHead(page, 'AC').waitFor();
      await page.getByRole('button', { name: 'Judge again' }).click();
      const judgings = page.getByRole('group', { name: 'Judgings' });
      await judgings.getByRole('button').nth(1).waitFor({ timeout: verdictMs });
      await verdictAtHead(page, 'AC').waitFor({ timeout: verdictMs });
      expect(await judgings.getByRole('button').count()).toBe(2);
    });

    it('filters by the address, and the list obeys while submissions arrive', async () => {
      await submitted('warmup', 'sum/submissions/wrong_answer/overflow.c', 'c');
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      const { page } = jury;
      await page.goto('/contests/warmup/submissions?verdict=WA');
      const rows = page.locator('tbody tr');
      await rows.first().waitFor();
      expect(await rows.locator('[data-verdict="WA"]').count()).toBe(await rows.count());
      const before = await rows.count();
      await submitted('warmup', 'sum/submissions/wrong_answer/overflow.c', 'c');
      await rows.nth(before).waitFor();
      await submitted('warmup', 'sum/submissions/accepted/sum.cpp', 'cpp');
      expect(await rows.locator('[data-verdict="WA"]').count()).toBe(before + 1);
      await page.getByRole('button', { name: 'Clear all' }).click();
      await rows.locator('[data-verdict="AC"]').first().waitFor();
      expect(new URL(page.url()).search).toBe('');
    });
  });

  describe('the administrator', () => {
    it('sees with file and reason what is wrong with a package', async () => {
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      const { page } = admin;
      await page.goto('/admin');
      const input = page.locator('input[type=file]');
      const buffer = await zipOf({ 'broken/problem.yaml': 'problem_format_version: 2025-09\nname: [1\n' });
      await input.setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer });
      await page.getByText('broken.zip was not imported').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('problem.yaml');
      await input.setInputFiles({
        name: 'no.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('no zip'),
      });
      await page.getByText('no.zip was not imported').waitFor();
    });

    it('imports a package, which is then in the list', async () => {
      const scratch = await mkdtemp(join(tmpdir(), 'sandglass-e2e-'));
      const opened = await openPackage(join(samplePackages(), 'bulb'));
      try {
        const zip = join(scratch, 'bulb.zip');
        await writePackageZip(opened, zip);
        await using admin = await newMember(browser, stack.url, stack.adminLogin);
        const { page } = admin;
        await page.goto('/admin');
        const file = { name: 'bulb.zip', mimeType: 'application/zip', buffer: await readFile(zip) };
        await page.locator('input[type=file]').setInputFiles(file);
        await page.getByText(/version 1 imported/).waitFor();
        await page.getByRole('rowheader', { name: /bulb, version 1/ }).waitFor();
      } finally {
        await opened.close();
        await rm(scratch, { recursive: true });
      }
    });

    it('is told what is wrong with a contest before it is sent, and makes one that is right', async () => {
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      const { page } = admin;
      await page.goto('/admin');
      const text = page.getByLabel('Definition, as JSON');
      await text.fill('{"id": "made here", "name": "Made"}');
      await page.getByRole('button', { name: 'Save the contest' }).click();
      await page.getByText('startsAt').waitFor();
      await page.getByRole('button', { name: 'Save the contest' }).waitFor();
      const at = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString();
      await text.fill(JSON.stringify({ id: 'made', name: 'Made Here', startsAt: at(60), endsAt: at(360) }));
      await page.getByRole('button', { name: 'Save the contest' }).click();
      await page.getByText('The contest is saved.').waitFor();
      await page.goto('/');
      await page.getByText('Made Here').waitFor();
    });
  });

  describe('a contest', () => {
    it('that has not begun shows a countdown and no problems', async () => {
      await contestAt('ahead', 60, 360, null);
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/ahead');
      await member.page.getByText('The problems appear at the start').waitFor();
      expect(await member.page.getByText('Two Glasses').count()).toBe(0);
    });

    it('that begins while the page is open shows its problems without a reload', async () => {
      await contestAt('soon', 5 / 60, 300, null);
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/soon');
      await member.page.getByRole('list', { name: 'Problems' }).getByText('Two Glasses').waitFor();
    });

    it('that is over takes no more submissions', async () => {
      await contestAt('over', -360, -60, null);
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/over/problems/A');
      await member.page.getByText('The contest is over: no more submissions are taken.').waitFor();
    });

    it('that is frozen shows a team its own verdict, and the public only that it tried', async () => {
      await contestAt('frozen', -120, 60, -60);
      await using member = await newMember(browser, stack.url, team);
      await submitFile(member.page, 'frozen', 'A', 'sum/submissions/accepted/sum.cpp');
      await verdictAtHead(member.page, 'AC').waitFor({ timeout: verdictMs });
      await using visitor = await newPerson(browser, stack.url);
      await visitor.page.goto('/contests/frozen/scoreboard');
      await visitor.page.getByText('Frozen.').waitFor();
      const row = visitor.page.locator(`tr[data-team="${team.username}"]`);
      await row.getByText('1 try pending').waitFor();
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      await jury.page.goto('/contests/frozen/scoreboard');
      await jury.page
        .locator(`tr[data-team="${team.username}"]`)
        .getByText(/First to solve/)
        .waitFor();
      await jury.page.getByText('Public view').click();
      await jury.page.locator(`tr[data-team="${team.username}"]`).getByText('1 try pending').waitFor();
    });
  });

  describe('a page that cannot be shown', () => {
    it('says that there is no connection, and shows itself when there is one again', async () => {
      await using visitor = await newPerson(browser, stack.url);
      const { page } = visitor;
      // The connection broke after the code and before the answers that come with the page.
      await page.route('**/contests/warmup/scoreboard', async (route) => {
        if (route.request().resourceType() !== 'document') return route.fallback();
        const response = await route.fetch();
        const blocks = /<script type="application\/json" data-answer[^]*?<\/script>/g;
        return route.fulfill({ response, body: (await response.text()).replaceAll(blocks, '') });
      });
      await page.route('**/api/**', (route) => route.abort());
      await page.goto('/contests/warmup/scoreboard');
      await page.getByRole('heading', { name: 'No connection' }).waitFor();
      await page.unroute('**/api/**');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('heading', { name: 'Scoreboard' }).waitFor();
    });

    it('for want of its code waits for the connection, and then shows itself', async () => {
      await using visitor = await newPerson(browser, stack.url);
      const { page, context } = visitor;
      await page.goto('/contests/warmup/problems/A');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await context.setOffline(true);
      await page.getByTestId('connection-banner').waitFor();
      // By keyboard: the pointer would fetch the code ahead.
      await page.getByRole('link', { name: 'Scoreboard' }).first().press('Enter');
      await page.waitForURL('**/scoreboard');
      await page.getByTestId('connection-banner').waitFor();
      await context.setOffline(false);
      await page.getByRole('heading', { name: 'Scoreboard' }).waitFor();
      await page.getByTestId('connection-banner').waitFor({ state: 'detached' });
    });

    it('says that a submission does not exist or is not one’s own, without telling which', async () => {
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/warmup/submissions/01900000-0000-7000-8000-000000000000');
      await member.page.getByRole('heading', { name: 'Not found' }).waitFor();
    });
  });
});
