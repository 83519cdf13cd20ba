/**
 * How long a page takes to open, as the browser itself sees it: from the beginning of the navigation until the frame
 * that shows what was waited for has been made. The clock is the page's own, so that neither the connection between
 * the bench and the browser nor the bench's part of the processor is in it.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
}

/** Looks once a frame; the frame after the one in which it is there has shown it. */
const watcher = `
  globalThis.sandglassAwait = (selector) => new Promise((resolve) => {
    const look = () => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now()));
    };
    requestAnimationFrame(look);
  });
  {
    const selector = sessionStorage.getItem('sandglass.awaited');
    if (selector !== null) globalThis.sandglassOpened = globalThis.sandglassAwait(selector);
  }`;

/** A window of a person's browser: pages opened in it can be timed. */
export async function openWindow(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL });
  await context.addInitScript(watcher);
  return context;
}

export async function logIn(page: Page, login: { username: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(login.username);
  await page.getByLabel('Password', { exact: true }).fill(login.password);
  await page.locator('form').getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL((address) => address.pathname !== '/login');
}

export interface Opening {
  readonly ms: number;
  /** Requests to the api that the page itself had made until then: those whose answers had not come with it. */
  readonly asked: number;
}

/** A whole load of the page, as after a click on a bookmark. @param awaited CSS selector of what is waited for */
export async function openPage(page: Page, address: string, awaited: string): Promise<Opening> {
  await page.evaluate(`sessionStorage.setItem('sandglass.awaited', ${JSON.stringify(awaited)})`);
  await page.goto(address, { waitUntil: 'commit' });
  const ms = await page.evaluate<number>('globalThis.sandglassOpened');
  await page.evaluate(`sessionStorage.removeItem('sandglass.awaited')`);
  const asked = await page.evaluate<number>(
    `performance.getEntriesByType('resource').filter(({ name, startTime }) =>
      new URL(name).pathname.startsWith('/api/') && !/live$/.test(new URL(name).pathname) && startTime < ${ms}).length`,
  );
  return { ms, asked };
}

/** From a page of the app that is open to another, as by a click on a link, ms. Nobody pointed at the link before. */
export async function timeToGo(page: Page, from: string, address: string, awaited: string): Promise<number> {
  await page.goto(from);
  await page.locator('main h1').first().waitFor();
  return page.evaluate<number>(`(async () => {
    // What the former page still does is not the next one's.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 }));
    const began = performance.now();
    history.pushState({}, '', ${JSON.stringify(address)});
    return (await globalThis.sandglassAwait(${JSON.stringify(awaited)})) - began;
  })()`);
}
