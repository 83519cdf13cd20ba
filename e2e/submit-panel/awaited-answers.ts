/** What the panel does while an answer is awaited: it says so, and one submission is made regardless of what is pressed. */
import type { Login } from '@sandglass/client';
import type { TestStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logInHere, newMember } from '../support/person.ts';
import { chooseFile, keyOf, openEditor, sample, submitForm } from '../support/submitting.ts';

const contest = 'warmup';
const problemA = `/contests/${contest}/problems/A`;
const minute = 60_000;
const ownPage = /\/submissions\/[0-9a-f-]{36}/;

/** What the tests work with, once it is there. */
export interface Given {
  readonly stack: TestStack;
  readonly browser: Browser;
  /** Of a team, by its place. */
  readonly login: (index: number) => Login;
  /** How many submissions it has. */
  readonly listed: (index: number) => Promise<number>;
}

/** Answers to submissions arrive at the api, and at the page not before they are let go. */
async function held(page: Page): Promise<{ arrived: Promise<void>; letGo: () => void; posts: () => number }> {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  let posts = 0;
  await page.route('**/submissions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    const response = await route.fetch();
    arrive();
    await released;
    return route.fulfill({ response });
  });
  return { arrived, letGo, posts: () => posts };
}

const submit = (page: Page) => submitForm(page, 'A').getByRole('button', { name: 'Submit to A' });

export function awaitedAnswers(given: () => Given): void {
  describe('while the server is silent', () => {
    it('says so after 5 s and can be pressed again; after 30 s it gives up; one submission is made', async () => {
      await using person = await newMember(given().browser, given().stack.url, given().login(2));
      const { page } = person;
      await page.clock.install();
      await page.goto(problemA);
      const form = await chooseFile(page, 'A');
      const keys: string[] = [];
      let answering = false;
      await page.route('**/submissions', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(keyOf(route.request()));
        // The submission arrives, and its answer is lost in a network that says nothing.
        const answer = await route.fetch();
        return answering ? route.fulfill({ response: answer }) : undefined;
      });
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await expect.poll(() => keys.length).toBe(1);
      await page.clock.runFor(5_000);
      await form.getByText('No answer yet. What you submit is kept here').waitFor();
      await form.getByRole('button', { name: 'Submit again' }).click();
      await expect.poll(() => keys.length).toBe(2);
      await page.clock.runFor(30_000);
      await form.getByRole('alert').getByText('has not answered for 30 seconds').waitFor();
      await form.getByText('sum.cpp').waitFor();
      // Even a page that is loaded again, with the same file chosen again.
      answering = true;
      await page.reload();
      await chooseFile(page, 'A');
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
      expect(new Set(keys).size).toBe(1);
      expect(keys).toHaveLength(3);
      expect(await given().listed(2)).toBe(1);
    });

    it('a session that ends in between, and a login, make no second submission either', async () => {
      await using person = await newMember(given().browser, given().stack.url, given().login(10));
      const { page, context } = person;
      await page.goto(problemA);
      const form = await chooseFile(page, 'A');
      let posts = 0;
      await page.route('**/submissions', async (route) => {
        if (route.request().method() !== 'POST' || posts > 0) return route.continue();
        posts += 1;
        await route.fetch();
        return route.abort();
      });
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await form.getByText('The server cannot be reached').waitFor();
      await context.clearCookies();
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await logInHere(page, given().login(10));
      await form.getByText('sum.cpp').waitFor();
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await page.waitForURL(/\/submissions\/[0-9a-f-]{36}/);
      expect(await given().listed(10)).toBe(1);
    });

    it('who goes on to another page stays there, also while its code still loads', async () => {
      await using person = await newMember(given().browser, given().stack.url, given().login(3));
      const { page } = person;
      await page.goto(problemA);
      const form = await chooseFile(page, 'A');
      const { promise: sent, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/submissions', async (route) => {
        if (route.request().method() === 'POST') await sent;
        return route.continue();
      });
      const { promise: slow, resolve: load } = Promise.withResolvers<void>();
      await page.route('**/assets/**', async (route) => {
        await slow;
        return route.continue();
      });
      await form.getByRole('button', { name: 'Submit to A' }).click();
      await page.getByRole('link', { name: 'Scoreboard' }).first().click();
      await page.waitForURL('**/scoreboard');
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
      letGo();
      await (await answered).finished();
      await expect.poll(() => given().listed(3)).toBe(1);
      load();
      await page.getByRole('heading', { name: 'Scoreboard' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/contests/${contest}/scoreboard`);
    });

    it('who leaves and comes back sees that it is being sent, and then its page; one submission is made', async () => {
      await using person = await newMember(given().browser, given().stack.url, given().login(4));
      const { page } = person;
      const { arrived, letGo, posts } = await held(page);
      await page.goto(problemA);
      const form = await chooseFile(page, 'A');
      await submit(page).click();
      await arrived;
      await page.getByRole('link', { name: 'Scoreboard' }).first().click();
      await page.getByRole('heading', { name: 'Scoreboard' }).waitFor();
      await page.goBack();
      await form.getByText('sum.cpp').waitFor();
      // It is being sent, or no answer is there for five seconds.
      await form.locator('button[data-loading], [role=status]:has-text("No answer yet")').first().waitFor();
      letGo();
      await page.waitForURL(ownPage);
      expect([posts(), await given().listed(4)]).toEqual([1, 1]);
      // What was sent is not chosen any more.
      await page.goBack();
      await submit(page).waitFor();
      expect(await form.getByText('sum.cpp').count()).toBe(0);
    });

    it('who comes back after the answer reads what became of it', async () => {
      await using person = await newMember(given().browser, given().stack.url, given().login(6));
      const { page } = person;
      const { arrived, letGo } = await held(page);
      await page.goto(problemA);
      const { form } = await openEditor(page, 'A');
      await page.keyboard.insertText('#include <cstdio>\nint main() { puts("2"); }');
      await submit(page).click();
      await arrived;
      await page.getByRole('link', { name: 'Scoreboard' }).first().click();
      await page.getByRole('heading', { name: 'Scoreboard' }).waitFor();
      letGo();
      const keys =
        'Object.keys(localStorage).filter((key) => key.startsWith("sandglass.unanswered.")).length';
      await expect.poll(() => page.evaluate(keys)).toBe(0);
      await page.goBack();
      await form.getByText('puts("2")').waitFor();
      await form
        .getByRole('status')
        .getByRole('link', { name: /^submission #\d+$/ })
        .click();
      await page.waitForURL(ownPage);
      expect(await given().listed(6)).toBe(1);
    });

    it('a late answer does not take away files that were chosen since', async () => {
      await using person = await newMember(given().browser, given().stack.url, given().login(7));
      const { page } = person;
      const { arrived, letGo } = await held(page);
      await page.goto(problemA);
      const form = await chooseFile(page, 'A');
      await submit(page).click();
      await arrived;
      await form.locator('input[type=file]').setInputFiles(await sample('sum/submissions/accepted/sum.py'));
      await form.getByText('sum.py').waitFor();
      letGo();
      await page.waitForURL(ownPage);
      await page.goBack();
      await form.getByText('sum.py').waitFor();
      expect(await given().listed(7)).toBe(1);
    });

    it('a contest that ends takes the panel away only when the answer is there', async () => {
      const { stack, browser, login } = given();
      const define = (endsInMs: number) =>
        stack.admin.defineContest(
          {
            id: 'ending',
            name: 'A contest that ends',
            startsAt: new Date(Date.now() - 60 * minute).toISOString(),
            endsAt: new Date(Date.now() + endsInMs).toISOString(),
            freezesAt: null,
            problems: [{ label: 'A', problem: 'sum', colour: '#f2c14e' }],
            teams: [{ id: login(5).username, name: 'The Team' }],
          },
          { confirmed: true },
        );
      await define(60 * minute);
      await using person = await newMember(browser, stack.url, login(5));
      const { page } = person;
      const { arrived, letGo } = await held(page);
      await page.goto('/contests/ending/problems/A');
      const form = await chooseFile(page, 'A');
      await submit(page).click();
      await arrived;
      await define(-1000);
      await page.getByRole('timer', { name: 'Contest clock' }).getByText('over').waitFor();
      await form.getByText('sum.cpp').waitFor();
      expect(await page.getByText('The contest is over: no more').count()).toBe(0);
      letGo();
      await page.waitForURL(ownPage);
      await page.goBack();
      await page.getByText('The contest is over: no more').waitFor();
      expect(await form.count()).toBe(0);
    });
  });
}
