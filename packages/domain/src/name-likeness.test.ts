import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasInvisible, nameLikeness } from './name-likeness.ts';

const like = (a: string, b: string): boolean => nameLikeness(a) === nameLikeness(b);

describe('names that look the same', () => {
  it.each([
    ['Null Pointers', 'null  pointers!'],
    ['Null Pointers', 'Nu11 P0inters'],
    ['Paypal', 'Раураl'],
    ['École', 'ECOLE'],
    ['Ｔｅａｍ', 'Team'],
    ['Illinois', 'lllinois'],
  ])('%s and %s', (a, b) => {
    expect(like(a, b)).toBe(true);
  });

  it.each([
    ['Alpha', 'Alpha Two'],
    ['東京大学', '京都大学'],
    ['☃', '☂'],
    ['Team 1', 'Team 2'],
  ])('%s and %s do not', (a, b) => {
    expect(like(a, b)).toBe(false);
  });

  it('are the same with other capitals, spaces and signs', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', 'X', 'Y', '0', '1', '8', ' ', '-', 'é', '東', 'л') }),
        (name) => {
          expect(like(name, ` ${name.toUpperCase()}.`) || /^[ -]*$/.test(name)).toBe(true);
          expect(nameLikeness(nameLikeness(name))).toBe(nameLikeness(name));
        },
      ),
    );
  });
});

describe('what nobody sees', () => {
  it.each(['a\u202eb', 'a\u200bb', 'a\u2066b', '\ufeffa', 'a\u3164b', 'a\u200d', 'a\nb'])(
    '%j is found',
    (name) => {
      expect(hasInvisible(name)).toBe(true);
    },
  );

  it.each(['می\u200cخواهم', 'क्\u200dष', 'Team Ñandú 東京', "O'Neill & Söhne"])('%s has none', (name) => {
    expect(hasInvisible(name)).toBe(false);
  });
});
