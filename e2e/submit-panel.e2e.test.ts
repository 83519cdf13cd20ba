/** The panel to submit, where things go wrong: long lines, a phone's keyboard, a silent server, no right to submit. */
import type { Login } from '@sandglass/client';
import { type TestStack, startStack } from '@sandglass/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember } from './support/person.ts';
import { awaitedAnswers } from './submit-panel/awaited-answers.ts';
import { chooseFile, isInSight, openEditor, submitForm } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'warmup';
const problemA = `/contests/${contest}/problems/A`;
const minute = 60_000;
const widths: [width: number, height: number][] = [
  [1440, 900],
  [1024, 560],
  [390, 844],
];
/** What people paste. */
const texts: [what: string, text: string][] = [
  ['a line of 2 000 characters', `int x = ${'1 + '.repeat(500)}1;`],
  ['a line without a space', 'x'.repeat(2000)],
  ['tabs', `${'\t'.repeat(300)}return 0;`],
  ['CJK', `// ${'沙漏判题系统'.repeat(300)}`],
  ['256 KiB', '0123456789abcdef'.repeat(16 * 1024)],
];

describe.skipIf(problem !== null)(`the panel to submit${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;

  const login = (index: number): Login => {
    const found = stack.teams[index];
    if (found === undefined) throw new Error(`the sample contest has no team ${index}`);
    return found;
  };
  const listed = async (index: number): Promise<number> =>
    (await stack.client(login(index)).submissions(contest)).submissions.length;

  beforeAll(async () => {
    // No verdict is waited for.
    stack = await startStack({ problems: ['sum'], judgehost: false });
    browser = await openBrowser();
    const runner = { username: 'runner', password: 'password-of-runner', displayName: 'Balloon runner' };
    await stack.admin.createUsers({ users: [{ ...runner, role: 'balloon' }] });
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  describe('keeps its width and its button in sight', () => {
    it.each(widths)('at %i × %i, regardless of what is pasted', async (width, height) => {
      await using person = await newMember(browser, stack.url, login(0), { width, height });
      const { page } = person;
      for (const address of [problemA, `/contests/${contest}/submit?problem=A`]) {
        await page.goto(address);
        const { form, editor } = await openEditor(page, 'A');
        const widthOfPage = () => page.evaluate('document.documentElement.scrollWidth');
        const before = [(await form.boundingBox())?.width, await widthOfPage()];
        expect(before[1]).toBeLessThanOrEqual(width);
        for (const [what, text] of texts) {
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.insertText(text);
          await editor.getByText(text.trim().slice(0, 5)).first().waitFor();
          const now = [(await form.boundingBox())?.width, await widthOfPage()];
          expect(now, `widths of panel and page with ${what}`).toEqual(before);
          for (const part of [
            form.getByRole('button', { name: 'Submit to A' }),
            form.getByLabel('Language').first(),
          ])
            expect(await isInSight(part, height), `in sight with ${what}`).toBe(true);
        }
      }
    });

    it('on a phone above the keyboard', async () => {
      await using person = await newMember(browser, stack.url, login(0), {
        width: 390,
        height: 844,
        touch: true,
      });
      const { page } = person;
      const keyboard = 336;
      await page.addInitScript(`{
        const { visualViewport } = window;
        let covered = 0;
        Object.defineProperty(visualViewport, 'height', { get: () => document.documentElement.clientHeight - covered });
        window.openKeyboard = (px) => { covered = px; visualViewport.dispatchEvent(new Event('resize')); };
      }`);
      await page.goto(problemA);
      const { form } = await openEditor(page, 'A');
      const button = form.getByRole('button', { name: 'Submit to A' });
      await page.evaluate(`window.openKeyboard(${keyboard})`);
      await page.evaluate(
        `document.querySelector('.cm-content').scrollIntoView({ block: 'start' }); scrollBy(0, -80)`,
      );
      await expect.poll(() => isInSight(button, 844 - keyboard)).toBe(true);
      expect(await isInSight(form.getByLabel('Language').first(), 844 - keyboard)).toBe(true);
      await page.evaluate('window.openKeyboard(0)');
      await expect.poll(async () => ((await button.boundingBox())?.y ?? 0) > 844 - keyboard).toBe(true);
    });

    it('with a hundred files', async () => {
      await using person = await newMember(browser, stack.url, login(0), { width: 390, height: 844 });
      await person.page.goto(problemA);
      const form = submitForm(person.page, 'A');
      await form.getByText('Files', { exact: true }).click();
      const files = Array.from({ length: 100 }, (_, n) => ({
        name: `${'a_rather_long_name_of_a_file'.repeat(3)}_${n}.cpp`,
        mimeType: 'text/plain',
        buffer: Buffer.from('int x;'),
      }));
      await form.locator('input[type=file]').setInputFiles(files);
      await form.getByText('_99.cpp').waitFor();
      await form.getByRole('group', { name: 'Source files for A' }).scrollIntoViewIfNeeded();
      expect(await isInSight(form.getByRole('button', { name: 'Submit to A' }), 844)).toBe(true);
      expect(await person.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    });
  });

  describe('by keyboard', () => {
    it('is one key away, and another submits what is in the editor', async () => {
      await using person = await newMember(browser, stack.url, login(1));
      const { page } = person;
      await page.goto(problemA);
      const { editor } = await openEditor(page, 'A');
      await page.reload();
      await editor.waitFor();
      await page.keyboard.press('u');
      const focused = 'document.activeElement.className';
      await expect.poll(() => page.evaluate(focused)).toContain('cm-content');
      await page.keyboard.insertText('#include <cstdio>\nint main() { puts("1"); }');
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
      const [own] = (await stack.client(login(1)).submissions(contest)).submissions;
      const { files } = await stack.client(login(1)).submission(own?.id ?? '');
      expect(files.map(({ text }) => text)).toEqual(['#include <cstdio>\nint main() { puts("1"); }']);
    });

    it('is the second stop of a problem’s page', async () => {
      await using person = await newMember(browser, stack.url, login(0));
      const { page } = person;
      await page.goto(problemA);
      await submitForm(page, 'A').getByText('Files', { exact: true }).click();
      await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
      await page.reload();
      await submitForm(page, 'A').waitFor();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Choose files');
    });

    it.each([
      ['a team', () => login(0), ['u', 'Ctrl+Enter'], ['x', 'gj']],
      ['the jury', () => stack.juryLogin, ['u', 'x', 'Shift+x', 'gj', 'gw'], []],
    ])('shows %s its own keys, each within its cap', async (_who, whose, expected, missing) => {
      await using person = await newMember(browser, stack.url, whose());
      const { page } = person;
      await page.goto(`/contests/${contest}`);
      await page.getByText('Rules in short').waitFor();
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await help.getByText('This list').waitFor();
      const keys = (await help.locator('dt').allTextContents()).map((text) => text.trim());
      for (const key of expected) expect(keys).toContain(key);
      for (const key of missing) expect(keys).not.toContain(key);
      const caps =
        '[...document.querySelectorAll("kbd")].filter((k) => k.scrollWidth > k.clientWidth + 1).length';
      expect(await page.evaluate(caps)).toBe(0);
      const shift = help.locator('dt', { hasText: 'Shift' });
      if ((await shift.count()) > 0) {
        const [cap, words] = [await shift.boundingBox(), await help.locator('dd').last().boundingBox()];
        expect((cap?.x ?? 0) + (cap?.width ?? 0)).toBeLessThan(words?.x ?? 0);
      }
    });
  });

  awaitedAnswers(() => ({ stack, browser, login, listed }));

  describe('for somebody who cannot submit', () => {
    it.each([
      [
        'runs balloons',
        () => ({ who: 'runner', username: 'runner', password: 'password-of-runner' }),
        contest,
        'balloons',
      ],
      ['is in no team of the contest', () => login(1), 'others', 'does not take part'],
      ['comes after the end', () => login(0), 'others', 'The contest is over'],
    ])('who %s says why and has no button', async (_what, who, where, why) => {
      await contestThatEnds(why.includes('over') ? -1 : 60);
      await using person = await newMember(browser, stack.url, who());
      const { page } = person;
      for (const address of [`/contests/${where}/problems/A`, `/contests/${where}/submit`]) {
        await page.goto(address);
        await page.getByRole('status').filter({ hasText: why }).waitFor();
        expect(await page.getByRole('form', { name: /^Submit to/ }).count()).toBe(0);
        expect(await page.getByRole('button', { name: /^Submit/ }).count()).toBe(0);
      }
      await page.goto(`/contests/${where}/submissions`);
      await page.getByText(/No submissions yet/).waitFor();
      expect(await page.getByRole('link', { name: 'Submit', exact: true }).count()).toBe(0);
    });

    it('whose contest is over the home page speaks of the freeze as of something that was', async () => {
      await contestThatEnds(-1);
      await using person = await newMember(browser, stack.url, login(0));
      await person.page.goto('/contests/others');
      await person.page.getByText('The scoreboard has been frozen since').waitFor();
    });
  });

  describe('the choice of files', () => {
    const text = (name: string, content: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(content),
    });

    it('that will hardly compile is doubted once, and sent when that is meant', async () => {
      await using person = await newMember(browser, stack.url, login(8));
      const { page } = person;
      await page.goto(problemA);
      const form = await chooseFile(page, 'A');
      await form.locator('input[type=file]').setInputFiles([text('Sum.java', 'class Sum {}')]);
      await form.getByText('Sum.java').waitFor();
      await form.getByRole('combobox', { name: 'Language' }).click();
      await page.getByRole('option', { name: 'C++', exact: true }).click();
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await form.getByText('Sum.java will not be compiled').waitFor();
      expect(await listed(8)).toBe(0);
      let tries = 0;
      await page.route('**/submissions', (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        tries += 1;
        return tries === 1 ? route.abort() : route.continue();
      });
      await form.getByRole('button', { name: 'Submit anyway' }).click();
      await form.getByText('The server cannot be reached').waitFor();
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
      expect(await listed(8)).toBe(1);
    });

    it('is named in what is wrong with it', async () => {
      await using person = await newMember(browser, stack.url, login(9));
      const { page } = person;
      await page.goto(problemA);
      const form = submitForm(page, 'A');
      await form.getByText('Files', { exact: true }).click();
      await form.locator('input[type=file]').setInputFiles([text('bin.cpp', '\u007fELF\0\0\0')]);
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await form.getByRole('alert').getByText('"bin.cpp" has NUL bytes').waitFor();
    });
  });

  /** A contest of the first team alone, which ends so many minutes from now. */
  async function contestThatEnds(minutes: number): Promise<void> {
    const at = (from: number): string => new Date(Date.now() + from * minute).toISOString();
    await stack.admin.defineContest(
      {
        id: 'others',
        name: 'A contest of others',
        startsAt: at(-60),
        endsAt: at(minutes),
        freezesAt: at(minutes - 5),
        problems: [{ label: 'A', problem: 'sum', colour: '#f2c14e' }],
        teams: [{ id: login(0).username, name: 'The Team' }],
      },
      { confirmed: true },
    );
  }
});
