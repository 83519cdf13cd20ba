import { describe, expect, it } from 'vitest';
import { isCostlyMarkdown } from './costly-markdown.ts';

describe('a text that a parser of Markdown would take too long for', () => {
  it.each([
    ['quotes in quotes', '> '.repeat(101)],
    ['quotes without blanks', '>'.repeat(101)],
    ['lists in lists', '+ '.repeat(101)],
    ['numbered lists in lists', '1. 2) '.repeat(51)],
    ['both, in the middle', `a\n\n${'> - '.repeat(51)}a`],
    ['closing brackets', ']'.repeat(1001)],
    ['marks of emphasis', '/*'.repeat(4001)],
    ['closing brackets on many lines', 'a]\n'.repeat(1001)],
  ])('is one of %s', (_what, text) => expect(isCostlyMarkdown(text)).toBe(true));

  it.each([
    ['some quotes', '> > > a'],
    ['emphasis', '*a* _b_ '.repeat(500)],
    ['a picture of letters', `${'*'.repeat(100)}\n`.repeat(1000)],
    ['a rule', '- '.repeat(40)],
    ['a long rule', '-'.repeat(500)],
    ['a long product', '* '.repeat(90)],
    ['half-open intervals', 'In $(a, b]$ and $(b, c]$.\n\n'.repeat(2000)],
    ['a long list', '- [a](b)\n'.repeat(5000)],
    ['arrays', 'a[1] = b[2];\n'.repeat(5000)],
    ['a number', '1'.repeat(5000)],
  ])('is none of %s', (_what, text) => expect(isCostlyMarkdown(text)).toBe(false));
});
