import { describe, expect, it } from 'vitest';
import { PreloadedData, seqIn } from './preloaded-data.ts';

/** A page whose blocks come one after the other: what is written behind a block says that it is whole. */
class ComingPage {
  readyState: DocumentReadyState = 'loading';
  readonly #blocks: { dataset: { answer: string }; textContent: string; nextSibling: object | null }[] = [];
  #wake: () => void = () => {};

  readonly querySelectorAll = (): never =>
    this.#blocks.map((block) => ({
      ...block,
      remove: () => {
        this.#blocks.splice(this.#blocks.indexOf(block), 1);
      },
    })) as never;

  readonly grown = (): Promise<void> =>
    new Promise((resolve) => {
      this.#wake = resolve;
    });

  write(answer: string, textContent: string, whole = true): void {
    this.#blocks.push({ dataset: { answer }, textContent, nextSibling: whole ? {} : null });
    this.#wake();
  }

  goOn(text: string): void {
    const last = this.#blocks.at(-1);
    if (last !== undefined) Object.assign(last, { textContent: last.textContent + text, nextSibling: {} });
    this.#wake();
  }

  end(): void {
    this.readyState = 'interactive';
    this.#wake();
  }
}

function answersOf(blocks: Readonly<Record<string, string>>): PreloadedData {
  const page = new ComingPage();
  for (const [answer, text] of Object.entries(blocks)) page.write(answer, text);
  page.end();
  return new PreloadedData(page, page.grown);
}

describe('an answer that came with the page', () => {
  it('is taken once', async () => {
    const answers = answersOf({ '/api/session': '{"session":null}' });
    expect(await answers.take('/api/session', 50)).toEqual({ session: null });
    expect(await answers.take('/api/session', 60)).toBeUndefined();
  });

  it('is found for any order and any spelling of its parameters', async () => {
    const answers = answersOf({ '/api/x?limit=100&verdict=TLE,WTL': '[1]' });
    expect(await answers.take('/api/x?verdict=TLE%2CWTL&limit=100', 50)).toEqual([1]);
  });

  it('is for no other address', async () => {
    const answers = answersOf({ '/api/x?limit=100': '[1]' });
    expect(await answers.take('/api/x', 50)).toBeUndefined();
    expect(answers.left).toEqual(['/api/x?limit=100']);
  });

  it('is not used when the page is old, nor when it was cut off', async () => {
    expect(await answersOf({ '/api/x': '1' }).take('/api/x', 60_000)).toBeUndefined();
    expect(await answersOf({ '/api/x': '{"a":' }).take('/api/x', 50)).toBeUndefined();
  });
});

describe('an answer that is still to come with the page', () => {
  it('is waited for until it is whole', async () => {
    const page = new ComingPage();
    const answers = new PreloadedData(page, page.grown);
    const taken = answers.take('/api/x', 50);
    page.write('/api/other', '1');
    await Promise.resolve();
    page.write('/api/x', '{"a":', false);
    await Promise.resolve();
    page.goOn('2}');
    expect(await taken).toEqual({ a: 2 });
    expect(answers.left).toEqual(['/api/other?']);
  });

  it('is asked for when the page has ended without it', async () => {
    const page = new ComingPage();
    const answers = new PreloadedData(page, page.grown);
    const taken = answers.take('/api/x', 50);
    page.end();
    expect(await taken).toBeUndefined();
  });
});

describe('where a stream goes on', () => {
  const page = {
    querySelectorAll: () => [{ dataset: { live: 'warmup', seq: '17' } }],
  } as unknown as Document;

  it('is where the page of that contest ends', () => {
    expect(seqIn(page, 'warmup')).toBe('17');
  });

  it('cannot be given by the page of another contest', () => {
    expect(seqIn(page, 'final')).toBeNull();
  });
});
