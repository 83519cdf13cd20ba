/** The text of a PDF that this server drew with one font: page by page, as it is drawn. */
import { inflateSync } from 'node:zlib';

/** @param bytes as they came, not decoded as UTF-8 */
export function pdfPages(bytes: Buffer): string[] {
  const file = bytes.toString('latin1');
  const streams = [...file.matchAll(/stream\n([^]*?)\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
    } catch {
      return []; // A font.
    }
  });
  const maps = streams.filter((stream) => stream.includes('beginbfrange'));
  if (maps.length !== 1) throw new Error(`${maps.length} fonts: glyphs of which one?`);
  const letters = lettersOf(maps[0] ?? '');
  return streams
    .filter((stream) => /\bTJ\b/.test(stream))
    .map((stream) =>
      [...stream.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, glyphs = '']) => glyphs.match(/.{4}/g) ?? [])
        .map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '?')
        .join(''),
    );
}

/** By glyph. */
function lettersOf(map: string): string[] {
  const letters: string[] = [];
  for (const [, from = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [index, [, codes = '']] of [...list.matchAll(/<([^>]*)>/g)].entries())
      letters[Number.parseInt(from, 16) + index] = (codes.replaceAll(' ', '').match(/.{4}/g) ?? [])
        .map((code) => String.fromCodePoint(Number.parseInt(code, 16)))
        .join('');
  return letters;
}
