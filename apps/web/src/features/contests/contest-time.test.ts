import type { ContestSummary } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { contestTime, likeliestContest, phaseText } from './contest-time.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
const ms = (hour: number): number => Date.parse(at(hour));

function contest(id: string, from: number, to: number, freeze: number | null = null): ContestSummary {
  return {
    id,
    name: id,
    shortName: id,
    startsAt: at(from),
    endsAt: at(to),
    freezesAt: freeze === null ? null : at(freeze),
    thawsAt: null,
    removedIntervals: [],
    countdownStoppedAt: null,
    activatesAt: null,
    deactivatesAt: null,
    public: true,
    archivedAt: null,
    finalizedAt: null,
    extraTimeMs: 0,
    penaltyMinutes: 20,
    chargeCompileErrors: false,
    phase: 'running',
  };
}

describe('contest time', () => {
  const five = contest('five', 10, 15, 14);

  it('moves through before, running, frozen and ended by the clock alone', () => {
    expect([9, 10, 12, 14, 15, 16].map((hour) => contestTime(five, ms(hour)).phase)).toEqual([
      'before',
      'running',
      'running',
      'frozen',
      'ended',
      'ended',
    ]);
  });

  it('counts down to the start, then to the end, then stays at zero', () => {
    expect([9, 12, 16].map((hour) => contestTime(five, ms(hour)).remainingMs / 3_600_000)).toEqual([1, 3, 0]);
  });

  it('gives the elapsed share and where the freeze lies', () => {
    const time = contestTime(five, ms(12));
    expect(time.elapsed).toBeCloseTo(0.4);
    expect(time.freezeAt).toBeCloseTo(0.8);
  });

  it('stops with the countdown, and while time is removed', () => {
    const stopped = contestTime({ ...five, countdownStoppedAt: at(9) }, ms(12));
    expect([stopped.phase, stopped.remainingMs / 3_600_000, phaseText(stopped)]).toEqual([
      'before',
      1,
      'Start delayed',
    ]);
    // The start that was planned does not hold, nor does the end.
    expect(stopped.span).toBeNull();
    const removed = { ...five, endsAt: at(16), removedIntervals: [{ from: at(11), until: at(12) }] };
    expect(contestTime(removed, ms(11.5))).toMatchObject({ elapsedMs: 3_600_000, stopped: true });
    expect(contestTime(removed, ms(13))).toMatchObject({ elapsedMs: 2 * 3_600_000, stopped: false });
  });

  it('goes on for a team with extra time', () => {
    const extra = { ...five, extraTimeMs: 3_600_000 };
    expect([15.5, 16].map((hour) => contestTime(extra, ms(hour)).phase)).toEqual(['frozen', 'ended']);
    expect(contestTime(extra, ms(12)).span).toEqual({ startsAt: at(10), endsAt: at(16) });
    // What is removed behind the common end moves the end of this team alone.
    const later = { ...extra, removedIntervals: [{ from: at(15), until: at(17) }] };
    expect(contestTime(later, ms(12)).span?.endsAt).toBe(at(18));
  });

  it('keeps a finalised contest final', () => {
    expect(contestTime({ ...five, phase: 'finalized' }, ms(16)).phase).toBe('finalized');
  });
});

describe('the contest offered first', () => {
  const past = contest('past', 1, 2);
  const running = contest('running', 9, 15);
  const soon = contest('soon', 16, 20);
  const later = contest('later', 20, 22);

  it('is the running one', () => {
    expect(likeliestContest([past, later, soon, running], ms(12))?.id).toBe('running');
  });

  it('is the next to start when none runs, and the last that ran when none will', () => {
    expect(likeliestContest([past, later, soon], ms(12))?.id).toBe('soon');
    expect(likeliestContest([contest('older', 0, 1), past], ms(12))?.id).toBe('past');
    expect(likeliestContest([], ms(12))).toBeNull();
  });
});
