/** The scoreboard of more teams than a window has rows. */
import type { Login } from '@sandglass/client';
import type { TestStack } from '@sandglass/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newMember } from '../support/person.ts';

/** What the tests work with, once it is there. */
export interface Given {
  readonly stack: TestStack;
  readonly browser: Browser;
  /** The first one of the sample contest. */
  readonly team: () => Login;
  /** A jury's program that the team of this place has submitted. */
  readonly judged: (
    path: string,
    language: string,
    label: string,
    teamIndex: number,
    at: string,
  ) => Promise<string>;
}

export function crowdedScoreboard(given: () => Given): void {
  describe('the scoreboard of sixty teams', () => {
    const long = 'A Team with a Name that Nobody Can Read Aloud before the End of the Contest';
    const others = Array.from({ length: 60 }, (_, index) => ({
      id: `other${String(index)}`,
      name: `${long} ${String(index)}`,
      affiliation: 'A Faculty of Some University in Central Europe',
    }));
    const rowOf = (page: Page): Locator => page.locator(`[data-team="${given().team().username}"]`);

    beforeAll(async () => {
      const { stack, team } = given();
      const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
      await stack.admin.defineContest({
        id: 'crowd',
        name: 'Contest of many',
        startsAt: at(-60),
        endsAt: at(60),
        problems: [{ label: 'A', problem: 'sum', colour: '#f2c14e' }],
        // The last of all who have solved nothing.
        teams: [...others, { id: team().username, name: 'Zzz' }],
      });
    });

    it.each([
      [1440, 30],
      [390, 64],
    ])(
      'at %i px has a row of %i px for each, one’s own in sight, and only the page scrolls',
      async (width, high) => {
        const { stack, browser, team } = given();
        await using member = await newMember(browser, stack.url, team(), { width, height: 844 });
        const { page } = member;
        await page.goto('/contests/crowd/scoreboard');
        await rowOf(page).waitFor();
        const seen = await page.evaluate<Record<string, unknown>>(`(() => {
        const rows = [...document.querySelectorAll('[data-team]')];
        const own = document.querySelector('[aria-current=true][data-team]').getBoundingClientRect();
        const scrollers = [...document.querySelectorAll('main *')].filter((one) =>
          /auto|scroll/.test(getComputedStyle(one).overflowX + getComputedStyle(one).overflowY)
            && one.scrollHeight > one.clientHeight + 1);
        return {
          heights: [...new Set(rows.map((row) => row.getBoundingClientRect().height))],
          ownInSight: own.top >= 0 && own.bottom <= innerHeight,
          sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          scrollers: scrollers.length,
          title: rows[0].querySelector('[role=rowheader] [title]').title,
        };
      })()`);
        expect(seen).toEqual({
          heights: [high],
          ownInSight: true,
          sideways: false,
          scrollers: 0,
          title: `${long} 0`,
        });
        // At the end as well, where the head is still in sight.
        await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
        await page.locator('[data-team=other59]').waitFor();
        expect(await page.getByRole('columnheader', { name: 'Team' }).isVisible()).toBe(true);
      },
    );

    it('leads the jury from a team to its submissions, and a team to its own', async () => {
      const { stack, browser, team, judged } = given();
      const submission = await judged('sum/submissions/wrong_answer/overflow.c', 'c', 'A', 0, 'crowd');
      await using jury = await newMember(browser, stack.url, stack.juryLogin);
      await jury.page.goto('/contests/crowd/scoreboard');
      await jury.page.getByLabel('Find a team').fill('zzz');
      await rowOf(jury.page)
        .getByRole('link', { name: /1 rejected try/ })
        .click();
      await jury.page.waitForURL(`**/contests/crowd/submissions?team=${team().username}&problem=A`);
      await jury.page.locator(`[data-submission="${submission}"]`).waitFor();
      await using member = await newMember(browser, stack.url, team());
      await member.page.goto('/contests/crowd/scoreboard');
      await member.page.locator('[data-team=other0]').waitFor();
      expect(await member.page.locator('[data-team=other0] a').count()).toBe(0);
      await rowOf(member.page)
        .getByRole('link', { name: /1 rejected try/ })
        .click();
      await member.page.waitForURL('**/contests/crowd/submissions?problem=A');
      await member.page.locator(`[data-submission="${submission}"]`).waitFor();
    });

    it('is summed up on the contest’s home: who solved what, and one’s own rank', async () => {
      const { stack, browser, team, judged } = given();
      await using member = await newMember(browser, stack.url, team());
      const { page } = member;
      await page.goto('/contests/crowd');
      const entry = page.getByRole('list', { name: 'Problems' });
      await entry.getByText(/no tries yet|not solved yet/).waitFor();
      await judged('sum/submissions/accepted/sum.cpp', 'cpp', 'A', 0, 'crowd');
      await entry.getByText('1 team solved').waitFor();
      await page.getByText('1 of 61').waitFor();
      await page.getByRole('link', { name: 'Submit', exact: true }).click();
      await page.waitForURL('**/contests/crowd/submit');
    });
  });
}
