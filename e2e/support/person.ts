import type { Login } from '@sandglass/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Somebody at a browser: one context (cookies, storage), one page. */
export interface Person extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors that the page threw or logged; a test may look whether there were any. */
  readonly errors: readonly string[];
}

export interface PersonOptions {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  /** The screen is touched. */
  touch?: boolean;
}

export async function newPerson(browser: Browser, url: string, options: PersonOptions = {}): Promise<Person> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.colorScheme ?? 'light',
    hasTouch: options.touch ?? false,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Tests of broken networks run beside these and make interfaces: Chromium then drops what is under way, by itself.
    if (message.type() === 'error' && !message.text().includes('ERR_NETWORK_CHANGED'))
      errors.push(message.text());
  });
  return { context, page, errors, [Symbol.asyncDispose]: () => context.close() };
}

/** Fills in the login form as a person does, and waits until it has gone. */
export async function logIn(page: Page, login: Login): Promise<void> {
  await page.goto('/login');
  await logInHere(page, login);
  await page.waitForURL((address) => address.pathname !== '/login');
}

/** The same where the page has led to the form by itself. */
export async function logInHere(page: Page, { username, password }: Login): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.locator('form').getByRole('button', { name: 'Log in' }).click();
}

/** A person who is logged in, by the api: the form is for those tests that are about it. */
export async function newMember(
  browser: Browser,
  url: string,
  { username, password }: Login,
  options: PersonOptions = {},
): Promise<Person> {
  const person = await newPerson(browser, url, options);
  const answer = await person.context.request.post('/api/session', { data: { username, password } });
  if (!answer.ok()) throw new Error(`${username} was not let in: ${await answer.text()}`);
  return person;
}
