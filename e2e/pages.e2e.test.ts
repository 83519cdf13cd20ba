/** Every page at two widths and in both colour schemes: axe-core finds nothing, nothing sticks out, a picture is kept. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestStack, startStack, waitFor } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { type Person, newMember, newPerson } from './support/person.ts';
import { sample } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'warmup';
const pictures = join(import.meta.dirname, 'screenshots');

/**
 * A picture of the whole page in a window as high as the page: bars that stick to an edge of the
 * window then stand where they belong, and editors below the fold have drawn themselves.
 */
async function keepPicture(page: Page, width: number, name: string): Promise<void> {
  const before = page.viewportSize();
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height: Math.max(height, before?.height ?? 0) });
  await page.evaluate(
    'new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(true)), 150))',
  );
  await page.screenshot({ path: join(pictures, name) });
  if (before !== null) await page.setViewportSize(before);
}

type Scheme = 'light' | 'dark';

/** Shows the page in other colours, as when the system's change, and waits until they have faded over. */
async function paint(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`:root[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
  // Style and layout first: what fades begins only then. What goes round for ever is not waited for.
  await page.evaluate(`(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  })()`);
}

type Who = 'visitor' | 'team' | 'jury' | 'admin';
/** A page's name, who looks at it, its address, and a text that is there when it is complete. */
type PageCase = [name: string, who: Who, address: string, complete: string | RegExp];

describe.skipIf(problem !== null)(`every page${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let wrong = '';
  let uncompiled = '';
  let rejudging = '';

  beforeAll(async () => {
    await mkdir(pictures, { recursive: true });
    stack = await startStack({ problems: 'all' });
    browser = await openBrowser();
    wrong = await judged('sum/submissions/wrong_answer/overflow.c', 'c', 'A', 0);
    uncompiled = await judged('sum/submissions/rejected/no_semicolon.c', 'c', 'A', 0);
    await judged('sum/submissions/accepted/sum.cpp', 'cpp', 'A', 0);
    await judged('cuckoo/submissions/accepted/prefix.cpp', 'cpp', 'F', 1);
    await judged('rooms/submissions/wrong_answer/one_pass.cpp', 'cpp', 'C', 2);
    const { id } = await stack.jury.createRejudging(contest, {
      reason: 'a second look',
      filter: { problems: ['A'] },
    });
    rejudging = id;
    const isJudged = async () => (await stack.jury.rejudging(id)).state === 'judged';
    await waitFor('the rejudging to be judged', isJudged, 60_000);
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  /** Submits a jury's program as a team and waits for its verdict; returns the submission's id. */
  async function judged(path: string, language: string, label: string, teamIndex: number): Promise<string> {
    const login = stack.teams[teamIndex];
    if (login === undefined) throw new Error(`the sample contest has no team ${teamIndex}`);
    const { name, buffer } = await sample(path);
    const client = stack.client(login);
    const { id } = await client.submit(contest, {
      problem: label,
      language,
      files: [{ name, content: buffer.toString('utf8') }],
    });
    await client.verdictOf(id);
    return id;
  }

  const pages = (): PageCase[] => [
    ['login', 'visitor', '/login', 'Log in with the account'],
    ['scoreboard-public', 'visitor', `/contests/${contest}/scoreboard`, 'it renews itself'],
    ['contest', 'team', `/contests/${contest}`, 'Rules in short'],
    ['problem', 'team', `/contests/${contest}/problems/A`, 'Input 1'],
    ['problem-html', 'team', `/contests/${contest}/problems/B`, 'Input 1'],
    ['submit', 'team', `/contests/${contest}/submit`, 'Your solution'],
    ['submissions-team', 'team', `/contests/${contest}/submissions`, 'Verdict'],
    ['submission-team', 'team', `/contests/${contest}/submissions/${wrong}`, 'Source'],
    ['submission-compile-error', 'team', `/contests/${contest}/submissions/${uncompiled}`, 'Compile error'],
    ['scoreboard-team', 'team', `/contests/${contest}/scoreboard`, 'it renews itself'],
    ['submissions-jury', 'jury', `/contests/${contest}/submissions`, 'Verdict'],
    ['submission-jury', 'jury', `/contests/${contest}/submissions/${wrong}?test=1`, 'Figures'],
    ['rejudgings', 'jury', `/contests/${contest}/rejudgings`, 'a second look'],
    ['rejudging', 'jury', `/contests/${contest}/rejudgings/${rejudging}`, 'What would change'],
    ['rejudging-new', 'jury', `/contests/${contest}/rejudgings/new?verdict=WA`, 'Judge 1 submission again'],
    ['wall-limits', 'jury', `/contests/${contest}/wall-limits`, 'Made to wait by the host'],
    ['rejudgings-no-permission', 'team', `/contests/${contest}/rejudgings`, 'Not for this account'],
    ['judgehosts', 'jury', '/judgehosts', 'testhost'],
    ['judgehost', 'jury', '/judgehosts?open=testhost', 'Slots on cores'],
    ['density', 'jury', '/density', 'waiting for files'],
    ['alarms', 'jury', '/alarms', 'When alarms ring'],
    ['admin', 'admin', '/admin', 'Import problems'],
    ['not-found', 'team', '/no/such/page', 'There is nothing at this address'],
    ['no-permission', 'team', '/judgehosts', 'Not for this account'],
  ];

  function enter(who: Who, width: number): Promise<Person> {
    const options = { width, height: width < 500 ? 844 : 900 };
    const login = { visitor: null, team: stack.teams[0], jury: stack.juryLogin, admin: stack.adminLogin }[
      who
    ];
    return login == null
      ? newPerson(browser, stack.url, options)
      : newMember(browser, stack.url, login, options);
  }

  // Both widths side by side: a browser draws one page on one core. One begins in the light, the other in the dark.
  const windows: [width: number, schemes: readonly [Scheme, Scheme]][] = [
    [1440, ['light', 'dark']],
    [390, ['dark', 'light']],
  ];

  it.concurrent.each(windows)(
    'at %i px is complete, accessible and nowhere too wide, in light and in dark colours',
    { timeout: 600_000 },
    async (width, schemes) => {
      const found: string[] = [];
      for (const who of ['visitor', 'team', 'jury', 'admin'] as const) {
        await using person = await enter(who, width);
        const { page } = person;
        for (const [name, viewer, address, complete] of pages()) {
          if (viewer !== who) continue;
          await page.emulateMedia({ colorScheme: schemes[0] });
          await page.goto(address);
          await page.getByText(complete).first().waitFor();
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
          await page.evaluate('document.fonts.ready.then(() => true)');
          for (const scheme of schemes) {
            await paint(page, scheme);
            const violations = await accessibilityViolations(page);
            found.push(...violations.map((violation) => `${name}, ${scheme}: ${violation}`));
            await keepPicture(page, width, `${name}-${width}-${scheme}.png`);
          }
          const excess = Number(
            await page.evaluate(
              'document.documentElement.scrollWidth - document.documentElement.clientWidth',
            ),
          );
          if (excess > 0) found.push(`${name}: ${excess} px too wide`);
        }
      }
      expect(found).toEqual([]);
    },
  );

  it('of the contest can be reached and left by keyboard alone', async () => {
    await using person = await enter('team', 1440);
    const { page } = person;
    await page.goto(`/contests/${contest}`);
    await page.getByText('Rules in short').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/contests/${contest}/problems/A`);
    await page.getByRole('heading', { name: 'Submit' }).waitFor();
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Choose files');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.waitForURL(`**/contests/${contest}/scoreboard`);
    await page.getByText('it renews itself').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('no such team');
    await page.getByText('No team matches').waitFor();
  });

  it('for the jury is refused to a team by the api too, not only by the page', async () => {
    const login = stack.teams[1];
    if (login === undefined) throw new Error('the sample contest has no second team');
    await expect(stack.client(login).judgehosts()).rejects.toMatchObject({ status: 403 });
    // Not even that there is one.
    await expect(stack.client(login).submission(wrong)).rejects.toMatchObject({ status: 404 });
  });
});
