import type { Page } from 'playwright-core';

/** Where a finger is, in CSS pixels of the window. */
export interface Finger {
  readonly x: number;
  readonly y: number;
}

/** Fingers are put down, moved in a straight line to where they are lifted, as a person does: the browser may scroll. */
export async function stroke(
  page: Page,
  fingers: readonly { from: Finger; to: Finger }[],
  steps = 12,
): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const at = (share: number) =>
    fingers.map(({ from, to }, id) => ({
      id,
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    }));
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step += 1)
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) });
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}
