import { describe, expect, it } from 'vitest';
import { changeOf } from './contest-rules.ts';

const words = (...set: string[]) => ({ set, dryRun: false, confirm: false, reason: undefined, json: false });

describe('contest rules --set', () => {
  it('takes words and JSON, and knows which rules are fields of the contest', () => {
    expect(
      changeOf(words('tieBreak=none', 'penaltyMinutes=10', 'remap={"OLE":"RTE"}', 'languages=null')),
    ).toMatchObject({
      penaltyMinutes: 10,
      rules: { tieBreak: 'none', remap: { OLE: 'RTE' }, languages: null },
    });
  });

  it.each([
    ['tieBreak', /such as tieBreak=none, not "tieBreak"/],
    ['colour=red', /there is no rule "colour"; the rules are penaltyMinutes,/],
    ['tieBreak=luck', /^rules\.tieBreak: /],
    ['penaltyMinutes=many', /^penaltyMinutes: /],
    ['remap={"AC":"WA"}', /^rules\.remap/],
  ])('refuses %s and says what would be right', (word, message) => {
    expect(() => changeOf(words(word))).toThrow(message);
  });

  it('refuses a rule that is given twice', () => {
    expect(() => changeOf(words('judging=full', 'judging=lazy'))).toThrow('rule "judging" is given twice');
  });
});
