import { expect, it } from 'vitest';
import { GapHistory } from './gap-history.ts';

const minute = 60_000;
const at = (minutes: number, p50Us = 1) => ({ at: minutes * minute, p50Us, p95Us: 2, p99Us: 3 });

it('what a host did before the process began stands before what it has seen itself', () => {
  const history = new GapHistory();
  history.remember([{ judgehost: 'one', ...at(10, 7) }]);
  history.remember([5, 6, 9.5].map((minutes) => ({ judgehost: 'one', ...at(minutes) })));
  expect(history.of('one').map((point) => point.at / minute)).toEqual([5, 6, 9.5]);
  history.remember([{ judgehost: 'two', ...at(1) }]);
  expect(history.of('two')).toHaveLength(1);
});

it('a host has a point a minute at most, of the last hour', () => {
  const history = new GapHistory();
  const points = Array.from({ length: 240 }, (_, index) => ({ judgehost: 'one', ...at(index / 2) }));
  history.remember(points);
  const told = history.of('one');
  expect(told).toHaveLength(60);
  expect(told.at(-1)?.at).toBe(119 * minute);
});
