import type { Locator } from 'playwright-core';

/** Fills an input of date and time with the present, in the time zone of its page. */
export async function fillNow(input: Locator): Promise<void> {
  await input.fill(
    await input.evaluate(() => {
      const now = new Date();
      return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
    }),
  );
}
