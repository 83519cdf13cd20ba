/**
 * A page loaded as a whole brings its answers along. Drawn at once it would be drawn again for each of them, at every
 * level that asks; so its first drawing waits for what is on its way in the page itself, and happens once. A page gone
 * to from another is drawn at once, and fills itself.
 */

/** Longer nobody waits for the first drawing: a part that is slow may come into a page that stands, ms. */
export const patienceMs = 100;

export class FirstSight {
  readonly #endOfPage: () => Promise<void>;
  #over = false;

  /** @param endOfPage resolves when everything that came with the page has been taken */
  constructor(endOfPage: () => Promise<void>) {
    this.#endOfPage = endOfPage;
  }

  /**
   * What a route's loader gives back. On a whole load it resolves when the answers are there, when the page has come to
   * its end (what is not in it is asked for only then), or when patience ends; afterwards nothing is waited for.
   */
  of(...asked: readonly Promise<unknown>[]): Promise<unknown> | undefined {
    if (this.#over) return undefined;
    return Promise.race([Promise.allSettled(asked), this.#endOfPage(), after(patienceMs)]);
  }

  /** The first page stands. */
  end(): void {
    this.#over = true;
  }
}

/** A task later than the end of the document: what came last has been taken by then. */
export function endOfDocument(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => void after(0).then(resolve);
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', end, { once: true });
    else end();
  });
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
