import { describe, expect, it } from 'vitest';
import { handOver, keepForm, keptForm, showPanel } from './kept-form.ts';

const place = (account: string, label = 'A') => ({ account, contest: 'c', label });
const file = { name: 'a.cpp', bytes: 1, content: 'x', encoding: 'utf-8' as const };

describe('what was chosen and written in a panel', () => {
  it('is there again for the same account, problem by problem', () => {
    keepForm(place('ada'), { files: [file] });
    keepForm(place('ada'), { text: 'print(1)' });
    expect(keptForm(place('ada'))).toEqual({ files: [file], text: 'print(1)' });
    expect(keptForm(place('ada', 'B'))).toEqual({});
  });

  it('is not there for another account, unless the reader goes on as that one: then what is on the screen alone', () => {
    keepForm(place('bob'), { text: 'mine' });
    keepForm(place('bob', 'B'), { text: 'mine as well' });
    keepForm(place('eve', 'B'), { text: 'of eve' });
    expect(keptForm(place('eve'))).toEqual({});
    const hide = showPanel(place('bob'));
    handOver('bob', 'eve');
    hide();
    expect(keptForm(place('eve'))).toEqual({ text: 'mine' });
    expect(keptForm(place('eve', 'B'))).toEqual({ text: 'of eve' });
    expect(keptForm(place('bob'))).toEqual({ text: 'mine' });
    handOver('bob', 'ann');
    expect(keptForm(place('ann'))).toEqual({});
  });
});
