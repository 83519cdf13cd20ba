/**
 * A page that is loaded as a whole brings its data along. Rendered at once it would be rendered again for each answer, at
 * every level that asks; so its initial render waits for the preloaded data, and happens once. A page that is opened from
 * another one is rendered at once, and loads its data.
 */

/** The longest wait for the initial render, ms: what is slow may come later. */
export const maxWaitMs = 100;

export class InitialRender {
  readonly #endOfPage: () => Promise<void>;
  #over = false;

  /** @param endOfPage resolves when everything that came with the page has been taken */
  constructor(endOfPage: () => Promise<void>) {
    this.#endOfPage = endOfPage;
  }

  /**
   * What a route's loader gives back. On a whole load it resolves when the answers are there, when the page has come to
   * its end (what is not in it is asked for only then), or after {@link maxWaitMs}; later nothing is waited for.
   */
  waitFor(...asked: readonly Promise<unknown>[]): Promise<unknown> | undefined {
    if (this.#over) return undefined;
    return Promise.race([Promise.allSettled(asked), this.#endOfPage(), after(maxWaitMs)]);
  }

  /** The initial render is done. */
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
