import { expect, it } from 'vitest';
import { barsOf, type RowCells, readCells } from './timeline-cells.ts';
import type { Palette } from './timeline-colours.ts';

/** Every colour is the name of what it means. */
const palette = {
  soft: 'soft',
  danger: 'danger',
  verdicts: { accepted: 'accepted', runtime: 'runtime', pending: 'pending' },
  gaps: ['none', '10 ms', '50 ms', '100 ms', '500 ms'],
  problem: (label: string) => label.toLowerCase(),
} as unknown as Palette;

const [accepted, runtime, doubtful] = [1, 3, 0x80];

function cells(steps: readonly (readonly number[])[]): RowCells {
  const row = { judgehost: 'judge-1', slot: 0, cells: btoa(String.fromCharCode(...steps.flat())) };
  const shape = {
    cellMs: 10,
    from: 1000,
    until: 1000 + steps.length * 10,
    knownFrom: 900,
    problems: ['A', 'B'],
  };
  const read = readCells({ ...shape, now: 0, hosts: [], queue: [], intervals: null, rows: [row] }).get(
    'judge-1/0',
  );
  if (read === undefined) throw new Error('the slot is not in what was read');
  return read;
}

it('steps that look alike are one bar, and what is empty is none', () => {
  const some = cells([
    [accepted, 1, 0x81],
    [accepted, 2, 0x81],
    [0, 0, 0],
    [runtime | doubtful, 1, 0x82],
    [accepted, 1, 0x21],
  ]);
  const bars = barsOf(some, 0, 2000, 'verdict', palette);
  expect(bars.map(({ from, until, doubtful: bad }) => [from, until, bad])).toEqual([
    [1000, 1020, false],
    [1030, 1040, true],
    [1040, 1050, false],
  ]);
  expect(bars[0]?.busy).toBe(1);
  expect(bars[2]?.busy).toBe(0.25);
  expect(bars[0]?.colour).not.toBe(bars[1]?.colour);
  expect(barsOf(some, 0, 2000, 'problem', palette).map(({ colour }) => colour)).toEqual(['a', 'b', 'a', 'a']);
  expect(barsOf(some, 0, 2000, 'gap', palette)[1]?.colour).toBe('10 ms');
});

it('a bar ends where the time ends that is looked at', () => {
  const some = cells([
    [accepted, 1, 0x81],
    [accepted, 1, 0x81],
  ]);
  const [bar, ...more] = barsOf(some, 1003, 1014, 'verdict', palette);
  expect(more).toEqual([]);
  expect(bar).toMatchObject({ from: 1003, until: 1014 });
});

it('a slot that was idle all the time has no bars', () => {
  expect(barsOf(cells([]), 0, 2000, 'verdict', palette)).toEqual([]);
});

it('nothing is known of what was before the steps begin, however far back others reach', () => {
  expect(cells([[accepted, 1, 0x81]])).toMatchObject({ from: 1000, knownFrom: 1000, until: 1010 });
});
