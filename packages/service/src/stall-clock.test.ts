import { describe, expect, it } from 'vitest';
import { StallClock, waitedForCpuMs } from './stall-clock.ts';

/** @returns what is counted after turns at these instants, each with the same progress unless given */
function counted(turns: readonly { nowMs: number; progress?: number; waitedMs?: number | null }[]): number {
  const clock = new StallClock(250);
  let stood = 0;
  for (const { nowMs, progress = 1, waitedMs = 0 } of turns)
    stood = clock.turn({ nowMs, progress, waitedMs });
  return stood;
}

describe('the clock of a loop that stands', () => {
  it('counts the time in which it makes no progress', () => {
    expect(counted([{ nowMs: 0 }, { nowMs: 250 }, { nowMs: 500 }, { nowMs: 760 }])).toBe(760);
  });

  it('begins anew with every turn of the loop', () => {
    expect(counted([{ nowMs: 0 }, { nowMs: 250 }, { nowMs: 500, progress: 2 }])).toBe(0);
    expect(counted([{ nowMs: 0 }, { nowMs: 250, progress: 2 }, { nowMs: 500, progress: 2 }])).toBe(250);
  });

  it('does not count what the machine slept, nor what held up the watcher itself', () => {
    expect(counted([{ nowMs: 0 }, { nowMs: 3_600_000 }])).toBe(500);
  });

  it('does not count what the loop waited for a CPU', () => {
    const starved = Array.from({ length: 100 }, (_, turn) => ({ nowMs: turn * 250, waitedMs: turn * 240 }));
    expect(counted(starved)).toBe(99 * 10);
  });

  it('counts everything where the kernel does not say who waits', () => {
    expect(
      counted([
        { nowMs: 0, waitedMs: null },
        { nowMs: 250, waitedMs: null },
      ]),
    ).toBe(250);
  });

  it('reads what this thread waited, in milliseconds', () => {
    const waited = waitedForCpuMs('/proc/self');
    expect(waited === null || waited >= 0).toBe(true);
    expect(waitedForCpuMs('/proc/0')).toBeNull();
  });
});
