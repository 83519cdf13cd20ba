/** Hostile texts of any length: one small thing again and again, with something else around it. */
export type MakeText = (length: number) => string;

export function again(part: string, before = '', after = ''): MakeText {
  return (length) => before + part.repeat(Math.ceil(length / part.length)) + after;
}

/** Each part another: keys, names. */
export function counted(part: (index: number) => string, before = '', after = ''): MakeText {
  return (length) => {
    const count = Math.ceil(length / part(10_000).length);
    return before + Array.from({ length: count }, (_, index) => part(index)).join('') + after;
  };
}

/** What readers of lines, words, quotes and brackets stumble over. */
export const common: Readonly<Record<string, MakeText>> = {
  blanks: again(' '),
  'blanks and a letter': again(' ', '', 'x'),
  tabs: again('\t'),
  'line ends': again('\n'),
  'line ends and a letter': again('\n', '', '!'),
  'carriage returns': again('\r'),
  'one word': again('a'),
  'one number': again('0'),
  'a number without end': again('9', '0.', 'x'),
  words: again('ab '),
  lines: again('a = b\n'),
  colons: again(': '),
  commas: again(','),
  'opening brackets': again('['),
  'opening braces': again('{'),
  'closing brackets': again(']'),
  quotes: again('"'),
  apostrophes: again("'"),
  backslashes: again('\\'),
  'unfinished comments': again('/*'),
  dashes: again('- '),
  'astral letters': again('😀'),
  'bytes that are no text': again('\uFFFD'),
};
