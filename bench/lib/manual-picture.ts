/** Pictures of the manual are taken by the benches that have a live system with something to see in it: `--save`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkoutRoot } from '@sandglass/testing';
import type { Page } from 'playwright-core';

/** Of the picture; its text stays sharp. */
const quality = 82;

/** What the page's window shows, as docs/images/NAME.webp. */
export async function savePicture(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  try {
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
    await writeFile(join(checkoutRoot, `docs/images/${name}.webp`), Buffer.from(data, 'base64'));
  } finally {
    await devtools.detach();
  }
}
