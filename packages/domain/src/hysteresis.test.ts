import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startHysteresis, stepHysteresis, type Hysteresis, type LevelReading } from './hysteresis.ts';

/** Two levels, entered at 10 and 20, left below 5 and 15. */
const bounds = [
  { enter: 10, leave: 5 },
  { enter: 20, leave: 15 },
];
const rules = [
  { enterAfterMs: 2000, leaveAfterMs: 3000 },
  { enterAfterMs: 1000, leaveAfterMs: 3000 },
];

const read = (value: number): LevelReading[] =>
  bounds.map(({ enter, leave }) => ({ reached: value >= enter, left: value < leave }));

/** The level at every step, a step a second. */
function follow(values: readonly number[], from: Hysteresis = startHysteresis()): number[] {
  let state = from;
  return values.map((value, second) => {
    state = stepHysteresis(state, read(value), rules, second * 1000, (second - 1) * 1000);
    return state.level;
  });
}

describe('a level with hysteresis', () => {
  it('is entered when its bound was reached for long enough without a break', () => {
    expect(follow([12, 12, 12, 12])).toEqual([0, 0, 1, 1]);
    expect(follow([12, 12, 9, 12, 12])).toEqual([0, 0, 0, 0, 0]);
  });

  it('is the worst one that was reached for long enough, with none in between', () => {
    expect(follow([25, 25, 25])).toEqual([0, 2, 2]);
    expect(follow([12, 12, 12, 25, 25])).toEqual([0, 0, 1, 1, 2]);
  });

  it('is left one at a time, each after its own wait', () => {
    expect(follow([0, 0, 0, 0, 0, 0, 0, 0], startHysteresis(2))).toEqual([2, 2, 2, 1, 1, 1, 0, 0]);
  });

  it('stays while the figure is between its bounds, and the wait to leave it begins again', () => {
    expect(follow([7, 7, 7, 7, 7], startHysteresis(1))).toEqual([1, 1, 1, 1, 1]);
    expect(follow([0, 0, 7, 0, 0, 0, 0], startHysteresis(1))).toEqual([1, 1, 1, 1, 1, 1, 0]);
  });

  it('may be left and entered at once where no wait is asked for', () => {
    const atOnce = [{ enterAfterMs: 0, leaveAfterMs: 0 }];
    const entered = stepHysteresis(startHysteresis(), [{ reached: true, left: false }], atOnce, 5);
    expect(entered.level).toBe(1);
    expect(stepHysteresis(entered, [{ reached: false, left: true }], atOnce, 6).level).toBe(0);
  });

  it('knows since when it was reached, and the step before that', () => {
    const first = stepHysteresis(startHysteresis(), read(12), rules, 4000, 3000);
    const second = stepHysteresis(first, read(25), rules, 5000, 4000);
    expect(second.reached).toEqual([
      { sinceMs: 4000, afterMs: 3000 },
      { sinceMs: 5000, afterMs: 4000 },
    ]);
    expect(stepHysteresis(second, read(12), rules, 6000, 5000).reached[1]).toBeNull();
  });

  it('never changes without the whole wait behind it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 }), (values) => {
        const levels = [0, ...follow(values)];
        for (const [second] of values.entries()) {
          const [was = 0, is = 0] = [levels[second], levels[second + 1]];
          if (is > was) {
            const { enterAfterMs } = rules[is - 1] ?? { enterAfterMs: 0 };
            const recent = values.slice(second - enterAfterMs / 1000, second + 1);
            expect(recent).toHaveLength(enterAfterMs / 1000 + 1);
            for (const value of recent) expect(value).toBeGreaterThanOrEqual(bounds[is - 1]?.enter ?? 0);
          } else if (is < was) {
            expect(is).toBe(was - 1);
            for (const value of values.slice(second - 3, second + 1))
              expect(value).toBeLessThan(bounds[was - 1]?.leave ?? 0);
          }
        }
      }),
    );
  });
});
