/** Jury and administrator at a browser, and the phases of a contest as teams see them. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Login } from '@sandglass/client';
import { contestDefinitionSchema } from '@sandglass/contracts';
import { openPackage, writePackageZip } from '@sandglass/problem-package';
import { type TestStack, samplePackages, startStack } from '@sandglass/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { logIn, newMember, newPerson } from './support/person.ts';
import { regionalFiles, regionalTeam } from './support/regional.ts';
import { sample, submitFile, verdictAtHead } from './support/submitting.ts';
import { type ContestMinutes, makeTimedContest, minutesFromNow } from './support/timed-contest.ts';
import { zipOf } from './support/zip.ts';

const problem = whyNotHere();
const verdictMs = 60_000;

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

  const contestAt = (id: string, minutes: ContestMinutes, name?: string): Promise<void> =>
    makeTimedContest(stack, team, id, minutes, name);

  const rowOf = (page: Page): Locator => page.locator(`[data-team="${team.username}"]`);

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
      await page.getByRole('button', { name: 'Rejudge…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rejudge and apply' }).click();
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
      const input = page.locator('input[aria-label="Problem packages"]');
      const buffer = await zipOf({ 'broken/problem.yaml': 'problem_format_version: 2025-09\nname: [1\n' });
      await input.setInputFiles({ name: 'broken.zip', mimeType: 'application/zip', buffer });
      await page.getByText('broken.zip was not imported').waitFor();
      const broken = await page.getByRole('alert').innerText();
      expect(broken).toContain('problem.yaml');
      // Each error is there once.
      const [, ...lines] = broken.split('\n').filter((one) => one.trim() !== '');
      expect(new Set(lines).size).toBe(lines.length);
      expect(broken).not.toContain('1 errors');
      await input.setInputFiles({
        name: 'no.zip',
        mimeType: 'application/zip',
        buffer: Buffer.from('no zip'),
      });
      await page.getByText('no.zip was not imported').waitFor();
      expect(await page.getByRole('alert').innerText()).not.toContain('upload-');
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
        await page.locator('input[aria-label="Problem packages"]').setInputFiles(file);
        await page.getByText(/version 1 imported/).waitFor();
        await page.getByRole('rowheader', { name: /bulb, version 1/ }).waitFor();
      } finally {
        await opened.close();
        await rm(scratch, { recursive: true });
      }
    });

    it('lets a judgehost join by the command that the page prints, and deletes one that never came', async () => {
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      const { page } = admin;
      await page.goto('/admin');
      await page.getByLabel('Name of the host').fill('judge-7');
      await page.getByRole('button', { name: 'Make a token' }).click();
      const command = page.getByText(
        new RegExp(`^sudo ./sandglass judgehost join ${stack.url} \\S+ --name judge-7$`),
      );
      await command.waitFor();
      // A token leaves no host behind; one made by name does, and never comes when the name was mistyped.
      await stack.admin.createJudgehost('jugde-8');
      await page.goto('/judgehosts');
      await page.getByText('1 of 1', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: /jugde-8/ }).click();
      await page.getByText('This host has never reported').waitFor();
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete jugde-8 and void its token' }).click();
      // Its row and the question are gone.
      await expect.poll(() => page.getByText('jugde-8', { exact: true }).count()).toBe(0);
      expect((await stack.admin.judgehosts()).map(({ name }) => name)).toEqual(['testhost']);
    });

    it('reads what is wrong with a contest before it is sent, and makes one that is right', async () => {
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      const { page } = admin;
      await page.goto('/admin');
      const text = page.getByLabel('Definition (JSON)');
      await text.fill('{"id": "made here", "name": "Made"}');
      await page.getByRole('button', { name: 'Save the contest' }).click();
      await page.getByText('startsAt is missing').waitFor();
      await page.getByRole('button', { name: 'Save the contest' }).waitFor();
      await text.fill(
        JSON.stringify({
          id: 'made',
          name: 'Made Here',
          startsAt: minutesFromNow(60),
          endsAt: minutesFromNow(360),
        }),
      );
      await page.getByRole('button', { name: 'Save the contest' }).click();
      await page.getByText('Made Here is saved.').waitFor();
      await page.getByRole('link', { name: 'Open the contest' }).click();
      await page.waitForURL('**/contests/made');
      await page.getByRole('heading', { name: 'Made Here' }).waitFor();
    });

    it('loads what a contest is, and is asked before teams with submissions are left out', async () => {
      await contestAt('changed', { from: -60, to: 60 });
      await submitted('changed', 'sum/submissions/accepted/sum.cpp', 'cpp');
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      const { page } = admin;
      await page.goto('/admin');
      const text = page.getByLabel('Definition (JSON)');
      await page.getByLabel('Load a contest’s definition').selectOption('changed');
      await expect.poll(() => text.inputValue()).toContain('"The Team"');
      await page.getByText('Nothing is changed yet').waitFor();
      const definition = contestDefinitionSchema.parse(JSON.parse(await text.inputValue()));
      const { teams: _teams, ...rest } = definition;
      const teams = async () => (await stack.admin.contestDefinition('changed')).teams?.length;
      // Without a word of them they stay.
      await text.fill(JSON.stringify({ ...rest, name: 'Changed Once' }));
      await page.getByRole('button', { name: 'Save the contest' }).click();
      await page.getByText('Changed Once is saved.').waitFor();
      expect(await teams()).toBe(1);
      await text.fill(JSON.stringify({ ...rest, name: 'Changed Twice', teams: [] }));
      const changes = page.getByRole('status').filter({ hasText: 'Changes of “Changed Once”' });
      await changes.getByText('name Changed Once → Changed Twice').waitFor();
      await changes.getByText(`teams 1 removed: ${team.username}`).waitFor();
      // Another administrator is quicker.
      await stack.admin.defineContest({ ...rest, name: 'Changed Once', penaltyMinutes: 7 });
      await page.getByRole('button', { name: 'Save the contest' }).click();
      await page.getByText('penaltyMinutes has changed since it was read').waitFor();
      await changes.getByText('penaltyMinutes 7 → ').waitFor();
      await page.getByRole('button', { name: 'Save over them' }).click();
      await page.getByText('leaves out 1 team with 1 submission').waitFor();
      await page.getByText(`without "${team.username}" (The Team): 1 submission`).waitFor();
      expect(await teams()).toBe(1);
      await page.getByRole('button', { name: 'Save without them' }).click();
      await page.getByText('Changed Twice is saved.').waitFor();
      expect(await teams()).toBe(0);
    });
  });

  describe('the people of a contest', () => {
    it('come by files, as a dry run shows them, and one of 120 teams logs in with its new password', async () => {
      await contestAt('regional', { from: -10, to: 50 });
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      const { page } = admin;
      await page.goto('/people?tab=import');
      await page.getByLabel('Let the teams take part in').selectOption('regional');
      await page.locator('input[type=file]').setInputFiles(regionalFiles(120));
      const dryRun = page.locator('[data-difference="dry-run"]');
      await dryRun.locator('[data-kind="teams"]').getByText('120', { exact: true }).waitFor();
      await dryRun.getByText('120 teams would join the contest').waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.locator('[data-difference="imported"]').getByText('120 teams joined the contest').waitFor();
      await page.goto(`/people?tab=accounts&search=${regionalTeam(7)}`);
      await page.getByRole('button', { name: `New password for ${regionalTeam(7)}` }).click();
      await page.getByRole('button', { name: 'Make them' }).click();
      const sheet = page.getByRole('article', { name: `Sheet of ${regionalTeam(7)}` });
      await sheet.getByText('Hall 2, desk 7').waitFor();
      const [username = '', password = ''] = await sheet.locator('code').allInnerTexts();
      await using member = await newPerson(browser, stack.url);
      await logIn(member.page, { who: username, username, password });
      await member.page.goto('/contests/regional/scoreboard');
      await member.page
        .locator(`[data-team="${regionalTeam(7)}"]`)
        .getByText('University 03')
        .waitFor();
    });

    it('come by a pasted table, whose columns somebody chooses', async () => {
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      const { page } = admin;
      await page.goto('/people?tab=import');
      await page.getByLabel('Or paste a table').fill('Pasted One\tSelk\tXL\nPasted Two\tSelk\tM');
      await page.getByRole('button', { name: 'Add this table' }).click();
      await page.getByText('Nothing can be imported until these are right').waitFor();
      await page.getByLabel('Column 1').selectOption('Team name');
      await page.getByText('column 2 is no column that is known').waitFor();
      await page.getByLabel('Column 2').selectOption('Organisation');
      await page.getByText('column 2 is no column that is known').waitFor({ state: 'detached' });
      await page.getByLabel('Column 3').selectOption('Do not read');
      const dryRun = page.locator('[data-difference="dry-run"]');
      await dryRun.locator('[data-kind="teams"]').getByText('2', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.locator('[data-difference="imported"]').waitFor();
    });

    it('register themselves, see what became of it, and log in once they are approved', async () => {
      const open = { name: 'Open division', selfRegistration: true };
      await stack.admin.http.request('PUT', '/api/people/groups/open', open);
      await using person = await newPerson(browser, stack.url);
      const { page } = person;
      await page.goto('/login');
      await page.getByRole('link', { name: 'Register your team' }).click();
      await page.getByLabel('Team name').fill('Walk-in Closets');
      await page.getByLabel('Member 1').fill('Ada Lovelace');
      await page.getByLabel('Password', { exact: true }).fill('words of ours');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('is not the same').waitFor();
      await page.getByLabel('Password, again').fill('words of ours');
      await page.getByRole('button', { name: 'Register' }).click();
      await page.getByText('waits for the organisers').waitFor();
      await using admin = await newMember(browser, stack.url, stack.adminLogin);
      await admin.page.goto('/people?tab=registrations');
      await admin.page.getByLabel('Choose Walk-in Closets').check();
      await admin.page.getByRole('button', { name: 'Approve 1 registration' }).click();
      await admin.page.getByText('No registration waits').waitFor();
      await page.reload();
      await page.getByText('Your team takes part').waitFor();
      await logIn(page, { who: 'team', username: 'walk-in-closets', password: 'words of ours' });
    });
  });

  describe('the header', () => {
    const name = 'المسابقة الجامعية لفريق القاهرة الكبرى والإسكندرية';

    it.each([1440, 1024, 390])(
      'has room for its parts at %i px, and names in their own direction',
      async (width) => {
        await contestAt('names', { from: 90, to: 300 }, name);
        await using admin = await newMember(browser, stack.url, stack.adminLogin, { width });
        const { page } = admin;
        await page.goto('/contests/names');
        const banner = page.getByRole('banner');
        const brand = banner.locator('bdi').first();
        await brand.waitFor();
        expect(await brand.textContent()).toBe(name);
        // The beginning of an Arabic name is at its right, and its end is what is cut.
        const direction = "getComputedStyle(document.querySelector('header bdi')).direction";
        expect(await page.evaluate<string>(direction)).toBe('rtl');
        expect((await banner.getByRole('timer').innerText()).replaceAll(/\s+/g, ' ')).toMatch(
          /^starts in 1:\d\d:\d\d$/,
        );
        const parts = [
          brand,
          ...(await banner.getByRole('navigation').getByRole('link').all()),
          banner.getByRole('timer'),
          banner.getByRole('link', { name: /larm/ }),
          banner.getByRole('button', { name: /^Account of/ }),
        ];
        const boxes = (await Promise.all(parts.map((part) => part.boundingBox()))).filter(
          (box) => box !== null,
        );
        expect(boxes[0]?.width).toBeGreaterThan(60);
        for (const [index, { x, width: own }] of boxes.entries()) {
          const next = boxes[index + 1]?.x ?? width + 6;
          expect(next - (x + own), `px behind part ${String(index)}`).toBeGreaterThanOrEqual(
            index === 0 ? 6 : 0,
          );
        }
      },
    );
  });

  describe('a contest', () => {
    it('that has not begun shows a countdown and no problems', async () => {
      await contestAt('ahead', { from: 60, to: 360 });
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/ahead');
      await member.page.getByText('The problems appear at the start').waitFor();
      expect(await member.page.getByText('Two Glasses').count()).toBe(0);
    });

    it('that begins while the page is open shows its problems without a reload', async () => {
      await contestAt('soon', { from: 5 / 60, to: 300 });
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/soon');
      await member.page.getByRole('list', { name: 'Problems' }).getByText('Two Glasses').waitFor();
    });

    it('that begins while a problem’s address is open shows the countdown, and then the problem', async () => {
      await contestAt('near', { from: 8 / 60, to: 300 });
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/near/problems/A');
      await member.page.getByText('The problems appear at the start').waitFor();
      await member.page.getByRole('heading', { name: 'Two Glasses' }).waitFor();
    });

    it('that is over takes no more submissions', async () => {
      await contestAt('over', { from: -360, to: -60 });
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/over/problems/A');
      await member.page.getByText('The contest is over: no more submissions are accepted.').waitFor();
    });

    it('that is frozen shows a team its own verdict, and the public only that it tried', async () => {
      await contestAt('frozen', { from: -120, to: 60, freeze: -60 });
      await using member = await newMember(browser, stack.url, team);
      await submitFile(member.page, 'frozen', 'A', 'sum/submissions/accepted/sum.cpp');
      await verdictAtHead(member.page, 'AC').waitFor({ timeout: verdictMs });
      await using visitor = await newPerson(browser, stack.url);
      await visitor.page.goto('/contests/frozen/scoreboard');
      await visitor.page.getByText('Frozen since').waitFor();
      await rowOf(visitor.page)
        .getByRole('img', { name: /1 try pending/ })
        .waitFor();
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      await jury.page.goto('/contests/frozen/scoreboard');
      await jury.page.getByText('Public scoreboard frozen since').waitFor();
      const cell = rowOf(jury.page).getByRole('link', {
        name: /First to solve.*not on the public scoreboard/,
      });
      await cell.waitFor();
      await jury.page.getByText('Public view').click();
      await rowOf(jury.page)
        .getByRole('link', { name: /1 try pending/ })
        .waitFor();
    });

    it('that is frozen is not projected with the jury’s results by one wrong click', async () => {
      await contestAt('hall', { from: -120, to: 60, freeze: -60 });
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      const { page } = jury;
      await page.goto('/contests/hall/scoreboard');
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.getByRole('dialog').getByText('do not project it').waitFor();
      await page.getByRole('button', { name: 'Show the public view' }).click();
      await page.waitForURL('**/scoreboard?as=public&full=yes');
      await page.getByText('Frozen since').waitFor();
      await page.getByRole('banner').getByRole('link').first().waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Leave full screen' }).press('Enter');
      await page.waitForURL('**/scoreboard?as=public');
      // The keyboard goes on where it was.
      const focused = () => page.evaluate('document.activeElement.textContent');
      await expect.poll(focused).toBe('Full screen');
      // By its address the jury's view does not get into the hall either.
      await page.goto('/contests/hall/scoreboard?full=yes');
      await page.waitForURL('**/scoreboard?as=public&full=yes');
      await page.getByText('Frozen since').waitFor();
      await page.keyboard.press('Escape');
      await page.waitForURL('**/scoreboard?as=public');
      await expect.poll(focused).toBe('Full screen');
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

    it('says that a submission does not exist or is not one’s own, without saying which', async () => {
      await using member = await newMember(browser, stack.url, team);
      await member.page.goto('/contests/warmup/submissions/01900000-0000-7000-8000-000000000000');
      await member.page.getByRole('heading', { name: 'Not found' }).waitFor();
    });
  });
});
