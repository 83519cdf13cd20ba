import { expect, it } from 'vitest';
import { GapHistory } from './gap-history.ts';

const minute = 60_000;
const at = (minutes: number, p50Us = 1) => ({ at: minutes * minute, p50Us, p95Us: 2, p99Us: 3 });

it('what a host did before the process began comes before what the process has seen itself', () => {
  const history = new GapHistory();
  history.remember([{ judgehost: 'one', ...at(10, 7) }]);
  history.remember([5, 6, 9.5].map((minutes) => ({ judgehost: 'one', ...at(minutes) })));
  expect(history.of('one')).toMatchObject({ from: 5 * minute, seconds: [0, 60, 270] });
  history.remember([{ judgehost: 'two', ...at(1) }]);
  expect(history.of('two').seconds).toHaveLength(1);
});

it('a host has a point a minute at most, of the last hour', () => {
  const history = new GapHistory();
  const points = Array.from({ length: 240 }, (_, index) => ({ judgehost: 'one', ...at(index / 2) }));
  history.remember(points);
  const sent = history.of('one');
  expect(sent.seconds).toHaveLength(60);
  expect(sent.p50Us).toHaveLength(60);
  expect(sent.from).toBe(60 * minute);
  expect(sent.seconds.at(-1)).toBe(59 * 60);
});

it('what is sent of a host is the same until there is another point', () => {
  const history = new GapHistory();
  const none = history.of('one');
  expect(none.seconds).toEqual([]);
  history.remember([{ judgehost: 'one', ...at(1) }]);
  const sent = history.of('one');
  expect(sent.seconds).toEqual([0]);
  history.remember([{ judgehost: 'one', ...at(1.5) }]);
  expect(history.of('two')).toBe(history.of('two'));
  history.remember([{ judgehost: 'two', ...at(1) }]);
  expect(history.of('two').seconds).toEqual([0]);
});
