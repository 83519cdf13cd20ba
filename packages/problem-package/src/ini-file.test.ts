import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIni } from './ini-file.ts';

describe('an ini file', () => {
  it('has keys and values; quotes, comments and sections are understood', () => {
    const { values, issues } = parseIni(
      '[a]\n; c\n# c\nTimeLimit = "2"\nname=\'A = B\'\r\nx=\nnonsense\n',
      'f',
    );
    expect([...values]).toEqual([
      ['timelimit', '2'],
      ['name', 'A = B'],
      ['x', ''],
    ]);
    expect(issues).toMatchObject([{ code: 'ini-line', position: { line: 7 } }]);
  });

  it('gives back every key and value written to it', () => {
    const key = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
    const value = fc.string({ maxLength: 20 }).filter((text) => !/[\r\n]/.test(text));
    fc.assert(
      fc.property(fc.dictionary(key, value, { noNullPrototype: true }), (values) => {
        const text = Object.entries(values).map(([name, content]) => `${name} = "${content}"`);
        expect(Object.fromEntries(parseIni(text.join('\n'), 'f').values)).toEqual(values);
      }),
    );
  });
});
