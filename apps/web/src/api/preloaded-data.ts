/**
 * Answers that come with the page: the server asks for them itself while the code is on its way, and writes them behind
 * the page's root as they are found. The code runs before the last of them is there, so it waits for those still to
 * come. Each is taken once, by the first who would ask for it, and only while the page is new.
 */

/** After this time what came with the page is not used any more, ms. */
const freshMs = 10_000;

interface Place extends Pick<Document, 'querySelectorAll'> {
  readonly readyState: DocumentReadyState;
}

export class PreloadedData {
  readonly #texts = new Map<string, string>();
  readonly #place: Place;
  readonly #grown: () => Promise<unknown>;
  #complete = false;

  /** @param grown resolves when the page has become longer, or has come to its end */
  constructor(place: Place, grown: () => Promise<unknown>) {
    this.#place = place;
    this.#grown = grown;
  }

  /** Addresses that nobody has asked for. */
  get left(): string[] {
    this.#collect();
    return [...this.#texts.keys()];
  }

  /** @param ageMs of the page @returns undefined when there is none */
  async take(address: string, ageMs: number): Promise<unknown> {
    if (ageMs > freshMs) {
      this.#texts.clear();
      return undefined;
    }
    const key = canonical(address);
    for (;;) {
      this.#collect();
      const text = this.#texts.get(key);
      if (text !== undefined) {
        this.#texts.delete(key);
        return parsed(text);
      }
      if (this.#complete) return undefined;
      await this.#grown();
    }
  }

  #collect(): void {
    if (this.#complete) return;
    // Looked at first: blocks that come in between are found with the next look.
    this.#complete = this.#place.readyState !== 'loading';
    for (const block of this.#place.querySelectorAll<HTMLScriptElement>('script[data-answer]')) {
      // The last one may be half here; what follows it says that it is whole.
      if (!this.#complete && block.nextSibling === null) continue;
      this.#texts.set(canonical(block.dataset['answer'] ?? ''), block.textContent ?? '');
      block.remove();
    }
  }
}

/**
 * The last event of a contest that every answer in this page knows of: its stream goes on from there. Null when nobody
 * knows: the page is not that contest's, or no longer new.
 */
export function seqOfPage(contest: string): string | null {
  return performance.now() > freshMs ? null : seqIn(document, contest);
}

export function seqIn(place: Pick<Document, 'querySelectorAll'>, contest: string): string | null {
  const blocks = [...place.querySelectorAll<HTMLScriptElement>('script[data-live]')];
  return blocks.find(({ dataset }) => dataset['live'] === contest)?.dataset['seq'] ?? null;
}

/** The blocks are in the body itself: what the app draws, below its root, notifies no observer. */
export function documentGrown(): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      document.removeEventListener('readystatechange', end);
      resolve();
    };
    const observer = new MutationObserver(end);
    observer.observe(document.body, { childList: true });
    document.addEventListener('readystatechange', end);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The order of parameters does not matter. */
function canonical(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return `${path}?${parameters.toString()}`;
}
