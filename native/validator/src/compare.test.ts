import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildValidator } from './built.ts';
import { compareOutput, parseFlags, ValidatorError, type CompareResult } from './index.ts';
import { referenceAccepts, type ReferenceFlags } from './reference.ts';

const { missing } = buildValidator();
if (missing !== null) console.warn(`skipped: default output validator (${missing})`);

const folder = mkdtempSync(join(tmpdir(), 'sandglass-validator-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outputPath = join(folder, 'output');
const answerPath = join(folder, 'answer');

async function compare(
  output: string | Buffer,
  answer: string | Buffer,
  ...flags: string[]
): Promise<CompareResult> {
  writeFileSync(outputPath, output);
  writeFileSync(answerPath, answer);
  return await compareOutput({ outputPath, answerPath, flags });
}

async function accepts(
  output: string | Buffer,
  answer: string | Buffer,
  ...flags: string[]
): Promise<boolean> {
  return (await compare(output, answer, ...flags)).accepted;
}

const bufferBytes = 256 * 1024;

describe.skipIf(missing !== null)('the default output validator', () => {
  describe('tokens', () => {
    it.each([
      ['1 2 3\n', '1 2 3\n', true],
      ['1\n2\n\n3', '1 2 3\n', true],
      ['  1\t2\v3\f\r\n', '1 2 3\n', true],
      ['', '', true],
      [' \n\n', '', true],
      ['1 2', '1 2 3', false],
      ['1 2 3 4', '1 2 3', false],
      ['', '1', false],
      ['1', '', false],
      ['12 3', '1 23', false],
      ['HELLO World', 'hello wORLD', true],
      ['[', '{', false],
      ['@', '`', false],
      ['é', 'É', false],
      ['1.0', '1', false],
      ['1\u00a02', '1 2', false],
    ])('without arguments, output %j against answer %j: %s', async (output, answer, right) => {
      expect(await accepts(output, answer)).toBe(right);
    });

    it('are equal byte for byte when case_sensitive', async () => {
      expect(await accepts('Yes', 'yes', 'case_sensitive')).toBe(false);
      expect(await accepts('yes', 'yes', 'case_sensitive')).toBe(true);
    });

    it('may hold any byte, zero bytes included', async () => {
      const bytes = Buffer.from([1, 0, 255, 0x80, 32, 0, 10]);
      expect(await accepts(bytes, bytes)).toBe(true);
      expect(await accepts(Buffer.from([97, 0, 98]), Buffer.from([97, 0, 99]))).toBe(false);
    });
  });

  describe('white space with space_change_sensitive', () => {
    it.each([
      ['a b\n', 'a b\n', true],
      ['a  b\n', 'a b\n', false],
      ['a\tb\n', 'a b\n', false],
      ['a b', 'a b\n', false],
      ['a b\n\n', 'a b\n', false],
      [' a b\n', 'a b\n', false],
      ['a b\r\n', 'a b\n', false],
      ['A b\n', 'a B\n', true],
    ])('output %j against answer %j: %s', async (output, answer, right) => {
      expect(await accepts(output, answer, 'space_change_sensitive')).toBe(right);
    });
  });

  describe('numbers with a tolerance', () => {
    it.each([
      ['3.14000000e-2', '0.0314', ['float_tolerance', '0'], true],
      ['+.5', '0.5', ['float_tolerance', '0'], true],
      ['5.', '5', ['float_tolerance', '0'], true],
      ['100.1', '100', ['float_absolute_tolerance', '0.2'], true],
      ['100.3', '100', ['float_absolute_tolerance', '0.2'], false],
      ['100.3', '100', ['float_relative_tolerance', '0.01'], true],
      ['102', '100', ['float_relative_tolerance', '0.01'], false],
      ['-102', '-100', ['float_relative_tolerance', '0.02'], true],
      ['0.001', '0', ['float_relative_tolerance', '0.01'], false],
      ['0.001', '0', ['float_tolerance', '0.01'], true],
      ['100.3', '100', ['float_absolute_tolerance', '0.2', 'float_relative_tolerance', '0.01'], true],
      ['0.2', '0', ['float_absolute_tolerance', '0.2', 'float_relative_tolerance', '0.01'], true],
      ['3', '3.0', ['float_tolerance', '1e-9'], true],
      ['abc', '3.0', ['float_tolerance', '10'], false],
      ['3.0', 'abc', ['float_tolerance', '10'], false],
      ['ABC', 'abc', ['float_tolerance', '10'], true],
      ['ABC', 'abc', ['float_tolerance', '10', 'case_sensitive'], false],
      // Only decimal numbers are numbers.
      ['0x10', '16', ['float_tolerance', '1'], false],
      ['nan', '1', ['float_tolerance', '1e9'], false],
      ['NaN', 'nan', ['float_tolerance', '1'], true],
      ['inf', '1e308', ['float_tolerance', '1e300'], false],
      ['1e', '1', ['float_tolerance', '1'], false],
      ['.', '0', ['float_tolerance', '1'], false],
      ['1_000', '1000', ['float_tolerance', '1'], false],
      ['1,5', '1.5', ['float_tolerance', '1'], false],
      ['--1', '-1', ['float_tolerance', '9'], false],
      // Beyond doubles: infinite values are close to themselves only.
      ['1e400', '1e400', ['float_tolerance', '1e-9'], true],
      ['2e400', '1e400', ['float_tolerance', '1e-9'], true],
      ['1', '1e400', ['float_relative_tolerance', '0.5'], false],
      ['1e400', '1', ['float_relative_tolerance', '0.5'], false],
      ['-1e400', '1e400', ['float_tolerance', '1'], false],
      ['1e-400', '0', ['float_tolerance', '0'], true],
      [`0.${'0'.repeat(400)}1e500`, '1e99', ['float_tolerance', '1e-9'], true],
      [`1${'0'.repeat(400)}e-400`, '1', ['float_tolerance', '1e-9'], true],
      ['1e99999999999999999999', '1e-99999999999999999999', ['float_tolerance', '1'], false],
    ])('output %j against answer %j with %j: %s', async (output, answer, flags, right) => {
      expect(await accepts(output, answer, ...flags)).toBe(right);
    });
  });

  describe('the message', () => {
    it('names line, column, token, what was expected and what was found', async () => {
      const result = await compare('1 2\n3 five\n', '1 2\n3 4\n');
      expect(result).toEqual({
        accepted: false,
        message: 'line 2, column 3 (token 4): expected "4", found "five"',
        position: { line: 2, column: 3, offset: 6, token: 4 },
      });
    });

    it('names both errors of a number and what is allowed', async () => {
      const { message } = await compare(
        '1.5',
        '1.25',
        'float_absolute_tolerance',
        '0.1',
        'float_relative_tolerance',
        '0.01',
      );
      expect(message).toBe(
        'line 1, column 1 (token 1): expected "1.25", found "1.5": absolute error 0.25 (allowed 0.1), relative error 0.2 (allowed 0.01)',
      );
    });

    it('says when one file ends before the other', async () => {
      expect((await compare('1\n', '1 2')).message).toBe(
        'line 2, column 1 (token 1): the output ends here, expected "2"',
      );
      expect((await compare('1 2', '1')).message).toBe(
        'line 1, column 3 (token 2): the answer ends here, found "2"',
      );
    });

    it('shows white space that differs', async () => {
      const { message } = await compare('a\tb', 'a b', 'space_change_sensitive');
      expect(message).toBe('line 1, column 2 (token 1): white space differs: expected " ", found "\\t"');
    });

    it('is printable ASCII of bounded length, for any output', async () => {
      const hostile = Buffer.concat([
        Buffer.from('\u001b[31m\u0007\u0000\u202e'),
        Buffer.alloc(1 << 20, 0x9b),
      ]);
      const { message } = await compare(hostile, Buffer.alloc(1 << 20, 7));
      expect(message.length).toBeLessThan(2048);
      expect(message.replace(/…/g, '')).toMatch(/^[\x20-\x7e]*$/);
    });

    it('counts lines and columns exactly across buffers', async () => {
      const line = `${'x'.repeat(997)}\n`;
      const lines = Math.ceil((3 * bufferBytes) / line.length);
      const body = line.repeat(lines);
      const { position } = await compare(`${body}a b`, `${body}a c`);
      expect(position).toEqual({ line: lines + 1, column: 3, offset: body.length + 2, token: lines + 2 });
    });
  });

  describe('large and hostile files', () => {
    it.each([bufferBytes - 1, bufferBytes, bufferBytes + 1, 3 * bufferBytes + 7])(
      'compares tokens of %i bytes',
      async (length) => {
        const token = 'a'.repeat(length);
        expect(await accepts(`1 ${token} 2`, `1  ${token.toUpperCase()}  2`)).toBe(true);
        expect(await accepts(`1 ${token} 2`, `1 ${token.toUpperCase()} 2`, 'case_sensitive')).toBe(false);
        expect(await accepts(`1 ${token}b`, `1 ${token}c`)).toBe(false);
        expect(await accepts(`1 ${token}`, `1 ${token}a`)).toBe(false);
        expect(await accepts(`1 ${token}a`, `1 ${token}`)).toBe(false);
        expect(await accepts(token, '5', 'float_tolerance', '1')).toBe(false);
        expect(await accepts('9'.repeat(length), '5', 'float_tolerance', '1')).toBe(false);
      },
    );

    it('compares white space of many buffers', async () => {
      const wide = ' '.repeat(3 * bufferBytes);
      expect(await accepts(`1${wide}2${wide}`, '1 2\n')).toBe(true);
      expect(await accepts(`1${wide}2`, `1${wide} 2`, 'space_change_sensitive')).toBe(false);
      expect(await accepts(`1${wide}2`, `1${wide}2`, 'space_change_sensitive')).toBe(true);
    });
  });

  describe('agrees with the reference', () => {
    const word = fc.oneof(
      fc.constantFrom('yes', 'YES', 'No', 'x', '{', '[', 'nan', 'inf', '-', '.', '0x1p3', '1e', 'é'),
      fc.integer({ min: -20, max: 20 }).map(String),
      fc.double({ min: -10, max: 10, noNaN: true }).map((value) => value.toFixed(3)),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.stringMatching(/^[+-]?[0-9]{0,4}\.?[0-9]{0,4}([eE][+-]?[0-9]{1,3})?$/).filter((text) => text !== ''),
      fc.string({ minLength: 1, maxLength: 5 }).map((text) => text.replace(/[ \f\n\r\t\v]/g, '_')),
    );
    const space = fc.stringMatching(/^[ \n\t\r\f\v]{1,3}$/);
    const flagSet = fc.record<ReferenceFlags>({
      caseSensitive: fc.boolean(),
      spaceChangeSensitive: fc.boolean(),
      absolute: fc.option(fc.constantFrom(0, 1e-9, 0.001, 0.5, 10)),
      relative: fc.option(fc.constantFrom(0, 1e-9, 0.001, 0.5)),
    });
    // An answer, and an output made of it by small changes: unrelated files never meet a hard case.
    const change = fc.oneof(
      { weight: 8, arbitrary: fc.constant<'keep'>('keep') },
      { weight: 1, arbitrary: fc.constant<'case'>('case') },
      { weight: 1, arbitrary: fc.constant<'nudge'>('nudge') },
      { weight: 1, arbitrary: fc.constant<'format'>('format') },
      { weight: 1, arbitrary: word },
    );
    const parts = fc.array(fc.tuple(word, change, space, fc.option(space, { freq: 6 })), { maxLength: 12 });

    function changed(token: string, how: string): string {
      if (how === 'keep') return token;
      if (how === 'case') return token.toUpperCase();
      const value = Number(token);
      if (how === 'nudge') return Number.isFinite(value) ? String(value + 0.0004) : token;
      if (how === 'format') return Number.isFinite(value) ? value.toExponential() : token;
      return how;
    }

    function toArguments(flags: ReferenceFlags): string[] {
      return [
        ...(flags.caseSensitive ? ['case_sensitive'] : []),
        ...(flags.spaceChangeSensitive ? ['space_change_sensitive'] : []),
        ...(flags.absolute === null ? [] : ['float_absolute_tolerance', String(flags.absolute)]),
        ...(flags.relative === null ? [] : ['float_relative_tolerance', String(flags.relative)]),
      ];
    }

    it('on any pair of small files and any arguments', async () => {
      let accepted = 0;
      await fc.assert(
        fc.asyncProperty(parts, flagSet, async (tokens, flags) => {
          const answer = Buffer.from(tokens.map(([token, , gap]) => token + gap).join(''));
          const output = Buffer.from(
            tokens.map(([token, how, gap, other]) => changed(token, how) + (other ?? gap)).join(''),
          );
          const right = referenceAccepts(output, answer, flags);
          if (right) accepted++;
          expect(await accepts(output, answer, ...toArguments(flags))).toBe(right);
        }),
        { numRuns: 1500 },
      );
      // The property is worth something only if both verdicts occur.
      expect(accepted).toBeGreaterThan(150);
    });

    it('on files larger than the buffers, shifted against each other', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 700_000 }),
          fc.integer({ min: 1, max: 5000 }),
          fc.constantFrom('', ' ', '\n\n'),
          fc.boolean(),
          async (size, tokenLength, lead, spoil) => {
            const token = `${'aB3.'.repeat(tokenLength).slice(0, tokenLength)}\n`;
            const answer = Buffer.from(token.repeat(Math.ceil(size / token.length)));
            const output = Buffer.concat([Buffer.from(lead), answer]);
            if (spoil && output.length > 2) output[Math.floor(output.length * 0.9)] = 0x7e;
            const flags = {
              caseSensitive: false,
              spaceChangeSensitive: false,
              absolute: null,
              relative: null,
            };
            expect(await accepts(output, answer)).toBe(referenceAccepts(output, answer, flags));
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  describe('what cannot be compared', () => {
    it('is an error that names the argument', async () => {
      await expect(compare('', '', 'ignore_case')).rejects.toThrow(/"ignore_case" is not an argument/);
    });

    it.each([
      [['float_tolerance'], /float_tolerance needs a number after it/],
      [['float_tolerance', '-1'], /at least 0, not "-1"/],
      [['float_tolerance', '1e999'], /at least 0, not "1e999"/],
      [['float_tolerance', '0x1'], /not "0x1"/],
      [['float_tolerance', 'nan'], /not "nan"/],
      [['float_tolerance', '1', 'float_tolerance', '1'], /more than once/],
      [['float_tolerance', '1', 'float_absolute_tolerance', '1'], /excludes the other two/],
      [['float_relative_tolerance', '1', 'float_tolerance', '1'], /excludes the other two/],
      [['Case_Sensitive'], /is not an argument/],
      [[''], /is not an argument/],
    ])('arguments %j are refused', (flags, message) => {
      expect(() => parseFlags(flags)).toThrow(message);
    });

    it('is an error of the side that cannot be read', async () => {
      writeFileSync(answerPath, '');
      const gone = join(folder, 'gone');
      await expect(compareOutput({ outputPath: gone, answerPath, flags: [] })).rejects.toMatchObject({
        code: 'output-unreadable',
      });
      await expect(
        compareOutput({ outputPath: answerPath, answerPath: gone, flags: [] }),
      ).rejects.toMatchObject({ code: 'answer-unreadable' });
      await expect(compareOutput({ outputPath: folder, answerPath, flags: [] })).rejects.toBeInstanceOf(
        ValidatorError,
      );
      await expect(compareOutput({ outputPath: '/dev/zero', answerPath, flags: [] })).rejects.toMatchObject({
        code: 'output-unreadable',
      });
    });

    it('never follows a path beyond a zero byte', async () => {
      await expect(compareOutput({ outputPath: `${answerPath}\0x`, answerPath, flags: [] })).rejects.toThrow(
        /zero byte/,
      );
    });
  });
});
