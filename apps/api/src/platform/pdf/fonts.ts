/** The fonts of documents: one family for the scripts of the world, in the order in which a letter is looked for. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);
const weight = 600;

const names = [
  ...['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'].map(
    (subset) => `noto-sans/files/noto-sans-${subset}`,
  ),
  'noto-sans-arabic/files/noto-sans-arabic-arabic',
  'noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
  'noto-sans-devanagari/files/noto-sans-devanagari-devanagari',
  'noto-sans-thai/files/noto-sans-thai-thai',
  'noto-sans-jp/files/noto-sans-jp-japanese',
  'noto-sans-sc/files/noto-sans-sc-chinese-simplified',
  'noto-sans-kr/files/noto-sans-kr-korean',
  'noto-emoji/files/noto-emoji-emoji',
] as const;

export interface DocumentFont {
  readonly name: string;
  readonly bytes: Buffer;
  readonly covers: (codePoint: number) => boolean;
}

/** Read when they are first needed, and never all of them for a page of Latin. */
class LazyFont implements DocumentFont {
  readonly name: string;
  readonly #path: string;
  #bytes: Buffer | null = null;
  #font: Font | null = null;

  constructor(path: string) {
    this.name = path;
    this.#path = resolve(`@fontsource/${path}-${weight}-normal.woff`);
  }

  get bytes(): Buffer {
    this.#bytes ??= readFileSync(this.#path);
    return this.#bytes;
  }

  readonly covers = (codePoint: number): boolean => {
    if (this.#font === null) {
      const font = create(this.bytes);
      if (!('hasGlyphForCodePoint' in font)) throw new Error(`${this.#path} is a collection of fonts`);
      this.#font = font;
    }
    return this.#font.hasGlyphForCodePoint(codePoint);
  };
}

export function documentFonts(): readonly DocumentFont[] {
  return names.map((name) => new LazyFont(name));
}

/** For what is typed letter by letter: 0 and O, 1 and l are different. */
export function monospacedFont(): DocumentFont {
  return new LazyFont('ibm-plex-mono/files/ibm-plex-mono-latin');
}
