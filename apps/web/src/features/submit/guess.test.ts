import type { Language } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { editorFileName, guessEntryPoint, guessOffered } from './guess.ts';

function language(id: string, extension: string, entryPoint: Language['entryPoint'] = 'none'): Language {
  return {
    id,
    name: id,
    extensions: [extension],
    entryPoint,
    editorMode: id,
    versions: [],
    compileCommand: null,
    runCommand: '',
  };
}

const java = language('java', 'java', 'main-class');
const offered = [language('c', 'c'), language('cpp', 'cpp'), java, language('python3', 'py', 'main-file')];
const file = (name: string, content = '') => ({ name, content });

describe('the language', () => {
  it('follows from the extension', () => {
    expect(guessOffered(offered, [file('a.cpp')])).toBe('cpp');
    expect(guessOffered(offered, [file('Main.java'), file('Other.java')])).toBe('java');
  });

  it('follows from the text when the name says nothing', () => {
    expect(guessOffered(offered, [file('solution', 'import sys\nprint(input())')])).toBe('python3');
    expect(guessOffered(offered, [file('x.txt', '#include <iostream>\nint main(){}')])).toBe('cpp');
  });

  it('is never one that the contest does not offer', () => {
    expect(guessOffered([java], [file('a.cpp', '#include <vector>')])).toBeNull();
  });

  it('of a .pl is Prolog or Perl by its text, or the one of the two that the contest offers', () => {
    const [perl, prolog] = [language('perl', 'pl', 'main-file'), language('prolog', 'pl', 'main-file')];
    const clauses = file('a.pl', 'main :- read(X), write(X).\n');
    expect(guessOffered([perl, prolog], [clauses])).toBe('prolog');
    expect(guessOffered([perl, prolog], [file('a.pl', 'print 1;\n')])).toBe('perl');
    expect(guessOffered([perl], [clauses])).toBe('perl');
    expect(guessOffered([prolog], [file('a.pl', 'halt.\n')])).toBe('prolog');
  });

  it('stays open when nothing shows it', () => {
    expect(guessOffered(offered, [file('notes.txt', 'hello')])).toBeNull();
    expect(guessOffered(offered, [])).toBeNull();
  });
});

describe('the entry point', () => {
  it('is the class with a main method', () => {
    const text = 'public class Tower { public static void main(String[] args) {} }';
    expect(guessEntryPoint('java', [file('Tower.java', text)])).toBe('Tower');
  });

  it('is unknown where nothing shows it', () => {
    expect(guessEntryPoint('python3', [file('a.py'), file('b.py')])).toBeNull();
    expect(guessEntryPoint('no-such-language', [file('a')])).toBeNull();
  });
});

describe('the name of what was written in the editor', () => {
  it('is that of the public class in Java', () => {
    expect(editorFileName(java, 'public class Tower { }')).toBe('Tower.java');
    expect(editorFileName(java, '')).toBe('Main.java');
  });

  it('has the language’s first extension otherwise', () => {
    expect(editorFileName(offered[1] ?? null, '')).toBe('solution.cpp');
    expect(editorFileName(null, '')).toBe('solution.txt');
  });
});
