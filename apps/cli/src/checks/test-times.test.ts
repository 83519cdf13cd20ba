import { describe, expect, it } from 'vitest';
import { withRun } from './test-times.ts';

const isThere = (path: string): boolean => path !== 'gone.test.ts';

describe('the recorded times of test files', () => {
  it('are those of the last run that had the file, in seconds and in the order of their names', () => {
    const ran = [
      { path: 'b.test.ts', ms: 4600 },
      { path: 'a.test.ts', ms: 20_400 },
    ];
    const times = withRun({ 'c.test.ts': 7, 'b.test.ts': 9 }, ran, isThere);
    expect(Object.entries(times)).toEqual([
      ['a.test.ts', 20],
      ['b.test.ts', 5],
      ['c.test.ts', 7],
    ]);
  });

  it('leave out what is quick, also what was slow before, and what is no longer there', () => {
    const ran = [{ path: 'b.test.ts', ms: 900 }];
    expect(withRun({ 'b.test.ts': 9, 'gone.test.ts': 30 }, ran, isThere)).toEqual({});
  });
});
