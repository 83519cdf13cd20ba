import { describe, expect, it } from 'vitest';
import { languageById } from '@sandglass/languages';
import { commandOf } from './commands.ts';

const MiB = 1024 * 1024;

describe('the command of a run', () => {
  it('of a compiled program is the program alone', () => {
    const program = {
      language: languageById('cpp'),
      tools: { compiler: '/usr/bin/g++', runtime: null },
      directory: '/srv/program-1',
      entryPoint: null,
    };
    expect(commandOf(program, { memoryBytes: 256 * MiB }).argv).toEqual(['/program/program']);
  });

  it('of Java gives the heap what the limit leaves beside the virtual machine’s own memory', () => {
    const language = languageById('java');
    const program = {
      language,
      tools: { compiler: '/usr/bin/javac', runtime: '/usr/bin/java' },
      directory: '/srv/program-1',
      entryPoint: 'Main',
    };
    const limit = (512 + language.adjustment.memoryExtraMiB) * MiB;
    expect(commandOf(program, { memoryBytes: limit }).argv).toContain('-Xmx512m');
    // A limit below the virtual machine's own need leaves a little all the same.
    expect(commandOf(program, { memoryBytes: 128 * MiB }).argv).toContain('-Xmx32m');
  });
});
