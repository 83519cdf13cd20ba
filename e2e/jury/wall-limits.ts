/** The wall-time limits as the jury sets them: by hand, and as the system proposes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, type TestStack } from '@sandglass/testing';
import { expect, it } from 'vitest';
import type { Person } from '../support/person.ts';

const contest = 'warmup';
const judgeMs = 60_000;
const samples = join(checkoutRoot, 'samples/problems/sum/submissions');

/** What the tests work with, once it is there. */
export interface Given {
  readonly stack: TestStack;
  readonly jury: Person;
  /** Has a program of the first team judged; answers with the submission's id. */
  readonly submitted: (name: string, content: string, language: string) => Promise<string>;
}

export function wallLimits(given: () => Given): void {
  it('types a wall limit key by key, sees what it would change, sets it, and removes it again', async () => {
    const { page } = given().jury;
    const { stack } = given();
    await page.goto(`/contests/${contest}/wall-limits`);
    const seconds = page.getByLabel('Wall-time limit in seconds');
    await seconds.waitFor();
    const before = Number(await seconds.inputValue());
    await page.getByRole('slider').press('ArrowRight');
    await page.getByText('No stored verdict would change.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    // The first key alone is less than the CPU limit.
    await seconds.selectText();
    await page.keyboard.type('10');
    expect(await seconds.inputValue()).toBe('10');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    expect(await seconds.inputValue()).toBe('');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    expect(await seconds.inputValue()).toBe('2');
    await seconds.selectText();
    await page.keyboard.type('90');
    await page.getByText('No stored verdict would change.').waitFor();
    await page.getByRole('button', { name: 'Set the limit', exact: true }).click();
    await page.getByText('The limit is set.').waitFor();
    await page.getByText('90 s, set for problem A by jury').waitFor();
    await expect.poll(() => seconds.inputValue()).toBe('90');
    expect((await stack.jury.wallLimits(contest)).limits[0]?.wallUs).toBe(90e6);
    await page.getByRole('button', { name: 'Remove this rule…' }).click();
    await page.getByText('No stored verdict would change.').waitFor();
    await page.getByRole('button', { name: 'Remove the rule', exact: true }).click();
    await expect.poll(() => seconds.inputValue()).toBe(String(before));
  });

  it('lets the page of a chosen limit rest until something happens', async () => {
    const { page } = given().jury;
    await page.goto(`/contests/${contest}/wall-limits`);
    await page.getByRole('slider').press('ArrowRight');
    await page.getByText('No stored verdict would change.').waitFor();
    const timers = await page.evaluate(async () => {
      const counted: number[] = [];
      const { setTimeout: real } = globalThis;
      globalThis.setTimeout = ((what: () => void, ms?: number) => {
        counted.push(ms ?? 0);
        return real(what, ms);
      }) as typeof globalThis.setTimeout;
      await new Promise((resolve) => {
        real(resolve, 700);
      });
      globalThis.setTimeout = real;
      return counted.filter((ms) => ms === 120);
    });
    // Those of the wait for a choice that stays.
    expect(timers).toEqual([]);
  });

  it('sets a limit only beside what that limit would change', async () => {
    const { page } = given().jury;
    await page.goto(`/contests/${contest}/wall-limits`);
    const set = page.getByRole('button', { name: 'Set the limit', exact: true });
    await page.getByRole('slider').press('ArrowRight');
    await expect.poll(() => set.isEnabled()).toBe(true);
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route('**/wall-limits/preview', async (route) => {
      asked.resolve();
      await answered.promise;
      await route.continue();
    });
    await page.getByRole('slider').press('ArrowRight');
    expect(await set.isEnabled()).toBe(false);
    await asked.promise;
    expect(await set.isEnabled()).toBe(false);
    answered.resolve();
    await expect.poll(() => set.isEnabled()).toBe(true);
    await page.unroute('**/wall-limits/preview');
  });

  it('sees at once what another member of the jury has set for a language', async () => {
    const { page } = given().jury;
    const { stack } = given();
    await page.goto(`/contests/${contest}/wall-limits?level=language&id=c`);
    const seconds = page.getByLabel('Wall-time limit in seconds');
    await expect.poll(() => seconds.inputValue()).toBe('6');
    await stack.jury.setWallLimit('language', 'c', { marginUs: 3_000_000 });
    await expect.poll(() => seconds.inputValue()).toBe('7');
    await stack.jury.setWallLimit('language', 'c', null);
    await expect.poll(() => seconds.inputValue()).toBe('6');
  });

  it('sets a wider limit and rejudges with one press; the verdict it changes counts once that is applied', async () => {
    const { page } = given().jury;
    const { stack, submitted } = given();
    await stack.jury.setWallLimit('problem', 'sum', { fixedUs: 2_000_000 });
    const source = await readFile(join(samples, 'accepted/sum.c'), 'utf8');
    const sleeps = source
      .replace('int main', '#include <unistd.h>\nint main')
      .replace('    printf', '    if (a == 3 && b == 5) usleep(2500000);\n    printf');
    await page.goto(`/contests/${contest}/wall-limits`);
    const seconds = page.getByLabel('Wall-time limit in seconds');
    await seconds.selectText();
    await page.keyboard.type('9');
    await page.getByText('No stored verdict would change.').waitFor();
    // A verdict that comes in while the jury thinks is looked at, too.
    const id = await submitted('slow.c', sleeps, 'c');
    expect((await stack.jury.submission(id)).verdict).toBe('WTL');
    // Every run so far was starved, as the host reports it: the system soon proposes a larger margin.
    await stack.sql('UPDATE run SET suspect = true, core_wait_us = 3000000');
    await page.getByText('1 verdict could change: only a rejudging can show it').waitFor();
    await page.getByRole('button', { name: 'Set the limit and rejudge this one' }).click();
    await page.getByRole('link', { name: '1 submission is being rejudged' }).click();
    const apply = page.getByRole('button', { name: 'Apply', exact: true });
    await apply.waitFor({ timeout: judgeMs });
    await page.getByRole('button', { name: '1 from WTL to AC' }).waitFor();
    await apply.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('Applied', { exact: true }).first().waitFor();
    expect((await stack.jury.submission(id)).verdict).toBe('AC');
    await stack.jury.setWallLimit('problem', 'sum', null);
  });

  it('sets the wider limit that the system proposes with one press', async () => {
    const { page } = given().jury;
    await page.goto(`/contests/${contest}/wall-limits`);
    const approve = page.getByRole('button', { name: 'Set the margin and rejudge affected submissions' });
    await approve.waitFor({ timeout: judgeMs });
    await page.getByText(/starved until the wall clock killed them/).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const cut = `(() => {
      const label = document.querySelector('[aria-label="Proposal of the system"] button span span');
      return label.scrollWidth - label.clientWidth;
    })()`;
    expect(await page.evaluate(cut)).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await approve.click();
    await page.getByText(/approved the proposal of 8 s .*2 × CPU limit \+ 4 s\) for this contest/).waitFor();
    await approve.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Wall-time limit in seconds').inputValue()).toBe('8');
    expect(given().jury.errors).toEqual([]);
  });
}
