/** What is not seen at first waits for what is. */

/** Longest time that a busy page lets it wait, ms. */
const mostMs = 600;

/** Resolves when the page has drawn what it has and has nothing else to do. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: mostMs });
    // Safari has none.
    else setTimeout(resolve, 100);
  });
}
