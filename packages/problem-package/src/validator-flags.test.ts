import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDefaultFlags, splitFlags } from './validator-flags.ts';

describe('validator_flags of legacy', () => {
  it.each([
    ['', []],
    ['  float_tolerance   1e-6 ', ['float_tolerance', '1e-6']],
    ['a "b c" \'d e\' f\\ g', ['a', 'b c', 'd e', 'f g']],
    ['"" \'\'', ['', '']],
    ['a"b"c', ['abc']],
    ['"a\\"b\\\\" \'\\\'', ['a"b\\', '\\']],
    ['$HOME *', ['$HOME', '*']],
  ])('%j are the arguments %j', (text, flags) => {
    expect(splitFlags(text)).toEqual(flags);
  });

  it('come back whole after being quoted', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (flags) => {
        const quoted = flags.map((flag) => `'${flag.replaceAll("'", `'"'"'`)}'`).join(' ');
        expect(splitFlags(quoted)).toEqual(flags);
      }),
    );
  });

  it('never hang or throw', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(splitFlags(text))));
  });
});

describe('arguments of the default validator', () => {
  it('have a meaning', () => {
    expect(readDefaultFlags(['case_sensitive', 'space_change_sensitive', 'float_tolerance', '1e-6'])).toEqual(
      {
        caseSensitive: true,
        spaceChangeSensitive: true,
        absoluteTolerance: 1e-6,
        relativeTolerance: 1e-6,
      },
    );
    expect(readDefaultFlags(['float_absolute_tolerance', '.5'])).toMatchObject({
      absoluteTolerance: 0.5,
      relativeTolerance: null,
    });
  });

  it.each([
    [['float_tolerance'], 'float_tolerance needs a number'],
    [['float_tolerance', '-1'], 'not "-1"'],
    [['float_tolerance', 'inf'], 'not "inf"'],
    [['float_tolerance', '1e999'], 'not "1e999"'],
    [['float_tolerance', '1', 'float_tolerance', '1'], 'more than once'],
    [['float_tolerance', '1', 'float_relative_tolerance', '1'], 'excludes'],
    [['ignore_case'], '"ignore_case"'],
  ])('%j are refused', (flags, reason) => {
    expect(readDefaultFlags(flags)).toEqual({ reason: expect.stringContaining(reason) as string });
  });
});
