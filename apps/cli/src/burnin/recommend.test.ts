import { describe, expect, it } from 'vitest';
import { recommend, type BurnInFigures } from './recommend.ts';

const healthy: BurnInFigures = {
  slots: 4,
  cores: 4,
  minutes: 10,
  runs: 20_000,
  failures: 0,
  rebuilds: 0,
  gapUs: { p50: 100, p95: 600, p99: 1500, max: 12_000 },
  slowdownP99: 0.005,
  waitedForCoreShare: 0.2,
  loadMax: 4.4,
  dStateMean: 0,
  dStateMax: 1,
  dStatePlace: null,
  stealMean: 0,
  throttledShare: 0,
  memoryAvailableMinBytes: 20 * 2 ** 30,
  memoryTotalBytes: 24 * 2 ** 30,
  kernel: '6.12.0',
};

const after = (changes: Partial<BurnInFigures>) => recommend({ ...healthy, ...changes });

describe('the recommendation after a burn-in', () => {
  it('keeps all slots of a healthy host, and shortens the wall limit when enough was seen', () => {
    const advice = recommend(healthy);
    expect(advice).toMatchObject({ slots: 4, wallFactor: 1.5, wallMarginMs: 1000, rating: 'sound' });
    expect(advice.reasons.join('\n')).toContain('Timing is sound');
  });

  it('does not go below the default wall limit after a short burn-in, and says so', () => {
    const advice = after({ minutes: 0.1, runs: 40 });
    expect(advice).toMatchObject({ wallFactor: 2, wallMarginMs: 2000 });
    expect(advice.reasons.join('\n')).toMatch(/Only 40 runs in 0\.1 min/);
  });

  it('takes four times the longest stall as margin', () => {
    expect(after({ gapUs: { ...healthy.gapUs, max: 2_600_000 } }).wallMarginMs).toBe(10_500);
    expect(after({ gapUs: { ...healthy.gapUs, max: 1e9 } }).wallMarginMs).toBe(60_000);
  });

  it('takes twice the slow-down of long runs into the factor', () => {
    expect(after({ slowdownP99: 0.6 }).wallFactor).toBe(2.5);
    expect(after({ slowdownP99: 0.6 }).rating).toBe('watch');
  });

  it('says whether programs waited for a core or for something else', () => {
    const gapUs = { ...healthy.gapUs, p95: 90_000 };
    const busy = after({ gapUs, waitedForCoreShare: 0.93 });
    expect(busy.rating).toBe('poor');
    expect(busy.reasons[0]).toContain('93 % of it was spent waiting for a core: something else computes');
    expect(after({ gapUs, waitedForCoreShare: 0.1 }).reasons[0]).toContain('the hypervisor held them up');
    expect(after({ gapUs, waitedForCoreShare: null }).reasons[0]).toMatch(/at most\.$/);
  });

  it('gives every slot a core of its own', () => {
    const advice = after({ slots: 8 });
    expect(advice).toMatchObject({ slots: 4, rating: 'watch' });
    expect(advice.reasons[0]).toContain('8 slots shared 4 physical cores');
  });

  it('never recommends more slots than have run', () => {
    expect(after({ slots: 1, loadMax: 1 })).toMatchObject({ slots: 1, rating: 'sound' });
  });

  it('halves the slots when tasks are stuck in the kernel, and names the place', () => {
    const advice = after({
      slots: 4,
      loadMax: 11,
      dStateMean: 6.2,
      dStateMax: 14,
      dStatePlace: 'cgroup_mutex',
    });
    expect(advice).toMatchObject({ slots: 2, rating: 'poor' });
    expect(advice.reasons[0]).toMatch(/load reached 11\.0 .*14 at most.*cgroup_mutex/);
  });

  it('takes a task or two in the kernel for nothing', () => {
    expect(after({ dStateMean: 1.2, dStateMax: 3, dStatePlace: 'rcu_barrier' }).rating).toBe('sound');
  });

  it('blames others for a high load without stuck tasks', () => {
    const advice = after({ loadMax: 9 });
    expect(advice).toMatchObject({ slots: 3, rating: 'watch' });
    expect(advice.reasons[0]).toContain('Something else computes');
  });

  it('leaves out a load that nobody could measure', () => {
    expect(after({ loadMax: null }).rating).toBe('sound');
  });

  it.each([
    ['stolen time', { stealMean: 0.3 }, 2],
    ['a quota', { throttledShare: 0.1 }, 3],
  ])('gives up slots for %s', (_, changes, slots) => {
    expect(after(changes)).toMatchObject({ slots, rating: 'poor' });
  });

  it('calls a host poor on which runs fail', () => {
    const advice = after({ failures: 1, rebuilds: 2 });
    expect(advice.rating).toBe('poor');
    expect(advice.reasons[0]).toContain('1 run failed and slots were rebuilt 2 times');
  });

  it('warns of short memory', () => {
    expect(after({ memoryAvailableMinBytes: 2 ** 28 }).reasons.join('\n')).toContain('Only 256 MiB');
  });

  it('always leaves one slot', () => {
    expect(after({ slots: 1, stealMean: 0.9, dStateMean: 5, loadMax: 9 }).slots).toBe(1);
  });
});
