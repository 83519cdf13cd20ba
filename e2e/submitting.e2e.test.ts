/** A contestant at a browser, the whole path behind it: api, queue, judgehost, sandbox, live stream. */
import type { Verdict } from '@sandglass/contracts';
import { type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { type Person, logIn, newMember, newPerson } from './support/person.ts';
import { sample, submitFile, submitForm, verdictAtHead } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'warmup';
/**
 * Room for a compile, the slowest program, and a busy machine: a starved run is made again, and again, each time when the
 * host is calmer.
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
      await person.page.getByLabel('Username').fill(login(5).username);
      await person.page.getByLabel('Password', { exact: true }).fill('not the password');
      await person.page.locator('form').getByRole('button', { name: 'Log in' }).click();
      await person.page.getByRole('alert').waitFor();
      expect(new URL(person.page.url()).pathname).toBe('/login');
      await logIn(person.page, login(5));
      await person.page.getByRole('heading', { name: 'Sandglass Warm-up Regional' }).waitFor();
    });

    it('tells when and from where the account was used before', async () => {
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
      await person.page.getByLabel('Username').fill(login(5).username);
      await person.page.getByLabel('Password', { exact: true }).fill(login(5).password);
      await person.page.locator('form').getByRole('button', { name: 'Log in' }).click();
      await person.page.getByRole('heading', { name: 'Your submissions' }).waitFor();
    });
  });

  describe('a program', () => {
    it.each(programs)('gets %s without a reload when it %s', async (verdict, _does, path) => {
      onTestFailed(() => console.error(team.errors.join('\n')));
      await submitFile(page, contest, 'A', `sum/submissions/${path}`);
      await page.evaluate('window.notReloaded = true');
      await verdictAtHead(page, verdict).waitFor({ timeout: verdictMs });
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
    expect((await stack.client(login(1)).submissions(contest)).submissions).toHaveLength(1);
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
    expect((await stack.client(login(2)).submissions(contest)).submissions).toHaveLength(1);
  });

  it('the scoreboard moves in a second browser by itself', async () => {
    await using watcher = await newPerson(browser, stack.url);
    await watcher.page.goto(`/contests/${contest}/scoreboard`);
    const row = watcher.page.locator(`tr[data-team="${login(3).username}"]`);
    await row.waitFor();
    expect(await row.textContent()).not.toContain('Solved in minute');
    await using person = await newMember(browser, stack.url, login(3));
    await submitFile(person.page, contest, 'A', 'sum/submissions/accepted/sum.cpp');
    await row.getByText(/(Solved|First to solve).* in minute/).waitFor({ timeout: verdictMs });
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
    await jury.page.getByText(/They differ first in line|The output lacks|The output goes on/).waitFor();
  });
});
