/**
 * A line of text as parts that can be drawn one after the other from left to right: each part is of one font and one
 * direction (UAX #9), and no more than a word, because the PDF library lays out words one by one.
 */
import bidiFactory from 'bidi-js/dist/bidi.mjs';

export interface TextRun {
  readonly text: string;
  /** Place in the list of fonts. */
  readonly font: number;
}

/** Whether a font has a glyph for a code point. */
export type Covers = (codePoint: number) => boolean;

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** They join or vary letters, and no font need have a glyph of theirs. */
const joiners = /\u200c|\u200d|\p{Variation_Selector}/u;

interface Part extends TextRun {
  readonly level: number;
}

export function textRuns(text: string, fonts: readonly Covers[]): TextRun[] {
  const embedding = bidi.getEmbeddingLevels(text);
  const parts: Part[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const level = embedding.levels[index] ?? 0;
    const font = fontOf(segment, fonts);
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(segment) ?? segment) : segment;
    const last = parts.at(-1);
    const isSpace = /^\s$/u.test(segment);
    if (
      last !== undefined &&
      last.level === level &&
      last.font === font &&
      !isSpace &&
      !/\s$/u.test(last.text)
    )
      parts[parts.length - 1] = { ...last, text: last.text + shown };
    else parts.push({ text: shown, font, level });
  }
  return reordered(parts).map(({ text: part, font, level }) => ({
    // Signs alone have no direction of their own: the layout would keep their order.
    text: level % 2 === 1 && !/[\p{L}\p{N}]/u.test(part) ? Array.from(part).toReversed().join('') : part,
    font,
  }));
}

/** The first font that has the whole letter with its marks, else its base, else the first of all. */
function fontOf(grapheme: string, fonts: readonly Covers[]): number {
  const codes = Array.from(grapheme)
    .filter((letter) => !joiners.test(letter))
    .map((letter) => letter.codePointAt(0) ?? 0);
  const whole = fonts.findIndex((covers) => codes.every(covers));
  if (whole !== -1) return whole;
  return Math.max(
    0,
    fonts.findIndex((covers) => covers(codes[0] ?? 0)),
  );
}

/** Rule L2 of UAX #9, on whole parts. */
function reordered(parts: readonly Part[]): readonly Part[] {
  const order = [...parts];
  const highest = parts.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level -= 1) {
    let from = 0;
    while (from < order.length) {
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to += 1;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).toReversed());
      from = Math.max(to, from + 1);
    }
  }
  return order;
}
