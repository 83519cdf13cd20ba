import { describe, expect, it } from 'vitest';
import { languageById } from './catalogue.ts';
import { compileCommand, outOfMemoryMark, runCommand } from './command.ts';

const GiB = 1024 ** 3;
const MiB = 1024 ** 2;

describe('compiling', () => {
  it('C++ hands the sources to the compiler and lets headers lie beside', () => {
    const command = compileCommand(languageById('cpp'), {
      files: [{ name: 'main.cpp' }, { name: 'tree.cc' }, { name: 'tree.hpp' }, { name: 'notes.txt' }],
      memoryBytes: GiB,
    });
    expect(command.argv.slice(-2)).toEqual(['main.cpp', 'tree.cc']);
    expect(command.files.map((file) => file.placedAs)).toEqual([
      'main.cpp',
      'tree.cc',
      'tree.hpp',
      'notes.txt',
    ]);
    expect(command.result).toEqual({ kind: 'file', path: 'program' });
    expect(command.entryPoint).toBeNull();
  });

  it('C puts the libraries behind the sources', () => {
    const { argv } = compileCommand(languageById('c'), { files: [{ name: 'a.c' }], memoryBytes: GiB });
    expect(argv.slice(-2)).toEqual(['a.c', '-lm']);
  });

  it('never lets a file name become an option or an argument file', () => {
    const { argv } = compileCommand(languageById('cpp'), {
      files: [{ name: '@flags.cpp' }, { name: 'space in name.cpp' }],
      memoryBytes: GiB,
    });
    expect(argv.slice(-2)).toEqual(['./@flags.cpp', 'space in name.cpp']);
  });

  it('Java bounds the compiler’s heap by the memory of the compilation', () => {
    const { argv } = compileCommand(languageById('java'), {
      files: [{ name: 'Main.java' }],
      memoryBytes: 2 * GiB,
    });
    expect(argv).toContain('-J-Xmx1433m');
  });

  it('uses the programs that were found on the host', () => {
    const programs = { compiler: '/usr/lib/jvm/x/bin/javac', runtime: '/usr/lib/jvm/x/bin/java' };
    const files = [{ name: 'Main.java' }];
    expect(compileCommand(languageById('java'), { files, memoryBytes: GiB, programs }).argv[0]).toBe(
      programs.compiler,
    );
    expect(runCommand(languageById('java'), { entryPoint: 'Main', memoryBytes: GiB, programs }).argv[0]).toBe(
      programs.runtime,
    );
  });

  it('gives programs an environment of ours only', () => {
    const { env } = compileCommand(languageById('c'), { files: [{ name: 'a.c' }], memoryBytes: GiB });
    expect(env).toEqual({ PATH: '/usr/bin:/bin', HOME: '/box', LANG: 'C.UTF-8', TMPDIR: '/tmp' });
  });
});

describe('running', () => {
  it('C++ is the program itself, with the test’s arguments', () => {
    const command = runCommand(languageById('cpp'), {
      entryPoint: null,
      memoryBytes: GiB,
      args: ['-n', '3'],
    });
    expect(command.argv).toEqual(['/program/program', '-n', '3']);
  });

  it('Java gets the problem’s memory as heap and a quarter of it as stack', () => {
    const { argv } = runCommand(languageById('java'), { entryPoint: 'a.Main', memoryBytes: 1024 * MiB });
    expect(argv).toEqual(expect.arrayContaining(['-Xms1024m', '-Xmx1024m', '-Xss256m']));
    expect(argv.slice(-3)).toEqual(['-cp', '/program', 'a.Main']);
  });

  it('Java’s stack is neither tiny nor without bound', () => {
    const stack = (memoryBytes: number) =>
      runCommand(languageById('java'), { entryPoint: 'A', memoryBytes }).argv.find((argument) =>
        argument.startsWith('-Xss'),
      );
    expect(stack(32 * MiB)).toBe('-Xss64m');
    expect(stack(16 * GiB)).toBe('-Xss512m');
  });

  it('Python starts the main file in the program folder', () => {
    const { argv } = runCommand(languageById('python3'), {
      entryPoint: 'main.py',
      memoryBytes: GiB,
      program: '/p',
    });
    expect(argv.slice(1)).toEqual(['-B', '/p/main.py']);
  });
});

describe('exhausted memory', () => {
  it.each([
    [
      'java',
      'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space',
      'java.lang.OutOfMemoryError',
    ],
    ['python3', 'Traceback (most recent call last):\n  File "a.py"\nMemoryError\n', 'MemoryError'],
    ['cpp', "terminate called after throwing an instance of 'std::bad_alloc'\n", 'std::bad_alloc'],
  ])('is reported by %s on the error stream', (id, stderr, mark) => {
    expect(outOfMemoryMark(languageById(id), stderr)).toContain(mark);
  });

  it.each([
    ['python3', 'ValueError: no MemoryError here'],
    ['cpp', "terminate called after throwing an instance of 'std::bad_array_new_length'"],
    ['java', 'Exception in thread "main" java.lang.StackOverflowError'],
    ['c', 'std::bad_alloc'],
  ])('is not read into other words of %s', (id, stderr) => {
    expect(outOfMemoryMark(languageById(id), stderr)).toBeNull();
  });
});
