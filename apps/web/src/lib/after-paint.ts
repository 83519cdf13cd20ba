/** What is not seen at first waits for what is. */

/** Longest time that a busy page lets it wait, ms. */
const maxMs = 600;

/** Resolves when the page has drawn what it has and has nothing else to do. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: maxMs });
    // Safari has none.
    else setTimeout(resolve, 100);
  });
}
