import { describe, expect, it } from 'vitest';
import { changedTimes, otherText, readTimes, textsOf } from './planned-times.ts';

const state = {
  startsAt: '2026-11-28T09:00:00.000Z',
  freezesAt: '2026-11-28T13:00:00.000Z',
  endsAt: '2026-11-28T14:00:00.250Z',
  thawsAt: '2026-11-28T15:00:00.250Z',
  activatesAt: null,
  deactivatesAt: null,
  removedIntervals: [],
};

describe('the times of a form', () => {
  it('are distances, where the start is an instant', () => {
    const active = { ...state, activatesAt: '2026-11-28T08:00:00.000Z' };
    const { startsAt: _start, ...others } = textsOf(active, 'relative');
    expect(others).toEqual({
      endsAt: '+5:00:00.250',
      freezesAt: '+4:00:00',
      thawsAt: 'end+1:00:00',
      activatesAt: '-1:00:00',
      deactivatesAt: '',
    });
  });

  it.each(['relative', 'absolute'] as const)('are no change where nobody types (%s)', (notation) => {
    expect(changedTimes(readTimes(textsOf(state, notation), []), state)).toEqual({});
  });

  it('move with the start where they are distances', () => {
    const later = textsOf({ ...state, startsAt: '2026-11-28T10:00:00.000Z' }, 'relative').startsAt;
    const read = readTimes({ ...textsOf(state, 'relative'), startsAt: later }, []);
    expect(changedTimes(read, state)).toEqual({
      startsAt: '2026-11-28T10:00:00.000Z',
      freezesAt: '2026-11-28T14:00:00.000Z',
      endsAt: '2026-11-28T15:00:00.250Z',
      thawsAt: '2026-11-28T16:00:00.250Z',
    });
  });

  it('stay where they are instants, the thaw by its name', () => {
    const read = readTimes({ ...textsOf(state, 'absolute'), endsAt: '2026-11-28T14:30:00Z' }, []);
    expect(changedTimes(read, state)).toEqual({
      endsAt: '2026-11-28T14:30:00.000Z',
      thawsAt: state.thawsAt,
    });
  });

  it('may be taken away, but for start and end', () => {
    const read = readTimes({ ...textsOf(state, 'relative'), freezesAt: ' ', thawsAt: '', endsAt: '' }, []);
    expect(read.freezesAt).toEqual({ at: null });
    expect(read.endsAt).toEqual({ wrong: expect.stringContaining('must be given') });
  });

  it('are shown in the other notation as well', () => {
    const texts = { ...textsOf(state, 'relative'), freezesAt: '2026-11-28T12:30:00Z' };
    expect(otherText('freezesAt', texts.freezesAt, readTimes(texts, []), [])).toBe('+3:30:00');
    const counted = otherText('endsAt', texts.endsAt, readTimes(texts, []), []) ?? '';
    expect(Date.parse(counted.replace(' ', 'T'))).toBe(Date.parse('2026-11-28T14:00:00.000Z'));
  });
});
