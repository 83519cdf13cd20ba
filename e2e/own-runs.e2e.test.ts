/** What a team learns of its run, while it is judged and afterwards; and the page of one submission as the jury has it. */
import { join } from 'node:path';
import { importPackage, type Login, type SandglassClient } from '@sandglass/client';
import { checkoutRoot, type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember, type Person } from './support/person.ts';
import { verdictAtHead } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'own';
const judgeMs = 60_000;
const calls = 'calls += (h + 11) % 12 + 1;';

/** Counts a cuckoo's calls. @param atSecret what it does first with an input that is no sample; the samples begin at 9, 22 and 20 h */
const cuckoo = (atSecret: string): string => `#include <stdio.h>
#include <string.h>
#include <unistd.h>
static char volatile hoard[40 << 20];
int main(void) {
    int h, m, h2, m2, calls = 0;
    if (scanf("%d:%d %d:%d", &h, &m, &h2, &m2) != 4) return 1;
    memset((char *)hoard, 1, sizeof hoard);
    int sample = (h == 9 && m == 30) || (h == 22 && m == 31) || (h == 20 && m == 1);
    if (!sample) { ${atSecret} }
    for (;;) {
        if (m == 0) ${calls}
        if (m == 30) calls++;
        if (h == h2 && m == m2) break;
        if (++m == 60) m = 0, h = (h + 1) % 24;
    }
    printf("%d\\n", calls);
    return 0;
}
`;

describe.skipIf(problem !== null)(`a team and its runs${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let team: Person;
  let jury: Person;
  let client: SandglassClient;
  let page: Page;

  beforeAll(async () => {
    stack = await startStack({ problems: ['cuckoo'], leavesHung: true });
    browser = await openBrowser();
    await importPackage(stack.admin, 'guess', join(checkoutRoot, 'samples/practice/guess'));
    const login = stack.teams[0] as Login;
    const now = Date.now();
    await stack.admin.defineContest({
      id: contest,
      name: 'Own Runs',
      startsAt: new Date(now - 3_600_000).toISOString(),
      endsAt: new Date(now + 3_600_000).toISOString(),
      problems: [
        { label: 'C', problem: 'cuckoo', colour: '#8ab17d' },
        { label: 'X', problem: 'guess', colour: '#f2c14e' },
      ],
      teams: [{ id: login.username, name: 'Grains of Truth' }],
    });
    client = stack.client(login);
    team = await newMember(browser, stack.url, login);
    jury = await newMember(browser, stack.url, stack.juryLogin);
    ({ page } = team);
  });

  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await jury?.[Symbol.asyncDispose]();
    await browser?.close();
    await stack?.stop();
  });

  async function submit(content: string): Promise<string> {
    const files = [{ name: 'cuckoo.c', content }];
    return (await client.submit(contest, { problem: 'C', language: 'c', files })).id;
  }

  /** Judged: no other test changes its verdict. */
  async function judged(content: string): Promise<string> {
    const id = await submit(content);
    await client.verdictOf(id);
    return id;
  }
  let known: Promise<string> | undefined;
  /** One for those tests that only look at it, made by the first of them: each passes alone, too. */
  const accepted = (): Promise<string> => (known ??= judged(cuckoo('')));

  /** Holds the judgehost, so that nothing ends while the page is looked at. */
  async function whileHeld(look: () => Promise<void>): Promise<void> {
    const host = stack.stack.judgehosts[0]?.identity.pid;
    if (host === undefined) throw new Error('there is no judgehost');
    process.kill(host, 'SIGSTOP');
    try {
      await look();
    } finally {
      process.kill(host, 'SIGCONT');
    }
  }

  const address = (id: string): string => `/contests/${contest}/submissions/${id}`;
  const tests = (on: Page) => on.getByRole('list', { name: 'Tests' });

  it('sees its samples as they finish, and no number of a secret test: not live, not afterwards, not in the api', async () => {
    await page.goto(`/contests/${contest}/submissions`);
    const refused = await submit(cuckoo('usleep(4000000); calls = 1000;'));
    await page.locator(`tr[data-submission="${refused}"] a`).first().click();
    const samplesDone = async () => (await stack.jury.submission(refused)).testsDone === 3;
    await expect.poll(samplesDone, { timeout: judgeMs }).toBe(true);
    await whileHeld(async () => {
      const head = page.getByTestId('verdict');
      await page.getByRole('img', { name: 'Test 3 (sample): Accepted' }).waitFor();
      expect(await head.getAttribute('data-state')).toBe('running');
      expect(await head.textContent()).not.toMatch(/\d+ of \d+/);
      expect((await client.submission(refused)).testsDone).toBeNull();
      await page.getByText('3 of 3 samples passed; the 160 secret tests are running.').waitFor();
    });
    await verdictAtHead(page, 'WA').waitFor({ timeout: judgeMs });
    await page.getByText('one of the 160 secret tests failed').waitFor();
    expect(await tests(page).getByRole('listitem').count()).toBe(4);
    expect(await page.getByTestId('secret-tests').innerText()).toBe('160 secret tests');
    const own = await client.submission(refused);
    expect([own.testsDone, own.judgings[0]?.tests.length]).toEqual([null, 3]);
    const listed = (await client.submissions(contest)).submissions.find(({ id }) => id === refused);
    expect(listed?.testsDone).toBeNull();
    // Another slot may have been running the next test.
    expect((await stack.jury.submission(refused)).testsDone).toBeGreaterThanOrEqual(4);
  });

  it('sees a tick for every test of an accepted program, with CPU time and memory against the limits', async () => {
    await page.goto(address(await accepted()));
    await verdictAtHead(page, 'AC').waitFor({ timeout: judgeMs });
    await page.getByText('All 163 tests passed.').waitFor();
    expect(
      await tests(page)
        .getByRole('img', { name: /: Accepted$/ })
        .count(),
    ).toBe(163);
    await page.getByRole('img', { name: /^CPU time, slowest test: \d+(\.\d)? ms of 2 s$/ }).waitFor();
    await page.getByRole('img', { name: /^Memory, largest: 4\d(\.\d)? MiB of 512 MiB$/ }).waitFor();
  });

  it('reads the verdicts in words in its list, with the figures', async () => {
    const wrong = await judged(cuckoo('calls = 1000;'));
    const right = await accepted();
    await page.goto(`/contests/${contest}/submissions`);
    const row = (id: string) => page.locator(`tr[data-submission="${id}"]`);
    await row(wrong).waitFor();
    expect(await row(wrong).innerText()).toMatch(/Wrong answer[^]*C[^]* ms[^]* MiB/);
    expect(await row(right).innerText()).toMatch(/Accepted[^]* ms[^]* MiB/);
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Verdict', 'CPU', 'Memory']),
    );
  });

  it('sees that a verdict was changed, when, and from which one; until then the old one', async () => {
    const changed = await judged(cuckoo(''));
    await page.goto(address(changed));
    await verdictAtHead(page, 'AC').waitFor();
    const { id } = await stack.jury.createRejudging(contest, {
      reason: 'less memory',
      filter: { submissions: [changed] },
      limits: { memoryMiB: 32 },
    });
    await expect
      .poll(async () => (await stack.jury.rejudging(id)).state, { timeout: judgeMs })
      .toBe('judged');
    expect(await page.getByTestId('changed-verdict').count()).toBe(0);
    await stack.jury.applyRejudging(id);
    await verdictAtHead(page, 'MLE').waitFor({ timeout: judgeMs });
    expect(await page.getByTestId('changed-verdict').innerText()).toMatch(
      /^Judged again by the jury: the verdict changed at \d\d:\d\d:\d\d\. It was Accepted before\.$/,
    );
    await page.getByText(/ of 32 MiB$/).waitFor();
    await page.goto(`/contests/${contest}/submissions`);
    await page.locator(`tr[data-submission="${changed}"]`).getByText('changed').waitFor();
  });

  it('waits for the jury without a count and a wheel where our judging failed; the jury reads why at the top', async () => {
    const refused = await judged(cuckoo('calls = 1000;'));
    await stack.sql(`UPDATE judging SET verdict = 'JE', error = 'try 1 on kiln: JUDGE_VALIDATION_ERROR: a test could not be judged'
      WHERE submission_id = '${refused}' AND valid`);
    await stack.sql(`UPDATE run SET verdict = 'JE', reason = 'the validator failed: exit status 3'
      WHERE verdict = 'WA' AND judging_id IN (SELECT id FROM judging WHERE submission_id = '${refused}')`);
    await page.goto(address(refused));
    const head = page.getByTestId('verdict');
    await head.getByText('Waiting for the jury').waitFor();
    expect(await head.textContent()).toMatch(/Our judging failed, it is not your fault/);
    expect(await head.textContent()).not.toMatch(/\d+ of \d+|Running/);
    const moving = `document.querySelector('[data-testid="verdict"]').getAnimations({ subtree: true }).length`;
    await expect.poll(() => page.evaluate<number>(moving)).toBe(0);
    await page.goto(`/contests/${contest}/submissions`);
    await page.locator(`tr[data-submission="${refused}"]`).getByText('Waiting for the jury').waitFor();
    await jury.page.goto(address(refused));
    const alert = jury.page.getByRole('alert').first();
    await alert.getByText('Test 4: the validator failed: exit status 3').waitFor();
    await jury.page.getByRole('heading', { name: 'Source' }).waitFor();
    expect(await jury.page.getByText(/test 4: the validator failed/i).count()).toBe(1);
  });

  it('reads that nothing was printed; the jury how much of too much is kept', async () => {
    const silent = await submit('int main(void) { return 0; }\n');
    const chatty = await submit('#include <stdio.h>\nint main(void) { for (;;) puts("cuckoo"); }\n');
    await client.verdictOf(silent);
    await page.goto(address(silent));
    await verdictAtHead(page, 'NO').getByText('No output', { exact: true }).waitFor();
    await client.verdictOf(chatty);
    await jury.page.goto(address(chatty));
    await jury.page
      .getByText(/output limit of 1 MiB exceeded: (more than 1|1\.1) MiB written/i)
      .first()
      .waitFor();
    await jury.page.getByText(/^The first \d+ KiB of 1(\.\d)? MiB printed are kept\.$/).waitFor();
  });

  it('reads what the compiler said with its carets in place on a phone', async () => {
    const id = await submit(`int main(void) { return ${'1 + '.repeat(60)}nothing; }\n`);
    await client.verdictOf(id);
    await using phone = await newMember(browser, stack.url, stack.teams[0] as Login, {
      width: 390,
      height: 844,
    });
    await phone.page.goto(address(id));
    const said = phone.page.getByRole('region', { name: 'Compiler output' });
    await said.waitFor();
    // A line is one line, and what is too wide is scrolled within it.
    const [lines, hidden, wider] = await phone.page.evaluate<number[]>(`(() => {
      const pre = document.querySelector('[aria-label="Compiler output"]');
      const style = getComputedStyle(pre);
      const height = pre.scrollHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
      const lines = Math.round(height / parseFloat(style.lineHeight));
      const { scrollWidth, clientWidth } = document.documentElement;
      return [lines, pre.scrollWidth - pre.clientWidth, scrollWidth - clientWidth];
    })()`);
    expect(lines).toBe((await said.textContent())?.trimEnd().split('\n').length);
    expect(hidden).toBeGreaterThan(0);
    expect(wider).toBeLessThanOrEqual(0);
  });

  it('reads an interactive sample whole, its own lines beside the jury’s', async () => {
    await page.goto(`/contests/${contest}/problems/X`);
    const sample = page.getByRole('region', { name: 'Conversation of sample 1' });
    await sample.getByText('right', { exact: true }).waitFor();
    const cut = await page.evaluate<number[]>(`(() => {
      const box = document.querySelector('[aria-label="Conversation of sample 1"]');
      return [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth];
    })()`);
    expect(cut).toEqual([0, 0]);
    expect(await sample.getByText('Your program', { exact: true }).isVisible()).toBe(true);
    const said = (text: string) => sample.getByText(text, { exact: true }).boundingBox();
    const [own, answer, next] = [
      await said('500'),
      await sample.getByText('fewer').first().boundingBox(),
      await said('250'),
    ];
    expect(own?.x).toBe(next?.x);
    expect(answer?.x).toBeGreaterThan(own?.x ?? Infinity);
    expect(answer?.y).toBeGreaterThan(own?.y ?? Infinity);
  });

  describe('the jury', () => {
    it('is asked before a submission is judged again, and can see the verdict before it counts', async () => {
      const { page: its } = jury;
      const own = await judged(cuckoo(''));
      await stack.sql(`UPDATE judging SET verdict = 'MLE' WHERE submission_id = '${own}' AND valid`);
      await its.goto(address(own));
      await verdictAtHead(its, 'MLE').waitFor();
      await its.getByRole('button', { name: 'Rejudge…' }).click();
      const dialog = its.getByRole('dialog');
      await dialog.getByText('This cannot be undone.').waitFor();
      await dialog.getByRole('button', { name: 'Go back' }).click();
      expect((await stack.jury.submission(own)).judgings).toHaveLength(1);
      await its.getByRole('button', { name: 'Rejudge…' }).click();
      await dialog.getByRole('button', { name: 'See it first' }).click();
      await its.getByRole('button', { name: '1 from MLE to AC' }).waitFor({ timeout: judgeMs });
      expect((await stack.jury.submission(own)).verdict).toBe('MLE');
    });

    it('has tests and source side by side on a wide window, and no figure that is not known', async () => {
      const { page: its } = jury;
      await its.goto(`${address(await accepted())}?test=4`);
      const figures = its.getByRole('region', { name: 'Figures of the tests' });
      const source = its.getByRole('heading', { name: 'Source' });
      const [left, right] = [await figures.boundingBox(), await source.boundingBox()];
      expect(right?.x).toBeGreaterThan((left?.x ?? Infinity) + (left?.width ?? 0));
      expect(right?.y).toBeLessThan(left?.y ?? 0);
      await its.getByText('Peak memory').waitFor();
      expect(await its.getByText('not known').count()).toBe(0);
    });
  });
});
