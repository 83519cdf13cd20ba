import { describe, expect, it } from 'vitest';
import { languageById } from './catalogue.ts';
import { resolveEntryPoint } from './entry-point.ts';
import { guessLanguage, guessLanguageOfText } from './guess.ts';
import { readJavaSource } from './java-source.ts';
import { placeFiles } from './sources.ts';

const java = languageById('java');
const python = languageById('python3');

describe('guessing a language', () => {
  it.each([
    [['a.cpp'], 'cpp'],
    [['a.C'], 'cpp'],
    [['a.c'], 'c'],
    [['a.c++', 'a.h'], 'cpp'],
    [['Main.java', 'Util.java'], 'java'],
    [['MAIN.PY'], 'python3'],
    [['submissions/accepted/x.py'], 'python3'],
    [['a.bash'], 'bash'],
    [['a.mjs', 'b.js'], 'javascript'],
    [['a.f95'], 'fortran'],
    [['a.awk', 'data.txt'], 'awk'],
    [['a.R'], 'r'],
    [['a.adb', 'b.ads'], 'ada'],
    [['a.plg'], 'prolog'],
    [['a.pl'], 'perl'],
    [['a.cl'], 'lisp'],
    [['a.scala'], 'scala'],
    [['a.erl', 'b.hrl'], 'erlang'],
    [['a.scm'], 'scheme'],
    [['a.m', 'a.h'], 'objectivec'],
    [['a.cob'], 'cobol'],
    [['a.h'], null],
    [['a.c', 'b.py'], null],
    [['Makefile'], null],
    [[], null],
  ])('%j: %s', (files, expected) => {
    expect(guessLanguage(files)).toBe(expected);
  });

  it.each([
    [
      'main :-\n    read(X),\n    Y is X * 2,\n    ( Y > 3 -> write(big) ; write(small) ),\n    nl.\n',
      'prolog',
    ],
    [':- initialization(main).\nedge(a, b).\nedge(b, c).\n', 'prolog'],
    ['% a comment\n/* use strict;\nmy $x; */\ngreeting --> [hello], name.\nname --> [world].\n', 'prolog'],
    ['#!/usr/bin/env swipl\nmain.\n', 'prolog'],
    [":- use_module(library(clpfd)).\nf(X) :- format('$~w;', [X]).\n", 'prolog'],
    ['use strict;\nmy $n = <STDIN>;\nprint $n * 2;\n', 'perl'],
    ['#!/usr/bin/perl\nprint "main :- x.\\n";\n', 'perl'],
    ['$_ = <>;\n@a = split;\nprint $a[0] > 1 ? 1 :-1;\n', 'perl'],
    ['# facts\nmy $text = <<E;\nedge(a, b).\nE\nprint($text);\nexit(0);\n', 'perl'],
    ['print scalar reverse <>\n', 'perl'],
    ['', 'perl'],
  ])('of a .pl by its text %j: %s', (text, expected) => {
    expect(guessLanguage(['a.pl'], () => text)).toBe(expected);
  });

  it('of a .pl is the one of the two that can be chosen', () => {
    const prolog = 'main :- read(X), write(X).\n';
    expect(
      guessLanguage(
        ['a.pl'],
        () => prolog,
        (id) => id === 'perl',
      ),
    ).toBe('perl');
    expect(
      guessLanguage(
        ['a.pl'],
        () => 'print 1;\n',
        (id) => id === 'prolog',
      ),
    ).toBe('prolog');
    expect(guessLanguage(['a.pl', 'b.pl'], (name) => (name === 'a.pl' ? prolog : 'x(1).\n'))).toBe('prolog');
    expect(guessLanguage(['a.pl', 'b.pl'], (name) => (name === 'a.pl' ? prolog : 'my $x = 1;\n'))).toBeNull();
    expect(guessLanguage(['a.pl', 'b.plg'], () => prolog)).toBe('prolog');
  });

  it.each([
    ['import java.util.*;\npublic class A { }', 'java'],
    ['#include <bits/stdc++.h>\nusing namespace std;', 'cpp'],
    ['#include <cstdio>\nint main() { }', 'cpp'],
    ['#include <stdio.h>\nint main(void) { return 0; }', 'c'],
    ['n = int(input())\nprint(n)', 'python3'],
    ['fun main() {\n  val n = readLine()!!.toInt()\n}', 'kotlin'],
    ['package main\n\nimport "fmt"\n', 'go'],
    ['use std::io;\nfn main() { }', 'rust'],
    ['using System;\npublic class Program { }', 'csharp'],
    ["const fs = require('fs');\nconsole.log(1);", 'javascript'],
    ['const n: number = 1;\nconsole.log(n);', 'typescript'],
    ['<?php\necho 1;', 'php'],
    ['a, b = gets.split.map(&:to_i)\nputs a + b', 'ruby'],
    ['use strict;\nmy $n = <STDIN>;\nprint $n;', 'perl'],
    ['local n = io.read("n")\nprint(n)', 'lua'],
    ['#!/bin/bash\necho 1', 'bash'],
    ['main :: IO ()\nmain = interact id', 'haskell'],
    ['let () = Scanf.scanf "%d" print_int', 'ocaml'],
    ['program Sum;\nbegin\n  writeln(1);\nend.', 'pascal'],
    ['program main\n  implicit none\nend program', 'fortran'],
    ['import std.stdio;\nvoid main() { }', 'd'],
    ['let n = stdin.readLine.parseInt\necho n', 'nim'],
    ['with Ada.Text_IO;\nprocedure Main is\nbegin', 'ada'],
    ['object Main extends App {\n  println(1)\n}', 'scala'],
    ['(defun f (x)\n  (* x x))', 'lisp'],
    ['main :-\n    read(X),\n    write(X).', 'prolog'],
    ['x <- scan(file("stdin"))\ncat(sum(x))', 'r'],
    ['BEGIN { FS = "," }\n{ print $1 }', 'awk'],
    ['-module(solution).\n-export([main/0]).', 'erlang'],
    ['(define (f x)\n  (* x x))', 'scheme'],
    ['#import <Foundation/Foundation.h>\nint main(void) { return 0; }', 'objectivec'],
    ['       IDENTIFICATION DIVISION.\n       PROGRAM-ID. A.', 'cobol'],
    ['hello', null],
  ])('by the text %j: %s', (text, expected) => {
    expect(guessLanguageOfText(text)).toBe(expected);
  });
});

describe('a Java source', () => {
  it('finds package, public type and main types', () => {
    const facts = readJavaSource(`
      // class Fake { public static void main(String[] a) {} }
      package org.example;
      import java.util.*;
      class Helper { static String s = "class Hidden { void main(String[] a)"; }
      public final class Solution extends Base {
        static class Inner { public static void main(String[] a) {} }
        public static void main(String... args) throws Exception { /* } */ }
      }
      record Pair(int a, int b) { }
    `);
    expect(facts).toEqual({
      packageName: 'org.example',
      publicType: 'Solution',
      mainTypes: ['Solution'],
      instanceMainTypes: [],
      isCompact: false,
    });
  });

  it.each([
    ['interface Main { static void main(String[] a) { } }', ['Main'], [], false],
    ['class A { void main() { } } class B { int main() { return 1; } }', [], ['A'], false],
    ['class A { void main() { } static void main(String[] a) { } }', ['A'], [], false],
    ['void main() { class X { } }\nint f() { return 1; }', [], [], true],
    ['import java.util.*;\nint n = 3;\nstatic void main(String[] a) { }', [], [], true],
    ['@A({1}) class A { void f() { main(); } }', [], [], false],
  ])(
    'of Java 25 or before, %j: main of %j, of instances %j, compact: %s',
    (text, main, instance, compact) => {
      expect(readJavaSource(text)).toMatchObject({
        mainTypes: main,
        instanceMainTypes: instance,
        isCompact: compact,
      });
    },
  );

  it('that is compact has the class of its file’s name, or of one that javac takes', () => {
    const compact = { name: 'Sum.java', text: 'void main() { }\npublic record Pair(int a) { }' };
    const helper = { name: 'Util.java', text: 'class Util { void main() { } }' };
    expect(resolveEntryPoint(java, [helper, compact], null)).toBe('Sum');
    expect(placeFiles(java, [compact])[0]?.placedAs).toBe('Sum.java');
    const oddly = { ...compact, name: 'my-sum.java' };
    expect(resolveEntryPoint(java, [oddly], null)).toBe('Main');
    expect(placeFiles(java, [oddly])[0]?.placedAs).toBe('Main.java');
    expect(resolveEntryPoint(java, [helper, { name: 'A.java', text: 'class A { }' }], null)).toBe('Util');
  });

  it('does not take a main of a nested class for the outer one’s', () => {
    const text = 'class Outer { static class Inner { public static void main(String[] a) { } } }';
    expect(readJavaSource(text).mainTypes).toEqual([]);
  });

  it('survives any text', () => {
    for (const text of [
      '',
      '{{{',
      'class',
      'class A',
      '"',
      "'",
      '/*',
      'public class A {',
      '"""',
      '}}}} class B { }',
    ]) {
      expect(() => readJavaSource(text)).not.toThrow();
    }
  });

  it('is named after its public type, regardless of its former name', () => {
    const files = placeFiles(java, [
      { name: 'A.java', text: 'public class Main { }' },
      { name: 'B.java', text: 'class B { }' },
    ]);
    expect(files.map((file) => file.placedAs)).toEqual(['Main.java', 'B.java']);
  });
});

describe('placing files', () => {
  it('refuses a file in the place of a folder that the package brings', () => {
    const header = { name: 'lib/deep/a.h', included: true };
    for (const name of ['lib', 'lib/deep']) {
      expect(() => placeFiles(languageById('cpp'), [{ name: 'a.cpp' }, { name }, header])).toThrow(
        `would both be called "${name}"`,
      );
    }
    expect(placeFiles(languageById('cpp'), [{ name: 'a.cpp' }, { name: 'li' }, header])).toHaveLength(3);
  });

  it('takes a single file without a known ending for source', () => {
    expect(placeFiles(languageById('cpp'), [{ name: 'solution.txt' }])).toEqual([
      { name: 'solution.txt', placedAs: 'solution.txt', isSource: true, included: false },
    ]);
    expect(
      placeFiles(java, [{ name: 'Main', text: 'class Main { public static void main(String[] a) { } }' }]),
    ).toEqual([{ name: 'Main', placedAs: 'Main.java', isSource: true, included: false }]);
  });

  it('refuses files without any source, and two of one name', () => {
    expect(() => placeFiles(languageById('cpp'), [{ name: 'a.h' }])).toThrow(
      'none of the files is C++ source',
    );
    expect(() => placeFiles(languageById('cpp'), [{ name: 'a.py' }, { name: 'b.txt' }])).toThrow('.cpp, .cc');
    expect(() =>
      placeFiles(java, [
        { name: 'A.java', text: 'public class Main { }' },
        { name: 'B.java', text: 'public class Main { }' },
      ]),
    ).toThrow('two files would both be called "Main.java"');
  });

  it.each(['../evil.cpp', '/etc/evil.cpp', 'a/../../b.cpp', 'a//b.cpp', `${'語'.repeat(90)}.cpp`, 'a\0.cpp'])(
    'refuses %j, which no file in the box can be called',
    (name) => {
      expect(() => placeFiles(languageById('cpp'), [{ name }])).toThrow('no file can be called');
    },
  );

  it('refuses a path that is too long', () => {
    const name = `${'d/'.repeat(600)}a.cpp`;
    expect(() => placeFiles(languageById('cpp'), [{ name }])).toThrow('in a path of at most 1024');
  });

  it('refuses a Java class whose file would have too long a name', () => {
    const text = `public class ${'A'.repeat(300)} { }`;
    expect(() => placeFiles(java, [{ name: 'Main.java', text }])).toThrow('at most 255 bytes');
  });
});

const main = 'public static void main(String[] a) { }';

describe('the entry point', () => {
  it('of C++ does not exist, even when given', () => {
    expect(resolveEntryPoint(languageById('cpp'), [{ name: 'a.cpp' }], 'main')).toBeNull();
  });

  it.each([
    ['the only main class', [{ name: 'A.java', text: `public class Foo { ${main} }` }], null, 'Foo'],
    ['with its package', [{ name: 'A.java', text: `package p.q; class Foo { ${main} }` }], null, 'p.q.Foo'],
    [
      'Main before others',
      [
        { name: 'A.java', text: `class A { ${main} }` },
        { name: 'Main.java', text: `class Main { ${main} }` },
      ],
      null,
      'Main',
    ],
    ['as given', [{ name: 'A.java', text: '' }], 'a.B', 'a.B'],
    ['given as a file', [{ name: 'A.java', text: '' }], 'A.java', 'A'],
    ['the file’s name when no main is seen', [{ name: 'A.java', text: 'class A extends B { }' }], '', 'A'],
  ])('of Java is %s', (_name, files, given, expected) => {
    expect(resolveEntryPoint(java, files, given)).toBe(expected);
  });

  it('of Java must be named when nothing shows it, and be a class', () => {
    const files = [
      { name: 'A.java', text: 'class A { }' },
      { name: 'B.java', text: 'class B { }' },
    ];
    expect(() => resolveEntryPoint(java, files, null)).toThrow('a class with a main method cannot be found');
    expect(() => resolveEntryPoint(java, files, '-version')).toThrow('it must be the name of a class');
    expect(() => resolveEntryPoint(java, files, 'A B')).toThrow(
      '"A B" cannot be started: it must be the name of a class',
    );
  });

  it.each([
    [['a.py'], null, 'a.py'],
    [['util.py', 'main.py'], null, 'main.py'],
    [['main.py', '__main__.py'], null, '__main__.py'],
    [['a.py', 'b.py'], 'b', 'b.py'],
    [['a.py', 'b.py'], 'b.py', 'b.py'],
    [['data.txt', 'a.py'], null, 'a.py'],
  ])('of Python among %j, given %s, is %s', (names, given, expected) => {
    expect(
      resolveEntryPoint(
        python,
        names.map((name) => ({ name })),
        given,
      ),
    ).toBe(expected);
  });

  it.each<[string, string, Record<string, string>, string | null]>([
    [
      'pascal',
      'the program, not the unit',
      { 'a.pp': 'unit a;\ninterface\nend.', 'b.pas': '(* unit *) {x} // y\nprogram b;\nuses a;' },
      'b.pas',
    ],
    ['pascal', 'the program that no unit uses', { 'a.pas': 'Unit A;', 'b.pas': 'begin end.' }, 'b.pas'],
    [
      'javascript',
      'the only one that imports',
      { 'a.js': "import { b } from './b.js';", 'b.js': '' },
      'a.js',
    ],
    [
      'javascript',
      'the one whose import has several lines',
      { 'm-1.mjs': 'export const x = 1;', 'start.mjs': "import {\n  x,\n} from './m-1.mjs';" },
      'start.mjs',
    ],
    ['javascript', 'index before others', { 'a.js': '', 'index.js': '' }, 'index.js'],
    ['javascript', 'named, of two that know nothing of each other', { 'a.js': '', 'b.js': '' }, null],
    [
      'javascript',
      'named, where each takes in the other',
      { 'a.js': "require('./b')", 'b.js': "require('./a')" },
      null,
    ],
    ['bash', 'the one that no other sources', { 'run.sh': '. ./lib.sh', 'lib.sh': 'f() { :; }' }, 'run.sh'],
    [
      'bash',
      'the same by the longer word',
      { 'x.bash': 'source "$(dirname "$0")/y.sh"', 'y.sh': '' },
      'x.bash',
    ],
    [
      'typescript',
      'the only one that imports',
      { 'a.ts': "import { b } from './b.ts';", 'b.ts': '' },
      'a.ts',
    ],
    ['python3', 'the only one that imports', { 'a.py': 'from b import c', 'b.py': 'c = 1' }, 'a.py'],
    ['python3', 'not one that has a variable of the name', { 'a.py': 'b = 1', 'b.py': 'a = 1' }, null],
    ['ruby', 'the only one that requires', { 'a.rb': "require_relative 'b'", 'b.rb': '' }, 'a.rb'],
    ['rust', 'the one with the module', { 'a.rs': 'mod util;\nfn main() {}', 'util.rs': '' }, 'a.rs'],
    [
      'ada',
      'the procedure, not the package',
      { 'sums.ads': 'package Sums is', 'sums.adb': 'package body Sums is', 'go.adb': 'with Sums;' },
      'go.adb',
    ],
    ['lisp', 'the one that loads', { 'a.lisp': '(load "b.lisp")', 'b.lisp': '' }, 'a.lisp'],
    ['awk', 'the one that includes', { 'a.awk': '@include "b"', 'b.awk': '' }, 'a.awk'],
    ['r', 'the one that sources', { 'a.R': 'source("b.R")', 'b.R': '' }, 'a.R'],
  ])('of %s in several files is %s', (id, _why, texts, expected) => {
    const files = Object.entries(texts).map(([name, text]) => ({ name, text }));
    for (const order of [files, files.toReversed()]) {
      if (expected === null) {
        expect(() => resolveEntryPoint(languageById(id), order, null)).toThrow('the file to start');
      } else expect(resolveEntryPoint(languageById(id), order, null)).toBe(expected);
    }
  });

  const helper = { name: 'help.py', included: true };
  it.each([
    ['the only own file, beside helpers', [{ name: 'mine.py' }, helper], 'mine.py'],
    [
      'the only own file without an ending',
      [{ name: 'mine' }, helper, { name: 'b.py', included: true }],
      'mine',
    ],
    ['the own main file of several', [{ name: 'a.py' }, { name: 'main.py' }, helper], 'main.py'],
    ['a driver of the package', [{ name: 'mine.py' }, { name: 'main.py', included: true }], 'main.py'],
    ['a helper, where nothing else is source', [{ name: 'a.txt' }, { name: 'b.txt' }, helper], 'help.py'],
  ])('of Python with included files is %s', (_name, files, expected) => {
    expect(resolveEntryPoint(python, files, null)).toBe(expected);
  });

  it('of Java with an included helper is the own class, or the package’s Main', () => {
    const help = { name: 'Help.java', text: 'public class Help { }', included: true };
    const own = { name: 'Mine.java', text: 'class Mine extends Base { }' };
    expect(resolveEntryPoint(java, [own, help], null)).toBe('Mine');
    const driver = { name: 'Main.java', text: `public class Main { ${main} }`, included: true };
    expect(resolveEntryPoint(java, [own, help, driver], null)).toBe('Main');
  });

  it('of Python must be one of the files', () => {
    const files = [{ name: 'a.py' }, { name: 'b.py' }];
    expect(() => resolveEntryPoint(python, files, null)).toThrow('the file to start cannot be found');
    expect(() => resolveEntryPoint(python, files, 'c.py')).toThrow('it must be one of a.py, b.py');
  });
});
