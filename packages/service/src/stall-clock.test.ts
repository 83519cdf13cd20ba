import { describe, expect, it } from 'vitest';
import { StallClock, stateOf, stolenFrom, waitedForCpuMs, type StallTurn } from './stall-clock.ts';

/** @returns what is counted after turns at these instants, each with the same progress unless given */
function counted(turns: readonly (Pick<StallTurn, 'nowMs'> & Partial<StallTurn>)[]): number {
  const clock = new StallClock(250);
  let blockedMs = 0;
  for (const turn of turns) blockedMs = clock.turn({ progress: 1, waitedMs: 0, ...turn });
  return blockedMs;
}

describe('the clock of a blocked loop', () => {
  it('counts the time in which it makes no progress', () => {
    expect(counted([{ nowMs: 0 }, { nowMs: 250 }, { nowMs: 500 }, { nowMs: 760 }])).toBe(760);
  });

  it('begins again with every turn of the loop', () => {
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

  it('does not count what the hypervisor gave to others, of the CPU that it was on', () => {
    const stolen = (cpu: (turn: number) => number) =>
      Array.from({ length: 100 }, (_, turn) => ({
        nowMs: turn * 250,
        stolen: { cpu: cpu(turn), ms: turn * 250 },
      }));
    expect(counted(stolen(() => 3))).toBe(0);
    // Each CPU counts for itself: what two of them say has no difference.
    expect(counted(stolen((turn) => turn))).toBe(99 * 250);
    // What was stolen before it was looked at is nobody's excuse.
    expect(counted([{ nowMs: 0 }, { nowMs: 250, stolen: { cpu: 3, ms: 9_000 } }])).toBe(250);
  });

  it('counts a tenth of what it waits in the kernel without an end', () => {
    const stuck = Array.from({ length: 101 }, (_, turn) => ({ nowMs: turn * 250, inKernel: true }));
    expect(counted(stuck)).toBeCloseTo(2_500);
  });

  it('looks at the machine only when the loop has been blocked for a while', () => {
    const clock = new StallClock(250);
    const look = () => clock.excuses('/proc/self');
    expect(Object.keys(look())).toEqual(['waitedMs']);
    for (let nowMs = 0; nowMs <= 1_500; nowMs += 250) clock.turn({ nowMs, progress: 1, waitedMs: 0 });
    expect(look()).toMatchObject({ stolen: { ms: expect.any(Number) }, inKernel: false });
  });

  it('reads the state of a process, and what was stolen from the machine', () => {
    expect(stateOf('/proc/self')).toMatch(/^[RS]$/);
    expect(stateOf('/proc/0')).toBe('');
    expect(stolenFrom(0)).toMatchObject({ cpu: 0, ms: expect.any(Number) });
    expect(stolenFrom(100_000)).toBeNull();
  });

  it('reads what this thread waited, in milliseconds', () => {
    const waited = waitedForCpuMs('/proc/self');
    expect(waited === null || waited >= 0).toBe(true);
    expect(waitedForCpuMs('/proc/0')).toBeNull();
  });
});
