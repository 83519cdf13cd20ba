/**
 * Answers that came with the page: the server asked for them itself while the code was on its way. Each is taken once,
 * by the first who would ask for it, and only while the page is new.
 */

/** After this time what came with the page is not told any more, ms. */
const freshMs = 10_000;

type Place = Pick<Document, 'querySelectorAll'>;

export class FirstAnswers {
  readonly #texts = new Map<string, string>();

  constructor(place: Place) {
    for (const block of place.querySelectorAll<HTMLScriptElement>('script[data-answer]')) {
      this.#texts.set(canonical(block.dataset['answer'] ?? ''), block.textContent ?? '');
      block.remove();
    }
  }

  /** Addresses that nobody has asked for. */
  get left(): string[] {
    return [...this.#texts.keys()];
  }

  /** @param ageMs of the page @returns undefined when there is none */
  take(address: string, ageMs: number): unknown {
    if (this.#texts.size === 0) return undefined;
    if (ageMs > freshMs) {
      this.#texts.clear();
      return undefined;
    }
    const key = canonical(address);
    const text = this.#texts.get(key);
    if (text === undefined) return undefined;
    this.#texts.delete(key);
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}

/** In which order parameters stand does not matter. */
function canonical(address: string): string {
  const [path = '', query = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return `${path}?${parameters.toString()}`;
}
