import { describe, expect, it } from 'vitest';
import { waitAfterFailure } from './retry-rule.ts';

/** What comes of failures on these hosts, one after another. */
function waits(code: string, hosts: readonly string[]): (number | null)[] {
  const failedHosts: string[] = [];
  return hosts.map((host, tries) => {
    const wait = waitAfterFailure({ tries, failedHosts: [...failedHosts], host, code });
    if (!failedHosts.includes(host)) failedHosts.push(host);
    return wait;
  });
}

describe('a task that failed for our own reasons', () => {
  it('is a judging error after it has failed on three hosts', () => {
    expect(waits('HOST_DISK', ['a', 'b', 'c'])).toEqual([0, 0, null]);
  });

  it('waits longer each time it fails on the same host, for two and a half minutes in all', () => {
    const all = waits('HOST_DISK', ['a', 'a', 'a', 'a', 'a', 'a']);
    expect(all).toEqual([0, 10_000, 20_000, 40_000, 80_000, null]);
    expect(waits('HOST_DISK', ['a', 'b', 'a', 'b', 'a', 'b']).at(-1)).toBeNull();
  });

  it('is a judging error after three tries, on any host and at once, when the problem is most likely to blame', () => {
    expect(waits('JUDGE_VALIDATION_ERROR', ['a', 'a', 'a'])).toEqual([0, 0, null]);
    expect(waits('JUDGE_VALIDATOR_NOT_COMPILED', ['a', 'b', 'a'])).toEqual([0, 0, null]);
  });

  it('waits where its program seems to have broken its slot: what stalled the host then is to have passed', () => {
    expect(waits('JUDGE_BREAKS_SLOT', ['a', 'b', 'c'])).toEqual([10_000, 10_000, 10_000]);
  });

  it('is tried on another host though suspect runs came before', () => {
    expect(waitAfterFailure({ tries: 0, failedHosts: ['a', 'b'], host: 'c', code: 'HOST_INTERNAL' })).toBe(0);
  });

  it('always ends', () => {
    for (let tries = 5; tries < 10; tries += 1)
      expect(waitAfterFailure({ tries, failedHosts: [], host: 'a', code: 'HOST_DISK' })).toBeNull();
  });
});
