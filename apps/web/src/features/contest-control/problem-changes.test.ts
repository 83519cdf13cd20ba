import { describe, expect, it } from 'vitest';
import { problemChanges } from './problem-changes.ts';

const problem = (id: string, label: string, more: object = {}) => ({
  id,
  label,
  name: id,
  colour: '#ff0000',
  timeLimitMs: null,
  memoryMiB: null,
  allowSubmit: true,
  ...more,
});
const lines = (before: unknown, after: unknown) =>
  problemChanges(before, after).map(({ name, from, to }) => [
    name,
    'words' in from ? from.words : '',
    'words' in to ? to.words : '',
  ]);

describe('the problems of a line of the history', () => {
  it('have their labels, colours and limits of before and after', () => {
    expect(
      lines(
        [problem('sum', 'A')],
        [problem('sum', 'B', { colour: '#00ff00', timeLimitMs: 1500, memoryMiB: 64 })],
      ),
    ).toEqual([
      ['B, label', 'A', 'B'],
      ['B, colour', '#ff0000', '#00ff00'],
      ['B, time limit', 'as the package says', '1.5 s'],
      ['B, memory limit', 'as the package says', '64 MiB'],
    ]);
  });

  it('come, go and change places', () => {
    const [sum, tree, new1] = [problem('sum', 'A'), problem('tree', 'B'), problem('new', 'C')];
    expect(lines([sum, tree], [tree, new1, sum])).toEqual([
      ['Problem new', 'not in the contest', 'C'],
      ['Order', 'sum, tree', 'tree, sum'],
    ]);
    expect(lines([sum, tree], [sum])).toEqual([['Problem tree', 'B', 'taken out']]);
  });

  it('are no change where one is paused, and in lines of earlier versions', () => {
    expect(lines([problem('sum', 'A')], [problem('sum', 'A', { allowSubmit: false })])).toEqual([]);
    expect(lines([{ id: 'sum', label: 'A' }], [problem('sum', 'A')])).toEqual([]);
    expect(lines(undefined, undefined)).toEqual([]);
  });
});
