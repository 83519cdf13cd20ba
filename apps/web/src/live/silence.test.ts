import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Silence, silentAfterMs } from './silence.ts';

let silence: Silence;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  silence = new Silence();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('silence', () => {
  it('begins within five seconds of the last sign of life, and ends with the next', () => {
    silence.begin('contest');
    vi.advanceTimersByTime(3_000);
    silence.heard('contest');
    vi.advanceTimersByTime(silentAfterMs - 1);
    expect(silence.since).toBeNull();
    vi.advanceTimersByTime(1);
    expect(silence.since).toBe(1_003_000);
    expect(silentAfterMs).toBeLessThan(5_000);
    silence.heard('contest');
    expect(silence.since).toBeNull();
  });

  it('is that of the stream that is silent for longest, also while others are heard', () => {
    const changes: (number | null)[] = [];
    silence.follow(() => changes.push(silence.since));
    silence.begin('contest');
    vi.advanceTimersByTime(100);
    silence.begin('monitor');
    vi.advanceTimersByTime(10_000);
    expect(silence.since).toBe(1_000_000);
    silence.heard('contest');
    expect(silence.since).toBe(1_000_100);
    silence.heard('monitor');
    expect(changes).toEqual([1_000_000, 1_000_100, null]);
  });

  it('is none of a stream that nobody listens to', () => {
    silence.begin('monitor');
    silence.end('monitor');
    vi.advanceTimersByTime(10_000);
    expect(silence.since).toBeNull();
    silence.fallSilent('monitor');
    expect(silence.since).toBeNull();
  });

  it('goes on with a stream that takes the place of a silent one, and not with one that comes later', () => {
    silence.begin('monitor');
    vi.advanceTimersByTime(10_000);
    silence.end('monitor');
    silence.begin('monitor');
    expect(silence.since).toBe(1_000_000);
    silence.end('monitor');
    vi.advanceTimersByTime(60_000);
    silence.begin('monitor');
    expect(silence.since).toBeNull();
    vi.advanceTimersByTime(silentAfterMs);
    expect(silence.since).toBe(1_070_000);
  });
});
