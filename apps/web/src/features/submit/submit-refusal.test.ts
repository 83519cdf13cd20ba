import type { ContestPhase } from '@sandglass/contracts';
import { describe, expect, it } from 'vitest';
import { submitRefusal } from './submit-refusal.ts';

const team = { role: 'contestant' as const, teamName: 'Null Pointers' };

describe('whether one can submit', () => {
  it('as a team depends on the time', () => {
    const at = (phase: ContestPhase): string | null => submitRefusal('team', phase, team);
    expect([at('running'), at('frozen')]).toEqual([null, null]);
    expect(at('before')).toContain('at the start');
    expect(at('ended')).toContain('over');
    expect(at('finalized')).toContain('over');
    expect(submitRefusal('team', 'running', team, true)).toContain('paused');
  });

  it('as the jury does not', () => {
    for (const phase of ['before', 'running', 'ended'] as const)
      expect(submitRefusal('jury', phase, { role: 'jury', teamName: null })).toBeNull();
  });

  it.each([
    ['contestant', 'Tidal', 'Tidal does not take part'],
    ['contestant', null, 'has no team'],
    ['balloon', null, 'balloons'],
    ['api-reader', null, 'only reads'],
  ] as const)('as %s of team %s one cannot, and learns why', (role, teamName, why) => {
    expect(submitRefusal(null, 'running', { role, teamName })).toContain(why);
  });
});
