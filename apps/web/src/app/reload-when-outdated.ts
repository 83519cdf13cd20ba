const key = 'sandglass.reloaded-at';
/** A second failure within this time is not cured by reloading, ms. */
const loopMs = 20_000;

/**
 * After an update of the server a page that was open before asks for pieces of code that are
 * no longer there. It then loads itself anew, once, and with it the current version.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < loopMs) return;
      sessionStorage.setItem(key, String(Date.now()));
    } catch {
      // Without a memory a loop could not be noticed: better the error page.
      return;
    }
    event.preventDefault();
    window.location.reload();
  });
}
