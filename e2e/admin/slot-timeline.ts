/** What every slot did, as a chart: moved by keys and fingers, and a submission is followed in it. */
import type { TestStack } from '@sandglass/testing';
import type { Browser, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newMember } from '../support/person.ts';
import { stroke } from '../support/touch.ts';

const patient = { timeout: 60_000 };

/** What the tests work with, once it is there. */
export interface Given {
  readonly stack: TestStack;
  readonly browser: Browser;
  /** Of the administrator. */
  readonly page: Page;
  /** A submission whose verdict is known: the first one of its contest. */
  readonly judged: string;
}

export function slotTimeline(given: () => Given): void {
  it('the slot timeline is paused, moved, zoomed by keys, and follows a submission', async () => {
    const { page, judged } = given();
    await page.goto(`/timeline?follow=${judged}`);
    await page.getByText('Followed:').waitFor();
    await page.getByText('testhost slot').first().waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    const chart = page.getByRole('application', { name: /What every slot did/ });
    const tenMinutes = page.getByRole('radio', { name: '10 min' });
    await expect.poll(() => tenMinutes.isChecked()).toBe(true);
    await chart.press('+');
    await expect.poll(() => tenMinutes.isChecked()).toBe(false);
    await chart.press('ArrowLeft');
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    // The address shows others the same time.
    await page.waitForURL(/until=\d+/);
    await page.reload();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    await expect.poll(() => tenMinutes.isChecked()).toBe(false);
    await chart.press(' ');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByText('3 min', { exact: true }).click();
    await page.waitForURL(/minutes=3/);
    await page.getByText('gap', { exact: true }).click();
    await page.waitForURL(/colour=gap/);
    await page.getByLabel('Follow a submission').fill('');
    await page.getByText('Followed:').waitFor({ state: 'detached' });
  });

  it('the slot timeline is dragged and pulled apart by fingers, and scrolls with the page', async () => {
    const { browser, stack } = given();
    const size = { width: 390, height: 600, touch: true };
    await using touching = await newMember(browser, stack.url, stack.juryLogin, size);
    const { page: phone } = touching;
    await phone.goto('/timeline');
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
    await phone.getByRole('button', { name: 'Resume', exact: true }).waitFor();
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
    const { page, judged } = given();
    const before = Date.now() - 5 * 3_600_000;
    // Nine digits and fewer would be a number.
    await page.goto(`/timeline?minutes=3&until=${before}&follow=${judged.slice(-12)}`);
    await page.getByText('Followed:').waitFor();
    await page.getByRole('button', { name: 'Show this time' }).first().click();
    await page.getByRole('button', { name: 'Show this time' }).first().waitFor({ state: 'detached' });
    await page.waitForURL((address) => Number(address.searchParams.get('until') ?? Date.now()) > before);
    await page.getByLabel('Follow a submission').fill('00000000');
    await page.getByText('No slot has worked on a submission with this number').waitFor();
  });

  it('a number is followed in the contest that was looked at last, and in another one when that is chosen', async () => {
    const { stack, page, judged } = given();
    const [login] = stack.teams;
    if (login === undefined) throw new Error('the sample contest has no team');
    const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
    await stack.admin.defineContest({
      id: 'autumn',
      name: 'Autumn Contest',
      startsAt: at(-60),
      endsAt: at(60),
      problems: [{ label: 'A', problem: 'sum', colour: '#f2c14e' }],
      teams: [{ id: login.username, name: 'The Team' }],
    });
    const client = stack.client(login);
    const files = [{ name: 'a.c', content: 'no program' }];
    const other = await client.submit('autumn', { problem: 'A', language: 'c', files });
    await client.verdictOf(other.id);
    const { number } = await stack.jury.submission(judged);
    expect(other.number).toBe(number);
    const followed = page.getByRole('link', { name: `submission #${number}`, exact: true });
    const isOf = (id: string): Promise<unknown> =>
      expect.poll(() => followed.getAttribute('href'), patient).toContain(id);
    await page.goto('/contests/warmup/scoreboard');
    await page.getByText('updates live').waitFor();
    await page.goto(`/timeline?follow=%23${number}`);
    const choice = page.getByLabel('Contest of the submission');
    await choice.getByRole('option', { name: `#${number} of Autumn Contest` }).waitFor({ state: 'attached' });
    await isOf(judged);
    await choice.selectOption({ label: `#${number} of Autumn Contest` });
    await isOf(other.id);
    await page.waitForURL(/contest=autumn/);
    await page.goto('/contests/autumn/scoreboard');
    await page.getByText('updates live').waitFor();
    await page.goto(`/timeline?follow=%23${number}`);
    await isOf(other.id);
  });
}
