/** Pictures of pages, in both colour schemes. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export const pictures = join(import.meta.dirname, '../screenshots');

/** Two hundred pictures that nobody looks at cost a minute of a core: they are kept where somebody asks for them. */
const wanted = process.env['SANDGLASS_KEEP_PICTURES'] === 'yes';

/**
 * Where they are wanted, a picture of the whole page in a window as high as the page: bars that stick to an edge of the
 * window are then where they belong, and editors below the fold have drawn themselves.
 */
export async function keepPicture(page: Page, width: number, name: string): Promise<void> {
  if (!wanted) return;
  const before = page.viewportSize();
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  await page.setViewportSize({ width, height: Math.max(height, before?.height ?? 0) });
  await page.evaluate(
    'new Promise((done) => setTimeout(() => requestAnimationFrame(() => done(true)), 150))',
  );
  await page.screenshot({ path: join(pictures, name) });
  if (before !== null) await page.setViewportSize(before);
}

export type Scheme = 'light' | 'dark';

/** Shows the page in other colours, as when the system's change, and waits until they have faded over. */
export async function paint(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`:root[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
  // Style and layout first: what fades begins only then. What goes round for ever is not waited for.
  await page.evaluate(`(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  })()`);
}
