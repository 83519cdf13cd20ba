/** What the pictures of the contestants' manual show, and the jury's scoreboard beside the one that everybody sees. */
import type { TestStack } from '@sandglass/testing';
import type { Page } from 'playwright-core';
import type { Picture } from './pictures.ts';

/** As it is seen: not longer than the window. */
async function oneWindow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A pasted line of 2000 characters: the panel keeps its width, and language and button stay in sight. */
export const submitPanel: Picture = async (page, contest) => {
  await oneWindow(page);
  await page.goto(`${contest}/problems/A`);
  const form = page.getByRole('form', { name: 'Submit to A' });
  await form.getByText('Editor', { exact: true }).click();
  await form.locator('.cm-content').click();
  const table = Array.from({ length: 400 }, (_, index) => String((index * 7919) % 1000)).join(', ');
  await page.keyboard.insertText(`table = [${table}]\na, b = map(int, input().split())\nprint(a + b)`);
  await form.getByText('Python 3').first().waitFor();
  return page.locator('body');
};

export const ownSubmissions: Picture = async (page, contest) => {
  await oneWindow(page);
  await page.goto(`${contest}/submissions`);
  await page.locator('tr[data-submission]').first().waitFor();
  return page.locator('table');
};

export const ownSubmission =
  (submission: string): Picture =>
  async (page, contest) => {
    await page.goto(`${contest}/submissions/${submission}`);
    await page.getByText('CPU time, slowest test').waitFor();
    await page.locator('.cm-content').waitFor();
    return undefined;
  };

export const scoreboard: Picture = async (page, contest) => {
  await oneWindow(page);
  await page.goto(`${contest}/scoreboard`);
  await page.getByText('updates live').waitFor();
  return page.locator('[data-team]').last();
};

/** Another tab has logged in with another team's account. */
export const otherAccount =
  ({ teams }: TestStack): Picture =>
  async (page, contest) => {
    await oneWindow(page);
    await page.goto(`${contest}/problems/A`);
    const form = page.getByRole('form', { name: 'Submit to A' });
    await form.waitFor();
    const [, , , other] = teams;
    if (other === undefined) throw new Error('the sample contest has no fourth team');
    await page.context().request.post('/api/session', {
      data: { username: other.username, password: other.password },
    });
    const tab = await page.context().newPage();
    await tab.goto(contest);
    await tab.getByText('Rules in short').waitFor();
    await tab.close();
    await page.getByRole('dialog').getByText('Nothing was submitted.').waitFor();
    return page.locator('body');
  };

/** The api is stopped for as long as the picture takes. */
export const silentServer =
  ({ stack }: TestStack): Picture =>
  async (page, contest) => {
    await oneWindow(page);
    await page.goto(`${contest}/scoreboard`);
    await page.getByText('updates live').waitFor();
    const pid = stack.api?.identity.pid;
    if (pid === undefined) throw new Error('there is no api');
    process.kill(pid, 'SIGSTOP');
    try {
      await page.getByText('updates have stopped').waitFor();
      await page.getByTestId('connection-banner').waitFor();
    } finally {
      // The page notices that it answers again a little later than the picture is taken.
      setTimeout(() => process.kill(pid, 'SIGCONT'), 2_000);
    }
    return page.locator('body');
  };
