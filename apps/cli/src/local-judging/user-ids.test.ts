import { describe, expect, it } from 'vitest';
import { ownUserIds } from './user-ids.ts';

const whole = '         0          0 4294967295\n';
const env = {};

describe('the user ids of a command’s slots', () => {
  it('are others than a judgehost’s, and others for each process', () => {
    const bases = [1, 2, 3, 1000, 262_000].map((pid) => ownUserIds({ pid, env, map: whole }) ?? 0);
    expect(new Set(bases).size).toBe(5);
    for (const base of bases) {
      expect(base).toBeGreaterThanOrEqual(0x7000_0000);
      expect(base % 1024).toBe(0);
    }
  });

  it('stay below the sandbox’s border for every process number that Linux has', () => {
    for (const pid of [1, 262_079, 262_080, 4_194_303]) {
      expect(ownUserIds({ pid, env, map: whole })).toBeLessThanOrEqual(0x7fff_0000 - 1024);
    }
  });

  it('are the default ones in a container that has not that many', () => {
    expect(ownUserIds({ pid: 7, env, map: '0 100000 65536\n' })).toBeUndefined();
    expect(ownUserIds({ pid: 7, env, map: '' })).toBeUndefined();
  });

  it('are what the environment or a broker decides', () => {
    expect(ownUserIds({ env: { SANDGLASS_UID_BASE: '70000' }, map: whole })).toBe(70_000);
    expect(ownUserIds({ env: { SANDGLASS_BROKER_FD: '3' }, map: whole })).toBeUndefined();
  });
});
