import { describe, expect, it } from 'vitest';
import { judgeSuspicion } from './suspect.ts';

const limits = { cpuUs: 1_000_000, wallUs: 4_000_000 };
const killed = {
  outcome: 'wall-limit',
  cpuUs: 310_000,
  wallUs: 4_000_000,
  runQueueUs: 0,
  blockIoUs: 0,
} as const;

describe('a run is suspect', () => {
  it('when the wall clock killed it while it waited for a core', () => {
    const suspicion = judgeSuspicion({ ...killed, runQueueUs: 3_400_000 }, limits);
    expect(suspicion.suspect).toBe(true);
    expect(suspicion.reasons.join('; ')).toBe(
      'wall-clock kill at 310 ms of 1 s CPU time; of 3.69 s off the CPU: 3.4 s waiting for a core, 0 µs waiting for a disk',
    );
  });

  it('when it had used nearly all of its CPU time: it might have ended within it', () => {
    expect(judgeSuspicion({ ...killed, cpuUs: 990_000, runQueueUs: 3_000_000 }, limits).suspect).toBe(true);
  });

  it('when it waited for a disk', () => {
    expect(judgeSuspicion({ ...killed, blockIoUs: 2_000_000 }, limits).suspect).toBe(true);
    expect(judgeSuspicion({ ...killed, runQueueUs: null, blockIoUs: 2_000_000 }, limits).suspect).toBe(true);
  });
});

describe('a run is suspect, by what all its threads waited for', () => {
  it('when the main thread slept while others had no core', () => {
    expect(judgeSuspicion({ ...killed, coreWaitUs: 3_000_000, uninterruptibleUs: 0 }, limits).suspect).toBe(
      true,
    );
  });

  it('when it waited inside the kernel', () => {
    const suspicion = judgeSuspicion({ ...killed, coreWaitUs: 0, uninterruptibleUs: 3_500_000 }, limits);
    expect(suspicion.suspect).toBe(true);
    expect(suspicion.reasons.at(-1)).toContain('3.5 s waiting inside the kernel');
  });
});

describe('a run is not suspect', () => {
  it('when it was idle to the end and the kernel reports where it waited', () => {
    const idle = { coreWaitUs: 10, uninterruptibleUs: 0, idle: true, lastWait: 'read (pipe_read)' };
    const suspicion = judgeSuspicion({ ...killed, ...idle }, limits);
    expect(suspicion.suspect).toBe(false);
    expect(suspicion.reasons[0]).toMatch(/; it slept, at last in read \(pipe_read\)$/);
  });

  it('when it slept of its own will', () => {
    const suspicion = judgeSuspicion(killed, limits);
    expect(suspicion.suspect).toBe(false);
    expect(suspicion.reasons[0]).toContain('it slept');
  });

  it('when it was not killed by the wall clock', () => {
    expect(judgeSuspicion({ ...killed, outcome: 'exited', runQueueUs: 3_400_000 }, limits).suspect).toBe(
      false,
    );
  });

  it('when the kernel does not report what it waited for', () => {
    const suspicion = judgeSuspicion({ ...killed, runQueueUs: null, blockIoUs: null }, limits);
    expect(suspicion).toEqual({
      suspect: false,
      reasons: ['this kernel does not report what the program waited for'],
    });
  });
});
