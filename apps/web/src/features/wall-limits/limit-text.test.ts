import type { WallMeasurements } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import {
  affectedText,
  buttonsText,
  changesText,
  cutText,
  examplesText,
  openText,
  overriddenText,
  sameText,
  limitSetText,
  underWayText,
} from './limit-text.ts';

describe('before a limit is set, the jury reads', () => {
  it('which verdicts would change for certain', () => {
    expect(changesText(1)).toBe('1 verdict would change');
    expect(changesText(2)).toBe('2 verdicts would change');
  });

  it('which could, if they are judged again', () => {
    expect(openText(1)).toBe('1 verdict could change: only a rejudging can show it');
    expect(openText(30)).toBe('30 verdicts could change: only a rejudging can show it');
  });

  it('what stays, or that there is nothing', () => {
    expect(sameText({ judged: 0, same: 0 })).toBe('No submission has a verdict here yet.');
    expect(sameText({ judged: 9, same: 9 })).toBe('No stored verdict would change.');
    expect(sameText({ judged: 1, same: 1 })).toBe('No stored verdict would change.');
    expect(sameText({ judged: 9, same: 7 })).toBe('7 verdicts stay the same.');
    expect(sameText({ judged: 9, same: 1 })).toBe('1 verdict stays the same.');
    expect(sameText({ judged: 9, same: 0 })).toBeNull();
  });

  it('where examples are', () => {
    expect([1, 2, 6, 7].map(examplesText)).toEqual([
      'Show the submission',
      'Show the submissions',
      'Show the submissions',
      'Show the first 6',
    ]);
  });

  it('what is being judged with the old limit', () => {
    expect(underWayText(0)).toBeNull();
    expect(underWayText(1)).toBe(
      '1 more is being judged with the old limit, and is rejudged if the new limit may change the verdict.',
    );
    expect(underWayText(3)).toBe(
      '3 more are being judged with the old limit, and are rejudged if the new limit may change the verdict.',
    );
  });

  it('what the rule does not reach', () => {
    expect(overriddenText('A, B, and java')).toBe(
      'Not for A, B, and java: a more specific rule overrides this one.',
    );
  });

  it('how many verdicts of another contest may change', () => {
    expect(affectedText(0)).toBe(' (no verdict would change)');
    expect(affectedText(1)).toBe(' (1 verdict may change)');
    expect(affectedText(12)).toBe(' (12 verdicts may change)');
    expect(affectedText(null)).toBe('');
  });

  it('what the buttons do', () => {
    expect(buttonsText(2_000_000, 0)).toEqual({ set: 'Set the limit', only: null });
    expect(buttonsText(2_000_000, 1)).toEqual({
      set: 'Set the limit and rejudge this one',
      only: 'Set the limit without rejudging',
    });
    expect(buttonsText('no rule', 4)).toEqual({
      set: 'Remove the rule and rejudge these 4',
      only: 'Remove the rule without rejudging',
    });
  });
});

describe('when a limit is set, the jury reads', () => {
  const none = { rejudgingId: null, submissions: 0, busy: 0, underWay: 0 };
  const words = (of: Partial<Parameters<typeof limitSetText>[0]>): string => {
    const { judging, more } = limitSetText({ ...none, ...of });
    return judging + more;
  };

  it('what is judged again', () => {
    expect(words({})).toBe('The limit applies to every judging that starts from now on.');
    expect(words({ rejudgingId: 'r', submissions: 1 })).toBe('1 submission is being rejudged.');
    expect(words({ rejudgingId: 'r', submissions: 5 })).toBe('5 submissions are being rejudged.');
  });

  it('what another rejudging has', () => {
    expect(words({ busy: 1 })).toBe(
      'The limit applies to every judging that starts from now on. 1 more is in another open rejudging.',
    );
    expect(words({ rejudgingId: 'r', submissions: 1, busy: 2 })).toBe(
      '1 submission is being rejudged. 2 more are in another open rejudging.',
    );
  });

  it('what is still being judged with the old limit, and what becomes of it', () => {
    expect(words({ underWay: 2 })).toBe(
      'The limit applies to every judging that starts from now on. 2 more are being judged with the old limit.',
    );
    expect(words({ rejudgingId: 'r', underWay: 1 })).toBe(
      'The rejudging waits for running judgings. 1 more is being judged with the old limit. The rejudging adds it when it has ended, if the new limit may change its verdict.',
    );
    expect(words({ rejudgingId: 'r', submissions: 3, underWay: 2 })).toBe(
      '3 submissions are being rejudged. 2 more are being judged with the old limit. When they have ended, the rejudging adds those whose verdict the new limit may change.',
    );
  });
});

describe('of what was measured, the jury reads', () => {
  const cut = (killed: number[], suspect = 0): string =>
    cutText({ wall: { killed } as WallMeasurements['wall'], suspect });

  it('how many runs the wall clock has cut, and how many of them were starved', () => {
    expect(cut([0, 0])).toBe('No run has hit the wall limit.');
    expect(cut([0, 1])).toBe('1 run has hit the wall limit in force at that time.');
    expect(cut([2, 3])).toBe('5 runs have hit the wall limits in force at that time.');
    expect(cut([0, 1], 1)).toBe('1 run, which is suspect, has hit the wall limit in force at that time.');
    expect(cut([2, 3], 4)).toBe('5 runs, 4 of them suspect, have hit the wall limits in force at that time.');
  });
});
