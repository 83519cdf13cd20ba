/** Fetching the app's code chunk by chunk, on a connection that may break and from a server that may be updated. */

const key = 'sandglass.reloaded-at';
/** A second failure within this time is not cured by loading the page again, ms. */
const loopMs = 20_000;
/** How often an unreachable server is asked again, ms; the browser's own word that it is online comes first. */
const askEveryMs = 3_000;

/**
 * Fetches a chunk of code. Without a connection it waits for one: the page that asked stays as it is, with the banner
 * that says so. A chunk that a reachable server no longer has belongs to an older version: the page loads itself again,
 * once, and with it the current version.
 * @throws what `load` throws, when loading the page again has just not helped
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await untilServerAnswers();
    fetchFailedStylesAgain();
  }
  try {
    return await load();
  } catch (error) {
    if (!mayReload()) throw error;
    window.location.reload();
    return new Promise<T>(() => {});
  }
}

async function untilServerAnswers(): Promise<void> {
  while (!(await serverAnswers())) await onlineAgain();
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function onlineAgain(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, askEveryMs);
    window.addEventListener('online', end);
  });
}

/** The bundler asks for each style sheet once only; one that failed would stay missing. */
function fetchFailedStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet === null) link.replaceWith(link.cloneNode());
  }
}

function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < loopMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
    return true;
  } catch {
    // Without a memory a loop could not be noticed: better the error page.
    return false;
  }
}
