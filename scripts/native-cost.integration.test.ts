/**
 * The native readers of what comes from outside, as in parser-cost.test.ts: the default validator through its addon, the
 * sandbox's decoder of requests and its reader of the kernel's small files through a program that measures itself.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareOutput } from '../native/validator/src/index.ts';
import { growth, maxGrowth } from './parser-cost/growth.ts';
import { again, common, counted, type MakeText } from './parser-cost/texts.ts';

const run = promisify(execFile);
const sandbox = join(import.meta.dirname, '../native/sandbox');
const cost = join(sandbox, 'build/cost');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandglass-native-cost-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the default validator', () => {
  const texts: Readonly<Record<string, MakeText>> = {
    ...common,
    'numbers with an exponent': again('1e999999999 '),
    'a long exponent': again('9', '1e'),
    'zeros behind the point': again('0', '0.', '1'),
    signs: again('+-'),
    'numbers that are none': again('0x1p '),
    'different words': counted((index) => `w${index} `),
    'bytes beyond ASCII': again('\u00ff\u0080'),
  };
  const ways: Readonly<Record<string, readonly string[]>> = {
    words: [],
    blanks: ['space_change_sensitive', 'case_sensitive'],
    numbers: ['float_tolerance', '1e-6'],
  };

  /** All threads of this process: the comparison is made by one beside. */
  async function compared(output: string, answer: string, flags: readonly string[]): Promise<number> {
    const [outputPath, answerPath] = [join(folder, 'output'), join(folder, 'answer')];
    writeFileSync(outputPath, output);
    writeFileSync(answerPath, answer);
    const before = process.cpuUsage();
    await compareOutput({ outputPath, answerPath, flags });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  describe.each(Object.entries(ways))('that compares %s', (_way, flags) => {
    it.each(Object.entries(texts))(
      'takes no more than its share of time for more: %s',
      async (_text, make) => {
        // The same text twice is read to the end; a difference at the end has to be shown.
        for (const end of ['', ' end']) {
          const ratio = await growth({
            run: () => undefined,
            make,
            timed: (text) => compared(text, text + end, flags),
            most: 16 * 1024 * 1024,
          });
          expect(ratio ?? 0).toBeLessThan(maxGrowth);
        }
      },
    );
  });
});

describe('the sandbox', () => {
  execFileSync(join(sandbox, 'build.sh'), ['cost']);
  const readers = execFileSync(cost, { encoding: 'utf8' }).trim().split('\n');

  it.each(readers)('takes no more than its share of time for more: %s', async (reader) => {
    const ratio = await growth({
      run: () => undefined,
      make: String,
      timed: async (length) => Number((await run(cost, [reader, length])).stdout) / 1000,
      // A message has less: beyond that it is the memory that costs more.
      most: 4 * 1024 * 1024,
    });
    expect(ratio ?? 0).toBeLessThan(maxGrowth);
  });
});
