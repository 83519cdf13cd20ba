/** The administrator's pages in a browser, on a system that judges: judgehosts, slot timeline, alarms, and access. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { slotTimeline } from './admin/slot-timeline.ts';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { madeUpHost } from './support/made-up-host.ts';
import { newMember, newPerson, type Person } from './support/person.ts';

const problem = whyNotHere();
const contest = 'warmup';
const patient = { timeout: 60_000 };

describe.skipIf(problem !== null)(
  `the administrator in a browser${problem === null ? '' : ` (${problem})`}`,
  () => {
    let stack: TestStack;
    let browser: Browser;
    let admin: Person;
    let page: Page;
    let judged = '';

    beforeAll(async () => {
      stack = await startStack({ problems: ['sum'], leavesHung: true });
      browser = await openBrowser();
      judged = await submit();
      await stack.jury.verdictOf(judged);
      admin = await newMember(browser, stack.url, stack.adminLogin);
      page = admin.page;
    });

    afterAll(async () => {
      await admin?.[Symbol.asyncDispose]();
      await browser?.close();
      await stack?.stop();
    });

    async function submit(): Promise<string> {
      const [login] = stack.teams;
      if (login === undefined) throw new Error('the sample contest has no team');
      const path = join(checkoutRoot, 'samples/problems/sum/submissions/accepted/sum.c');
      const files = [{ name: 'sum.c', content: await readFile(path, 'utf8') }];
      const { id } = await stack.client(login).submit(contest, { problem: 'A', language: 'c', files });
      return id;
    }

    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    const mode = async () => (await stack.admin.judgehosts())[0]?.mode;
    const line = () => page.getByRole('row').filter({ hasText: 'testhost' }).first();

    describe('logins that wait', () => {
      it('are listed with their place, and one button unlocks them', async () => {
        // A name that nobody has is counted as any other is.
        const guess = () =>
          fetch(`${stack.url}/api/session`, {
            headers: {
              authorization: `Basic ${Buffer.from(`stranger:${Math.random()}`).toString('base64')}`,
            },
          });
        const listed = new AbortController();
        const guesser = (async () => {
          while (!listed.signal.aborted) await guess();
        })();
        await page.goto('/admin');
        const lock = page.getByRole('listitem').filter({ hasText: 'stranger' });
        await lock.getByText('no such account').waitFor(patient);
        expect(await lock.innerText()).toContain('from 127.0.0.1');
        listed.abort();
        await guesser;
        await lock.getByRole('button', { name: 'Unlock stranger, from 127.0.0.1' }).click();
        await lock.waitFor({ ...patient, state: 'detached' });
        // One more would be possible after some seconds in any case, but not several.
        for (let i = 0; i < 3; i += 1) expect((await guess()).status).toBe(401);
      });
    });

    describe('the judgehosts', () => {
      it('are live, and a host shows its slots on cores, how its CPUs came about and what waits', async () => {
        await page.goto('/judgehosts');
        // While a machine is busy a figure may be late once: it does not stay so.
        await expect
          .poll(
            () =>
              line()
                .getByText(/^[01]\.\d s old/)
                .count(),
            patient,
          )
          .toBe(1);
        await page.getByRole('button', { name: /testhost/ }).click();
        await page.waitForURL(/open=testhost/);
        for (const title of ['Figures', 'Slots on cores', 'Slots now'])
          await page.getByRole('heading', { name: title, exact: true }).waitFor();
        await page.getByText(/^(Healthy|Degraded|Unhealthy)$/).waitFor();
        await page.getByText('Socket 0').waitFor();
        await page.getByText('physical cores', { exact: true }).waitFor();
      });

      it('drain: what is submitted during that waits until the host is enabled again', async () => {
        await page.goto('/judgehosts?open=testhost');
        await page.getByLabel('Reason').fill('A new kernel.');
        await page.getByRole('button', { name: 'Drain', exact: true }).click();
        await page.getByText(/finishes its tasks and takes no new ones.*A new kernel\./).waitFor();
        await line().getByText('drained').waitFor();
        expect(await mode()).toBe('drain');
        const waits = await submit();
        await page.getByRole('button', { name: 'Disable', exact: true }).click();
        await page.getByText('testhost is disabled').waitFor();
        expect((await stack.jury.submission(waits)).state).toBe('queued');
        // The only host there is: before all figures, and as an alarm long before the wait alone would raise one.
        const above = page.getByRole('alert').filter({ hasText: 'No host takes work.' });
        await above
          .locator('..')
          .getByText(/1 submission waits, the oldest for \d/)
          .waitFor();
        await page.goto('/alarms');
        const alarm = page.getByRole('article').filter({ hasText: 'No host takes work' });
        await alarm.getByText(/1 submission waits, the oldest for/).waitFor(patient);
        await alarm.getByText('What to do:').waitFor();
        await page.goto('/judgehosts?open=testhost');
        await page.getByRole('button', { name: 'Enable', exact: true }).click();
        await page.getByText('testhost is enabled').waitFor();
        await above.waitFor({ state: 'detached', ...patient });
        await stack.jury.verdictOf(waits);
      });

      it('lead with the figure that raises the alarm, and give no reason that is within its bound', async () => {
        const lastAt = new Date().toISOString();
        const recovering =
          'recovering; at worst the calibration program needs 22 % more CPU time (bound 15 %)';
        const waiting = 'the calibration program waits for a core for 58 % of its CPU time (bound 30 %)';
        await using _ = await madeUpHost(stack.url, stack.admin, 'zz-busy', {
          condition: {
            state: 'degraded',
            reasons: [
              { sign: 'calibration-wall', state: 'degraded', text: waiting, timesBound: 1.9 },
              { sign: 'calibration-cpu', state: 'degraded', text: recovering, timesBound: 0 },
            ],
            calibration: {
              runs: 9,
              baselineCpuUs: 20_000,
              cpuUs: 11_800,
              wallUs: 23_400,
              cpuDrift: -0.41,
              wallDrift: 0.58,
              lastAt,
            },
          },
        });
        await page.goto('/judgehosts?open=zz-busy');
        const cell = page.getByRole('row').filter({ hasText: 'zz-busy' }).first().getByRole('cell').last();
        await expect.poll(() => cell.innerText(), patient).toMatch(/^waits\s58\s%\s+cpu\s−41\s%/);
        await page.getByText('Degraded', { exact: true }).waitFor();
        const card = page.getByRole('article').filter({ hasText: 'Calibration drift' });
        await card.getByText(/waits for a core for 58 %/).waitFor(patient);
        const detail = await page.locator('main').innerText();
        expect(detail).not.toMatch(/recovering|22\s% more|more CPU time/);
      });

      it('are restricted to some work, and judge the rest when they are not', async () => {
        await page.goto('/judgehosts?open=testhost');
        await page.getByRole('button', { name: 'Restrict', exact: true }).click();
        await page.getByRole('combobox', { name: 'Only these languages' }).click();
        await page.getByRole('option', { name: 'Java', exact: true }).click();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Judges only languages java.').waitFor();
        await line()
          .getByText(/restricted/)
          .waitFor();
        const waits = await submit();
        await page.getByRole('button', { name: 'Restrict', exact: true }).click();
        await page.getByRole('combobox', { name: 'Only these languages' }).press('Backspace');
        expect((await stack.jury.submission(waits)).state).toBe('queued');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Judges only languages java.').waitFor({ state: 'detached' });
        await stack.jury.verdictOf(waits);
      });

      it('that never came is deleted, and the keyboard is never sent back to the top of the page', async () => {
        await stack.admin.createJudgehost('mistyped');
        await page.goto('/judgehosts?open=mistyped');
        const ask = page.getByRole('button', { name: 'Delete…' });
        await ask.press('Enter');
        await expect.poll(focused).toBe('Cancel');
        await page.keyboard.press('Enter');
        await expect.poll(focused).toBe('Delete…');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Delete mistyped and void its token' }).press('Enter');
        await page.waitForURL((address) => !address.searchParams.has('open'));
        await expect.poll(focused).toBe('Judgehosts');
      });

      it('fetch the test data of a contest when a warm-up is started', async () => {
        await page.goto('/judgehosts?open=testhost');
        // One menu still closes when the next one opens: an item is looked for in its own.
        const choose = async (menu: string): Promise<void> => {
          await page.getByRole('button', { name: menu, exact: true }).click();
          await page.getByRole('menu', { name: menu, exact: true }).getByRole('menuitem').first().click();
        };
        await choose('Warm up');
        await page.getByText(/testhost fetches the test data of .*\. Figures show/).waitFor();
        const fact = page.locator('dl > div').filter({ hasText: `Warm-up ${contest}` });
        await fact.getByText('done').waitFor(patient);
        await choose('Warm up all');
        await page.getByText(/All hosts fetch the test data of .*\. Figures show/).waitFor();
      });
    });

    it('a silent server: every page of everybody says since when, is grey, and live again by itself', async () => {
      const api = stack.stack.api?.identity.pid;
      const [login] = stack.teams;
      if (api === undefined || login === undefined) throw new Error('the stack has no api or no team');
      await using visitor = await newPerson(browser, stack.url);
      await using team = await newMember(browser, stack.url, login);
      // A browser keeps six connections to a server, and a page of the jury has two streams.
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      const open = async ({ context }: Person, address: string): Promise<Page> => {
        const opened = await context.newPage();
        await opened.goto(address);
        await opened.locator('[data-live]').first().waitFor();
        return opened;
      };
      const board = await open(visitor, `/contests/${contest}/scoreboard`);
      await board.getByText('updates live').waitFor();
      await page.goto('/judgehosts');
      await line().waitFor();
      const shown = [
        board,
        await open(team, `/contests/${contest}/submissions`),
        await open(team, `/contests/${contest}/submissions/${judged}`),
        await open(jury, `/contests/${contest}/submissions`),
        await open(jury, '/alarms'),
        page,
      ];
      const banner = (of: Page) => of.getByTestId('connection-banner');
      const isGrey = (of: Page) =>
        of.evaluate<boolean>(
          "getComputedStyle(document.querySelector('[data-live]')).filter === 'grayscale(1)'",
        );
      process.kill(api, 'SIGSTOP');
      onTestFinished(() => void process.kill(api, 'SIGCONT'));
      for (const one of shown) {
        await banner(one)
          .getByText(/As of \d\d:\d\d:\d\d, \d+ s ago\./)
          .waitFor({ timeout: 15_000 });
        expect(await isGrey(one), one.url()).toBe(true);
      }
      await board.getByText('updates have stopped').waitFor();
      process.kill(api, 'SIGCONT');
      for (const one of shown) {
        await banner(one).waitFor({ state: 'detached' });
        expect(await isGrey(one), one.url()).toBe(false);
      }
    });

    it('a stream that is asked for and never answered is silence too', async () => {
      await using visitor = await newPerson(browser, stack.url);
      const banner = visitor.page.getByTestId('connection-banner');
      // As behind a proxy that takes the request and holds it.
      await visitor.page.route('**/live', () => {});
      await visitor.page.goto(`/contests/${contest}/scoreboard`);
      await banner.getByText(/As of/).waitFor({ timeout: 15_000 });
      await visitor.page.unroute('**/live');
      await banner.waitFor({ state: 'detached' });
      await visitor.page.getByText('updates live').waitFor();
    });

    slotTimeline(() => ({ stack, browser, page, judged }));

    it('an alarm is raised on every page, is acknowledged, and is in the log when it is cleared', async () => {
      // It is stopped, as in a machine that swaps: nobody disabled it.
      const host = stack.stack.judgehosts[0]?.identity.pid;
      if (host === undefined) throw new Error('there is no judgehost');
      process.kill(host, 'SIGSTOP');
      onTestFinished(() => void process.kill(host, 'SIGCONT'));
      await page.goto(`/contests/${contest}`);
      // A busy machine may raise alarms of its own: only this alarm matters.
      const card = page.getByRole('article').filter({ hasText: 'The host has not reported for' });
      await page.getByRole('link', { name: /not acknowledged/ }).click(patient);
      await card.waitFor(patient);
      const ask = card.getByRole('button', { name: 'Acknowledge…' });
      await ask.press('Enter');
      await card.getByLabel('What is being done').press('Escape');
      await expect.poll(focused).toBe('Acknowledge…');
      await ask.press('Enter');
      await card.getByLabel('What is being done').fill('Somebody looks at the cable.');
      await card.getByRole('button', { name: 'Acknowledge', exact: true }).click();
      await card.getByText('Acknowledged by admin').waitFor();
      // The next alarm of a busy machine, or what was acknowledged.
      await expect
        .poll(() => page.evaluate("document.activeElement.matches('[data-acknowledge], article')"))
        .toBe(true);
      await page.goto('/judgehosts');
      await line().getByText('silent').waitFor();
      process.kill(host, 'SIGCONT');
      await line()
        .getByText('silent')
        .waitFor({ state: 'detached', ...patient });
      await page.goto('/alarms?rule=silent-host');
      const log = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Log' }) });
      await log.getByText('Somebody looks at the cable.').waitFor(patient);
    });

    it('the alarm about judging errors lasts while a team waits, and leads to its submissions', async () => {
      await stack.sql(
        `UPDATE judging SET verdict = 'JE', ended_at = now() - interval '20 minutes' WHERE submission_id = '${judged}' AND valid`,
      );
      await page.goto('/alarms');
      const card = page.getByRole('article').filter({ hasText: 'Judging errors' });
      await card.getByText(/1 submission has a judging error: its team waits/).waitFor(patient);
      await card.getByRole('link', { name: 'Show its submissions' }).click();
      await page.waitForURL(`**/contests/${contest}/submissions?verdict=JE`);
      await page.locator(`[data-submission="${judged}"]`).getByText('JE', { exact: true }).waitFor();
    });

    it('the jury sees all of it and changes nothing; a team and a visitor see none of it', async () => {
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      await jury.page.goto('/judgehosts?open=testhost');
      await jury.page.getByText('testhost is enabled').waitFor();
      for (const name of ['Drain', 'Disable', 'Restrict', 'Warm up', 'Warm up all'])
        expect(await jury.page.getByRole('button', { name, exact: true }).count()).toBe(0);
      const [host] = await stack.admin.judgehosts();
      const refused = await jury.page.request.patch(`/api/judgehosts/${host?.id ?? ''}`, {
        data: { mode: 'off' },
        headers: { origin: stack.url },
      });
      expect(refused.status()).toBe(403);
      expect(await mode()).toBe('on');
      const [login] = stack.teams;
      if (login === undefined) throw new Error('the sample contest has no team');
      await using team = await newMember(browser, stack.url, login);
      await using visitor = await newPerson(browser, stack.url);
      for (const path of ['/judgehosts', '/timeline', '/alarms']) {
        await team.page.goto(path);
        await team.page.getByText('Not for this account').waitFor();
        await visitor.page.goto(path);
        await visitor.page.waitForURL(/\/login/);
      }
      expect((await team.page.request.get('/api/monitor/hosts')).status()).toBe(403);
      expect((await visitor.page.request.get('/api/monitor/hosts')).status()).toBe(401);
    });
  },
);
