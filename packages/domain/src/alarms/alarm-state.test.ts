import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clearedAlarm, raisedAlarm, stepAlarm, type AlarmChange, type AlarmState } from './alarm-state.ts';
import type { Sign } from './rule-parts.ts';

const patience = { raiseAfterMs: 4000, clearAfterMs: 10_000 };
const bad: Sign = { sign: 'bad', severity: 'warning', text: 'too much', figure: 1 };
const good: Sign = { sign: 'good' };
const between: Sign = { sign: 'between' };

/** @returns the kind of change at every step, a step a second */
function follow(signs: readonly Sign[], from: AlarmState = clearedAlarm): (AlarmChange['kind'] | null)[] {
  let state = from;
  return signs.map((sign, second) => {
    const step = stepAlarm(state, sign, patience, second * 1000);
    state = step.state;
    return step.change?.kind ?? null;
  });
}

const times = (count: number, sign: Sign): Sign[] => Array.from({ length: count }, () => sign);

describe('an alarm', () => {
  it('is raised once its figure was bad for long enough, and then kept', () => {
    expect(follow(times(6, bad))).toEqual([null, null, null, null, 'raise', 'keep']);
  });

  it('restarts its count after a break', () => {
    expect(follow([...times(4, bad), between, ...times(4, bad)])).not.toContain('raise');
    expect(follow([...times(4, bad), good, ...times(5, bad)]).at(-1)).toBe('raise');
  });

  it('is cleared once its figure was good for long enough, and not before', () => {
    const changes = follow(times(12, good), raisedAlarm);
    expect(changes.indexOf('clear')).toBe(10);
    expect(changes.filter((change) => change === 'clear')).toHaveLength(1);
  });

  it('stays while the figure wavers between good and bad', () => {
    const wavering = Array.from({ length: 100 }, (_, second) => (second % 6 === 5 ? bad : good));
    expect(follow(wavering, raisedAlarm)).not.toContain('clear');
    expect(follow(times(100, between), raisedAlarm)).toEqual(times(100, between).map(() => null));
  });

  it('changes nothing where nothing is known', () => {
    expect(follow([...times(3, bad), { sign: 'unknown' }, ...times(3, bad)])).not.toContain('raise');
    expect(follow(times(50, { sign: 'unknown' }), raisedAlarm)).not.toContain('clear');
  });

  it('is never raised or cleared without the whole patience behind it', () => {
    const sign = fc.constantFrom<Sign>(bad, good, between, { sign: 'unknown' });
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        const changes = follow(signs);
        for (const [second, change] of changes.entries()) {
          if (change === 'raise') expect(signs.slice(second - 4, second + 1)).toEqual(times(5, bad));
          if (change === 'clear') expect(signs.slice(second - 10, second + 1)).toEqual(times(11, good));
        }
        const turns = changes.filter((change) => change === 'raise' || change === 'clear');
        expect(turns).toEqual(turns.map((_, index) => (index % 2 === 0 ? 'raise' : 'clear')));
      }),
    );
  });
});
