/** What it costs to show a statement: twice the text may cost three times as much at most, as in scripts/parser-cost.test.ts. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { growth, maxGrowth } from '../../../../../scripts/parser-cost/growth.ts';
import { again, common, counted, type MakeText } from '../../../../../scripts/parser-cost/texts.ts';
import { MarkdownStatement } from './markdown-statement.tsx';

const texts: Readonly<Record<string, MakeText>> = {
  ...common,

  paragraphs: again('word\n\n'),
  'nested quotes': again('> '),
  'quotes without blanks': again('>'),
  'items in items': again('+ '),
  'numbers in numbers': again('1. '),
  'quotes of a depth that is parsed': again(`${'> '.repeat(90)}a\n`),
  'closing brackets in paragraphs': again(`${']'.repeat(900)}\n\n`),
  'nested lists': counted((index) => `${' '.repeat(2 * (index % 40))}- a\n`),
  headings: again('# a\n'),
  'the title again': again('# A name\n\n'),
  emphasis: again('*a '),
  'emphasis in emphasis': again('*a **a '),
  underscores: again('_a_'),
  'open links': again('[a]('),
  images: again('![a](b)'),
  'links in brackets': again('[[a]'),
  definitions: counted((index) => `[a${index}]: b\n`),
  'a used definition': again('[a]', '[a]: b\n\n'),
  footnotes: counted((index) => `a[^${index}]\n\n[^${index}]: b\n\n`),
  autolinks: again('<a:'),
  'addresses of mail': again('a@b.'),
  'addresses of pages': again('www.a.'),
  'rows of a table': again('| a | b |\n', '| a | b |\n| - | - |\n'),
  'columns of a table': (length) => `${'|a'.repeat(length / 4)}|\n${'|-'.repeat(length / 4)}|\n`,
  'a table without an end': again('|'),
  code: again('`'),
  'code of many lengths': counted((index) => `${'`'.repeat((index % 60) + 1)}a`),
  fences: again('```\na\n'),
  'HTML tags': again('<a '),
  'HTML comments': again('<!--'),
  entities: again('&amp;'),
  formulas: again('$a$ '),
  'open formulas': again('$'),
  'a long formula': again('a+', '$$', 'b$$'),
  'nested fractions': (length) => `$${'\\frac{a}{'.repeat(length / 12)}b${'}'.repeat(length / 12)}$`,
  'open braces of a formula': again('{', '$', '$'),
  'macros of a formula': again('\\a', '$\\def\\a{\\a\\a}', '$'),
  'a matrix': again('a&b\\\\', '$$\\begin{matrix}', '\\end{matrix}$$'),
};

/** Far more than a statement has. */
const most = 65_536;

describe('a statement in Markdown', () => {
  it.each(Object.entries(texts))('takes no more than its share of time for more: %s', async (_text, make) => {
    const ratio = await growth({
      run: (text) =>
        renderToStaticMarkup(<MarkdownStatement text={text} base="/statement/en/" name="A name" />),
      make,
      most,
    });
    expect(ratio ?? 0).toBeLessThan(maxGrowth);
  });
});
