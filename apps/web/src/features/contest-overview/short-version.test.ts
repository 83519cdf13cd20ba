import { describe, expect, it } from 'vitest';
import { shortVersion, shortVersions } from './short-version.ts';

const commands = { compileCommand: 'ghc -O2 main.hs', runCommand: './program' };

describe('a compiler’s version', () => {
  it.each([
    ['g++ (Debian 12.2.0-14+deb12u1) 12.2.0', 'g++ 12.2'],
    ['Python 3.11.7', 'Python 3.11'],
    ['openjdk version "17.0.15" 2025-04-15', 'openjdk 17.0'],
    ['Lua 5.4.4  Copyright (C) 1994-2022 Lua.org, PUC-Rio', 'Lua 5.4'],
    ['go version go1.26.8 linux/amd64', 'go 1.26'],
    ['rustc 1.95.0 (59807616e 2026-04-14)', 'rustc 1.95'],
    ['Perl v5.36.0', 'Perl 5.36'],
    ['The Glorious Glasgow Haskell Compilation System, version 9.0.2', 'ghc 9.0'],
    ['unknown version', 'unknown version'],
  ])('of "%s" is %s', (raw, short) => {
    expect(shortVersion(raw, commands)).toBe(short);
  });

  it('that is a number alone is named by the command', () => {
    expect(shortVersion('3.2.2', { ...commands, compileCommand: 'fpc main.pas' })).toBe('fpc 3.2');
    expect(
      shortVersion('v24.21.0', { compileCommand: 'tsc --noEmit main.ts', runCommand: 'node main.ts' }),
    ).toBe('node 24.21');
  });

  it('is named once, however many hosts have it', () => {
    const language = {
      ...commands,
      id: 'cpp',
      name: 'C++',
      extensions: ['cpp'],
      entryPoint: 'none' as const,
      editorMode: 'cpp',
      versions: ['g++ (Debian 12.2.0-14) 12.2.0', 'g++ (Debian 12.2.0-15) 12.2.0', 'g++ 13.1.0'],
    };
    expect(shortVersions(language)).toBe('g++ 12.2, g++ 13.1');
  });
});
