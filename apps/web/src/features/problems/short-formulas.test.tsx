import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MarkdownStatement } from './markdown-statement.tsx';

const drawn = (text: string) => renderToStaticMarkup(<MarkdownStatement text={text} base="/x/" name="Sum" />);
const short = (text: string) => drawn(text).split('short-formula').length - 1;

describe('a formula in a statement', () => {
  it('of a few letters is kept in one line', () => {
    expect(short('Given $1 \\leq v_i \\leq 10^5$ and $n$.')).toBe(2);
  });

  it('keeps the brackets and signs that touch it', () => {
    expect(drawn('The number ($n$), and $m$.')).toMatch(
      /number <span class="short-formula">\(<span class="katex">.*?<\/span>\),<\/span> and <span class="short-formula"><span class="katex">.*<\/span>\.<\/span><\/p>/,
    );
  });

  it('of a line of its own is as it was', () => {
    expect(short('$$\nn\n$$')).toBe(0);
  });

  it('that may be wider than a phone is not', () => {
    expect(short('$a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + b_1 = s$')).toBe(0);
  });
});
