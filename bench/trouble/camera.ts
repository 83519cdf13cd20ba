/** Takes the pictures of the manual: the judgehosts' page as the administrator sees it while a host suffers. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@sandglass/testing';
import { savePicture } from '../lib/manual-picture.ts';
import { launchBrowser, logIn } from '../lib/opening.ts';
import type { Environment } from './environment.ts';

const executablePath = '/usr/bin/chromium';
/** Among hogs a browser takes its time. */
const patienceMs = 120_000;

/** Why no pictures can be taken here; null: they can. */
export function noCamera(): string | null {
  if (!existsSync(executablePath)) return `there is no ${executablePath}`;
  return existsSync(join(checkoutRoot, 'apps/web/dist/index.html')) ? null : 'the web app is not built';
}

/**
 * A browser takes a core for itself as long as it draws: it is there for the picture only.
 * @param name of the picture
 */
export async function takePicture({ stack, host }: Environment, name: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL: stack.url, viewport: { width: 1440, height: 1000 } });
    page.setDefaultTimeout(patienceMs);
    await logIn(page, stack.adminLogin);
    await page.goto(`/judgehosts?open=${host}`);
    // What is read of an open host comes last.
    await page.getByText('Slots on cores').first().waitFor();
    await savePicture(page, name);
  } finally {
    await browser.close();
  }
}
