/** A contestant at a browser, the whole path behind it: api, queue, judgehost, sandbox, live stream. */
import type { Verdict } from '@sandglass/contracts';
import { type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { type Person, logIn, logInHere, newMember, newPerson } from './support/person.ts';
import {
  chooseFile,
  openEditor,
  sample,
  submitFile,
  submitForm,
  verdictAtHead,
} from './support/submitting.ts';
import { possibleVerdicts } from './support/verdicts.ts';

const problem = whyNotHere();
const contest = 'warmup';
const problemA = `/contests/${contest}/problems/A`;
/**
 * Room for a compile, the slowest program, and a busy machine: a starved run is made again, and again, each time when
 * the host is less busy.
 */
const verdictMs = 110_000;

const programs: readonly [Verdict, string, string][] = [
  ['AC', 'answers rightly', 'accepted/sum.cpp'],
  ['WA', 'overflows', 'wrong_answer/overflow.c'],
  ['TLE', 'counts every grain', 'time_limit_exceeded/counts_grains.cpp'],
  ['WTL', 'falls asleep', 'rejected/falls_asleep.py'],
  ['RTE', 'aborts', 'run_time_error/aborts.cpp'],
  ['MLE', 'hoards memory', 'rejected/hoards.cpp'],
  ['OLE', 'chatters', 'rejected/chatters.cpp'],
  ['CE', 'lacks a semicolon', 'rejected/no_semicolon.c'],
];

describe.skipIf(problem !== null)(`submitting in a browser${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let team: Person;
  let page: Page;

  const login = (index: number) => {
    const found = stack.teams[index];
    if (found === undefined) throw new Error(`the sample contest has no team ${index}`);
    return found;
  };

  const listed = async (index: number): Promise<number> =>
    (await stack.client(login(index)).submissions(contest)).submissions.length;

  beforeAll(async () => {
    stack = await startStack({ problems: ['sum', 'rooms'] });
    browser = await openBrowser();
    team = await newMember(browser, stack.url, login(0));
    page = team.page;
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  describe('the login', () => {
    it('says that username or password is wrong, and lets the right ones in', async () => {
      await using person = await newPerson(browser, stack.url);
      await person.page.goto('/login');
      // The cursor is in place: who comes here types.
      await expect.poll(() => person.page.evaluate<string>('document.activeElement.name')).toBe('username');
      await person.page.keyboard.type(login(5).username);
      await person.page.getByLabel('Password', { exact: true }).fill('not the password');
      await person.page.locator('form').getByRole('button', { name: 'Log in' }).click();
      await person.page.getByRole('alert').waitFor();
      expect(await person.page.getByRole('alert').innerText()).toBe('The username or the password is wrong.');
      expect(new URL(person.page.url()).pathname).toBe('/login');
      await logIn(person.page, login(5));
      await person.page.getByRole('heading', { name: 'Sandglass Warm-up Regional' }).waitFor();
    });

    it('shows when and from where the account was used before', async () => {
      await using first = await newMember(browser, stack.url, login(6));
      await using second = await newMember(browser, stack.url, login(6));
      await first.page.goto('/');
      await second.page.goto('/');
      await second.page.getByRole('button', { name: /^Account of/ }).click();
      await second.page.getByText(/Last login .* from /).waitFor();
      expect(first.errors).toEqual([]);
    });

    it('brings a visitor to the page that was asked for', async () => {
      await using person = await newPerson(browser, stack.url);
      await person.page.goto(`/contests/${contest}/submissions`);
      await logInHere(person.page, login(5));
      await person.page.getByRole('heading', { name: 'Your submissions' }).waitFor();
    });
  });

  describe('a program', () => {
    it.each(programs)('gets %s without a reload when it %s', async (verdict, _does, path) => {
      onTestFailed(() => console.error(team.errors.join('\n')));
      await submitFile(page, contest, 'A', `sum/submissions/${path}`);
      await page.evaluate('window.notReloaded = true');
      await verdictAtHead(page, ...possibleVerdicts(verdict)).waitFor({ timeout: verdictMs });
      expect(await page.evaluate('window.notReloaded')).toBe(true);
    });

    it('that does not compile shows what the compiler said', async () => {
      await submitFile(page, contest, 'A', 'sum/submissions/rejected/no_semicolon.c');
      await verdictAtHead(page, 'CE').waitFor({ timeout: verdictMs });
      expect(await page.getByRole('region', { name: 'Compiler output' }).textContent()).toContain('error');
    });

    it('written in the editor is judged, and its text is still there after a reload', async () => {
      await page.goto(`/contests/${contest}/problems/A`);
      const form = submitForm(page, 'A');
      await form.getByText('Editor', { exact: true }).click();
      const editor = form.getByRole('textbox', { name: 'Program for A' });
      await editor.click();
      const { buffer } = await sample('sum/submissions/accepted/sum.py');
      await page.keyboard.insertText(buffer.toString('utf8'));
      await page.reload();
      await editor.getByText('input()').waitFor();
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await verdictAtHead(page, 'AC').waitFor({ timeout: verdictMs });
      expect(await page.getByText('Python 3', { exact: true }).count()).toBeGreaterThan(0);
    });

    it('dropped onto the page is taken, and its language guessed', async () => {
      await page.goto(`/contests/${contest}/problems/A`);
      const form = submitForm(page, 'A');
      await form.getByText('Files', { exact: true }).click();
      const zone = form.getByRole('group', { name: 'Source files for A' });
      const data = await page.evaluateHandle(
        `(() => { const d = new DataTransfer(); d.items.add(new File(['class Sum { public static void main(String[] a) {} }'], 'Sum.java')); return d; })()`,
      );
      await zone.dispatchEvent('drop', { dataTransfer: data });
      await form.getByText('Sum.java').waitFor();
      expect(await form.getByLabel('Language').first().inputValue()).toBe('Java');
      expect(await form.getByLabel('Main class').getAttribute('placeholder')).toBe('Sum');
    });
  });

  describe('what cannot be submitted', () => {
    const refuse = async (files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<string> => {
      await page.goto(`/contests/${contest}/problems/A`);
      const form = submitForm(page, 'A');
      await form.getByText('Files', { exact: true }).click();
      await form.locator('input[type=file]').setInputFiles(files);
      await form.getByRole('button', { name: 'Submit to A' }).click();
      return (await form.getByRole('alert').first().textContent()) ?? '';
    };
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/plain', buffer });

    it('is an empty file', async () => {
      expect(await refuse([file('a.cpp', Buffer.alloc(0))])).toContain('empty');
    });

    it('is a source of 5 MB', async () => {
      expect(await refuse([file('a.cpp', Buffer.alloc(5_000_000, 'x'))])).toContain('too large');
    });

    it('are 300 files', async () => {
      const files = Array.from({ length: 300 }, (_, n) => file(`f${n}.cpp`, Buffer.from('int x;')));
      expect(await refuse(files)).toContain('300 files');
    });

    it('is a compiled program, which the api says at the field', async () => {
      const elf = Buffer.concat([Buffer.from('\u007fELF'), Buffer.alloc(200)]);
      expect(await refuse([file('a.cpp', elf)])).toMatch(/binary|NUL|text/i);
    });
  });

  it('two clicks on submit make one submission', async () => {
    await using person = await newMember(browser, stack.url, login(1));
    await person.page.goto(`/contests/${contest}/problems/A`);
    const form = submitForm(person.page, 'A');
    await form.getByText('Files', { exact: true }).click();
    await form.locator('input[type=file]').setInputFiles(await sample('sum/submissions/accepted/sum.c'));
    await form.getByRole('button', { name: 'Submit to A' }).dblclick();
    await verdictAtHead(person.page, 'AC').waitFor({ timeout: verdictMs });
    expect(await listed(1)).toBe(1);
  });

  it('a press repeated after its answer was lost makes no second submission', async () => {
    await using person = await newMember(browser, stack.url, login(2));
    const { page } = person;
    await page.goto(`/contests/${contest}/problems/A`);
    const form = submitForm(page, 'A');
    await form.getByText('Files', { exact: true }).click();
    await form.locator('input[type=file]').setInputFiles(await sample('sum/submissions/accepted/sum.c'));
    let arrived = 0;
    await page.route('**/submissions', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      arrived += 1;
      const answer = await route.fetch();
      return arrived === 1 ? route.abort() : route.fulfill({ response: answer });
    });
    await form.getByRole('button', { name: 'Submit to A' }).click();
    await form.getByText('The server cannot be reached').waitFor();
    await form.getByRole('button', { name: 'Submit to A' }).click();
    await verdictAtHead(page, 'AC').waitFor({ timeout: verdictMs });
    expect(arrived).toBe(2);
    expect(await listed(2)).toBe(1);
  });

  describe('when another tab has logged in with another account', () => {
    it('says so and sends nothing before a deliberate second step', async () => {
      await using person = await newMember(browser, stack.url, login(7));
      const { page, context } = person;
      await page.goto(problemA);
      await openEditor(page, 'A');
      await page.keyboard.insertText('int main() { return 0; }');
      await page.reload();
      const form = submitForm(page, 'A');
      await form.getByText('return 0').waitFor();
      const problems = page.getByRole('navigation', { name: 'Problems' });
      await problems.getByRole('link', { name: /^C:/ }).click();
      const elsewhere = await chooseFile(page, 'C');
      await problems.getByRole('link', { name: /^A:/ }).click();
      await form.getByText('Editor', { exact: true }).click();
      await form.getByText('return 0').waitFor();
      const language = form.getByRole('combobox', { name: 'Language' });
      await language.click();
      await page.getByRole('option', { name: 'C', exact: true }).click();
      // As a tab of another window does, of which this page learns nothing.
      const { username, password } = login(8);
      await context.request.post('/api/session', { data: { username, password } });
      await form.getByRole('button', { name: 'Submit to A' }).click();
      const dialog = page.getByRole('dialog', { name: /^You are now logged in as/ });
      await dialog.getByText('Nothing was submitted.').waitFor();
      expect(await dialog.textContent()).not.toMatch(/token|header|csrf/i);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await dialog.waitFor();
      expect([await listed(7), await listed(8)]).toEqual([0, 0]);
      await dialog.getByRole('button', { name: 'Continue as' }).click();
      await dialog.waitFor({ state: 'detached' });
      // What was written and chosen is still there, and the next press is meant for the name that the page shows.
      await form.getByText('return 0').waitFor();
      expect(await language.inputValue()).toBe('C');
      // What the first account chose on another page is its own.
      await problems.getByRole('link', { name: /^C:/ }).click();
      await elsewhere.getByText('Files', { exact: true }).click();
      await elsewhere.getByRole('button', { name: 'Choose files' }).waitFor();
      expect(await elsewhere.getByText('sum.cpp').count()).toBe(0);
      await problems.getByRole('link', { name: /^A:/ }).click();
      await form.getByText('Editor', { exact: true }).click();
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
      expect([await listed(7), await listed(8)]).toEqual([0, 1]);
    });

    it('says so at once where the login is in the same browser, and the first account finds its file again', async () => {
      await using person = await newMember(browser, stack.url, login(9));
      const { page, context } = person;
      await page.goto(problemA);
      const form = await chooseFile(page, 'A');
      const other = await context.newPage();
      await other.goto('/login');
      await logInHere(other, login(10));
      const dialog = page.getByRole('dialog', { name: /^You are now logged in as/ });
      await dialog.getByRole('link', { name: 'Log in as' }).click();
      await logInHere(page, login(9));
      await page.waitForURL(`**${problemA}`);
      await form.getByText('sum.cpp').waitFor();
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
      expect([await listed(9), await listed(10)]).toEqual([1, 0]);
    });

    it('holds for everything else a page changes', async () => {
      await using person = await newMember(browser, stack.url, stack.adminLogin);
      const { page, context } = person;
      await page.goto('/admin');
      await page.getByText('Import problems').waitFor();
      const { username, password } = stack.juryLogin;
      await context.request.post('/api/session', { data: { username, password } });
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await page.getByRole('dialog', { name: /^You are now logged in as/ }).waitFor();
      // It would have ended the session of the other account.
      expect((await (await context.request.get('/api/session')).json()).session.user.role).toBe('jury');
    });
  });

  it('the scoreboard moves in a second browser by itself', async () => {
    await using watcher = await newPerson(browser, stack.url);
    await watcher.page.goto(`/contests/${contest}/scoreboard`);
    const row = watcher.page.locator(`[data-team="${login(3).username}"]`);
    await row.waitFor();
    expect(await row.getByRole('img').count()).toBe(0);
    await using person = await newMember(browser, stack.url, login(3));
    await submitFile(person.page, contest, 'A', 'sum/submissions/accepted/sum.cpp');
    await row
      .getByRole('img', { name: /(Solved|First to solve).* in minute/ })
      .waitFor({ timeout: verdictMs });
  });

  it('a connection lost while judging comes back by itself and brings the verdict', async () => {
    await using person = await newMember(browser, stack.url, login(4));
    await submitFile(person.page, contest, 'A', 'sum/submissions/rejected/falls_asleep.py');
    await person.context.setOffline(true);
    await person.page.getByTestId('connection-banner').waitFor();
    const [own] = (await stack.client(login(4)).submissions(contest)).submissions;
    if (own === undefined) throw new Error('the submission is not in the list');
    await stack.client(login(4)).verdictOf(own.id, verdictMs);
    expect(await verdictAtHead(person.page, 'WTL').count()).toBe(0);
    await person.context.setOffline(false);
    await verdictAtHead(person.page, 'WTL').waitFor({ timeout: 30_000 });
    await person.page.getByTestId('connection-banner').waitFor({ state: 'detached' });
  });

  it('the jury sees figures and outputs of every test; the team sees neither', async () => {
    await submitFile(page, contest, 'A', 'sum/submissions/wrong_answer/overflow.c');
    await verdictAtHead(page, 'WA').waitFor({ timeout: verdictMs });
    const address = page.url();
    expect(await page.getByRole('region', { name: 'Figures of the tests' }).count()).toBe(0);
    await using jury = await newMember(browser, stack.url, stack.juryLogin);
    await jury.page.goto(address);
    const figures = jury.page.getByRole('region', { name: 'Figures of the tests' });
    const failed = figures.locator('tr', { has: jury.page.locator('[data-verdict="WA"]') });
    expect(await failed.textContent()).toMatch(/\d ms|\d s/);
    await failed.getByRole('button').click();
    await jury.page.getByRole('region', { name: 'Expected output and output side by side' }).waitFor();
    await jury.page
      .getByText(/The first difference is in line|is missing from the output|The output has more lines/)
      .waitFor();
  });
});
