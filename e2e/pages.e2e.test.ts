/**
 * Every page, for every role that has it, at three widths and in both colour schemes: nothing sticks out, is cut off or
 * lies on something else, axe-core finds nothing. With SANDGLASS_KEEP_PICTURES=yes a picture is kept of each.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Login } from '@sandglass/client';
import { type TestStack, startStack, unzip, waitFor } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crowdedScoreboard } from './pages/crowded-scoreboard.ts';
import { accessibilityViolations } from './support/accessibility.ts';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { layoutFaults } from './support/layout.ts';
import { type Who, pageCases, roles, teamNames } from './support/page-cases.ts';
import { type Person, newMember, newPerson } from './support/person.ts';
import { type Scheme, keepPicture, paint, pictures } from './support/pictures.ts';
import { sample } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'warmup';

/** What is known and not mended yet: page, width, a part of the line, and why. It must become empty. */
const known: readonly (readonly [page: string, width: number, line: string, why: string])[] = [];

/** What a rejudging makes of compile errors: as many columns of its matrix as there are. */
const became = ['AC', 'RTE', 'TLE', 'WTL', 'MLE', 'OLE', 'WA', 'NO'] as const;

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
    const definition = await stack.admin.contestDefinition(contest);
    const teams = (definition.teams ?? []).map((one) => ({ ...one, name: teamNames[one.id] ?? one.name }));
    await stack.admin.defineContest({ ...definition, teams });
    await stack.jury.setWallLimit('contest', contest, { factor: 2, marginUs: 3_000_000 });
    wrong = await judged('sum/submissions/wrong_answer/overflow.c', 'c', 'A', 0);
    uncompiled = await judged('sum/submissions/rejected/no_semicolon.c', 'c', 'A', 0);
    await judged('sum/submissions/accepted/sum.cpp', 'cpp', 'A', 0);
    await judged('cuckoo/submissions/accepted/prefix.cpp', 'cpp', 'F', 1);
    await judged('rooms/submissions/wrong_answer/one_pass.cpp', 'cpp', 'C', 2);
    await Promise.all(became.slice(1).map((_verdict, index) => brokenBy(index + 2)));
    const { id } = await stack.jury.createRejudging(contest, {
      reason: 'a second look',
      filter: { problems: ['A'] },
    });
    rejudging = id;
    const isJudged = async () => (await stack.jury.rejudging(id)).state === 'judged';
    await waitFor('the rejudging to be judged', isJudged, 60_000);
    // As if every one of those that were not compiled had become something else.
    await stack.sql(`UPDATE judging SET verdict = (ARRAY['${became.join("','")}'])[n.n] FROM (
      SELECT j.id, row_number() OVER (ORDER BY j.id) AS n FROM judging j JOIN judging old ON old.submission_id = j.submission_id
        AND old.valid AND old.verdict = 'CE' WHERE j.rejudging_id = '${id}') AS n WHERE n.id = judging.id`);
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  function team(): Login {
    const [first] = stack.teams;
    if (first === undefined) throw new Error('the sample contest has no team');
    return first;
  }

  /** Submits a jury's program as a team and waits for its verdict; returns the submission's id. */
  async function judged(
    path: string,
    language: string,
    label: string,
    teamIndex: number,
    at = contest,
  ): Promise<string> {
    const login = stack.teams[teamIndex];
    if (login === undefined) throw new Error(`the sample contest has no team ${teamIndex}`);
    const { name, buffer } = await sample(path);
    const client = stack.client(login);
    const { id } = await client.submit(at, {
      problem: label,
      language,
      files: [{ name, content: buffer.toString('utf8') }],
    });
    await client.verdictOf(id);
    return id;
  }

  /** A program that no compiler takes; its team, by its place. */
  async function brokenBy(team: number): Promise<void> {
    const client = stack.client(stack.teams[team] ?? stack.juryLogin);
    const files = [{ name: 'a.c', content: 'no program' }];
    const { id } = await client.submit(contest, { problem: 'A', language: 'c', files });
    await client.verdictOf(id);
  }

  function enter(who: Who, width: number): Promise<Person> {
    const options = { width, height: width < 500 ? 844 : 900 };
    const login = { visitor: null, team: stack.teams[0], jury: stack.juryLogin, admin: stack.adminLogin }[
      who
    ];
    return login == null
      ? newPerson(browser, stack.url, options)
      : newMember(browser, stack.url, login, options);
  }

  /** Faults of the layout at a width, without what is known. */
  async function laidOut(page: Page, name: string, width: number): Promise<string[]> {
    const before = page.viewportSize();
    if (before?.width !== width) await page.setViewportSize({ width, height: before?.height ?? 900 });
    // What is drawn by scripts follows the window frames later: only a fault that stays is one.
    let faults: string[] = [];
    for (let look = 0; look === 0 || (look < 20 && faults.length > 0); look += 1) {
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 20)))');
      faults = await layoutFaults(page);
    }
    if (before !== null && before.width !== width) await page.setViewportSize(before);
    return faults
      .filter((fault) => !known.some(([of, at, line]) => of === name && at === width && fault.includes(line)))
      .map((fault) => `${name} at ${width} px: ${fault}`);
  }

  // Both windows side by side: a browser draws one page on one core. One begins in the light, the other in the dark.
  const windows: [widths: readonly [number, ...number[]], schemes: readonly [Scheme, Scheme]][] = [
    [
      [1440, 1024],
      ['light', 'dark'],
    ],
    [[390], ['dark', 'light']],
  ];

  it.concurrent.each(windows)(
    'at %j px is complete, accessible, nowhere too wide, cut or covered, in light and in dark colours',
    { timeout: 600_000 },
    async (widths, schemes) => {
      const found: string[] = [];
      for (const who of roles) {
        await using person = await enter(who, widths[0]);
        const { page } = person;
        for (const [name, viewers, address, complete] of pageCases({
          contest,
          wrong,
          uncompiled,
          rejudging,
        })) {
          if (viewers !== who && !viewers.includes(who)) continue;
          const isFirst = viewers === who || viewers[0] === who;
          await page.emulateMedia({ colorScheme: schemes[0] });
          await page.goto(address);
          await page.getByText(complete).first().waitFor();
          await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
          await page.evaluate('document.fonts.ready.then(() => true)');
          const called = isFirst ? name : `${name}, ${who}`;
          for (const scheme of isFirst ? schemes : []) {
            await paint(page, scheme);
            const what = scheme === schemes[0] ? 'all' : 'colours';
            const violations = await accessibilityViolations(page, what);
            found.push(...violations.map((violation) => `${name}, ${scheme}: ${violation}`));
            await keepPicture(page, widths[0], `${name}-${widths[0]}-${scheme}.png`);
          }
          for (const width of widths) found.push(...(await laidOut(page, called, width)));
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
    await page.getByText('updates live').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('no such team');
    await page.getByText('No team matches').waitFor();
  });

  it('of a static copy of the scoreboard opens from a folder, with scripts and without, and fetches nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandglass-copy-'));
    const answer = await fetch(`${stack.url}/api/contests/${contest}/scoreboard.zip`);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const address = pathToFileURL(join(folder, `${contest}-scoreboard/index.html`)).href;
    for (const javaScriptEnabled of [true, false]) {
      await using context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => problems.push(message.text()));
      page.on('request', (request) => {
        if (!/^(file|data):/.test(request.url())) problems.push(request.url());
      });
      await page.goto(address);
      const table = page.getByRole('table');
      await table.waitFor();
      // The plain table needs no role.
      expect(await table.getAttribute('role')).toBe(javaScriptEnabled ? 'table' : null);
      expect(await table.getByRole('row').count()).toBeGreaterThan(3);
      if (javaScriptEnabled) {
        await page.emulateMedia({ media: 'print' });
        await page.locator('table').waitFor();
        await page.locator('[data-team]').first().waitFor({ state: 'hidden' });
      }
      expect(problems).toEqual([]);
      if (!javaScriptEnabled) continue;
      // Last: axe asks for the style again, which the page's policy refuses.
      await page.emulateMedia({ media: 'screen' });
      expect(await accessibilityViolations(page, 'all')).toEqual([]);
    }
    await rm(folder, { recursive: true });
  });

  it('of a problem has the sample beside the text, and formulas of the text’s size', async () => {
    await using person = await enter('visitor', 1440);
    const { page } = person;
    await page.goto(`/contests/${contest}/problems/A`);
    await page.locator('p .katex').first().waitFor();
    const seen = await page.evaluate(`(() => {
      const formula = document.querySelector('p .katex');
      const text = formula.closest('p');
      const size = (element) => Number.parseFloat(getComputedStyle(element).fontSize);
      const samples = document.querySelector('section[aria-labelledby=samples]');
      return {
        beside: samples.getBoundingClientRect().left >= text.getBoundingClientRect().right,
        ratio: size(formula) / size(text),
      };
    })()`);
    expect(seen).toEqual({ beside: true, ratio: expect.closeTo(1.05, 2) as number });
  });

  it('of the jury finds a submission by its number, which a click copies', async () => {
    await using person = await enter('jury', 1440);
    const { page, context } = person;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { submissions } = await stack.jury.submissions(contest, { search: '#2' });
    expect(submissions.map(({ number }) => number)).toEqual([2]);
    await page.goto(`/contests/${contest}/submissions`);
    await page.locator('tbody a[data-row-link]').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('#2');
    await expect.poll(() => page.locator('tbody a[data-row-link]').allInnerTexts()).toEqual(['#2']);
    // What is named in a row leads there, and not to the submission.
    await page
      .locator('tbody')
      .getByRole('link', { name: submissions[0]?.team.name ?? '' })
      .last()
      .click();
    await page.waitForURL(/submissions\?team=/);
    await expect.poll(() => page.getByLabel('Search submissions').inputValue()).toBe('');
    await page.keyboard.press('/');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/submissions/${submissions[0]?.id ?? ''}`);
    await page.getByRole('button', { name: '#2, copy this number' }).click();
    await page.getByRole('button', { name: '#2 copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('#2');
  });

  it('of the jury keeps its tabs and its table in place, and the main bar marks where it is', async () => {
    await using person = await enter('jury', 1440);
    const { page } = person;
    const tabs: (number | undefined)[] = [];
    for (const [path, heading] of [
      ['submissions', 'Submissions'],
      ['rejudgings', 'Rejudgings'],
      ['wall-limits', 'Wall-time limits'],
    ] as const) {
      await page.goto(`/contests/${contest}/${path}`);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      tabs.push((await page.getByRole('navigation', { name: 'Jury' }).boundingBox())?.x);
      const marked = page.getByRole('navigation', { name: 'Main', exact: true }).locator('[aria-current]');
      expect(await marked.allInnerTexts(), path).toEqual(['Submissions']);
    }
    expect(new Set(tabs).size).toBe(1);
    await page.goto('/alarms');
    const main = page.getByRole('navigation', { name: 'Main', exact: true });
    await expect.poll(() => main.locator('[aria-current]').allInnerTexts()).toEqual(['Judgehosts']);

    await page.goto(`/contests/${contest}/submissions`);
    const table = page.locator('table');
    const top = async () => (await table.boundingBox())?.y;
    await table.waitFor();
    const before = await top();
    for (const [menu, choice] of [
      ['verdict', /^CE/],
      ['problem', /^A/],
      ['team', /京都/],
      ['language', /^C$/],
    ] as const) {
      await page.getByRole('button', { name: `Filter by ${menu}` }).click();
      await page.getByRole('option', { name: choice }).first().click();
      await page.keyboard.press('Escape');
    }
    await page.waitForURL(/language=c/);
    expect(await top()).toBe(before);
  });

  it('of a rejudging shows all of its matrix', async () => {
    for (const width of [1440, 1024, 390]) {
      await using person = await enter('jury', width);
      const { page } = person;
      await page.goto(`/contests/${contest}/rejudgings/${rejudging}`);
      for (const verdict of became) {
        await page.getByRole('button', { name: `1 from CE to ${verdict}`, exact: true }).waitFor();
        expect(
          await page.evaluate(`(() => {
            const [cell] = [...document.querySelectorAll('button')].filter((one) =>
              one.ariaLabel === '1 from CE to ${verdict}' && one.checkVisibility());
            cell.scrollIntoView({ block: 'center' });
            const { left, right, top, bottom } = cell.getBoundingClientRect();
            const isSeen = (x) => cell.contains(document.elementFromPoint(x, (top + bottom) / 2));
            return isSeen(left + 4) && isSeen(right - 4);
          })()`),
          `${verdict} at ${width} px`,
        ).toBe(true);
      }
      await page.getByRole('button', { name: '1 from CE to WA', exact: true }).click();
      await page.waitForURL(/before=CE/);
      await expect.poll(() => page.locator('a[data-row-link]').count()).toBe(1);
    }
  });

  it('for the jury is refused to a team by the api too, not only by the page', async () => {
    const login = stack.teams[1];
    if (login === undefined) throw new Error('the sample contest has no second team');
    await expect(stack.client(login).judgehosts()).rejects.toMatchObject({ status: 403 });
    // Not even that there is one.
    await expect(stack.client(login).submission(wrong)).rejects.toMatchObject({ status: 404 });
  });

  crowdedScoreboard(() => ({ stack, browser, team, judged }));
});
