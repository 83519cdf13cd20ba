import { describe, expect, it } from 'vitest';
import { proposeMargin, widenedRule, type HostGap } from './wall-margin-proposal.ts';

const second = 1_000_000;
const healthy: HostGap = { runs: 5000, suspect: 0, p50Us: 200, p95Us: 900, p99Us: 4000, maxUs: 80_000 };

describe('a wider wall limit', () => {
  it('is not proposed for hosts that keep programs waiting for some milliseconds', () => {
    expect(proposeMargin(healthy)).toBeNull();
    expect(proposeMargin({ ...healthy, p99Us: second / 2 })).toBeNull();
  });

  it('is four times what one run in a hundred waits, and covers the longest stall', () => {
    expect(proposeMargin({ ...healthy, p99Us: 900_000 })?.marginUs).toBe(4 * second);
    expect(proposeMargin({ ...healthy, p99Us: 900_000, maxUs: 6_200_000 })?.marginUs).toBe(7 * second);
  });

  it('is proposed for a few starved runs, however few there were in all', () => {
    const found = proposeMargin({ ...healthy, runs: 12, suspect: 4 });
    expect(found?.marginUs).toBe(4 * second);
    expect(found?.reasons[0]).toBe('4 runs were starved until the wall clock killed them.');
    expect(proposeMargin({ ...healthy, runs: 12, suspect: 2, p99Us: 3 * second })).toBeNull();
  });

  it('is not proposed where the room is wide enough already, and never above half a minute', () => {
    expect(proposeMargin({ ...healthy, p99Us: 900_000 }, 10 * second)).toBeNull();
    expect(proposeMargin({ ...healthy, p99Us: 20 * second })?.marginUs).toBe(30 * second);
    expect(proposeMargin({ ...healthy, p99Us: 20 * second }, 30 * second)).toBeNull();
  });
});

describe('more room that is approved', () => {
  it('narrows nothing: neither a factor nor a larger margin that was set since is lost', () => {
    expect(widenedRule(null, 4 * second)).toEqual({ marginUs: 4 * second });
    expect(widenedRule({ factor: 5 }, 4 * second)).toEqual({ factor: 5, marginUs: 4 * second });
    expect(widenedRule({ marginUs: 10 * second }, 4 * second)).toEqual({ marginUs: 10 * second });
    expect(widenedRule({ fixedUs: 9 * second }, 4 * second)).toEqual({ fixedUs: 9 * second });
  });
});
