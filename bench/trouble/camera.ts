/** Takes the pictures of the manual: the judgehosts' page as the administrator sees it while a host suffers. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot, type TestStack } from '@sandglass/testing';
import { chromium, type Page } from 'playwright-core';

const executablePath = '/usr/bin/chromium';
const width = 1440;
const images = join(checkoutRoot, 'docs/images');
/** Of the picture; its text stays sharp. */
const quality = 82;

/** Somebody who looks at one host. */
export interface Camera extends AsyncDisposable {
  /** @param name of the picture, without its ending */
  take(name: string): Promise<void>;
}

/** Why no pictures can be taken here; null: they can. */
export function noCamera(): string | null {
  if (!existsSync(executablePath)) return `there is no ${executablePath}`;
  return existsSync(join(checkoutRoot, 'apps/web/dist/index.html')) ? null : 'the web app is not built';
}

/** Opened before the trouble begins: the page is then as live as it is for who watches. */
export async function openCamera({ url, adminLogin }: TestStack, host: string): Promise<Camera> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    const page = await browser.newPage({ baseURL: url, viewport: { width, height: 1000 } });
    await page.goto('/login');
    await page.getByLabel('Username').fill(adminLogin.username);
    await page.getByLabel('Password', { exact: true }).fill(adminLogin.password);
    await page.locator('form').getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL((address) => address.pathname !== '/login');
    await page.goto(`/judgehosts?open=${host}`);
    await page.getByText(host).first().waitFor();
    return {
      take: (name) => save(page, join(images, `${name}.webp`)),
      [Symbol.asyncDispose]: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function save(page: Page, path: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    await writeFile(path, Buffer.from(data, 'base64'));
  } finally {
    await devtools.detach();
  }
}
