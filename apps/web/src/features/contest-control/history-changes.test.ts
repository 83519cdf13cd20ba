import { describe, expect, it } from 'vitest';
import { changesOf } from './history-changes.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

describe('what a line of the history changed', () => {
  it('is each time and each setting, before and after', () => {
    const details = {
      before: { startsAt: at(10), freezesAt: null, thawsAt: at(16), penaltyMinutes: 20, name: 'A' },
      after: { startsAt: at(11), freezesAt: at(15), thawsAt: null, penaltyMinutes: 1, name: 'B' },
    };
    expect(changesOf({ details })).toEqual([
      { name: 'Name', from: { words: 'A' }, sign: '→', to: { words: 'B' } },
      { name: 'Start', from: { at: at(10) }, sign: '→', to: { at: at(11) } },
      { name: 'Freeze', from: { words: 'none' }, sign: '→', to: { at: at(15) } },
      { name: 'Thaw', from: { at: at(16) }, sign: '→', to: { words: 'by hand' } },
      { name: 'Penalty', from: { words: '20 minutes' }, sign: '→', to: { words: '1 minute' } },
    ]);
  });

  it('is the time that was removed or restored, and not that which stays so', () => {
    const [first, second] = [
      { from: at(11), until: at(12) },
      { from: at(13), until: at(14) },
    ];
    const one = { removedIntervals: [first] };
    const both = { removedIntervals: [first, second] };
    const times = { from: { at: at(13) }, sign: '–', to: { at: at(14) } };
    expect(changesOf({ details: { before: one, after: both } })).toEqual([{ name: 'Removed', ...times }]);
    expect(changesOf({ details: { before: both, after: one } })).toEqual([{ name: 'Restored', ...times }]);
  });

  it('is the extra time of the team that has another', () => {
    const before = { extraTimes: [{ team: 'beta', minutes: 5 }] };
    const after = {
      extraTimes: [
        { team: 'alpha', minutes: 10 },
        { team: 'beta', minutes: 5 },
      ],
    };
    expect(changesOf({ details: { before, after } })).toEqual([
      { name: 'Extra time of alpha', from: { words: 'none' }, sign: '→', to: { words: '10 minutes' } },
    ]);
  });

  it('is nothing where the log has no states, or others than we know', () => {
    expect(changesOf({ details: {} })).toEqual([]);
    expect(changesOf({ details: { before: 1, after: { removedIntervals: 'all', lockedAt: null } } })).toEqual(
      [],
    );
  });
});
