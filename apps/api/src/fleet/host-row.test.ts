import type { Judgehost } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { judgehost, noGaps } from '../testing/judgehost.ts';
import { hostRow, observe } from './host-row.ts';

const seenMs = Date.parse('2026-11-21T12:00:00.000Z');

/** A host with 28 tasks in state D and a full disk, as its last report said. */
function host(ageMs: number): Judgehost {
  const dState = { count: 28, waits: [{ where: 'cgroup_kn_lock_live', count: 28, longestMs: 9000 }] };
  const disk = { path: '/data', totalBytes: 100 * 2 ** 30, freeBytes: 0 };
  return judgehost(
    { lastSeenAt: new Date(seenMs).toISOString() },
    { load: [61.1, 50, 40], dState, disk, ageMs },
  );
}

describe('a judgehost in a line', () => {
  it('is as old as its figures, not as its last sign of life', () => {
    const record = { gapHistory: noGaps, tasksPerMinute: 0 };
    const row = hostRow(host(40_000), record);
    expect(row.lastSeenAt).toBe('2026-11-21T12:00:00.000Z');
    expect(row.figuresAt).toBe('2026-11-21T11:59:20.000Z');
    expect(hostRow(host(0), record).figuresAt).toBe(row.lastSeenAt);
  });

  it('names the submission of a slot by its number', () => {
    const slot = {
      ordinal: 0,
      cpus: [0],
      state: 'running',
      submissionId: '01890a5d-ac96-774b-bcce-b302099a8057',
      submissionNumber: 582,
      contestId: 'main',
      test: 3,
      sinceMs: 900,
      rebuilds: 0,
    } as const;
    const { slots } = hostRow(judgehost({ slots: [{ ...slot, cpus: [0] }] }), {
      gapHistory: noGaps,
      tasksPerMinute: 0,
    });
    expect(slots).toMatchObject([{ submissionNumber: 582 }]);
  });
});

describe('what a line counts as stuck', () => {
  it('is not what was frozen on purpose, nor a parent that waits for its child', () => {
    const waits = [
      { where: '__refrigerator', count: 50, what: 'freezer: Stopped on purpose.', longestMs: 7_200_000 },
      { where: 'kernel_clone', count: 2, what: 'vfork: Waits for its child.', longestMs: 10 },
      { where: 'rcu_barrier', count: 3, what: 'RCU: A grace period.', longestMs: 900 },
    ];
    const stuck = judgehost({}, { dState: { count: 55, waits } });
    const { blocked } = hostRow(stuck, { gapHistory: noGaps, tasksPerMinute: 0 });
    expect(blocked).toEqual({ count: 3, where: 'RCU', there: 3, longestMs: 900 });
  });
});

describe('what the alarms look at', () => {
  it('is meant to be heard as long as it may take tasks or holds some', () => {
    const wanted = (mode: Judgehost['mode'], running: number): boolean =>
      observe({ ...host(0), mode, running }, seenMs).wanted;
    expect([wanted('on', 0), wanted('drain', 2), wanted('drain', 0), wanted('off', 0)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('are the figures of a report that is fresh', () => {
    const fresh = observe(host(300), seenMs + 200);
    expect(fresh).toMatchObject({ figuresAgeMs: 300, load1: 61.1, blocked: [{ count: 28 }] });
    expect(fresh.disk).not.toBeNull();
  });

  it('is nothing but their age where the figures are old', () => {
    const old = observe(host(40_000), seenMs + 200);
    expect(old).toMatchObject({ figuresAgeMs: 40_000, silentMs: 200, slots: 1 });
    expect(old).toMatchObject({
      load1: null,
      runnable: null,
      blocked: null,
      throttledShare: null,
      disk: null,
    });
  });
});
