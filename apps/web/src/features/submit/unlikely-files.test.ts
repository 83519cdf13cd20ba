import { describeLanguage, languages } from '@sandglass/languages';
import { describe, expect, it } from 'vitest';
import { unlikelyFiles } from './unlikely-files.ts';

const offered = languages
  .filter(({ id }) => ['c', 'cpp', 'java', 'python3'].includes(id))
  .map((language) => describeLanguage(language, []));

function warning(id: string, ...names: string[]): string | null {
  const language = offered.find((one) => one.id === id);
  if (language === undefined) throw new Error(`no ${id}`);
  return unlikelyFiles(
    language,
    offered,
    names.map((name) => ({ name })),
  );
}

describe('a choice of files', () => {
  it.each([
    ['cpp', ['sum.cpp']],
    ['cpp', ['sum.cc', 'tree.h', 'table.txt']],
    ['java', ['Sum.java', 'Tree.java']],
    ['python3', ['sum.PY', 'words.txt']],
    // The choice of the language has said what it is.
    ['cpp', ['solution']],
  ])('is fine for %s: %j', (id, names) => {
    expect(warning(id, ...names)).toBeNull();
  });

  it('none of which is of the language is doubted', () => {
    expect(warning('cpp', 'notes.txt')).toBe(
      'C++ programs end in .cpp, .cc, .cxx, .c++, .C. notes.txt will hardly compile.',
    );
    expect(warning('cpp', 'a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt')).toContain(
      'a.txt, b.txt, c.txt and 2 more',
    );
  });

  it('with a program in another language beside is doubted', () => {
    expect(warning('cpp', 'sum.cpp', 'Sum.java')).toBe('The language is C++: Sum.java will not be compiled.');
  });
});
