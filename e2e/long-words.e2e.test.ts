/** Where words are long and windows narrow: nothing sticks out, is cut off or out of reach. */
import { type TestStack, startStack } from '@sandglass/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { layoutFaults } from './support/layout.ts';
import { madeUpHost } from './support/made-up-host.ts';
import { newMember, newPerson } from './support/person.ts';
import { sample, submitForm } from './support/submitting.ts';

const problem = whyNotHere();
const contest = 'warmup';
const frozen = 'frozen';
const longHost = 'judgehost-in-the-second-basement-room-07';
const widths = [1440, 1024, 390] as const;

/** Whether the facts of a submission end where the padding of their row begins. */
const endsInRow = `(() => {
  const row = [...document.querySelectorAll('main li')].find((one) => one.textContent.includes('#12345'));
  return row.querySelector('a > span:last-child').getBoundingClientRect().right <= row.getBoundingClientRect().right - 7;
})()`;

/** By how much a part that scrolls by itself is wider than what is seen of it, px. */
const hiddenOf = (label: string): string => `(() => {
  const region = document.querySelector('[aria-label="${label}"]');
  return region.scrollWidth - region.clientWidth;
})()`;

describe.skipIf(problem !== null)(`long words${problem === null ? '' : ` (${problem})`}`, () => {
  let stack: TestStack;
  let browser: Browser;
  let submission = '';

  beforeAll(async () => {
    stack = await startStack({ problems: ['layers'] });
    browser = await openBrowser();
    const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
    await stack.admin.defineContest({
      id: frozen,
      name: 'Contest that is frozen',
      startsAt: at(-60),
      endsAt: at(60),
      freezesAt: at(-1),
      problems: [{ label: 'A', problem: 'layers', colour: '#f2c14e' }],
      teams: stack.teams.map(({ username }) => ({ id: username, name: username })),
    });
    const { name, buffer } = await sample('layers/submissions/accepted/bits.py');
    const client = stack.client(login());
    ({ id: submission } = await client.submit(contest, {
      problem: 'H',
      language: 'python3',
      files: [{ name, content: buffer.toString('utf8') }],
    }));
    await client.verdictOf(submission);
  });

  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  function login() {
    const [first] = stack.teams;
    if (first === undefined) throw new Error('the sample contest has no team');
    return first;
  }

  it('has the latest submissions in their panel, and the longest verdict in a line of its own', async () => {
    await stack.sql(`UPDATE judging SET verdict = 'WTL' WHERE submission_id = '${submission}'`);
    await stack.sql(`UPDATE submission SET number = 12345 WHERE id = '${submission}'`);
    await using member = await newMember(browser, stack.url, login());
    const { page } = member;
    for (const path of [`/contests/${contest}`, `/contests/${contest}/problems/H`]) {
      await page.goto(path);
      const row = page.getByRole('listitem').filter({ hasText: '#12345' });
      await row.getByText('Wall-time limit exceeded').waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(endsInRow), { message: `${path} at ${width} px` }).toBe(true);
        expect(await layoutFaults(page), `${path} at ${width} px`).toEqual([]);
      }
    }
    await stack.sql(`UPDATE judging SET verdict = 'AC' WHERE submission_id = '${submission}'`);
  });

  it('has all figures of a test in sight where tests have long names', async () => {
    await using jury = await newMember(browser, stack.url, stack.juryLogin, { width: 1440, height: 900 });
    await jury.page.goto(`/contests/${contest}/submissions/${submission}`);
    const figures = jury.page.getByRole('region', { name: 'Figures of the tests' });
    await figures
      .getByText(/^secret\/\d+-/)
      .first()
      .waitFor();
    expect(await jury.page.evaluate(hiddenOf('Figures of the tests'))).toBe(0);
  });

  it('has a freeze strip and cells in full screen that nothing cuts', async () => {
    await using visitor = await newPerson(browser, stack.url);
    const { page } = visitor;
    await page.goto(`/contests/${frozen}/scoreboard?full=yes`);
    await page.getByText('Frozen since').waitFor();
    for (const width of [1440, 1920, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => layoutFaults(page), { message: `${width} px` }).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/contests/${contest}/scoreboard?full=yes`);
    await page.getByText('1 try', { exact: true }).last().waitFor();
    // Of the text's own box, which has the descenders, and not of its line.
    const cut = `(() => {
      const [text] = [...document.querySelectorAll('[data-team] *')].filter((one) =>
        one.childElementCount === 0 && one.textContent === '1 try' && one.checkVisibility());
      const range = document.createRange();
      range.selectNodeContents(text);
      const { bottom } = range.getBoundingClientRect();
      for (let at = text; !at.matches('[data-team]'); at = at.parentElement)
        if (getComputedStyle(at).overflowY !== 'visible' && at.getBoundingClientRect().bottom < bottom - 0.5)
          return at.className;
      return null;
    })()`;
    await expect.poll(() => page.evaluate(cut)).toBe(null);
  });

  it('has the whole of a judgehost’s name on hover, and of an open host all in sight at 1024 px', async () => {
    const waits = [{ where: 'bpf_prog_pack_free_with_a_long_name', count: 5 }];
    await using _ = await madeUpHost(stack.url, stack.admin, longHost, {
      condition: { state: 'unhealthy' },
      report: { dState: { count: 7, waits } },
    });
    await using admin = await newMember(browser, stack.url, stack.adminLogin);
    const { page } = admin;
    await page.goto(`/judgehosts?open=${longHost}`);
    await page
      .getByRole('article')
      .filter({ hasText: 'Tasks stuck in the kernel' })
      .waitFor({ timeout: 30_000 });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await layoutFaults(page), `${width} px`).toEqual([]);
      expect(await page.evaluate(hiddenOf('All judgehosts')), `${width} px`).toBe(0);
    }
  });

  it('brings a refusal into sight on a phone, where it would be behind the button', async () => {
    await using member = await newMember(browser, stack.url, login(), { width: 390, height: 844 });
    const { page } = member;
    await page.goto(`/contests/${contest}/problems/H`);
    const form = submitForm(page, 'H');
    await form.getByText('Files', { exact: true }).click();
    const large = Buffer.alloc(300_000, 'a');
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(
      (one) => `${one}-of-a-name-that-needs-two-lines.cpp`,
    );
    await form
      .locator('input[type=file]')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: large })));
    const refusal = form.getByRole('alert').filter({ hasText: 'too large' });
    await refusal.waitFor();
    await page.evaluate('window.scrollTo(0, 0)');
    await form.getByText('Files', { exact: true }).scrollIntoViewIfNeeded();
    await form.getByRole('button', { name: 'Submit to H' }).click();
    const isSeen = `(() => {
      const alert = document.querySelector('[data-submit-panel] [role=alert]');
      const { left, top, bottom } = alert.getBoundingClientRect();
      return alert.contains(document.elementFromPoint(left + 4, (top + bottom) / 2));
    })()`;
    await expect.poll(() => page.evaluate(isSeen)).toBe(true);
  });
});
