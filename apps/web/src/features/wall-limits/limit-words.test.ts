import type { WallMeasurements } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import {
  affectedInWords,
  buttonsInWords,
  changesInWords,
  cutInWords,
  examplesInWords,
  openInWords,
  overruledInWords,
  sameInWords,
  setInWords,
  underWayInWords,
} from './limit-words.ts';

describe('before a limit is set, the jury is told', () => {
  it('which verdicts would change for certain', () => {
    expect(changesInWords(1)).toBe('1 verdict would change, known from the record');
    expect(changesInWords(2)).toBe('2 verdicts would change, known from the record');
  });

  it('which could, if they are judged again', () => {
    expect(openInWords(1)).toBe('1 verdict could change: only a rejudging can tell');
    expect(openInWords(30)).toBe('30 verdicts could change: only a rejudging can tell');
  });

  it('what stays, or that there is nothing', () => {
    expect(sameInWords({ judged: 0, same: 0 })).toBe('Nothing has a verdict here yet.');
    expect(sameInWords({ judged: 9, same: 9 })).toBe('No stored verdict would change.');
    expect(sameInWords({ judged: 1, same: 1 })).toBe('No stored verdict would change.');
    expect(sameInWords({ judged: 9, same: 7 })).toBe('7 stay as they are.');
    expect(sameInWords({ judged: 9, same: 1 })).toBe('One stays as it is.');
    expect(sameInWords({ judged: 9, same: 0 })).toBeNull();
  });

  it('where examples are', () => {
    expect([1, 2, 6, 7].map(examplesInWords)).toEqual([
      'Look at it',
      'Look at them',
      'Look at them',
      'Look at the first 6',
    ]);
  });

  it('what is being judged under the old limit', () => {
    expect(underWayInWords(0)).toBeNull();
    expect(underWayInWords(1)).toBe(
      '1 more is being judged under the old limit: judged again, too, where the new one may change what it ends with.',
    );
    expect(underWayInWords(3)).toBe(
      '3 more are being judged under the old limit: judged again, too, where the new one may change what they end with.',
    );
  });

  it('what the rule does not reach', () => {
    expect(overruledInWords('A, B, and java')).toBe(
      'Not for A, B, and java: a more special rule stands above this one.',
    );
  });

  it('how many verdicts of another contest may change', () => {
    expect(affectedInWords(0)).toBe(' (no verdict would change)');
    expect(affectedInWords(1)).toBe(' (1 verdict may change)');
    expect(affectedInWords(12)).toBe(' (12 verdicts may change)');
    expect(affectedInWords(null)).toBe('');
  });

  it('what the buttons do', () => {
    expect(buttonsInWords(2_000_000, 0)).toEqual({ set: 'Set it', only: null });
    expect(buttonsInWords(2_000_000, 1)).toEqual({
      set: 'Set it and rejudge this one',
      only: 'Set it without rejudging',
    });
    expect(buttonsInWords('no rule', 4)).toEqual({
      set: 'Take it away and rejudge these 4',
      only: 'Take it away without rejudging',
    });
  });
});

describe('when a limit is set, the jury is told', () => {
  const none = { rejudgingId: null, submissions: 0, busy: 0, underWay: 0 };
  const words = (of: Partial<Parameters<typeof setInWords>[0]>): string => {
    const { judging, more } = setInWords({ ...none, ...of });
    return judging + more;
  };

  it('what is judged again', () => {
    expect(words({})).toBe('It counts for every judging that starts from now on.');
    expect(words({ rejudgingId: 'r', submissions: 1 })).toBe('1 submission is being judged again.');
    expect(words({ rejudgingId: 'r', submissions: 5 })).toBe('5 submissions are being judged again.');
  });

  it('what another rejudging has', () => {
    expect(words({ busy: 1 })).toBe(
      'It counts for every judging that starts from now on. 1 more is in another open rejudging.',
    );
    expect(words({ rejudgingId: 'r', submissions: 1, busy: 2 })).toBe(
      '1 submission is being judged again. 2 more are in another open rejudging.',
    );
  });

  it('what is still being judged under the old limit, and what becomes of it', () => {
    expect(words({ underWay: 2 })).toBe(
      'It counts for every judging that starts from now on. 2 more are being judged under the old limit.',
    );
    expect(words({ rejudgingId: 'r', underWay: 1 })).toBe(
      'The rejudging waits for what is under way. 1 more is being judged under the old limit: the rejudging takes it as soon as it has ended, where the new one may change its verdict.',
    );
    expect(words({ rejudgingId: 'r', submissions: 3, underWay: 2 })).toBe(
      '3 submissions are being judged again. 2 more are being judged under the old limit: the rejudging takes those whose verdict the new one may change as soon as they have ended.',
    );
  });
});

describe('of what was measured, the jury is told', () => {
  const cut = (killed: number[], suspect = 0): string =>
    cutInWords({ wall: { killed } as WallMeasurements['wall'], suspect });

  it('how many runs the wall clock has cut, and how many of them were starved', () => {
    expect(cut([0, 0])).toBe('The wall clock has cut no run.');
    expect(cut([0, 1])).toBe('The wall clock has cut 1 run, at the limit it had.');
    expect(cut([2, 3])).toBe('The wall clock has cut 5 runs, each at the limit it had.');
    expect(cut([0, 1], 1)).toBe('The wall clock has cut 1 run, which is suspect, at the limit it had.');
    expect(cut([2, 3], 4)).toBe(
      'The wall clock has cut 5 runs, 4 of them suspect, each at the limit it had.',
    );
  });
});
