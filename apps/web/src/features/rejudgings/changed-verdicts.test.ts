import { expect, it } from 'vitest';
import { changedVerdicts } from './changed-verdicts.ts';

it('only old and new verdicts with a change have a row or a column; the rest is counted', () => {
  expect(
    changedVerdicts([
      { before: 'AC', after: 'AC', count: 40 },
      { before: 'AC', after: 'TLE', count: 3 },
      { before: 'TLE', after: 'AC', count: 9 },
      { before: 'TLE', after: 'TLE', count: 5 },
      { before: null, after: 'WA', count: 1 },
      { before: 'CE', after: 'CE', count: 12 },
      { before: 'OLE', after: 'OLE', count: 6 },
    ]),
  ).toEqual({
    columns: ['AC', 'TLE', 'WA'],
    rows: [
      { before: 'AC', counts: [0, 3, 0], unchanged: 40 },
      { before: 'TLE', counts: [9, 0, 0], unchanged: 5 },
      { before: 'none', counts: [0, 0, 1], unchanged: 0 },
    ],
    most: 9,
    unchangedElsewhere: 18,
  });
});

it('without a change there is nothing to show', () => {
  expect(changedVerdicts([{ before: 'AC', after: 'AC', count: 4 }])).toEqual({
    columns: [],
    rows: [],
    most: 1,
    unchangedElsewhere: 4,
  });
});
