/** The administrator's desks in a browser, on a system that judges: judgehosts, task density, alarms, and who may what. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, type TestStack, startStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBrowser, whyNotHere } from './support/browser.ts';
import { newMember, newPerson, type Person } from './support/person.ts';
import { stroke } from './support/touch.ts';

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

    const mode = async () => (await stack.admin.judgehosts())[0]?.mode;
    const line = () => page.getByRole('row').filter({ hasText: 'testhost' }).first();

    describe('logins that wait', () => {
      it('are listed with their place, and one button opens them', async () => {
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
        await lock.getByRole('button', { name: 'Open stranger, from 127.0.0.1' }).click();
        await lock.waitFor({ ...patient, state: 'detached' });
        // One more would be possible after some seconds in any case, but not several.
        for (let i = 0; i < 3; i += 1) expect((await guess()).status).toBe(401);
      });
    });

    describe('the judgehosts', () => {
      it('are live, and a host tells its slots on cores, how its CPUs came about and what waits', async () => {
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
        for (const title of [
          'Stuck in the kernel',
          'Slots on cores',
          'Figures',
          'Condition',
          'What slots do',
        ])
          await page.getByRole('heading', { name: title, exact: true }).waitFor();
        await page.getByText('Socket 0').waitFor();
        await page.getByText('physical cores', { exact: true }).waitFor();
      });

      it('drain: what is submitted meanwhile waits until the host is enabled again', async () => {
        await page.goto('/judgehosts?open=testhost');
        await page.getByLabel('Reason').fill('A new kernel.');
        await page.getByRole('button', { name: 'Drain', exact: true }).click();
        await page.getByText(/finishes what it has and takes nothing new.*A new kernel\./).waitFor();
        await line().getByText('drained').waitFor();
        expect(await mode()).toBe('drain');
        const waits = await submit();
        await page.getByRole('button', { name: 'Disable', exact: true }).click();
        await page.getByText('testhost is off').waitFor();
        expect((await stack.jury.submission(waits)).state).toBe('queued');
        await page.getByRole('button', { name: 'Enable', exact: true }).click();
        await page.getByText('testhost takes work').waitFor();
        await stack.jury.verdictOf(waits);
      });

      it('are kept for some work alone, and judge the rest when they are not', async () => {
        await page.goto('/judgehosts?open=testhost');
        await page.getByRole('button', { name: 'Restrict', exact: true }).click();
        await page.getByLabel('Only these languages').fill('java');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Judges only languages java.').waitFor();
        await line()
          .getByText(/restricted/)
          .waitFor();
        const waits = await submit();
        await page.getByRole('button', { name: 'Restrict', exact: true }).click();
        await page.getByLabel('Only these languages').fill('');
        expect((await stack.jury.submission(waits)).state).toBe('queued');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Judges only languages java.').waitFor({ state: 'detached' });
        await stack.jury.verdictOf(waits);
      });

      it('fetch the test data of a contest when they are told to warm up', async () => {
        await page.goto('/judgehosts?open=testhost');
        await page.getByRole('button', { name: 'Warm up', exact: true }).click();
        await page.getByRole('menuitem').first().click();
        await page.getByText(/testhost fetches the test data of .*; how far it is/).waitFor();
        const fact = page.locator('dl > div').filter({ hasText: `Warm-up ${contest}` });
        await fact.getByText('done').waitFor(patient);
        await page.getByRole('button', { name: 'Warm up all', exact: true }).click();
        await page.getByRole('menuitem').first().click();
        await page.getByText(/All hosts fetch the test data of .*; how far each is/).waitFor();
      });

      it('are grey while nothing comes from the server, and live again by themselves', async () => {
        await page.goto('/judgehosts');
        await line().waitFor();
        await admin.context.setOffline(true);
        await page.getByText(/^Figures of \d+ s ago$/).waitFor();
        await admin.context.setOffline(false);
        await page.getByText(/^Figures of \d+ s ago$/).waitFor({ state: 'detached', ...patient });
      });
    });

    it('the density chart is paused, moved, zoomed by keys, and follows a submission', async () => {
      await page.goto(`/density?follow=${judged}`);
      await page.getByText('Followed:').waitFor();
      await page.getByText('testhost slot').first().waitFor();
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await page.getByRole('button', { name: 'Go on live', exact: true }).click();
      const chart = page.getByRole('application', { name: /What every slot did/ });
      const tenMinutes = page.getByRole('radio', { name: '10 min' });
      expect(await tenMinutes.isChecked()).toBe(true);
      await chart.press('+');
      await expect.poll(() => tenMinutes.isChecked()).toBe(false);
      await chart.press('ArrowLeft');
      await page.getByRole('button', { name: 'Go on live', exact: true }).waitFor();
      // The address shows others the same time.
      await page.waitForURL(/until=\d+/);
      await page.reload();
      await page.getByRole('button', { name: 'Go on live', exact: true }).waitFor();
      expect(await tenMinutes.isChecked()).toBe(false);
      await chart.press(' ');
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      await page.getByText('3 min', { exact: true }).click();
      await page.waitForURL(/minutes=3/);
      await page.getByText('gap', { exact: true }).click();
      await page.waitForURL(/colour=gap/);
      await page.getByLabel('Follow a submission').fill('');
      await page.getByText('Followed:').waitFor({ state: 'detached' });
    });

    it('the density chart is dragged and pulled apart by fingers, and scrolls with the page', async () => {
      const size = { width: 390, height: 600, touch: true };
      await using touching = await newMember(browser, stack.url, stack.juryLogin, size);
      const { page: phone } = touching;
      await phone.goto('/density');
      const chart = phone.getByRole('application', { name: /What every slot did/ });
      await phone.locator('[data-drawn]').waitFor(patient);
      const box = await chart.boundingBox();
      if (box === null) throw new Error('the chart is not in sight');
      const at = (x: number, y: number) => ({ x: box.x + x, y: box.y + y });
      const shown = () => {
        const { searchParams } = new URL(phone.url());
        return [Number(searchParams.get('minutes') ?? 10), Number(searchParams.get('until') ?? 0)] as const;
      };
      // One finger to the right: earlier than now.
      await stroke(phone, [{ from: at(180, 10), to: at(300, 10) }]);
      await phone.getByRole('button', { name: 'Go on live', exact: true }).waitFor();
      await phone.waitForURL(/until=\d+/);
      const [minutes, until] = shown();
      expect(minutes).toBe(10);
      expect(until).toBeLessThan(Date.now() - 60_000);
      // Two fingers apart: less time.
      await stroke(phone, [
        { from: at(220, 10), to: at(150, 10) },
        { from: at(260, 10), to: at(330, 10) },
      ]);
      await phone.waitForURL(/minutes=/);
      const pinched = shown();
      expect(pinched[0]).toBeLessThan(5);
      // One finger up: the page goes along, the time does not.
      const scrolled = () => phone.evaluate<number>('scrollY');
      await phone.evaluate('scrollTo(0, 0)');
      const again = await chart.boundingBox();
      const below = { x: 250, y: (again?.y ?? 0) + 10 };
      await stroke(phone, [{ from: below, to: { x: 250, y: below.y - 150 } }]);
      await expect.poll(scrolled).toBeGreaterThan(20);
      expect(shown()).toEqual(pinched);
      expect(touching.errors).toEqual([]);
    });

    it('a submission is followed to a time that is not shown', async () => {
      const before = Date.now() - 5 * 3_600_000;
      await page.goto(`/density?minutes=3&until=${before}&follow=${judged.slice(-8)}`);
      await page.getByText('Followed:').waitFor();
      await page.getByRole('button', { name: 'Show that time' }).first().click();
      await page.getByRole('button', { name: 'Show that time' }).first().waitFor({ state: 'detached' });
      await page.waitForURL((address) => Number(address.searchParams.get('until') ?? Date.now()) > before);
      await page.getByLabel('Follow a submission').fill('00000000');
      await page.getByText('No slot has worked on such a submission').waitFor();
    });

    it('an alarm rings on every page, is taken on, and is in the log when it is over', async () => {
      // It stands still, as in a machine that swaps: nobody told it to be away.
      const host = stack.stack.judgehosts[0]?.identity.pid;
      if (host === undefined) throw new Error('there is no judgehost');
      process.kill(host, 'SIGSTOP');
      onTestFinished(() => void process.kill(host, 'SIGCONT'));
      await page.goto(`/contests/${contest}`);
      // A busy machine may ring for reasons of its own: only this alarm matters.
      const card = page.getByRole('article').filter({ hasText: 'Nothing heard of it for' });
      await page.getByRole('link', { name: /to be taken on/ }).click(patient);
      await card.waitFor(patient);
      await card.getByRole('button', { name: 'Take it on' }).click();
      await card.getByLabel('What is being done about it').fill('Somebody looks at the cable.');
      await card.getByRole('button', { name: 'I take it on' }).click();
      await card.getByText('admin has taken it on').waitFor();
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

    it('the jury sees all of it and changes nothing; a team and a visitor see none of it', async () => {
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      await jury.page.goto('/judgehosts?open=testhost');
      await jury.page.getByText('testhost takes work').waitFor();
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
      for (const path of ['/judgehosts', '/density', '/alarms']) {
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
