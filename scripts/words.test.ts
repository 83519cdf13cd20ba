/** The words that the glossary gives up do not come back into the product and its pages: its last column, where it is in `code`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const product = globSync(
  [
    'apps/*/{src,bundle,public}/**/*.{ts,tsx,js,css}',
    'packages/*/src/**/*.ts',
    'native/**/*.{ts,cc,h,inc,md}',
    '{README,CONTRIBUTING}.md',
    '{apps,docs,e2e,packages}/**/*.md',
    'bench/README.md',
    'scripts/**/*.ts',
    'prisma/schema.prisma',
  ],
  { cwd: root, exclude: (path) => /(^|\/)(node_modules|build|dist|generated)$/.test(path) },
)
  // Decisions are of their day, and the glossary names the words.
  .filter((path) => !/^docs\/(decisions\/|glossary)/.test(path))
  .filter((path) => !/\.test\.tsx?$|(^|\/)(testing|test|check|hostile)\//.test(path));

/** The words in `code` of the last column of the glossary's table. */
const givenUp = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|').at(3) ?? '').matchAll(/`([a-z]+)`/g)].map(([, word = '']) => word));

/** Words of a text, those inside `camelCase` and `snake_case` too. */
function wordsOf(text: string): Set<string> {
  const parts = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return new Set(parts.map((part) => part.toLowerCase()));
}

const files = product.map((path) => ({ path, words: wordsOf(read(path)) }));

describe('the words of the product', () => {
  it('are looked at, with those that the glossary gives up', () => {
    expect(product.length).toBeGreaterThan(900);
    expect(givenUp).toEqual(expect.arrayContaining(['sick', 'told', 'whoever']));
  });

  it.each(givenUp)('have no "%s": docs/glossary.md names the term in its place', (word) => {
    expect(files.filter(({ words }) => words.has(word)).map(({ path }) => path)).toEqual([]);
  });
});
