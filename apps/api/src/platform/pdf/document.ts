/** A PDF with text of any script: shaped, in the right direction, and no larger than its place. Blocks while it draws: for workers. */
import PdfKit from 'pdfkit';
import { documentFonts, monospacedFont, type DocumentFont } from './fonts.ts';
import { textRuns } from './text-runs.ts';

/** Points, as everything here. */
export const paperSizes = { a4: [595.28, 841.89], letter: [612, 792] } as const;
export type PaperSize = keyof typeof paperSizes;

export interface TextPlace {
  readonly x: number;
  /** Of the first line's top. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  /** It is made smaller down to this before anything is cut. Default: half of `size`. */
  readonly minSize?: number;
  /** Default: 1. */
  readonly maxLines?: number;
  readonly align?: 'left' | 'center';
  readonly colour?: string;
  readonly monospaced?: boolean;
}

const lineHeight = 1.3;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

export class PdfDocument {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #fonts = documentFonts();
  readonly #mono = [monospacedFont(), ...this.#fonts];
  readonly #registered = new Set<string>();
  readonly #chunks: Buffer[] = [];

  constructor(paper: PaperSize, title: string, orientation: 'portrait' | 'landscape' = 'portrait') {
    this.#pdf = new PdfKit({
      size: [...paperSizes[paper]],
      layout: orientation,
      margin: 0,
      autoFirstPage: false,
      info: { Title: title, Creator: 'Sandglass', Producer: 'Sandglass' },
    });
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
  }

  addPage(): void {
    this.#pdf.addPage();
  }

  /** @returns where the text ends, downwards */
  text(text: string, place: TextPlace): number {
    const { x, y, width, size, align = 'left', maxLines = 1, monospaced = false } = place;
    const fonts = monospaced ? this.#mono : this.#fonts;
    const { lines, size: fitted } = this.#fit(text, place, fonts, maxLines);
    this.#pdf.fillColor(place.colour ?? '#000000');
    for (const [index, line] of lines.entries()) {
      const free = width - this.#widthOf(line, fitted, fonts);
      let at = align === 'center' ? x + free / 2 : x;
      // One line below the other, on the base lines of all fonts.
      const base = y + fitted + index * fitted * lineHeight;
      for (const run of textRuns(line, coversOf(fonts))) {
        this.#use(fonts[run.font], fitted);
        this.#pdf.text(run.text, at, base, { lineBreak: false, baseline: 'alphabetic' });
        at += this.#pdf.widthOfString(run.text);
      }
    }
    return y + (lines.length - 1) * fitted * lineHeight + Math.max(fitted, size * 0.8) * lineHeight;
  }

  line(from: readonly [number, number], to: readonly [number, number], dashed = false): void {
    this.#pdf
      .save()
      .moveTo(...from)
      .lineTo(...to)
      .lineWidth(0.5);
    if (dashed) this.#pdf.dash(4, { space: 4 });
    this.#pdf.stroke('#888888').restore();
  }

  /** An empty rectangle. */
  frame(x: number, y: number, size: readonly [number, number], lineWidth: number, colour: string): void {
    this.#pdf
      .save()
      .rect(x, y, ...size)
      .lineWidth(lineWidth)
      .stroke(colour)
      .restore();
  }

  async bytes(): Promise<Buffer> {
    const ended = new Promise<void>((resolve) => this.#pdf.on('end', () => resolve()));
    this.#pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  #fit(
    text: string,
    { width, size, minSize = size / 2 }: TextPlace,
    fonts: readonly DocumentFont[],
    maxLines: number,
  ): { lines: readonly string[]; size: number } {
    for (let fitted = size; ; fitted = Math.max(minSize, fitted - 1)) {
      const lines = this.#wrapped(text, width, fitted, fonts);
      if (lines.length <= maxLines) return { lines, size: fitted };
      if (fitted > minSize) continue;
      const kept = lines.slice(0, maxLines);
      kept[maxLines - 1] = `${(kept.at(-1) ?? '').trimEnd()}…`;
      return { lines: kept, size: fitted };
    }
  }

  /** By words, and by letters where one word alone is too long. */
  #wrapped(text: string, width: number, size: number, fonts: readonly DocumentFont[]): string[] {
    const lines: string[] = [];
    let line = '';
    const add = (part: string): boolean => {
      if (this.#widthOf((line + part).trimEnd(), size, fonts) > width) return false;
      line += part;
      return true;
    };
    for (const { segment } of words.segment(text)) {
      if (add(segment)) continue;
      if (line !== '') lines.push(line.trimEnd());
      line = '';
      if (segment.trim() === '' || add(segment)) continue;
      for (const letter of segment) {
        if (add(letter)) continue;
        lines.push(line);
        line = letter;
      }
    }
    return [...lines, line.trimEnd()];
  }

  #widthOf(text: string, size: number, fonts: readonly DocumentFont[]): number {
    let width = 0;
    for (const run of textRuns(text, coversOf(fonts))) {
      this.#use(fonts[run.font], size);
      width += this.#pdf.widthOfString(run.text);
    }
    return width;
  }

  #use(font: DocumentFont | undefined, size: number): void {
    if (font === undefined) return;
    if (!this.#registered.has(font.name)) {
      this.#pdf.registerFont(font.name, font.bytes);
      this.#registered.add(font.name);
    }
    this.#pdf.font(font.name).fontSize(size);
  }
}

function coversOf(fonts: readonly DocumentFont[]): DocumentFont['covers'][] {
  return fonts.map(({ covers }) => covers);
}
