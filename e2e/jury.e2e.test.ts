/** The jury's pages in a browser, while a real judgehost judges: list, submission, rejudging, wall limits. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromFile, rehearse } from './jury/resolver.ts';
import { wallLimits } from './jury/wall-limits.ts';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember, type Person } from './support/person.ts';
import { verdictAtHead } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'warmup';
const judgeMs = 60_000;
const samples = join(checkoutRoot, 'samples/problems/sum/submissions');

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
    const content = await readFile(join(samples, path), 'utf8');
    return submitted(path.replace(/^.*\//, ''), content, language);
  }

  /** By the first team if by no other, and judged. */
  async function submitted(name: string, content: string, language: string, team = 0): Promise<string> {
    const login = stack.teams[team];
    if (login === undefined) throw new Error('the sample contest has too few teams');
    const client = stack.client(login);
    const { id } = await client.submit(contest, { problem: 'A', language, files: [{ name, content }] });
    await client.verdictOf(id);
    return id;
  }

  it('filters by menu, the address shows it, and the keyboard chooses what is judged again', async () => {
    await page.goto(`/contests/${contest}/submissions`);
    const rows = page.locator('tr[data-submission]');
    await expect.poll(() => rows.count()).toBe(2);
    const team = rows.last().locator('td').nth(3);
    const cell = await team.boundingBox();
    if (cell === null) throw new Error('the row is not to be seen');
    await page.mouse.move(cell.x + cell.width / 2, cell.y + cell.height / 2);
    const text = String(
      await page.evaluate(
        "[...document.querySelectorAll(':hover')].findLast((one) => one.title !== '')?.title ?? ''",
      ),
    );
    expect(text).toMatch(/Wrong answer/);
    expect(text).toContain(await team.innerText());
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
    await page.getByText('2 submissions selected', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.getByText('1 submission selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Rejudge these' }).click();
    await page.getByText('1 submission selected in the list').waitFor();
  });

  it('makes a rejudging, sees what it would do, and applies it', async () => {
    await page.goto(`/contests/${contest}/rejudgings`);
    await page.getByRole('link', { name: 'New rejudging' }).first().click();
    await page.getByRole('button', { name: /^A: / }).click();
    await page.waitForURL(/problem=A/);
    await page.getByLabel('Reason').fill('to be sure');
    await page.getByRole('button', { name: 'Rejudge 2 submissions' }).click();
    await page.getByRole('heading', { name: 'to be sure' }).waitFor();
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await apply.waitFor({ timeout: judgeMs });
    await page.getByText('No team’s rank, solved problems or penalty changes.').waitFor();
    await page.getByText('0 changed, 2 unchanged').waitFor();
    await expect.poll(() => page.locator('a[data-row-link]').count()).toBe(2);
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
      .getByText(/The first difference is in line|The output|from the output/)
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
    await page.getByRole('button', { name: 'Cancel rejudging' }).click();
    await page.getByRole('button', { name: 'Cancel the rejudging' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
  });

  it('sees the newest judgings of a submission, the older ones when asked, and one whose address it has', async () => {
    let wanted = '';
    for (const reason of ['once', 'twice']) {
      const { id } = await stack.jury.createRejudging(contest, {
        reason,
        filter: { submissions: [first] },
        repeats: 20,
      });
      const made = async (): Promise<string[]> =>
        (await stack.jury.submission(first)).judgings.flatMap((one) =>
          one.rejudgingId === id ? one.id : [],
        );
      await expect.poll(async () => (await made()).length).toBe(20);
      if (wanted === '') [wanted = ''] = await made();
      await stack.jury.cancelRejudging(id);
    }
    await page.goto(`/contests/${contest}/submissions/${first}`);
    const repeats = page.getByRole('heading', { name: /^Judged (\d+ of )?20 times$/ });
    const older = page.getByRole('button', { name: 'Show older judgings' });
    await older.waitFor();
    expect(await repeats.count()).toBe(1);
    await older.click();
    await expect.poll(() => repeats.count()).toBe(2);
    await older.click();
    await older.waitFor({ state: 'detached' });
    await page.goto(`/contests/${contest}/submissions/${first}?judging=${wanted}`);
    await expect.poll(() => repeats.count()).toBe(2);
  });

  it('sees a submission arrive in a list with several filters, chooses a stretch of rows, and loses what a filter hides', async () => {
    await page.goto(`/contests/${contest}/submissions?problem=A&language=c,cpp&jury=no`);
    const rows = page.locator('tr[data-submission]');
    await expect.poll(() => rows.count()).toBe(2);
    // The oldest one: what comes above it does not take the focus away.
    await rows.last().locator('a[data-row-link]').focus();
    const third = await judged('wrong_answer/silent.cpp', 'cpp');
    await expect.poll(() => rows.first().getAttribute('data-submission'), { timeout: judgeMs }).toBe(third);
    const focused = 'document.activeElement.closest("[data-submission]")?.dataset.submission';
    expect(await page.evaluate(focused)).toBe(first);
    const boxes = rows.getByRole('checkbox');
    await boxes.first().click();
    await boxes.last().click({ modifiers: ['Shift'] });
    await page.getByText('3 submissions selected', { exact: true }).waitFor();
    // After a click on a box the keys are still the list's.
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.getByText('2 submissions selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Filter by verdict' }).click();
    await page.getByRole('option', { name: /^AC/ }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => rows.count()).toBe(3);
    expect(await page.getByText(/submissions? selected/).count()).toBe(0);
  });

  it('takes a preset, and of an address that makes no sense nothing', async () => {
    // Somebody of their own: such an address is an error in the console, too.
    await using other = await newMember(browser, stack.url, stack.juryLogin);
    const address = `/contests/${contest}/rejudgings/new`;
    await other.page.goto(address);
    await other.page.getByRole('button', { name: /^All TLE and WTL/ }).click();
    await other.page.waitForURL(/verdict=TLE%2CWTL/);
    await other.page.getByRole('button', { name: 'Nothing to rejudge' }).waitFor();
    expect(other.errors).toEqual([]);
    await other.page.goto(`${address}?team=42`);
    await other.page.getByText('"42" is no team of this contest').waitFor();
    await other.page.goto(`${address}?verdict=TLE,WLT`);
    await other.page.getByText('This address is not valid').waitFor();
  });

  it('sees a rejudging another one makes appear by itself, the ranks it changes, and its end', async () => {
    // It touches four times what it may have then.
    const source = await readFile(join(samples, 'accepted/sum.c'), 'utf8');
    const keeps = source
      .replace('int main', '#include <string.h>\nstatic char volatile grains[64 << 20];\nint main')
      .replace('    printf', '    memset((char *)grains, 1, sizeof grains);\n    printf');
    const hungry = await submitted('hungry.c', keeps, 'c', 1);
    expect((await stack.jury.submission(hungry)).verdict).toBe('AC');
    await page.goto(`/contests/${contest}/rejudgings`);
    await page.getByRole('link', { name: 'to be sure' }).waitFor();
    const made = await stack.jury.createRejudging(contest, {
      reason: 'hardly any memory',
      filter: { submissions: [hungry] },
      limits: { memoryMiB: 16 },
    });
    await page.getByRole('link', { name: 'hardly any memory' }).click();
    await page.getByRole('button', { name: 'Apply', exact: true }).waitFor({ timeout: judgeMs });
    await page.getByRole('button', { name: '1 from AC to MLE' }).waitFor();
    await page.getByRole('heading', { name: 'On the scoreboard, if applied' }).waitFor();
    expect(await page.getByText('No team’s rank, solved problems or penalty changes.').count()).toBe(0);
    await stack.jury.cancelRejudging(made.id);
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    expect(await page.getByRole('heading', { name: /^On the scoreboard/ }).count()).toBe(0);
  });

  wallLimits(() => ({ stack, jury, submitted }));

  it('rehearses a ceremony by keys with a window for the projector, which a reload does not lose', async () => {
    await rehearse(jury, contest);
  });

  it('has the ceremony as a file that shows the same from a folder, with its second window', async () => {
    await fromFile(jury, contest);
  });

  it('shows its keys, and a team reads that these pages are not for it', async () => {
    await page.goto(`/contests/${contest}/rejudgings`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByText('Select the row for a rejudging').waitFor();
    const [login] = stack.teams;
    if (login === undefined) throw new Error('the sample contest has no team');
    await using team = await newMember(browser, stack.url, login);
    await team.page.goto(`/contests/${contest}/wall-limits`);
    await team.page.getByText('Not for this account').waitFor();
  });

  it('has a list that is not fetched again once its stream is open, and misses nothing that happens in between', async () => {
    const asked: string[] = [];
    const streaming = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await page.route('**/live', async (route) => {
      begun.resolve();
      await streaming.promise;
      await route.continue();
    });
    await page.goto(`/contests/${contest}/submissions`);
    const rows = page.locator('tr[data-submission]');
    await rows.first().waitFor();
    await begun.promise;
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // Nothing asks for the list, so only the stream can report that there is one more.
    const between = await judged('accepted/sum.cpp', 'cpp');
    streaming.resolve();
    await page.locator(`tr[data-submission="${between}"]`).waitFor();
    await page.unroute('**/live');
    expect(asked.filter((path) => path === `/api/contests/${contest}/submissions`)).toEqual([]);
  });
});
