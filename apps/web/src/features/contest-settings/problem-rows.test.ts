import { describe, expect, it } from 'vitest';
import { moved, problemsOf, rowsOf, withProblem } from './problem-rows.ts';

const problem = (id: string, label: string) => ({
  id,
  name: id,
  label,
  colour: '#d1495b',
  timeLimitMs: null,
  memoryMiB: null,
  packageLimits: { timeLimitMs: 2000, memoryMiB: 256 },
  allowSubmit: true,
  allowJudging: true,
});
const rows = rowsOf([problem('sum', 'A'), problem('pairs', 'B'), problem('tree', 'D')]);

describe('the problems of a form', () => {
  it('are saved as they are', () => {
    expect(problemsOf(rows)[1]).toEqual({
      problem: 'pairs',
      label: 'B',
      colour: '#d1495b',
      timeLimitMs: null,
      memoryMiB: null,
    });
    const [first] = problemsOf([{ ...rows[0]!, timeLimit: '1.5', memory: 64 }]);
    expect(first).toMatchObject({ timeLimitMs: 1500, memoryMiB: 64 });
  });

  it('change places, and the labels stay where they are', () => {
    const labelled = (all: typeof rows) => all.map(({ id, label }) => `${label} ${id}`);
    expect(labelled(moved(rows, 1, -1))).toEqual(['A pairs', 'B sum', 'D tree']);
    expect(labelled(moved(rows, 2, 1))).toEqual(labelled(rows));
  });

  it('get the next letter and another colour', () => {
    expect(withProblem(rows, { id: 'new', name: 'New' }).at(-1)).toMatchObject({
      label: 'C',
      colour: '#2e86ab',
    });
  });
});
