import { describe, expect, it } from 'vitest';
import { judgeButton } from './judge-button.ts';

describe('the button of a new rejudging', () => {
  it('says how many it takes', () => {
    expect(judgeButton({ count: 2 }, false)).toEqual({ label: 'Rejudge 2 submissions', disabled: false });
    expect(judgeButton({ count: 0 }, false)).toEqual({ label: 'Nothing to rejudge', disabled: true });
    expect(judgeButton(undefined, false).disabled).toBe(true);
  });

  it('waits while the filter it would send is counted', () => {
    expect(judgeButton({ count: 2 }, true)).toEqual({ label: 'Counting…', disabled: true });
  });
});
